"""The transform that keeps the analyses of texts, for those that read them in later calls of ``map``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
from datasets import Features

from hf_genderfair.core.transform import Column
from hf_genderfair.languages.documents import AnalysisRequest, concerned_documents
from hf_genderfair.languages.kept import ANALYSIS_TYPE, analysis_column, keep
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.lexicons.loader import lexicon_digest


@dataclass(frozen=True)
class Analyse(TextTransform):
    """Keeps the analysis of each text in a column, so that the transforms after it need not make it anew.

    Adds ``text_analysis`` (after the name of the text column), about 22 bytes a word. Transforms of whole texts read it
    in place of parsing where it is there; one that was made by another pipeline, or of another text, is an error.
    Transforms that go sentence by sentence (`Stereotypes`, `Counterfactual`) analyse their sentences by themselves.
    Within one call, a `Chain` does the same without a column.

    Attributes:
        lang: Language code; there must be a pipeline for it.
        text_column: Column of text.
        pipeline_name: A spaCy pipeline in place of the one that comes with the package; the transforms after it must
            name the same.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.representation.references.transform import PersonReferences
        >>> rows = Dataset.from_dict({"text": ["La directora saludó a los alumnos."]})
        >>> rows = rows.map(Analyse("es"), batched=True).map(PersonReferences("es"), batched=True)
        >>> rows[0]["person_feminine"], len(rows[0]["text_analysis"]["tokens"])
        (1, 7)
    """

    lang: str = "en"
    text_column: str = "text"
    pipeline_name: str | None = None

    version = "3"
    reason_column = "analysis_reason"

    def __post_init__(self) -> None:
        """Refuse languages without a pipeline."""
        super().__post_init__()
        object.__setattr__(self, "lang", pipeline(self.lang, self.pipeline_name).lang)

    def analysis_request(self) -> AnalysisRequest:
        """Ask for all layers that the pipeline has."""
        return AnalysisRequest(self.lang, pipeline(self.lang, self.pipeline_name).layers, self.pipeline_name)

    def features(self) -> Features:
        """Return the column of analyses."""
        column = pa.schema([(analysis_column(self.text_column), ANALYSIS_TYPE)])
        return self.with_reason(Features.from_arrow_schema(column))

    def meanings(self) -> dict[str, str]:
        """Return what the columns and their fields mean."""
        column = analysis_column(self.text_column)
        return {name.format(column=column): text for name, text in super().meanings().items()}

    def digest(self) -> str:
        """Return the revision of the pipeline and the digest of the lexicons."""
        return f"{pipeline(self.lang, self.pipeline_name).revision}-{lexicon_digest('Analyse', self.lang)}"

    def annotate_texts(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> Mapping[str, Column]:
        """Analyse texts; see `TextTransform.annotate_texts`."""
        read = concerned_documents(texts, self.analysis_request(), bool)
        return {analysis_column(self.text_column): keep(read, pipeline(self.lang, self.pipeline_name))}
