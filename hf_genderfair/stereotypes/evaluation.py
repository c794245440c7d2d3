"""Whether what is said of a label is good, bad or neither (Görge et al. 2025, appendix D.2)."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentiment import CONTENT
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.indicators import Valence

LEAST = 0.5
"""Sum of valences from which words count as good or bad."""

NEGATORS: dict[str, frozenset[str]] = {
    "en": frozenset("not n't no never nor neither without hardly scarcely barely rarely seldom nobody nothing".split()),
    "de": frozenset("nicht kein keine keinen keinem keiner nie niemals weder ohne kaum nichts selten".split()),
    "es": frozenset("no nunca jamás sin ni nada apenas ningún ninguna tampoco raramente".split()),
}

EXCESS: dict[str, frozenset[str]] = {
    "en": frozenset({"too", "overly", "excessively"}),
    "de": frozenset({"zu", "allzu", "übertrieben"}),
    "es": frozenset({"demasiado", "demasiada", "demasiados", "demasiadas"}),
}
"""Words that make a quality bad: *too emotional*."""


def evaluate(document: Document, places: Sequence[int]) -> Valence:
    """Return the sentiment of what is said of a label.

    Args:
        document: The text.
        places: Indices of the tokens that say it, in order.

    Returns:
        ``negative``, ``neutral`` or ``positive``. Word lists know the usual sense of words, and nothing of irony.
    """
    words = resource(("evaluation", document.lang), lambda: _valences(document.lang))
    negators, excess = NEGATORS[document.lang], EXCESS[document.lang]
    total, sign, last = 0.0, 1.0, -1
    for place in places:
        token = document.tokens[place]
        word = token.text.lower()
        if word in negators:
            sign, last = -sign, place
        elif token.pos == "PUNCT" or (token.relation == "cc" and word not in ("or", "oder", "o", "ni")):
            sign = 1.0
        elif word in excess and token.relation == "advmod":
            total -= 2.0 * sign
        elif token.pos in CONTENT:
            total += sign * (words.get(word) or words.get(token.lemma.lower(), 0.0))
    if last >= 0 and abs(total) < LEAST:
        return "neutral"
    return "neutral" if abs(total) < LEAST else "positive" if total > 0 else "negative"


def _valences(lang: str) -> dict[str, float]:
    if lang == "es":
        return {}
    return {word: float(valence) for word, valence in load_lexicon(f"sentiment_{lang}").rows}
