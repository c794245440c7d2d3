"""Word lists of the rules: classes of verbs, words of habit and time, quantifiers and other determiners."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES

VerbClass = Literal["action", "interpretive", "state", "experience", "state_action", "appearance"]


def verb_class(token: Token, lang: str) -> VerbClass:
    """Return the class of a verb in the linguistic category model (Semin and Fiedler 1988)."""
    classes = resource(("verb classes", lang), lambda: _classes(lang))
    return classes.get(token.text.lower()) or classes.get(token.lemma.lower(), "action")


def situation_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return, by kind, the words of a language that tell an episode from what lasts."""
    # The head of the lexicon lists the kinds; a kind is empty in a language without such words.
    return resource(("situation words", lang), lambda: _listed("situation_words", lang))


def reference_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return, by kind, the words of a language that show reference, quantity, comparison and reporting."""
    # The head of the lexicon lists the kinds; a kind is empty in a language without such words.
    return resource(("reference words", lang), lambda: _listed("reference_words", lang))


def statement_patterns(lang: str) -> Mapping[str, re.Pattern[str]]:
    """Return, by kind, what is looked for in the text of a sentence, whatever its grammar."""
    # The head of the lexicon lists the kinds.
    return resource(("statement patterns", lang), lambda: _patterns(lang))


def rows_of(lexicon: str, lang: str) -> list[list[str]]:
    """Return the rows of a language in a lexicon of all languages, without their first cell, which names it."""
    return [row[1:] for row in load_lexicon(lexicon).rows if row[0] == lang]


def _patterns(lang: str) -> dict[str, re.Pattern[str]]:
    rows = _listed("statement_patterns", lang)
    return {kind: re.compile(rf"\b(?:{'|'.join(sorted(words))})\b", re.IGNORECASE) for kind, words in rows.items()}


def _classes(lang: str) -> dict[str, VerbClass]:
    classes: dict[str, VerbClass] = {}
    for lemma, kind, irregular in rows_of("verb_classes", lang):
        for form in STEREOTYPE_RULES[lang].verb_forms(lemma, irregular):
            classes.setdefault(form, cast(VerbClass, kind))
    return classes


def _listed(lexicon: str, lang: str) -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {kind: set() for _, kind, _ in load_lexicon(lexicon).rows}
    for kind, word in rows_of(lexicon, lang):
        words[kind].add(word)
    return {kind: frozenset(members) for kind, members in words.items()}
