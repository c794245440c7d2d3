"""The transform that finds nouns and pronouns and which of them refer to persons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import pyarrow as pa
from datasets import Features, List, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import Column, struct_lists
from hf_genderfair.languages.documents import AnalysisRequest, documents, normalised_documents
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.reader.model import reader_revision
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.languages.types import MARKED_GENDERS, Reference, ReferenceKind
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.representation.references.languages import REFERENCE_RULES

LANGUAGES = tuple(REFERENCE_RULES)

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
CATEGORIES: dict[str, tuple[str, ...]] = {
    "person_references.kind": get_args(ReferenceKind),
    "person_references.gender": MARKED_GENDERS,
}
"""The values of the columns of categories."""

COUNTED = ("person_masculine", "person_feminine", "person_neuter", "person_epicene", "person_generic")
REFERENCE_FEATURES = Features({"person_references": List(REFERENCE), **{name: Value("int32") for name in COUNTED}})
"""The columns of references and their counts, the same for every method."""


@dataclass(frozen=True)
class PersonReferences(TextTransform):
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

    version = "8"
    languages = LANGUAGES
    categories = CATEGORIES
    reason_column = "person_references_reason"

    def __post_init__(self) -> None:
        """Check the language."""
        super().__post_init__()
        if self.pipeline_name and not REFERENCE_RULES[self.lang].reads_with_pipeline:
            raise GenderfairError(
                f"references in lang={self.lang!r} are read by a dictionary and no pipeline: leave pipeline_name out"
            )

    def analysis_request(self) -> AnalysisRequest | None:
        """Return the layers that the rules of the language read; None where they read without a pipeline."""
        rules = REFERENCE_RULES[self.lang]
        return AnalysisRequest(self.lang, rules.layers, self.pipeline_name) if rules.reads_with_pipeline else None

    def features(self) -> Features:
        """Return ``person_references`` and the counts."""
        return self.with_reason(REFERENCE_FEATURES)

    def digest(self) -> str:
        """Return the revisions of pipeline and reader, or that of the dictionary, and the digest of the lexicons."""
        return f"{self.revision()}-{lexicon_digest('PersonReferences', self.lang)}"

    def revision(self) -> str:
        """Return the revisions of pipeline and reader, or that of the dictionary that is read in place of them."""
        dictionary_revision = REFERENCE_RULES[self.lang].dictionary_revision
        if dictionary_revision is not None:
            return dictionary_revision()
        return f"{pipeline(self.lang, self.pipeline_name).revision}-{reader_revision()}"

    def annotate_texts(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> Mapping[str, Column]:
        """Find the references of a batch; see `TextTransform.annotate_texts`."""
        return reference_columns(list(self.find(texts)))

    def find(self, texts: Iterable[str]) -> Iterator[list[Reference]]:
        """Find the references of texts.

        Returns:
            The references of each, in order; offsets are those of the text as it is given, in whatever Unicode form.

        Raises:
            GenderfairError: There is a single text in place of several, or one is no text.
        """
        request = self.analysis_request()
        read = normalised_documents(texts, self.lang) if request is None else documents(texts, request)
        find = REFERENCE_RULES[self.lang].find
        return (document.as_given(find(document)) for document in read)


def reference_columns(found: Sequence[Sequence[Reference]]) -> dict[str, Column]:
    """Return the columns of a batch."""
    return {"person_references": struct_lists(found, REFERENCE), **_counts(found)}


def _counts(found: Sequence[Sequence[Reference]]) -> dict[str, Any]:
    persons = [[reference for reference in references if reference.person] for references in found]
    counts: dict[str, Any] = {
        f"person_{gender}": [sum(reference.gender == gender for reference in row) for row in persons]
        for gender in MARKED_GENDERS
        if f"person_{gender}" in COUNTED
    }
    counts["person_epicene"] = [sum(reference.epicene for reference in row) for row in persons]
    counts["person_generic"] = [sum(reference.generic for reference in row) for row in persons]
    return counts
