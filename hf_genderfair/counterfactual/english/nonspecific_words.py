"""Words for women and men without specific reference: animals, labels, crews, social groups, a gender as such."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.counterfactual.english.animals import ANIMAL, is_animal
from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.word_class import WordClass

LABEL = "a label"
SOCIAL_GROUP = "a social group"
CREW = "a word for everybody"
STATEMENT = "a gender as such"

SEXES = frozenset({"male", "female", "males", "females"})
LABELS = SEXES | frozenset({"men", "women", "boys", "girls"})
BRACKET = re.compile(r"\( *\Z")
CLASSES = re.compile(
    r"\b(?:white|straight|cis|cisgender|heterosexual|hetero|privileged|alpha|beta|middle[- ]class)[,-]? "
    r"(?:[\w-]+,? ){0,2}$",
    re.IGNORECASE,
)
"""What stands before *male* where it names one of several social groups: *straight white male*."""

CREWS = WordClass("noun_classes_en", "crew")
"""Words beside numbers of men that count everybody in a crew or army."""

AWARD = re.compile(r" (?:[\w-]+ ){1,3}of the (?:year|month|week|decade|century)\b", re.IGNORECASE)
"""What stands after *male* in the name of an award."""

PEERS = re.compile(r"[-\s]+(?:\w+ )?(?:counterparts?|peers?|colleagues?|equivalents?)\b")
"""Nouns after *male* that compare with the other gender."""

COUNTED = re.compile(r"\b(?:\d[\d,]*|hundred|thousand|dozen)s? (?:\w+ )?$", re.IGNORECASE)
SPECIES = frozenset({"man", "woman"})
BECOMING = frozenset({"to", "into", "as", "like"})
"""Words before *man* for what somebody becomes: *from boy to man*."""

KINDS = frozenset({"men", "women", "boys", "girls", "males", "females"})
ALL = frozenset({"all", "most", "many", "some", "few", "more", "fewer"})


def general_reason(text: str, tokens: Sequence[Token], start: int, end: int, word: str) -> str:
    """Return why a word does not refer to specific persons; empty where it does."""
    if word in LABELS and BRACKET.search(text, max(0, start - 20), start) and text[end : end + 2].lstrip()[:1] == ")":
        return LABEL
    if word in SEXES and AWARD.match(text, end):
        return LABEL
    if word in SEXES and CLASSES.search(text, max(0, start - 40), start):
        return SOCIAL_GROUP
    if word in SEXES and PEERS.match(text, end):
        return STATEMENT
    if word in SEXES and is_animal(text, start, end):
        return ANIMAL
    if word in SPECIES and text[start:end].islower() and _is_species(tokens, start):
        return STATEMENT
    if word == "men" and COUNTED.search(text, max(0, start - 30), start) and CREWS.whole_words.search(text):
        return CREW
    return STATEMENT if word in KINDS and _is_statement(tokens, start) else ""


def _is_species(tokens: Sequence[Token], start: int) -> bool:
    """Whether *man* without an article, behind a preposition or conjunction, means everybody: *the dignity of man*."""
    index = next((number for number, token in enumerate(tokens) if token.start >= start), None)
    if not index or index + 1 >= len(tokens):
        return False
    before, after = tokens[index - 1], tokens[index + 1]
    behind = before.pos in ("ADP", "SCONJ") and before.text.lower() not in BECOMING
    return behind and after.pos not in ("NOUN", "PROPN", "CCONJ") and after.text != "-"


def _is_statement(tokens: Sequence[Token], start: int) -> bool:
    """Whether a plural without article begins a general statement: *men fear commitment*."""
    index = next((number for number, token in enumerate(tokens) if token.start >= start), None)
    if index is None or index + 1 >= len(tokens):
        return False
    before = index - 1
    while before >= 0 and tokens[before].pos == "ADJ" and tokens[before].text.lower() not in ALL:
        before -= 1
    bare = before < 0 or (before == 0 and tokens[0].pos == "PUNCT") or tokens[before].text.lower() in ALL
    verb = tokens[index + 1]
    if any(token.pos == "ADP" for token in tokens[max(0, before - 2) : max(0, before)]):
        return False
    present = verb.morph.get("Tense") == "Pres" or verb.text.lower() in ("may", "can", "will", "should", "must")
    return bare and verb.pos in ("VERB", "AUX") and verb.morph.get("VerbForm") in ("Fin", None) and present
