"""Counterfactual augmentation: texts about one group that read as texts about another (Görge et al. 2025)."""
