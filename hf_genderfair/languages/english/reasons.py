"""Why an English word is left alone."""

from __future__ import annotations

NAMED = "a named person"
KNOWN = "a person whom the text knows"
GENDERED = "a person whom the text calls by a word for one gender"
UNKNOWN = "no word says who is meant"
TITLE = "part of a title"
WORD = "the word itself is meant"
DECLARED = "somebody's own pronouns"
ELEMENT = "a chemical element"
QUOTED = "in quotation marks"
CODE = "code, an address or markup"
FOREIGN = "another language"
NAME = "part of a name"

REASONS = (NAMED, KNOWN, GENDERED, UNKNOWN, TITLE, WORD, DECLARED, ELEMENT, QUOTED, CODE, FOREIGN, NAME)
"""Every reason."""
