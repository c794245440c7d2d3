"""Transforms of analysed text: the analysis they ask for, the rows of their language, and the use of kept analyses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
from datasets import Features, Value

from hf_genderfair.core.errors import PipelineError
from hf_genderfair.core.resources import running
from hf_genderfair.core.settings import language_code
from hf_genderfair.core.transform import Column, Transform, text_array
from hf_genderfair.languages.documents import AnalysisRequest, kept_analyses
from hf_genderfair.languages.kept import KeptAnalyses, analysis_column, is_analysis, pipeline_digest
from hf_genderfair.languages.pipelines import pipeline


class _OfTexts:
    """What every transform of texts has, each in a position of its own among its settings."""

    lang: str
    text_column: str


@dataclass(frozen=True, kw_only=True)
class TextTransform(_OfTexts, Transform):
    """A transform of texts of one language: a subclass says how they are analysed, and gets those that are its own.

    A subclass reads texts with `documents`, so that each is analysed once in a `Chain`, and not at all where `Analyse`
    has kept its analysis.

    Attributes:
        lang_column: Column that names the language of each row: rows of other languages are left as they are. The
            `reason_column` says why. None reads every row.
    """

    lang_column: str | None = None

    reason_column: ClassVar[str]
    """Column that is added where there is a ``lang_column``: why a row is left alone, null where it is not."""

    @abstractmethod
    def analysis_request(self) -> AnalysisRequest | None:
        """Return how the texts are analysed; None where no pipeline reads whole texts."""

    @abstractmethod
    def annotate_texts(
        self, texts: Sequence[str], columns: Mapping[str, pa.Array], rank: int | None
    ) -> Mapping[str, Column]:
        """Compute the added columns of one batch."""

    def inputs(self) -> tuple[str, ...]:
        """Return the text column, and that of languages."""
        return (self.text_column,) if self.lang_column is None else (self.text_column, self.lang_column)

    def optional_inputs(self) -> tuple[str, ...]:
        """Return the column of kept analyses, which is read where it is there."""
        name = analysis_column(self.text_column)
        return () if self.analysis_request() is None or name in self.features() else (name,)

    def rows_of_stream(self) -> int:
        """Return how many rows of a stream are read at a time: so many articles take a second."""
        return 16

    def with_reason(self, added: Mapping[str, object]) -> Features:
        """Return columns as features, with that of the reason where rows may be left alone."""
        reason = {} if self.lang_column is None else {self.reason_column: Value("string")}
        return Features({**added, **reason})

    def meanings(self) -> dict[str, str]:
        """Return what the columns and their fields mean, with the reason where rows may be left alone."""
        reason = (
            f"Why {type(self).__name__} left the row alone (its language is another, or unknown); null where it did "
            "not. Only with lang_column."
        )
        return {**super().meanings(), **({} if self.lang_column is None else {self.reason_column: reason})}

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Annotate the rows of the transform's language; see `Transform.annotate`."""
        reasons = self.reasons(columns)
        texts = self.own_texts(columns)
        with self.kept(columns, texts):
            added = self.annotate_texts(texts, columns, rank)
        return added if reasons is None else {**added, self.reason_column: reasons}

    def own_texts(self, columns: Mapping[str, pa.Array]) -> list[str]:
        """Return the texts of a batch; empty where there is none, and in rows that are left alone."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        reasons = self.reasons(columns) or [None] * len(texts)
        return [(text or "") if reason is None else "" for text, reason in zip(texts, reasons, strict=True)]

    def reasons(self, columns: Mapping[str, pa.Array]) -> list[str | None] | None:
        """Return for each row of a batch why it is left alone, None where it is not; None where every row is read."""
        if self.lang_column is None:
            return None
        languages = text_array(columns[self.lang_column], self.lang_column).to_pylist()
        return [None if language_code(name) == self.lang else f"language: {name or 'unknown'}" for name in languages]

    def kept(self, columns: Mapping[str, pa.Array], texts: Sequence[str]) -> AbstractContextManager[None]:
        """Return the context in which kept analyses are read, once each was seen to fit."""
        name, request = analysis_column(self.text_column), self.analysis_request()
        if request is None or name not in columns or not is_analysis(columns[name].type):
            return nullcontext()
        # what the numbers mean is Analyse's own, whose digest stands in the column
        with running("Analyse", request.lang):
            kept = KeptAnalyses(columns[name], request.lang)
            used = pipeline_digest(pipeline(*request.key))
        for row, text in enumerate(texts):
            # a row that is left alone has no text here, whatever its analysis is
            if not text:
                continue
            reason = kept.why_not(row, text, used)
            if reason is not None:
                raise PipelineError(f"the analysis in column {name!r} {reason}: remove the column, or make it anew")
            kept.take(row, text)
        return kept_analyses(kept)
