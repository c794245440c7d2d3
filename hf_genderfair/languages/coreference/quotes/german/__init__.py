"""Quotes in German: reported clauses, and the forms of verbs of saying."""
