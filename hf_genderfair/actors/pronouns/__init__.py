"""Whom a pronoun stands for: agreement, syntax, recency; a module a language."""
