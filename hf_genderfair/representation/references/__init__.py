"""Nouns and pronouns with their grammatical gender, and whether they stand for a person (Derner et al. 2025)."""
