"""Several transforms as one, which analyses each text once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features

from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.transform import Column, Transform, text_array
from hf_genderfair.languages.documents import shared_documents
from hf_genderfair.languages.text_transform import TextTransform

CHARACTERS_AT_ONCE = 1_000_000
"""Documents of so much text are held at once: a few hundred articles, and more than a pipeline reads ahead."""


@dataclass(frozen=True, init=False)
class Chain(Transform):
    """Several transforms as one: each text is analysed once, with all that any of them needs.

    The columns are those that ``map`` with one transform after the other gives, in the same order; a transform reads
    the columns of those before it.

    Attributes:
        links: The transforms, in their order.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.actors.transform import ActorMetrics
        >>> from hf_genderfair.representation.references.transform import PersonReferences
        >>> rows = Dataset.from_dict({"text": ["Die Ministerin lobte ihren Mann."]})
        >>> rows = rows.map(Chain(PersonReferences("de"), ActorMetrics("de")), batched=True)
        >>> rows[0]["person_feminine"], rows[0]["female_actors"]
        (1, 1)
    """

    links: tuple[Transform, ...]

    version = "1"

    def __init__(self, *chained: Transform, links: tuple[Transform, ...] = (), overwrite: bool = False) -> None:
        """Join transforms."""
        links = (*chained, *(links if isinstance(links, tuple) else (links,)))
        if not links:
            raise GenderfairError("a chain needs transforms: Chain(PersonReferences('de'), ActorMetrics('de'))")
        for link in links:
            if isinstance(link, (list, tuple)):
                raise GenderfairError("a chain takes transforms one by one, not in a list: write Chain(*transforms)")
            if not isinstance(link, Transform):
                raise GenderfairError(f"a chain is made of transforms, such as PersonReferences('de'), not of {link!r}")
        flat = tuple(each for link in links for each in (link.links if isinstance(link, Chain) else (link,)))
        object.__setattr__(self, "links", flat)
        object.__setattr__(self, "overwrite", overwrite)
        self.__post_init__()
        if overwrite:
            flat = tuple(replace(link, overwrite=True) for link in flat)
            object.__setattr__(self, "links", flat)
        _check_columns(flat)
        _check_languages(flat)

    def inputs(self) -> tuple[str, ...]:
        """Return the columns that links read and no link adds."""
        return self._read(link.inputs() for link in self.links)

    def optional_inputs(self) -> tuple[str, ...]:
        """Return the columns that links read where they are there and no link adds."""
        return self._read(link.optional_inputs() for link in self.links)

    def _read(self, names: Iterator[tuple[str, ...]]) -> tuple[str, ...]:
        added = self.features()
        return tuple(dict.fromkeys(name for of_link in names for name in of_link if name not in added))

    def features(self) -> Features:
        """Return the columns of all links."""
        return Features({name: kind for link in self.links for name, kind in link.features().items()})

    def meanings(self) -> dict[str, str]:
        """Return what the columns of all links and their fields mean."""
        return {name: text for link in self.links for name, text in link.meanings().items()}

    def digest(self) -> str:
        """Return the digests of the links, with their versions."""
        return " ".join(f"{type(link).__name__} {link.version} {link.digest()}" for link in self.links)

    def rows_of_stream(self) -> int:
        """Return how many rows of a stream are read at a time: those of the slowest link."""
        return min(link.rows_of_stream() for link in self.links)

    def check_columns(self, names: Sequence[str]) -> None:
        """Refuse a data set as the links do, one after another."""
        there = list(names)
        for link in self.links:
            link.check_columns(there)
            there += [name for name in link.features() if name not in there]

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Annotate a batch, some texts at a time; see `Transform.annotate`."""
        requests = [link.analysis_request() for link in self.links if isinstance(link, TextTransform)]
        parts: list[dict[str, pa.Array | pa.ChunkedArray]] = []
        for start, end in self._parts(columns):
            there: dict[str, Any] = {name: column.slice(start, end - start) for name, column in columns.items()}
            added: dict[str, pa.Array | pa.ChunkedArray] = {}
            with shared_documents(request for request in requests if request is not None):
                for link in self.links:
                    names = [*link.inputs(), *(name for name in link.optional_inputs() if name in there)]
                    found = link.annotate_typed({name: there[name] for name in names}, rank)
                    added |= found
                    there |= {name: _one_array(column) for name, column in found.items()}
            parts.append(added)
        return {name: pa.chunked_array([_one_array(part[name]) for part in parts]) for name in parts[0]}

    def _parts(self, columns: Mapping[str, pa.Array]) -> Iterator[tuple[int, int]]:
        """Yield the first row and the row after the last one of parts that hold so much text as is held at once."""
        rows = len(next(iter(columns.values())))
        analysed = {link.text_column for link in self.links if isinstance(link, TextTransform)} & set(columns)
        if not analysed:
            yield 0, rows
            return
        sizes = [0] * rows
        for name in analysed:
            lengths = pc.fill_null(pc.utf8_length(text_array(columns[name], name)), 0).to_pylist()
            sizes = [size + length for size, length in zip(sizes, lengths, strict=True)]
        start, held = 0, 0
        for row, size in enumerate(sizes):
            held += size
            if held >= CHARACTERS_AT_ONCE:
                yield start, row + 1
                start, held = row + 1, 0
        if start < rows or not rows:
            yield start, rows


def _one_array(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _check_columns(links: Sequence[Transform]) -> None:
    """Refuse links that add the same column, or read what a later one adds."""
    added: dict[str, Transform] = {}
    for link in links:
        for name in link.features():
            if name in added:
                raise ColumnError(
                    f"{_name(added[name])} and {_name(link)} both add the column {name!r}: chain one of them"
                )
            added[name] = link
    before: set[str] = set()
    for link in links:
        before |= set(link.features())
        late = [name for name in link.inputs() if name in added and name not in before]
        if late:
            raise ColumnError(
                f"{_name(link)} reads the column {late[0]!r}, which {_name(added[late[0]])} adds after it: "
                f"chain {_name(added[late[0]])} first"
            )


def _check_languages(links: Sequence[Transform]) -> None:
    """Refuse links that read all texts of a column in different languages."""
    readers: dict[str, TextTransform] = {}
    for link in links:
        if isinstance(link, TextTransform) and link.lang_column is None:
            other = readers.setdefault(link.text_column, link)
            if other.lang != link.lang:
                raise GenderfairError(
                    f"{_name(other)} reads the column {link.text_column!r} as {other.lang!r} and {_name(link)} as "
                    f"{link.lang!r}: chain those of one language, or tell the rows apart by lang_column"
                )


def _name(link: Transform) -> str:
    return type(link).__name__
