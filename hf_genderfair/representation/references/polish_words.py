"""Which Polish nouns are words for persons: lexicon, gender and word formation."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.person_words import PersonWord, person_words
from hf_genderfair.languages.types import MarkedGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.representation.references.polish_forms import PolishDictionary, polish_forms, prefix_of

GENDERS: dict[str, MarkedGender] = {
    "m1": "masculine",
    "m2": "masculine",
    "m3": "masculine",
    "f": "feminine",
    "n": "neuter",
}

EVIDENCE: dict[str, MarkedGender] = {"female": "feminine", "male": "masculine"}

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
        rows = load_lexicon("fixed_expressions").rows
        self.expressions: dict[str, list[list[str]]] = {}
        for lang, expression, *_ in rows:
            if lang == "pl":
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
            if evidence and evidence.gender in EVIDENCE and (evidence.gender == "male" or not ending):
                return EVIDENCE[evidence.gender]
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
