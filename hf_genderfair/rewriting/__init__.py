"""Gender-fair rewriting of German and English text (Amrhein et al. 2023): rules, training data, neural models."""
