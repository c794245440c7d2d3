"""Interpretations of Polish words (morfeusz2, extra ``polish``), and which nouns are words for persons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from hf_genderfair.core.resources import require, resource
from hf_genderfair.languages.evidence import PersonWord, first_name_gender, person_words
from hf_genderfair.languages.types import WORD_GENDERS, MarkedGender
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
    """The agreement and government of an interpretation."""

    kind: str
    number: str = ""
    case: str = ""
    genders: frozenset[str] = NO_GENDERS
    cases: frozenset[str] = NO_GENDERS


class WeightedInterpretation(NamedTuple):
    """One interpretation of a form."""

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


MARKED_GENDERS: dict[str, MarkedGender] = {
    "m1": "masculine",
    "m2": "masculine",
    "m3": "masculine",
    "f": "feminine",
    "n": "neuter",
}

FORMATION = (
    ("czyni", ("ca", "iec")), ("ennica", ("eń",)), ("nica", ("nik",)), ("kini", ("ek",)), ("yni", ("",)),
    ("ini", ("",)), ("rka", ("rz", "r")), ("czka", ("k",)), ("żka", ("g",)), ("szka", ("ch",)),
    ("nka", ("nin", "ńczyk", "niec", "n")), ("jka", ("jczyk",)), ("ka", ("", "a", "iec", "in", "ek", "czyk")),
)  # fmt: skip
"""Endings of feminine nouns for persons, and of the masculine nouns that they are formed from."""

INFLECTION = (
    ("ka", ("ka", "ki", "ce", "kę", "ką", "ko", "kom", "kami", "kach", "ek")),
    ("ni", ("ni", "nię", "nią", "nie", "nio", "niom", "niami", "niach", "ń")),
)
"""Case endings of feminine nouns in *-ka* and *-ni*, by the ending of the dictionary form."""


class PersonEvidence(NamedTuple):
    """The evidence that a noun is a word for persons."""

    sense: str
    epicene: bool  # whether it has one gender for persons of all genders
    source: str  # ``lexicon``, ``gender`` (masculine personal) or ``suffix``


class PolishWords:
    """The words for persons, with the dictionary."""

    def __init__(self, forms: PolishDictionary, words: dict[str, PersonWord]) -> None:
        """Take the dictionary and the words."""
        self.forms = forms
        self.words = words
        self.person = lru_cache(maxsize=100_000)(self._person)
        self.foreign_first_name = lru_cache(maxsize=50_000)(self._foreign_first_name)
        self.expressions: dict[str, list[list[str]]] = {}
        for expression, *_ in load_lexicon("fixed_expressions_pl").rows:
            first, *rest = expression.split()
            self.expressions.setdefault(first, []).append(rest)

    def _person(self, lemma: str, gender: str) -> PersonEvidence | None:
        """Return the evidence that a noun is a word for persons, or None."""
        if gender == "f" and lemma[-1:] not in "aiy" and self.forms.has_lemma(lemma, "m1"):
            return self._person(lemma, "m1")
        listed = self._listed(lemma, gender)
        if listed is not None:
            return listed
        if gender == "m1":
            return PersonEvidence("person", False, "gender")
        if gender == "f" and (self._formed(lemma) or self._formed(lemma[:1].lower() + lemma[1:])):
            return PersonEvidence("person", False, "suffix")
        prefix = prefix_of(lemma)
        return self._person(lemma[len(prefix) :], gender) if prefix else None

    def _listed(self, lemma: str, gender: str) -> PersonEvidence | None:
        word = self.words.get(lemma.lower())
        if word is None:
            return None
        low = lemma.lower()
        senses = {"f": (word.feminine, word.feminine_sense), "n": (word.neuter, "person")}
        form, sense = senses.get(gender, (word.masculine, word.masculine_sense))
        if form.lower() != low:
            return None
        if form != low and form != lemma:
            return None
        if gender in ("m2", "m3"):
            sense = "mostly_thing" if word.kind == "pair" else sense
        return PersonEvidence(sense, word.kind == "epicene", "lexicon")

    def _foreign_first_name(self, word: str) -> MarkedGender | None:
        """Return the gender of a first name that the dictionary lacks, in the nominative or with a masculine ending."""
        for ending in ("", "em", "owi", "a", "iem"):
            stem = word.removesuffix(ending)
            evidence = first_name_gender(stem, "pl") if word.endswith(ending) and len(stem) > 2 else None
            if evidence and evidence.gender in WORD_GENDERS and (evidence.gender == "male" or not ending):
                return WORD_GENDERS[evidence.gender]
        return None

    def usual_first_name(self, form: str) -> bool:
        """Whether a word is a form of a usual Polish first name, and not of another name."""
        return any(interpretation.lemma in self.forms.first_names for interpretation in self.forms.named(form, "imię"))

    def masculine(self, feminine: str) -> str | None:
        """Return the masculine noun for persons that a feminine one is formed from, if there is one."""
        for ending, masculines in FORMATION:
            if feminine.endswith(ending) and len(feminine) > len(ending) + 1:
                for masculine in masculines:
                    lemma = feminine[: -len(ending)] + masculine
                    if self.forms.has_lemma(lemma, "m1"):
                        return lemma
        return None

    def _formed(self, feminine: str) -> bool:
        masculine = self.masculine(feminine)
        return masculine is not None and self._listed_as_person(masculine)

    def _listed_as_person(self, masculine: str) -> bool:
        word = self.words.get(masculine)
        return word is None or word.masculine_sense != "mostly_thing"

    def feminative(self, form: str) -> str | None:
        """Return the dictionary form of a feminine noun that the dictionary lacks: *kardiolożkę*, *premierki*."""
        for ending, cases in INFLECTION:
            for case in cases:
                if form.endswith(case):
                    lemma = form[: -len(case)] + ending
                    word = self.words.get(lemma)
                    if (word is not None and word.feminine == lemma) or self.masculine(lemma):
                        return lemma
        return None


def polish_words() -> PolishWords:
    """Return the words, loaded once in each process."""
    return resource(("polish words",), lambda: PolishWords(polish_forms(), person_words("pl")))
