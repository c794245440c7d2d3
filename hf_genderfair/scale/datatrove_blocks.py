"""Transforms as blocks of pipelines of datatrove."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from datasets import ClassLabel, Features

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.resources import require
from hf_genderfair.core.transform import Transform
from hf_genderfair.scale.recipe import count_columns

if TYPE_CHECKING:
    from datatrove.data import Document, DocumentsPipeline
    from datatrove.pipeline.base import PipelineStep
    from datatrove.pipeline.writers.disk_base import DiskWriter
else:
    PipelineStep = require("datatrove.pipeline.base", "datatrove").PipelineStep

BATCH_DOCUMENTS = 1_000
TEXT, ID = "text", "id"
"""Columns that are parts of a document; all others are its metadata."""


class AnnotateDocuments(PipelineStep):  # type: ignore[misc]
    """Adds the columns of a transform to the metadata of documents; a block for pipelines of datatrove.

    Classes are written by their names. With columns of reasons it is a filter as well: documents with a reason are
    dropped, counted by reason in datatrove's statistics, and written by the exclusion writer with ``filter_reason``.

    Args:
        transform: A transform or a chain; its text is that of the document, other columns that it reads are metadata.
        keep: Columns of reasons; a document with one is dropped.
        exclusion_writer: What writes the documents that are dropped.
        counts: Folder in which each task writes what the columns hold, as `Counts.to_json` does; None for none. The
            statistics of datatrove lose zeros and the number of documents.
        batch_size: Most documents that are annotated at once.

    Raises:
        ColumnError: There is no such column of reasons.

    Example:
        >>> from datatrove.data import Document
        >>> from hf_genderfair import FirstPerson
        >>> block = AnnotateDocuments(FirstPerson())
        >>> [document] = block([Document("Wczoraj byłam w kinie.", "1")])
        >>> document.metadata["first_person"]
        'female'
    """

    type = "🏷 - ANNOTATE"
    name = "hf-genderfair"

    def __init__(
        self,
        transform: Transform,
        keep: str | Sequence[str] = (),
        exclusion_writer: DiskWriter | None = None,
        counts: Any = None,
        batch_size: int = BATCH_DOCUMENTS,
    ) -> None:
        """Check the columns of reasons."""
        super().__init__()
        self.transform = transform
        self.keep = (keep,) if isinstance(keep, str) else tuple(keep)
        self.exclusion_writer = exclusion_writer
        self.counts = counts
        self.batch_size = batch_size
        missing = [name for name in self.keep if name not in transform.features()]
        if missing:
            added = ", ".join(map(repr, transform.features()))
            raise ColumnError(f"no column {missing[0]!r} to keep documents by: the transform adds {added}")

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Annotate documents, and drop those with a reason.

        Args:
            data: The documents.
            rank: Number of the task.
            world_size: Number of tasks.

        Yields:
            The documents that stay.
        """
        added, counts, documents = self.transform.features(), Counts(), iter(data or ())
        with self.exclusion_writer or contextlib.nullcontext() as writer:
            while batch := list(islice(documents, self.batch_size)):
                with self.track_time("batch"):
                    found = self._annotated(batch, added, rank)
                    counts += count_columns(found, added)
                for document, values in zip(batch, _values(found, added), strict=True):
                    document.metadata |= values
                    if self._stays(document):
                        yield document
                    elif writer is not None:
                        writer.write(document, rank)
        if self.counts is not None:
            folder = require("datatrove.io", "datatrove").get_datafolder(self.counts)
            with folder.open(f"{rank:05d}.json", "w") as file:
                file.write(counts.to_json())

    def _annotated(self, batch: list[Document], added: Features, rank: int) -> pa.Table:
        known = {TEXT, ID}.union(*(document.metadata for document in batch))
        self.transform.check_columns(sorted(known))
        read = {name for name in (*self.transform.inputs(), *self.transform.optional_inputs()) if name in known}
        columns = {name: [_value(document, name) for document in batch] for name in sorted(read)}
        found = self.transform(pa.table(columns), rank)
        assert isinstance(found, pa.Table)
        return found.select(list(added))

    def _stays(self, document: Document) -> bool:
        """Count a document, and say of one that is dropped why."""
        self.stat_update("total")
        reason = next((value for name in self.keep if (value := document.metadata[name]) is not None), None)
        if reason is None:
            self.stat_update("forwarded")
            self.update_doc_stats(document)
            return True
        self.stat_update("dropped", f"dropped_{reason}")
        document.metadata["filter_reason"] = reason
        return False


def _value(document: Document, name: str) -> Any:
    return {TEXT: document.text, ID: document.id}[name] if name in (TEXT, ID) else document.metadata.get(name)


def _values(found: pa.Table, added: Features) -> list[dict[str, Any]]:
    """Return the columns of each document, classes by their names."""
    columns = {}
    for name, feature in added.items():
        values = found[name].to_pylist()
        if isinstance(feature, ClassLabel):
            values = [None if value is None else feature.names[value] for value in values]
        columns[name] = values
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
