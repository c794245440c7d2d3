"""Gender-fair rewriting."""
