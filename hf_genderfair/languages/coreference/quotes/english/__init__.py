"""Quotes in English: reported clauses, and the forms of verbs of saying."""
