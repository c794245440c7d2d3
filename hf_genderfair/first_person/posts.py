"""Isolate the posts of Polish forums and comment sections that are joined in one text.

A text is cut at three kinds of marks:

* time stamps: with a word that announces them ("dodano: wczoraj 18:22"), alone on their line or there only with an
  author, or, when they have a day and an hour, between two sentences. A day inside a sentence ("Kupiłam go 12.03.2011
  w sklepie") is none;
* author lines: "Autor: …", "Napisany przez …", "gość napisał(a)", "~nick", also with a day ("~nick (12.03.2011)",
  "Post autor: ania » 12 sty 2011, 18:22"). With a colon and without a day, "gość napisał(a):" introduces a quotation
  and stays in the post;
* greetings ("Witam", "Hej dziewczyny") where a new post is plain: after a farewell, at the start of a line after a
  finished sentence, or in a post that has had its greeting.

Time stamps and authors are separators, in no post; a greeting begins its post. They stand before their posts unless the
text ends with one and does not begin with one. An author's name is personal data: it is in the column `posts` only.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Features, IterableDataset, List, Value
from datasets.formatting.formatting import LazyBatch
from numpy.typing import NDArray

from hf_genderfair.core.batches import check_columns, check_rows, number_array, refuse_columns, text_bounds
from hf_genderfair.core.transform import INNER_BATCH, Column, Transform, text_array
from hf_genderfair.first_person.marks import DIVIDERS, Integers, JoinedRows, Marks, blocks

RowDataset = TypeVar("RowDataset", Dataset, IterableDataset)
Where: TypeAlias = Callable[[pa.Array], pa.Array]
"""From texts to a mask of some of them."""

POSTS_FEATURE = List(
    {"start": Value("int32"), "end": Value("int32"), "author": Value("string"), "date": Value("string")}
)
SOURCE_FEATURES = {"source_row": Value("int64"), "source_start": Value("int32"), "source_end": Value("int32")}

_GREETING = re.compile(
    r"(?:Witam|Witajcie|Cześć|Czesc|Hej|Hejka|Siema|Dzień dobry|Dobry wieczór)"
    r"(?=[ \t]*[,.!\n]|[ \t]+(?:dziewczyny|dziewczynki|wszystk|kochan|serdecznie|ponownie|forum|panie|państwa|was\b))"
)
_FAREWELL = re.compile(r"\b(?:pozdr|z g[óo]ry|buziak|papa\b|trzymajcie si)", re.IGNORECASE)
_BEFORE = 60
"""Characters before a greeting in which a farewell is looked for."""

_SHORTEST = 20
"""Greetings closer to each other are one."""


class Post(NamedTuple):
    """One post of a text."""

    start: int  # in code points
    end: int
    author: str | None  # as written
    date: str | None  # as written


@dataclass(frozen=True)
class _Divided:
    """The posts of the rows of a column that are not one post as they are, in order."""

    row: Integers
    start: Integers  # in code points of the text of the row
    end: Integers
    first_byte: Integers  # the same in bytes of UTF-8
    last_byte: Integers
    author: list[str | None]
    date: list[str | None]


def _divide(texts: pa.Array, where: pa.Array | None = None) -> _Divided:
    """Find the posts of the rows that are not one post as they are, or of some of them."""
    parts = []
    authors: list[str | None] = []
    dates: list[str | None] = []
    for numbers, block in blocks(texts, where):
        posts = _posts(block)
        start, end = np.array(posts.start, np.int64), np.array(posts.end, np.int64)
        row = block.rows(start)
        first = block.first[row]
        places = (start - first, end - first, block.byte_positions(start, row), block.byte_positions(end, row))
        parts.append((numbers[row], *places))
        authors += posts.author
        dates += posts.date
    row, start, end, first_byte, last_byte = (
        (np.concatenate(column) for column in zip(*parts, strict=True)) if parts else [np.zeros(0, np.int64)] * 5
    )
    return _Divided(row, start, end, first_byte, last_byte, authors, dates)


def _spread(texts: pa.Array, divided: _Divided, nulls: int) -> tuple[Integers, NDArray[np.bool_]]:
    """Return the row of each post of a column, with so many posts for a null, and which posts are divided ones."""
    counts = np.bincount(divided.row, minlength=len(texts))
    is_divided = counts > 0
    valid = np.frombuffer(pc.cast(texts.is_valid(), pa.uint8()).buffers()[1], np.uint8, len(texts)) > 0
    rows = np.repeat(np.arange(len(texts)), np.where(is_divided, counts, np.where(valid, 1, nulls)))
    return rows, is_divided[rows]


def _posts(block: JoinedRows) -> Marks:
    """Return the posts of the rows of a block that are not one post as they are."""
    text, separators, greetings = block.text, block.separators(), block.greetings()
    bodies = _bodies(block, separators)
    places = greetings.tolist()
    greeted = np.searchsorted(greetings, bodies.start, side="right") < np.searchsorted(greetings, bodies.end)
    posts = Marks()
    for is_greeted, start, end, author, date in zip(
        greeted.tolist(), bodies.start, bodies.end, bodies.author, bodies.date, strict=True
    ):
        if is_greeted:
            for part in _split_at_greetings(text, Post(start, end, author, date), places):
                posts.add(*part)
        else:
            posts.add(start, end, author, date)
    without = np.setdiff1d(
        block.rows(greetings[greetings > block.first[block.rows(greetings)]]),
        block.rows(np.array(separators.start, np.int64)),
    )
    for start, end in zip(block.first[without].tolist(), (block.first[without + 1] - 1).tolist(), strict=True):
        row = text[start:end]
        whole = Post(start + len(row) - len(row.lstrip()), start + len(row.rstrip()), None, None)
        parts = list(_split_at_greetings(text, whole, places))
        for part in parts if len(parts) > 1 else ():
            posts.add(*part)
    return posts.in_order()


def _bodies(block: JoinedRows, separators: Marks) -> Marks:
    """Return what stands between the separators of rows, each with the author and date of its separator."""
    text, found = block.text, Marks()
    rows = block.rows(np.array(separators.start, np.int64))
    edges = [0, *(np.flatnonzero(np.diff(rows)) + 1).tolist(), len(rows)] if len(rows) else [0]
    rows = rows[edges[:-1]]
    firsts, lasts = block.first[rows].tolist(), (block.first[rows + 1] - 1).tolist()
    for (low, high), first, last in zip(pairwise(edges), firsts, lasts, strict=True):
        starts, ends = [first, *separators.end[low:high]], [*separators.start[low:high], last]
        below = not text[starts[-1] : last].strip() and bool(text[first : ends[0]].strip())
        for index, (start, end) in enumerate(zip(starts, ends, strict=True), low if below else low - 1):
            body = text[start:end]
            if body.strip(DIVIDERS):
                begin = start + len(body) - len(body.lstrip())
                known = low <= index < high
                author, date = (separators.author[index], separators.date[index]) if known else (None, None)
                found.add(begin, begin + len(body.strip()), author, date)
    return found


def _split_at_greetings(text: str, post: Post, greetings: list[int]) -> Iterator[Post]:
    """Return the posts that greetings divide a post into; greetings are where one may begin."""
    position, end, author, date = post
    inner = greetings[bisect_right(greetings, position) : bisect_left(greetings, end)]
    greeted = bool(inner) and (
        _GREETING.match(text, position) is not None or text.startswith(("Witam", "Cześć", "Hej"), position)
    )
    for place in inner:
        before = text[max(position, place - _BEFORE) : place]
        if _GREETING.match(text, place, end) is None or before[-1:].isalnum():
            continue
        finished = before.rstrip()[-1:] in tuple(".?!…)")
        line = "\n" in before[len(before.rstrip()) :]
        farewell = _FAREWELL.search(before) is not None
        again = greeted and place - position > _SHORTEST
        if (finished and (line or again)) or (farewell and (finished or line)):
            yield Post(position, position + len(text[position:place].rstrip()), author, date)
            position, author, date = place, None, None
        greeted = greeted or finished
    yield Post(position, end, author, date)


@dataclass(frozen=True)
class Posts(Transform):
    r"""Adds `posts`: the offsets of the single posts of a text, with author and date as written.

    Attributes:
        text_column: The text to read; the offsets are code points into it. A null has no posts.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Byłam.\nAutor: ola\nSpałem."]})
        >>> [post["end"] for post in rows.map(Posts(), batched=True)[0]["posts"]]
        [6, 25]
    """

    text_column: str = "text"

    version = "2"

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the column of posts."""
        return Features({"posts": POSTS_FEATURE})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Find the posts of every text."""
        texts = text_array(columns[self.text_column], self.text_column)
        divided = _divide(texts)
        rows, inside = _spread(texts, divided, nulls=0)
        start, end = np.zeros(len(rows), np.int32), _lengths(texts)[rows]
        start[inside], end[inside] = divided.start, divided.end
        names = []
        for found in (divided.author, divided.date):
            column: list[str | None] = [None] * len(rows)
            for place, name in zip(np.flatnonzero(inside).tolist(), found, strict=True):
                column[place] = name
            names.append(pa.array(column, pa.string()))
        offsets = np.searchsorted(rows, np.arange(len(texts) + 1)).astype(np.int32)
        structs = pa.StructArray.from_arrays([number_array(start), number_array(end), *names], names=Post._fields)
        return {"posts": pa.ListArray.from_arrays(number_array(offsets), structs)}


def _lengths(texts: pa.Array) -> NDArray[np.int32]:
    """Return the code points of each text, 0 for a null."""
    lengths = pc.fill_null(pc.utf8_length(texts), 0).cast(pa.int32())
    return np.frombuffer(lengths.buffers()[1], np.int32, len(texts), 4 * lengths.offset)


def find_all_posts(texts: pa.Array) -> list[list[Post]]:
    """Find the posts of a column of texts."""
    found = Posts()({"text": texts})["posts"]
    return [[Post(**post) for post in posts or ()] for posts in found]


def isolate_posts(
    dataset: RowDataset, text_column: str = "text", num_proc: int | None = None, where: Where | None = None
) -> RowDataset:
    r"""Return a data set with one row for each post.

    Adds `source_row` (row of the data set that the post is from), `source_start` and `source_end` (code points in its
    text). The other columns are copied, except a column `posts`; authors are not. A row whose text is null stays one
    row, so nothing is lost.

    Args:
        dataset: A `Dataset` or `IterableDataset`.
        text_column: The text to cut.
        num_proc: Number of processes; not used when streaming.
        where: From texts to those that are cut, such as the method ``candidates`` of a `FirstPerson`; others stay as
            they are. None cuts all.

    Returns:
        The posts in order.

    Raises:
        ColumnError: The text column is missing, or a source column exists already; when streaming, on reading.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Byłam.\nAutor: ola\nSpałem."], "url": ["a.pl"]})
        >>> isolate_posts(rows)[1]
        {'text': 'Spałem.', 'url': 'a.pl', 'source_row': 0, 'source_start': 18, 'source_end': 25}
    """
    check_rows(dataset, "isolate_posts")
    arguments = {"text_column": text_column, "version": Posts.version, "where": where}
    if isinstance(dataset, IterableDataset):
        features = None if dataset.features is None else isolated_features(dataset.features, text_column)
        names = dataset.column_names
        return dataset.map(
            _isolate, batched=True, with_indices=True, fn_kwargs=arguments, features=features, remove_columns=names
        )
    features = isolated_features(dataset.features, text_column)
    if len(dataset) == 0:
        return Dataset.from_dict({name: [] for name in features}, features=features)
    return dataset.map(
        _isolate,
        batched=True,
        batch_size=INNER_BATCH,
        with_indices=True,
        fn_kwargs=arguments,
        features=features,
        num_proc=num_proc,
        desc="isolate_posts",
    )


def isolated_features(features: Features, text_column: str = "text") -> Features:
    """Return the columns of posts."""
    _check(list(features), text_column)
    return Features({name: kind for name, kind in features.items() if name != "posts"} | SOURCE_FEATURES)


def _check(names: list[str], text_column: str) -> None:
    check_columns(names, [text_column])
    refuse_columns(names, SOURCE_FEATURES)


def _isolate(
    batch: Mapping[str, Any] | pa.Table, indices: list[int], text_column: str, version: str, where: Where | None
) -> pa.Table | dict[str, list[Any]]:
    if isinstance(batch, LazyBatch):
        batch = batch.pa_table
    table = batch if isinstance(batch, pa.Table) else pa.table(dict(batch))
    result = isolate_table(table, indices[0] if indices else 0, text_column, where)
    return result if isinstance(batch, pa.Table) else result.to_pydict()


def isolate_table(table: pa.Table, first_row: int, text_column: str = "text", where: Where | None = None) -> pa.Table:
    """Return a table with one row for each post: what `isolate_posts` does with a run of rows."""
    _check(table.column_names, text_column)
    texts = text_array(table[text_column].combine_chunks(), text_column)
    divided = _divide(texts, None if where is None else where(texts))
    rows, inside = _spread(texts, divided, nulls=1)
    start, end = np.zeros(len(rows), np.int32), _lengths(texts)[rows]
    start[inside], end[inside] = divided.start, divided.end
    result = table.select([name for name in table.column_names if name != "posts"])
    if len(divided.row):
        bodies = _bodies_of(texts, rows, inside, divided).cast(table.schema.field(text_column).type)
        index = number_array(rows)
        taken = [bodies if name == text_column else result[name].take(index) for name in result.column_names]
        result = pa.table(taken, schema=result.schema)
    places: tuple[NDArray[Any], ...] = (rows + first_row, start, end)
    for name, values in zip(SOURCE_FEATURES, places, strict=True):
        result = result.append_column(name, number_array(values))
    return result.replace_schema_metadata(None)


def _bodies_of(texts: pa.Array, rows: Integers, inside: NDArray[np.bool_], divided: _Divided) -> pa.Array:
    """Return the texts of posts, copied from the bytes of the column without what stands between them."""
    bounds = text_bounds(texts)
    first, last = bounds[:-1][rows], bounds[1:][rows]
    first[inside], last[inside] = first[inside] + divided.first_byte, first[inside] + divided.last_byte
    # posts and what stands between them in turns; only the posts are taken
    edges = np.stack((first, last), axis=1).ravel()
    edges = np.append(edges, edges[-1:])
    pieces = pa.Array.from_buffers(pa.large_string(), len(edges) - 1, [None, pa.py_buffer(edges), texts.buffers()[2]])
    bodies = pieces.take(number_array(np.arange(0, len(edges) - 1, 2)))
    return pc.if_else(texts.is_valid().take(number_array(rows)), bodies, None) if texts.null_count else bodies
