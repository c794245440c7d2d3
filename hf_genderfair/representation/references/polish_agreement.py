"""Choose one interpretation of each Polish word by what it agrees with and what governs it.

There is no open treebank of Polish to learn from, so the costs below follow a grammar: a preposition governs a
case, an adjective agrees with its noun, the locative stands only after a preposition. The cheapest path through the
interpretations is found exactly (Viterbi 1967).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hf_genderfair.representation.references.polish_forms import State, WeightedInterpretation

NOMINAL = frozenset("noun adjective numeral pronoun person".split())
FOREIGN = frozenset("unknown abbreviation number".split())
MASCULINE_PERSON = frozenset({"m1"})
START = State("start")

KIND_COSTS = {
    "conjunction": -1.5, "preposition": -1.5, "particle": -0.5, "person": -2.0, "pronoun": -1.5, "numeral": -0.5,
    "adverb": -0.3, "abbreviation": 0.8, "prefix": 1.5, "exclamation": 1.0, "infinitive": -0.5,
}  # fmt: skip
"""Closed classes first: a form that can be one of their words is hardly ever a noun."""

LINKS = frozenset("i oraz lub albo ani a ,".split())
JOINED = frozenset(("noun", "adjective"))
BEFORE_LOCATIVE = frozenset("preposition adjective numeral conjunction mark noun".split())


def choose(words: Sequence[Sequence[WeightedInterpretation]]) -> list[WeightedInterpretation]:
    """Return the cheapest sequence of interpretations of a sentence."""
    path: list[list[int]] = []
    costs, before = [0.0], [START]
    expanded = [
        _coordinating(interpretations, words[index - 1] if index else ()) for index, interpretations in enumerate(words)
    ]
    for interpretations in expanded:
        pointers, sums = [], []
        for interpretation in interpretations:
            state = interpretation.state
            totals = [cost + _beside(last, state) for cost, last in zip(costs, before, strict=True)]
            best = min(totals)
            pointers.append(totals.index(best))
            sums.append(best + interpretation.cost + KIND_COSTS.get(state.kind, 0.0))
        path.append(pointers)
        costs, before = sums, [interpretation.state for interpretation in interpretations]
    chosen = []
    index = costs.index(min(costs)) if words else 0
    for interpretations, pointers in zip(reversed(expanded), reversed(path), strict=True):
        chosen.append(interpretations[index])
        index = pointers[index]
    return chosen[::-1]


def _coordinating(
    interpretations: Sequence[WeightedInterpretation], before: Sequence[WeightedInterpretation]
) -> Sequence[WeightedInterpretation]:
    """Return interpretations of a conjunction or comma that keep the case of the words they join: *z domu i ogrodu*."""
    links = [interpretation for interpretation in interpretations if interpretation.lemma in LINKS]
    if not links:
        return interpretations
    cases = dict.fromkeys(interpretation.state.case for interpretation in before if interpretation.state.kind in JOINED)
    return [
        *interpretations,
        *(link._replace(state=link.state._replace(case=case)) for link in links for case in cases if case != "voc"),
    ]


@lru_cache(maxsize=1_000_000)
def _beside(first: State, second: State) -> float:
    """Return the cost of one interpretation after another; negative for a rare and certain agreement."""
    if first.kind == "preposition":
        return _after_preposition(first, second)
    if second.case and second.kind in ("conjunction", "mark"):
        return 0.1 if first.kind in JOINED and first.case == second.case else 5.0
    if first.case and first.kind in ("conjunction", "mark"):
        return -0.8 if second.kind in JOINED and second.case == first.case else 0.3
    cost = _locative(first, second)
    if first.kind in ("adjective", "numeral") and second.kind in ("noun", "adjective", "numeral"):
        return cost + _after_adjective(first, second)
    if first.kind in ("noun", "pronoun") and second.kind in NOMINAL:
        return cost + _after_noun(first, second)
    if first.kind == "verb":
        return cost + _after_verb(first, second)
    if first.kind in ("noun", "pronoun") and first.case == "nom" and second.kind == "verb":
        return cost + _subject(first, second)
    return cost + _other(first, second)


def _locative(first: State, second: State) -> float:
    """Return the cost of a locative without a preposition before it."""
    if second.case != "loc":
        return 0.0
    bare = 2.5 if second.kind != "person" and first.kind not in BEFORE_LOCATIVE else 0.0
    return bare + (2.5 if first.kind in NOMINAL and first.case != "loc" else 0.0)


def _after_verb(first: State, second: State) -> float:
    if second.kind == "verb":
        return 2.0
    if second.kind == "noun" and second.case == "nom":
        return _subject(second, first)
    return -0.2 if second.kind == "noun" and second.case == "acc" else 0.0


def _other(first: State, second: State) -> float:
    if first.kind in ("start", "mark", "conjunction") and second.kind == "noun" and second.case in ("nom", "acc"):
        return -0.2
    if first.kind == "start" and second.case == "acc":
        return 0.3
    if first.genders == MASCULINE_PERSON and first.kind == "adjective" and second.kind == "infinitive":
        return 1.5
    if first.kind == "number" and second.kind == "noun" and second.case == "gen":
        return -0.5
    return -0.2 if first.kind == "particle" and second.kind == "preposition" else 0.0


def _after_preposition(first: State, second: State) -> float:
    if second.kind in NOMINAL:
        return -1.5 if second.case in first.cases else 3.0
    if second.kind in FOREIGN:
        return 0.0
    return {"adverb": 1.0, "prefix": 0.0, "particle": 1.5, "mark": 1.0}.get(second.kind, 4.0)


def agree(first: State, second: State) -> bool:
    """Whether two interpretations have case and number in common, and a gender."""
    return first.case == second.case and first.number == second.number and bool(first.genders & second.genders)


def _after_adjective(first: State, second: State) -> float:
    if agree(first, second):
        return -2.0 if second.kind == "noun" else -1.0
    if first.kind == "numeral" and second.case == "gen" and second.number == "pl":
        return -1.5
    if second.kind == "noun":
        return 1.0 if second.case == "gen" else 1.7
    return 0.7


def _after_noun(first: State, second: State) -> float:
    if second.kind == "adjective":
        return -1.2 if agree(first, second) else 1.0
    if second.kind == "noun" and first.kind == "noun":
        if second.case == "gen":
            return 0.0
        if agree(first, second):
            return -1.5 if second.case == "voc" else 0.3
        return 1.0 if second.case == first.case else 1.8
    return 0.3


def _subject(noun: State, verb: State) -> float:
    """Return the cost of a noun as subject of a verb beside it."""
    if verb.number and verb.number != noun.number:
        return 0.8
    if verb.genders and not verb.genders & noun.genders:
        return 3.0 if noun.genders == MASCULINE_PERSON else 0.8
    return -0.5
