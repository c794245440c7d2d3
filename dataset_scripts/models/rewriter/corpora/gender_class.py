"""Which sentences hold gender-fair forms, which gendered words, and which neither."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.resources import resource
from hf_genderfair.core.transform import Categories, Column, Transform, text_array
from hf_genderfair.languages.english import person_forms as english_forms
from hf_genderfair.languages.gender_fair_forms import FORMS, NO_SIGNS, gender_fair_forms
from hf_genderfair.languages.german import person_forms as german_forms
from hf_genderfair.languages.german.nouns import role_noun
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.rewriting.english.biased import NEUTRAL
from hf_genderfair.rewriting.english.rewrite import has_noun, noun_table
from hf_genderfair.rewriting.german.compounds import compound
from hf_genderfair.rewriting.languages import LANGUAGES

SINGULAR_THEY = "singular_they"
GENDER_CLASSES = ("gender_fair", "biased", "non_gendered", "other")
"""Values of ``gender_class``; ``other`` is for sentences that no method can use, such as *they* beside *she*."""

GERMAN_FORMS = frozenset(FORMS) - NO_SIGNS
"""Forms with a sign, and pairs: those with a known gendered form. Participles and neutral words (*Studierende*,
*Lehrkraft*) are not among them, as in the paper."""

PAPER_PATTERNS = (
    ("pair", re.compile(r"\S{2,}innen und -?\S{2,}(?:en|e|n)?")),
    ("pair", re.compile(r"\S{2,}(?:en|e|n)? und -?\S{2,}innen")),
    ("internal_i", re.compile(r"\w+Innen")),
    ("slash", re.compile(r"\w+ ?/ ?-?innen")),
    ("gap", re.compile(r"\w+_innen")),
    ("colon", re.compile(r"\w+:innen")),
    ("star", re.compile(r"\w+\*innen")),
)
"""The patterns of the paper's appendix F as far as they are legible there; they find plurals only, and wrongly also
*Beginnen und Enden*, since they have no lexicon."""

KNOWN_WORDS = 200_000
GERMAN_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
GERMAN_PRONOUN = re.compile(
    r"\b(?:er|sie|ihn|ihm|ihr|ihnen|ihre[mnrs]?|seine[mnrs]?|jede[mnrs]?|derjenige|diejenige|sein(?=\s+[A-ZÄÖÜ]))\b",
    re.IGNORECASE,
)
GERMAN_GENDERED_PRONOUN = re.compile(r"\b(?:er|ihn|ihm|seine[mnrs]?|jede[mrs]|sein(?=\s+[A-ZÄÖÜ]))\b", re.IGNORECASE)

ENGLISH_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
ENGLISH_GENDERED_PRONOUN = re.compile(r"\b(?:he|she|him|her|his|hers|himself|herself)\b", re.IGNORECASE)
ENGLISH_FAIR_PRONOUN = re.compile(r"\b(?:they|them|theirs?|themself|themselves)\b", re.IGNORECASE)


@dataclass(frozen=True)
class GenderClass(Transform):
    """Sorts sentences by their use for parallel data (Amrhein 2023, sections 3.2 and 4.2).

    Adds ``gender_class``, one of `GENDER_CLASSES`, and ``gender_fair_kinds``, the kinds of the forms found. A sentence
    is ``gender_fair`` where it holds such a form and, in English, no form of *he* or *she*: a target of backward and
    round-trip augmentation. It is ``biased`` where it may hold a word to be rewritten: a source of forward
    augmentation. It is ``non_gendered`` where it holds no gender-fair form, no word for a person and no third-person
    pronoun: a copy.

    Attributes:
        lang: ``de`` or ``en``.
        text_column: Column of text.
        patterns: ``rules`` finds forms in words for persons, singulars too; ``paper`` takes the patterns of the
            paper's appendix F. English is the same with both.

    Example:
        >>> from datasets import Dataset
        >>> texts = ["Die Lehrer*innen streiken.", "Der Lehrer streikt.", "Es regnet.", "Sie lachten."]
        >>> rows = Dataset.from_dict({"text": texts}).map(GenderClass("de"), batched=True)
        >>> rows["gender_class"][:], rows["gender_fair_kinds"][0]
        (['gender_fair', 'biased', 'non_gendered', 'other'], ['star'])
    """

    lang: str = "de"
    text_column: str = "text"
    patterns: Literal["rules", "paper"] = "rules"

    version = "4"
    languages = LANGUAGES
    categories: ClassVar[Categories] = {"gender_class": GENDER_CLASSES, "gender_fair_kinds": (*FORMS, SINGULAR_THEY)}

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return class and forms."""
        return Features({"gender_class": Value("string"), "gender_fair_kinds": List(Value("string"))})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("GenderFair", self.lang)

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Sort the sentences of a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        found = [(None, []) if text is None else self.classify(text) for text in texts]
        return {"gender_class": [name for name, _ in found], "gender_fair_kinds": [forms for _, forms in found]}

    def classify(self, text: str) -> tuple[str, list[str]]:
        """Return the class of one sentence and its gender-fair forms.

        Example:
            >>> GenderClass("en").classify("They met the chairperson.")
            ('gender_fair', ['singular_they', 'neutral'])
        """
        return CLASSIFIERS[self.lang](text, self.patterns)


def _german(text: str, patterns: str) -> tuple[str, list[str]]:
    if patterns == "paper":
        forms = [form for form, pattern in PAPER_PATTERNS for _ in pattern.finditer(text)]
    else:
        forms = [found.form for found in gender_fair_forms(text, "de") if found.form in GERMAN_FORMS]
    if forms:
        return "gender_fair", forms
    words = [match[0] for match in GERMAN_WORD.finditer(text)]
    if GERMAN_GENDERED_PRONOUN.search(text) or any(map(_is_german_role, words)):
        return "biased", []
    if GERMAN_PRONOUN.search(text) or any(map(_is_german_person, words)):
        return "other", []
    return "non_gendered", []


@lru_cache(maxsize=KNOWN_WORDS)
def _is_german_role(word: str) -> bool:
    """Return whether a noun has a gender-fair form, or a part that has; non-person nouns are excluded later."""
    return word[0].isupper() and (role_noun(word) is not None or compound(word) is not None)


def _is_german_person(word: str) -> bool:
    return word[0].isupper() and german_forms.person_form(word) is not None


def _english(text: str, patterns: str) -> tuple[str, list[str]]:
    forms = [SINGULAR_THEY for _ in ENGLISH_FAIR_PRONOUN.finditer(text)]
    forms += ["neutral" for _ in resource(("neutral words",), _neutral_words).finditer(text)]
    if ENGLISH_GENDERED_PRONOUN.search(text) or has_noun(text):
        return ("other" if forms else "biased"), forms
    if forms:
        return "gender_fair", forms
    words = (match[0] for match in ENGLISH_WORD.finditer(text))
    return ("other" if any(map(english_forms.person_form, words)) else "non_gendered"), []


def _neutral_words() -> re.Pattern[str]:
    """Return a pattern of the neutral words that mostly replace a gendered one, unlike *worker*."""
    words = {word for word in noun_table().neutral.values() if NEUTRAL.fullmatch(word)}
    longest = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b", re.IGNORECASE)


CLASSIFIERS: dict[str, Callable[[str, str], tuple[str, list[str]]]] = {"de": _german, "en": _english}
