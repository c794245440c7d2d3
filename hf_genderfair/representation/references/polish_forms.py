"""Interpretations of Polish words from the dictionary SGJP, through morfeusz2 (extra ``polish``)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from hf_genderfair.core.resources import require, resource
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PREFIXES = WordClass("closed_classes_pl", "prefix")
"""Prefixes that the dictionary lacks."""

SHORTEST = 4
"""Letters of the shortest word behind a prefix."""

SURNAME = frozenset({"nazwisko"})
NOMINALISED = re.compile(r"(?:[iye]|(?<!ow)a)$")
"""Endings of nouns that are adjectives by their form; nouns in *-owa* are no adjectives (*teściowa*)."""

MINISTRA = {"ministra": "nom", "ministry": "gen", "ministrę": "acc", "ministrą": "inst"}
"""Forms of a feminine noun that the dictionary takes for masculine ones, or lacks."""

OTHER_NAMES = frozenset({"przydomek", "nazwa_miejscowa", "nazwa_geograficzna_mała", "tytuł", "nazwa_oprogramowania"})
QUALIFIER = re.compile(r"\w+")
GENDERS = frozenset("m1 m2 m3 f n".split())
NO_GENDERS: frozenset[str] = frozenset()

KINDS = {
    **dict.fromkeys("subst depr ger".split(), "noun"),
    **dict.fromkeys("adj pact ppas".split(), "adjective"),
    **dict.fromkeys("fin bedzie praet impt imps cond winien pred".split(), "verb"),
    **dict.fromkeys("adv pcon pant".split(), "adverb"),
    **dict.fromkeys("conj comp".split(), "conjunction"),
    **dict.fromkeys("part qub".split(), "particle"),
    **dict.fromkeys("interj frag".split(), "exclamation"),
    "inf": "infinitive", "num": "numeral", "numcomp": "numeral", "dig": "number", "romandig": "number",
    "ppron3": "pronoun", "ppron12": "person", "siebie": "person", "prep": "preposition", "brev": "abbreviation",
    "interp": "mark", "ign": "unknown", "adja": "prefix", "adjp": "adverb", "adjc": "adjective",
}  # fmt: skip
"""Word classes of SGJP, grouped by their agreement and government."""

RARE = WordClass("closed_classes_pl", "rare_qualifier")
"""Qualifiers of rare words."""


def prefix_of(word: str) -> str:
    """Return the prefix of a word that the dictionary lacks, empty where it has none."""
    found = PREFIXES.pattern.match(word)
    return found[0] if found and len(word) >= found.end() + SHORTEST else ""


class State(NamedTuple):
    """The agreement and government of an interpretation.

    Attributes:
        kind: Word class, one of the values of `KINDS`, or ``start``.
        number: ``sg``, ``pl`` or empty.
        case: One of `CASES`, or empty; of a preposition, see ``cases``.
        genders: Genders of SGJP (m1, m2, m3, f, n) that the form can have.
        cases: Cases that a preposition is followed by.
    """

    kind: str
    number: str = ""
    case: str = ""
    genders: frozenset[str] = NO_GENDERS
    cases: frozenset[str] = NO_GENDERS


class WeightedInterpretation(NamedTuple):
    """One interpretation of a form.

    Attributes:
        state: Word class and inflection.
        lemma: Dictionary form, without number of homonym.
        tag: First part of the tag of SGJP: ``subst``, ``depr``, ``ger``.
        names: Name classes of SGJP: ``nazwa_pospolita``, ``imię``, ``nazwisko``, ``nazwa_geograficzna``, ….
        cost: How unlikely the interpretation is by itself; 0 is the usual one.
    """

    state: State
    lemma: str
    tag: str
    names: frozenset[str]
    cost: float


UNREADABLE = "\ufffd"


class PolishDictionary:
    """The dictionary, with a cache of bounded size."""

    def __init__(self) -> None:
        """Load the dictionary."""
        self._analyser: Any = require("morfeusz2", "polish").Morfeusz(generate=False, praet="composite")
        self.dictionary_id: str = self._analyser.dict_id()
        rows = load_lexicon("pl_readings").rows
        self.usual = {word: interpretation for kind, word, interpretation in rows if kind == "usual"}
        self.first_names = frozenset(name for (name,) in load_lexicon("pl_first_names").rows)
        self.rare = {word: gender for kind, word, gender in rows if kind == "rare"}
        self.interpretations = lru_cache(maxsize=200_000)(self._interpretations)
        self.names = lru_cache(maxsize=50_000)(self._names)
        self.named = lru_cache(maxsize=50_000)(self._named)
        self.has_lemma = lru_cache(maxsize=100_000)(self._has_lemma)

    def _analyse(self, word: str) -> Any:
        # no word of the dictionary has the sign for bytes that cannot be read: of it the library complains aloud
        return [] if UNREADABLE in word else self._analyser.analyse(word)

    def _interpretations(self, word: str) -> tuple[WeightedInterpretation, ...]:
        """Return the interpretations of a word as written, the cheapest of each state."""
        best = self._known(word)
        if word.lower() in MINISTRA:
            state = State("noun", "sg", MINISTRA[word.lower()], frozenset({"f"}))
            best[state] = WeightedInterpretation(state, "ministra", "subst", frozenset({"nazwa_pospolita"}), 1.0)
        prefix = prefix_of(word.lower())
        if not best and prefix:
            rest = self._known(word[len(prefix) :])
            best = {
                state: interpretation._replace(lemma=prefix + interpretation.lemma)
                for state, interpretation in rest.items()
                if interpretation.lemma[:1].islower()
            }
        if any(interpretation.lemma == word.lower() and state.kind == "noun" for state, interpretation in best.items()):
            for state, interpretation in best.items():
                if state.kind == "adverb":
                    best[state] = interpretation._replace(cost=interpretation.cost + 1.0)
        diminutive = word.lower().removesuffix("ka") + "ek"
        if any(one.lemma == word.lower() and state.genders == {"f"} for state, one in best.items()):
            for state, interpretation in best.items():
                # a diminutive of a man is rarer than the woman of the same form: *profesorka*, of *profesorek*
                if interpretation.lemma == diminutive:
                    best[state] = interpretation._replace(cost=interpretation.cost + 2.5)
        if any(state.kind == "adjective" for state in best):
            for state, interpretation in best.items():
                if (
                    state.kind == "noun"
                    and NOMINALISED.search(interpretation.lemma)
                    and "nazwisko" not in interpretation.names
                ):
                    best[state] = interpretation._replace(cost=interpretation.cost + 0.7)
        return tuple(best.values()) or (WeightedInterpretation(State("unknown"), word, "ign", NO_GENDERS, 0.0),)

    def _known(self, word: str) -> dict[State, WeightedInterpretation]:
        best: dict[State, WeightedInterpretation] = {}
        graph = self._analyse(word)
        last = max((end for _, end, _ in graph), default=0)
        for start, end, (_, lemma, tag, classes, qualifiers) in graph:
            names = _normalised(classes)
            if start == 0 and end == last and tag != "ign" and not (word.islower() and _is_name(lemma, names)):
                for interpretation in self._expand(word, lemma, tag, names, ".".join(qualifiers)):
                    known = best.get(interpretation.state)
                    if known is None or interpretation.cost < known.cost:
                        best[interpretation.state] = interpretation
        return best

    def _names(self, word: str) -> frozenset[str]:
        """Return all name classes of a word as written."""
        graph = self._analyse(word)
        return frozenset(
            name for *_, (_, lemma, _, names, _) in graph if lemma[:1].isupper() for name in _normalised(names)
        )

    def sentence_start(self, word: str) -> tuple[WeightedInterpretation, ...]:
        """Return the interpretations of a word at the start of a sentence, where a capital letter is no evidence."""
        interpretations = self.interpretations(word)
        if not any(interpretation.lemma[:1].islower() for interpretation in interpretations):
            return interpretations
        return tuple(
            interpretation._replace(cost=interpretation.cost + (1.5 if interpretation.lemma[:1].isupper() else -0.5))
            for interpretation in interpretations
        )

    def _named(self, word: str, name: str) -> tuple[WeightedInterpretation, ...]:
        """Return the interpretations of a word that are of a name class, the cheapest first."""
        found: list[WeightedInterpretation] = []
        for *_, (_, lemma, tag, names, qualifiers) in self._analyse(word):
            if name in names and lemma[:1].isupper():
                found += self._expand(word, lemma, tag, frozenset(names), ".".join(qualifiers))
        return tuple(sorted(found, key=lambda interpretation: interpretation.cost))

    def _expand(
        self, word: str, lemma: str, tag: str, names: frozenset[str], qualifiers: str
    ) -> list[WeightedInterpretation]:
        parts = tag.split(":")
        kind = KINDS.get(parts[0], "particle")
        lemma = lemma.partition(":")[0] if len(lemma) > 1 else lemma
        if kind == "preposition":
            states = [State(kind, cases=frozenset(parts[1].split(".")))]
        elif parts[0] == "siebie":
            states = [State(kind, "sg", case, GENDERS) for case in parts[1].split(".")]
        elif kind in ("noun", "adjective", "numeral", "pronoun", "person") and len(parts) > 2:
            numbers, cases = parts[1].split("."), parts[2].split(".")
            genders = frozenset(parts[3].split(".")) & GENDERS if len(parts) > 3 else NO_GENDERS
            states = [State(kind, number, case, genders or GENDERS) for number, case in product(numbers, cases)]
        else:
            genders = frozenset(next((part for part in parts if part[0] in "mfn" and part[:2] != "ne"), "").split("."))
            states = [
                State(kind, parts[1] if parts[1:] and parts[1] in ("sg", "pl") else "", genders=genders & GENDERS)
            ]
        return [
            WeightedInterpretation(
                state, lemma, parts[0], names, self._cost(word, lemma, state, parts, names, qualifiers)
            )
            for state in states
        ]

    def _cost(
        self, word: str, lemma: str, state: State, parts: list[str], names: frozenset[str], qualifiers: str
    ) -> float:
        marks = QUALIFIER.findall(qualifiers)
        costs = (
            (2.5, any(mark in RARE for mark in marks)),
            (1.2, "pot" in marks),
            (2.0, parts[0] == "depr"),
            (1.0, state.case == "voc"),
            (1.5, parts[0] == "impt"),
            (2.5, parts[0] == "subst" and parts[1] == "sg.pl"),
            (0.8, parts[-1] == "pt" and (lemma != "państwo" or word.islower())),
            (1.0, "imię" in names and lemma not in self.first_names),
            (1.0, bool(names & OTHER_NAMES)),
            (3.0, lemma in self.rare and (not self.rare[lemma] or state.genders == {self.rare[lemma]})),
            (2.0, names == SURNAME),
            (0.5, state.kind == "noun" and word[:1].isupper() and lemma[:1].islower()),
        )
        usual = self.usual.get(word.lower())
        unusual = 4.0 if usual and usual not in (state.kind, lemma) else 0.0
        return unusual + sum(cost for cost, holds in costs if holds)

    def _has_lemma(self, lemma: str, gender: str) -> bool:
        """Whether a word is a common noun of a gender in its dictionary form."""
        return any(
            interpretation.tag == "subst"
            and interpretation.lemma == lemma
            and gender in interpretation.state.genders
            and interpretation.state.case == "nom"
            and (not interpretation.names or "nazwa_pospolita" in interpretation.names)
            for interpretation in self.interpretations(lemma)
        )


def polish_forms() -> PolishDictionary:
    """Return the dictionary of this process."""
    return resource(("polish forms",), PolishDictionary)


def _is_name(lemma: str, names: Iterable[str]) -> bool:
    """Whether an interpretation is a name, which small letters exclude."""
    return lemma[:1].isupper() and bool(names) and "nazwa_pospolita" not in names


def _normalised(names: Iterable[str]) -> frozenset[str]:
    """Return name classes in one spelling; the dictionary has *nazwa pospolita* too."""
    return frozenset(name.replace(" ", "_") for name in names)
