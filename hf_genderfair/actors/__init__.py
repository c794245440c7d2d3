"""Urchs 2025: who appears in a text, acts, is named and quoted, and how they are spoken of."""
