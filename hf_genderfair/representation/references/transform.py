"""The transform that finds nouns and pronouns and tells which of them stand for persons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.choices import language
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.texts import several_texts
from hf_genderfair.core.transform import Column, Transform, struct_lists, text_array
from hf_genderfair.languages.analysis import Analysis
from hf_genderfair.languages.composition import compose
from hf_genderfair.languages.person_words import GENDERS
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.representation.references.reference import Reference

LANGUAGES = ("ca", "de", "en", "es", "pl")

REFERENCE = {
    "start": Value("int32"),
    "end": Value("int32"),
    "kind": Value("string"),
    "person": Value("bool"),
    "gender": Value("string"),
    "epicene": Value("bool"),
    "generic": Value("bool"),
    "source": Value("string"),
    "form": Value("string"),
}
COUNTED = ("person_masculine", "person_feminine", "person_neuter", "person_epicene", "person_generic")
REFERENCE_FEATURES = Features({"person_references": List(REFERENCE), **{name: Value("int32") for name in COUNTED}})
"""The columns of references and their counts, whatever finds them."""


@dataclass(frozen=True)
class PersonReferences(Transform):
    """Finds nouns and pronouns, their grammatical gender, and whether they stand for persons (Derner et al. 2025).

    Adds ``person_references``, with `Reference` for its fields, and counts of the words for persons: by grammatical
    gender ``person_masculine``, ``person_feminine`` and ``person_neuter``; among them ``person_epicene``, words whose
    gender says nothing of the person (*víctima*), and ``person_generic``, masculine plurals that may stand for
    everybody (*los alumnos*). No language model is asked: a pipeline, morphology and word lists decide.

    Grammatical gender is the gender of a word. A count of masculine words is no count of men.

    Attributes:
        lang: ``ca``, ``de``, ``en``, ``es`` or ``pl``.
        text_column: Column of text.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package; not for Polish, which is read
            by its morphological dictionary.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["La directora saludó a los alumnos."]})
        >>> rows = rows.map(PersonReferences("es"), batched=True)
        >>> rows[0]["person_feminine"], rows[0]["person_masculine"], rows[0]["person_generic"]
        (1, 1, 1)
    """

    lang: str = "es"
    text_column: str = "text"
    pipeline_name: str | None = None

    version = "1"

    def __post_init__(self) -> None:
        """Refuse languages that are not offered.

        Raises:
            GenderfairError: The language is unknown, or Polish is to be read by a pipeline.
        """
        super().__post_init__()
        object.__setattr__(self, "lang", language(self.lang, LANGUAGES))
        if self.lang == "pl" and self.pipeline_name:
            raise GenderfairError("Polish is read by its morphological dictionary: leave pipeline_name out")

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return ``person_references`` and the counts."""
        return Features(REFERENCE_FEATURES)

    def digest(self) -> str:
        """Return the revision of the pipeline, or of the dictionary, and the digest of the lexicons."""
        return f"{self.revision()}-{lexicon_digest('PersonReferences', self.lang)}"

    def revision(self) -> str:
        """Return the revision of the pipeline; for Polish, that of the dictionary."""
        if self.lang == "pl":
            from hf_genderfair.representation.references.polish_forms import polish_forms

            return polish_forms().dictionary_id
        return pipeline(self.lang, self.pipeline_name).revision

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Find the references of a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        return reference_columns(list(self.find(text or "" for text in texts)))

    def find(self, texts: Iterable[str]) -> Iterator[list[Reference]]:
        """Find the references of texts.

        Args:
            texts: The texts.

        Returns:
            The references of each, in order; offsets are those of the text as it is given, in whatever Unicode form.

        Raises:
            GenderfairError: There is a single text in place of several, or one is no text.
        """
        return self._placed([compose(text) for text in several_texts(texts)])

    def _placed(self, composed: list[tuple[str, Sequence[int] | None]]) -> Iterator[list[Reference]]:
        found = self._find([text for text, _ in composed])
        for (_, offsets), words in zip(composed, found, strict=True):
            yield words if offsets is None else [_moved(word, offsets) for word in words]

    def _find(self, texts: list[str]) -> Iterator[list[Reference]]:
        if self.lang == "pl":
            from hf_genderfair.representation.references import polish

            yield from map(polish.find, texts)
            return
        needs, find = _finder(self.lang)
        # Pipelines learn from texts with straight apostrophes; both are one character, so that offsets stay.
        straight = [text.replace("’", "'") for text in texts]
        analyses = pipeline(self.lang, self.pipeline_name).analyse(straight, needs)
        for text, analysis in zip(texts, analyses, strict=True):
            yield find(text, analysis)


def _moved(word: Reference, offsets: Sequence[int]) -> Reference:
    return word._replace(start=offsets[word.start], end=offsets[word.end])


def _finder(lang: str) -> tuple[frozenset[str], Callable[[str, Analysis], list[Reference]]]:
    """Return the layers that the method of a language needs, and the method."""
    if lang == "de":
        from hf_genderfair.representation.references import german

        return german.NEEDS, german.find
    if lang == "en":
        from hf_genderfair.representation.references import english

        return english.NEEDS, english.find
    from hf_genderfair.representation.references import romance

    return romance.NEEDS, partial(romance.find, lang=lang)


def reference_columns(found: Sequence[Sequence[Reference]]) -> dict[str, Column]:
    """Return the columns of a batch.

    Args:
        found: The references of each text, in order.

    Returns:
        The columns of `REFERENCE_FEATURES`.
    """
    return {"person_references": struct_lists(found, REFERENCE), **_counts(found)}


def _counts(found: Sequence[Sequence[Reference]]) -> dict[str, Any]:
    persons = [[reference for reference in references if reference.person] for references in found]
    counts: dict[str, Any] = {
        f"person_{gender}": [sum(reference.gender == gender for reference in row) for row in persons]
        for gender in GENDERS
        if f"person_{gender}" in COUNTED
    }
    counts["person_epicene"] = [sum(reference.epicene for reference in row) for row in persons]
    counts["person_generic"] = [sum(reference.generic for reference in row) for row in persons]
    return counts
