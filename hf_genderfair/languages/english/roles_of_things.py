"""English words for persons that say what part a thing has beside another: *parent process*, *sister ship*."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

ROLES = WordClass("noun_classes_en", "role_of_thing")
HEADS = WordClass("noun_classes_en", "has_role")
"""Things that have such a role in front: *process*, *ship*."""

PARTS = WordClass("noun_classes_en", "machine_role")
"""Roles that things have without a noun behind them where machines are spoken of: *the driver is loaded*."""

MACHINES = WordClass("noun_classes_en", "machine")
PERSONAL = WordClass("closed_classes_en", "gendered_pronoun")
NOUNS = ("NOUN", "PROPN", "ADJ", "VERB")
"""What taggers take a noun for before another noun."""


def roles_of_things(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the indices of words for persons in a sentence that mean things."""
    lows = [token.text.lower() for token in tokens]
    compounds = {
        index
        for index, low in enumerate(lows[:-1])
        if (low in ROLES and lows[index + 1] in HEADS and tokens[index + 1].pos in NOUNS)
    } | {
        index
        for index, low in enumerate(lows)
        if index and low in PARTS and lows[index - 1] in MACHINES and tokens[index - 1].pos in NOUNS
    }
    parts = {index for index, low in enumerate(lows) if low in PARTS}
    if parts <= compounds:
        return frozenset(compounds)
    technical = any(lows[index] in PARTS for index in compounds) or any(low in MACHINES for low in lows)
    return frozenset(compounds | parts if technical and not _has_person(tokens, compounds | parts) else compounds)


def _has_person(tokens: Sequence[Token], things: set[int]) -> bool:
    """Whether a sentence has a word for a person besides words that may mean things."""
    for index, token in enumerate(tokens):
        low = token.text.lower()
        if low in PERSONAL or low == "who":
            return True
        form = person_form(token.text) if token.pos == "NOUN" and index not in things else None
        if form is not None and form.sense != "mostly_thing" and low not in MACHINES:
            return True
    return False
