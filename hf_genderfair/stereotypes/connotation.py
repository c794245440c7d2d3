"""The connotation of a label without its sentence (Görge et al. 2025, appendix D.2)."""

from __future__ import annotations

from collections.abc import Mapping

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.stereotypes.category_words import category_key, category_words
from hf_genderfair.stereotypes.indicators import Valence
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES

STRONG = 1.2
"""Smallest absolute valence of a judging word, on the scale of -4 to 4 of the sentiment lists."""

DESCRIPTIVE = WordClass("stereotype_words", "descriptive")
"""Words for fortune, states and relations, which do not judge persons, and function words of the lists."""


def read_connotation(document: Document, first: int, last: int) -> Valence:
    """Read the connotation of a label: a derogatory or glorifying word for the group, or an adjective that judges."""
    tokens = document.tokens[first:last]
    listed = category_words(document.lang)
    found: set[Valence] = set()
    for length in (1, 2):
        for start in range(len(tokens) - length + 1):
            key = category_key(" ".join(token.text for token in tokens[start : start + length]))
            found |= {use.connotation for use in listed.get(key, ()) if use.form != "pronoun"}
    judged = _judging_words(document.lang)
    for token in tokens:
        low = token.text.lower()
        if token.pos in ("ADJ", "NOUN", "PROPN", "VERB") and category_key(low) not in listed:
            found.add(judged.get(low) or judged.get(token.lemma.lower(), "neutral"))
    return "negative" if "negative" in found else "positive" if "positive" in found else "neutral"


def _judging_words(lang: str) -> Mapping[str, Valence]:
    judging = STEREOTYPE_RULES[lang].judging
    return judging.as_dict if judging else resource(("judging words", lang), lambda: _strong(lang))


def _strong(lang: str) -> dict[str, Valence]:
    valences = STEREOTYPE_RULES[lang].valences
    return {
        word: "negative" if valence < 0 else "positive"
        for word, valence in (valences.as_dict.items() if valences else ())
        if abs(valence) >= STRONG and word not in DESCRIPTIVE
    }
