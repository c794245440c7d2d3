"""Examples from which a translator learns to write the gender of a tag (Amrhein 2023, appendix G)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pyarrow as pa
from datasets import Dataset, Features, List, Value

from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.core.transform import Categories, Column, Transform, struct_lists, text_array
from hf_genderfair.languages.gender_fair_forms import GenderFairForm, gender_fair_forms
from hf_genderfair.lexicons.loader import lexicon_digest

FEMININE_TAG, MASCULINE_TAG = "<f>", "<m>"
TAG_REASONS = ("no_pair", "other_form", "unlike_pairs", "truncated", "two_persons")
"""Values of ``tag_reason`` besides null: there is no pair of nouns; another gender-fair form or pattern stands beside
it; a half ends in a hyphen or begins with one; a singular pair joined by *und* has a plural verb."""

EXAMPLE = {"tag": Value("string"), "source": Value("string"), "target": Value("string")}
EXAMPLE_FEATURES = Features(EXAMPLE)

TWO_NOUNS = re.compile(
    r"(?P<left>[A-ZÄÖÜ][\w-]*)\s*(?P<joined>/|\s(?:und|oder|bzw\.?|beziehungsweise|sowie|u\.|&)\s)\s*"
    r"(?:[\w.]+\s+)*?(?P<right>-?\w[\w-]*)"
)
FEMININE_PLURAL = ("innen", "frauen")
FEMININE_SINGULAR = ("in", "frau")
TOGETHER = frozenset("und sowie u. &".split())


class TaggedExample(NamedTuple):
    """A sentence, the tag of the gender of its translation, and that translation.

    Attributes:
        tag: ``<f>`` or ``<m>``.
        source: The English sentence, with the tag before it.
        target: The German sentence, its pair forms reduced to one noun.
    """

    tag: str
    source: str
    target: str


class _Pair(NamedTuple):
    """A pair of nouns in a text: its span and its two nouns."""

    start: int
    end: int
    left: str
    right: str
    left_is_feminine: bool
    plural: bool
    together: bool


@dataclass(frozen=True)
class GenderTags(Transform):
    """Makes tagged examples of parallel sentences whose German side has pair forms (Amrhein 2023, appendix G).

    Adds ``tagged_examples`` and ``tag_reason``. A plural pair (*Schülerinnen und Schüler*) gives two examples, one
    with each noun alone, since no other word of the sentence agrees with its gender. A singular pair (*eine Schülerin
    oder ein Schüler*) gives one example with its first noun, whose article and adjectives stand before it. A sentence
    must hold pairs of one pattern and no other gender-fair form.

    Attributes:
        german_column: Column of German sentences.
        english_column: Column of their translations.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"de": ["Schülerinnen und Schüler lernen."], "en": ["Students learn."]})
        >>> for example in rows.map(GenderTags("de", "en"), batched=True)[0]["tagged_examples"]:
        ...     print(example["source"], "|", example["target"])
        <f> Students learn. | Schülerinnen lernen.
        <m> Students learn. | Schüler lernen.
    """

    german_column: str
    english_column: str

    version = "1"
    categories: ClassVar[Categories] = {"tagged_examples.tag": (FEMININE_TAG, MASCULINE_TAG), "tag_reason": TAG_REASONS}

    def inputs(self) -> tuple[str, ...]:
        """Return both languages."""
        return (self.german_column, self.english_column)

    def features(self) -> Features:
        """Return examples and reason."""
        return Features({"tagged_examples": List(EXAMPLE), "tag_reason": Value("string")})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("GenderFair", "de")

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Make the examples of a batch; see `Transform.annotate`."""
        german, english = (text_array(columns[name], name).to_pylist() for name in self.inputs())
        found = [tagged_examples(text or "", other or "") for text, other in zip(german, english, strict=True)]
        return {
            "tagged_examples": struct_lists([examples for examples, _ in found], EXAMPLE),
            "tag_reason": [reason for _, reason in found],
        }


def tagged_examples(german: str, english: str) -> tuple[list[TaggedExample], str | None]:
    """Make the examples of one pair of sentences.

    Returns:
        The examples, and the reason where there are none, one of `TAG_REASONS`.

    Example:
        >>> examples, _ = tagged_examples("Eine Ärztin oder ein Arzt hilft.", "A doctor helps.")
        >>> [(example.tag, example.target) for example in examples]
        [('<f>', 'Eine Ärztin hilft.')]
        >>> tagged_examples("Die Lehrer*innen und Schülerinnen und Schüler.", "The teachers and students.")[1]
        'other_form'
    """
    forms = gender_fair_forms(german, "de")
    if not any(form.form == "pair" for form in forms):
        return [], "no_pair"
    if any(form.form not in ("pair", "neutral") for form in forms):
        return [], "other_form"
    pairs = [_read(german, form) for form in forms if form.form == "pair"]
    whole = [pair for pair in pairs if pair is not None]
    if len(whole) < len(pairs):
        return [], "truncated"
    first = whole[0]
    if any(pair.plural != first.plural for pair in whole):
        return [], "unlike_pairs"
    if first.plural:
        tags = [(FEMININE_TAG, True), (MASCULINE_TAG, False)]
        return [_example(tag, german, english, whole, feminine) for tag, feminine in tags], None
    if any(pair.left_is_feminine != first.left_is_feminine for pair in whole):
        return [], "unlike_pairs"
    if any(pair.together for pair in whole):
        return [], "two_persons"
    tag = FEMININE_TAG if first.left_is_feminine else MASCULINE_TAG
    return [_example(tag, german, english, whole, first.left_is_feminine)], None


def _read(text: str, form: GenderFairForm) -> _Pair | None:
    """Return the two nouns of a pair; None where one is truncated or both are pronouns."""
    match = TWO_NOUNS.fullmatch(text, form.start, form.end)
    if match is None or match["left"].endswith("-") or match["right"].startswith("-") or text[form.end :][:1] == "-":
        return None
    left, right = match["left"], match["right"]
    for ends, plural in ((FEMININE_PLURAL, True), (FEMININE_SINGULAR, False)):
        # both halves of a pair such as *Kauffrau oder Kaufmann* may end in *n*, but only one is feminine
        if left.endswith(ends) != right.endswith(ends):
            together = match["joined"].strip() in TOGETHER
            return _Pair(form.start, form.end, left, right, left.endswith(ends), plural, together)
    return None


def _example(tag: str, german: str, english: str, pairs: list[_Pair], feminine: bool) -> TaggedExample:
    edits = [
        Edit(
            pair.start,
            pair.end,
            german[pair.start : pair.end],
            pair.left if pair.left_is_feminine == feminine else pair.right,
            "pair",
            "one gender of a pair form",
        )
        for pair in pairs
    ]
    return TaggedExample(tag, f"{tag} {english}", edit_text(german, edits))


def unfold_examples(rows: Dataset) -> Dataset:
    """Return one row a tagged example, with the columns ``tag``, ``source`` and ``target``.

    Args:
        rows: Rows with the columns of `GenderTags`.

    Returns:
        The examples, in order.

    Example:
        >>> rows = Dataset.from_dict({"de": ["Bürgerinnen und Bürger fragen."], "en": ["Citizens ask."]})
        >>> unfold_examples(rows.map(GenderTags("de", "en"), batched=True))["tag"][:]
        ['<f>', '<m>']
    """
    if not len(rows):
        return Dataset.from_dict({name: [] for name in EXAMPLE_FEATURES}, features=EXAMPLE_FEATURES)
    return rows.map(_unfold, batched=True, remove_columns=rows.column_names, features=EXAMPLE_FEATURES)


def _unfold(batch: Mapping[str, Any]) -> dict[str, list[Any]]:
    examples = [example for row in batch["tagged_examples"] for example in row]
    return {name: [example[name] for example in examples] for name in EXAMPLE_FEATURES}
