"""Forms of English verbs in the third person singular, and the words between clauses by which verbs are found."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.word_class import WordClass, WordValues

IRREGULAR = WordValues("verb_forms_en", "plural", str)
"""Forms that no rule makes; a negation is part of the token where the pipeline does not divide it."""

CLITICS = frozenset({"'s", "’s"})
NOT_THIRD = WordClass("closed_classes_en", "in_s")
"""Words in *-s* that are no verbs where they follow a pronoun."""

RELATIVES = frozenset({"who", "that", "which", "whoever"})
COORDINATORS = frozenset({"and", "or", "but", "nor", "yet", "then", "&", "&amp;"})
NOMINATIVES = WordClass("closed_classes_en", "nominative")

SILENT_E = WordClass("verb_forms_en", "silent_e")
"""Verbs whose plain form ends in *-e*, against the rule for their ending."""

DOUBLED = frozenset({"quizzes", "gasses", "focusses", "whizzes"})
S_STEMS = frozenset({"focuses", "biases", "gases", "canvases", "buses", "refocuses"})


def word_of(token: Token) -> str:
    """Return a token in lower case, without a full stop that the pipeline left at it, as in capitals."""
    low = token.text.lower()
    return low[:-1] if low.endswith(".") and low[:-1] in IRREGULAR else low


def third(tokens: Sequence[Token], index: int, pronoun: int = -1) -> bool:
    """Whether a token is a verb in the third person singular, *was* included."""
    token = tokens[index]
    low = word_of(token)
    if low in IRREGULAR:
        return token.pos in ("AUX", "VERB") or index == pronoun + 1
    if low in CLITICS:
        return index == pronoun + 1
    if not low.endswith("s") or low.endswith("ss") or low in NOT_THIRD or not low.isalpha():
        return False
    if token.pos == "VERB":
        return token.morph.get("Tense") != "Past" and token.morph.get("VerbForm") in (None, "", "Fin")
    return index == pronoun + 1 and token.pos in ("NOUN", "ADJ", "PROPN", "X", "AUX") and len(low) > 2


def finite(token: Token) -> bool:
    """Whether a token is a finite verb or auxiliary."""
    return token.pos in ("VERB", "AUX") and token.morph.get("VerbForm") == "Fin"


def plural_form(low: str) -> str:
    """Return the form after *they* of a verb in the third person singular."""
    if low in IRREGULAR:
        return IRREGULAR[low]
    if low in SILENT_E:
        return low[:-1]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low in DOUBLED:
        return low[:-3]
    if low in S_STEMS or low.endswith(("sses", "shes", "ches", "xes", "zzes", "tzes", "oes")):
        return low[:-2]
    return low[:-1]
