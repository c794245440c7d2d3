"""Isolate the posts of Polish forums and comment sections that are joined in one text.

A text is cut at three kinds of marks:

* time stamps: with a word that announces them ("dodano: wczoraj 18:22"), alone on their line or there only with an
  author, or, when they have a day and an hour, between two sentences. A day inside a sentence ("Kupiłam go 12.03.2011
  w sklepie") is none;
* author lines: "Autor: …", "Napisany przez …", "gość napisał(a)", "~nick". With a colon, "gość napisał(a):" introduces
  a quotation and stays in the post;
* greetings ("Witam", "Hej dziewczyny") where a new post is plain: after a farewell, at the start of a line after a
  finished sentence, or in a post that has had its greeting.

Time stamps and authors are separators, in no post; a greeting begins its post. They stand before their posts unless the
text ends with one and does not begin with one. An author's name is personal data: it is in the column `posts` only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Dataset, Features, IterableDataset, List, Value
from datasets.formatting.formatting import LazyBatch

from hf_genderfair.core.batches import check_rows
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.meanings import SPAN_MEANINGS, with_fields
from hf_genderfair.core.transform import INNER_BATCH, Column, Transform, text_array

RowDataset = TypeVar("RowDataset", Dataset, IterableDataset)

POSTS_FEATURE = List(
    {"start": Value("int32"), "end": Value("int32"), "author": Value("string"), "date": Value("string")}
)
POSTS_MEANINGS = with_fields(
    "posts",
    "Where the posts of a text lie, with author and date as written.",
    {**SPAN_MEANINGS, "author": "Name as written; null where there is none.", "date": "Time stamp as written."},
)
SOURCE_FEATURES = {"source_row": Value("int64"), "source_start": Value("int32"), "source_end": Value("int32")}
SOURCE_MEANINGS = {
    "source_row": "Row of the source that the post is from.",
    "source_start": "First character of the post in the text of that row.",
    "source_end": "Character after its last one.",
}

_MONTH = r"(?:sty|lut|mar|kwi|maj|cze|lip|sie|wrz|pa[źz]|lis|gru)[^\W\d_]{0,9}"
_WEEKDAY = r"(?:pon|wt|[śs]r|czw|pi[ąa]?t?|sob|nie)[^\W\d_]{0,9}\.?,? "
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?"
_DAY = (
    rf"(?:{_WEEKDAY})?(?:\d{{1,2}}[./-]\d{{1,2}}[./-](?:\d{{4}}|\d{{2}})|\d{{4}}[./-]\d{{1,2}}[./-]\d{{1,2}}"
    rf"|\d{{1,2}} {_MONTH} \d{{4}})(?: ?r\.)?|{_WEEKDAY}{_MONTH} \d{{1,2}},? \d{{4}}"
)
_MOMENT = rf"(?:{_DAY})(?:[,;T]? ?(?:o |godz\.? |o godz\.? |[|-] )?){_CLOCK}|{_CLOCK},? (?:{_DAY})"
_AGO = (
    rf"(?:wczoraj|dzisiaj|dzi[śs]),? (?:o |godz\.? )?{_CLOCK}"
    r"|(?:\d{1,3} )?(?:sek|min|godz|dni|dzie|tyg|mies|miesi|rok|lat|chwil)[^\W\d_]{0,8}\.? temu"
)
_STAMP = re.compile(
    r"(?<![\w.:/-])(?P<announced>(?:dodan[oay]|wys[łl]an[yo]|napisan[yo]|opublikowan[yo]|data(?: dodania)?)"
    rf" ?: ?)?(?P<date>(?P<moment>{_MOMENT})|{_DAY}|{_AGO})(?![\w:/-])",
    re.IGNORECASE,
)
_AUTHOR_LINE = re.compile(
    r"^[ \t]*(?:(?:(?:Autor|Autorka|Nick|Dodała?|Dodał\(a\)|Napisała?) ?:|(?:Napisany|Wysłany|Dodany) przez:?)[ \t]+"
    r"(?P<named>[^\s:][^\n:]{0,38}?)|(?P<wrote>[^\s>–—-][^\n:.!?]{0,38}?) (?:napisa[łl]\(a\)|napisa[łl]/a))[ \t]*$"
    r"|(?:^|(?<=[.?!…)]\s))(?P<tilde>~[\w.-]{2,30})(?=[\s,]|$)",
    re.MULTILINE,
)
_NUMBER_OR_AGO = re.compile(r"\d|temu|TEMU|Temu")
_AUTHOR_WORDS = ("~", "Autor", "Nick", "Doda", "Napisa", "przez", "napisa")
# Everything on the line before a time stamp, where it is an author.
_AUTHOR_BEFORE = re.compile(
    r"(?:(?:Autor|Autorka|Nick|Dodała?|Dodał\(a\)|Napisała?|przez)[ :]+)?(?P<nick>~?[\w.@-]{2,30}(?: [\w.-]{1,30})?)"
    r"(?P<divided>(?: napisał\(a\))?[ \t]*[,|•·–(-]*)[ \t]*"
)
_NICK_BEFORE = re.compile(r"(?:^|[.?!…)]\s+)(?P<nick>~[\w.-]{2,30}|[a-z][a-z\d_-]{1,30})[ ,|]+$")
_LINE_REST = re.compile(r"(?:[ \t,|•·)#\d-]|cytuj|odpowiedz|zgłoś|link|napisał\(a\))*$", re.IGNORECASE)
_OWN_WORD = re.compile(r"\w+[łl][ae]m\b|\b(?:o|w|we|z|ze|od|do|na|po|przed|dnia|dniu|około)\b", re.IGNORECASE)
_GREETING = re.compile(
    r"(?:Witam|Witajcie|Cześć|Czesc|Hej|Hejka|Siema|Dzień dobry|Dobry wieczór)"
    r"(?=[ \t]*[,.!\n]|[ \t]+(?:dziewczyny|dziewczynki|wszystk|kochan|serdecznie|ponownie|forum|panie|państwa|was\b))"
)
_FAREWELL = re.compile(r"\b(?:pozdr|z g[óo]ry|buziak|papa\b|trzymajcie si)", re.IGNORECASE)
# What RE2 can find: a superset of all marks above.
_CANDIDATE = r"\d[.:/-]\d|(?i:temu)|\d{4}|Autor|Nick|Doda|Napisa|napisa|przez|~|Wit|Cze|Hej|Siema|Dzie|Dobry"
_DIVIDERS = " \t\r\n,|•·–-#()"
_BEFORE, _AFTER = 60, 40
# Greetings closer to each other are one.
_SHORTEST = 20


class Post(NamedTuple):
    """One post of a text.

    Attributes:
        start: First character of its body, in code points.
        end: Character after its last one.
        author: Name as written; None where there is none.
        date: Time stamp as written; None where there is none.
    """

    start: int
    end: int
    author: str | None
    date: str | None


def find_posts(text: str) -> list[Post]:
    """Divide a text into posts.

    Returns:
        The posts in order, disjoint, without white space around them; a text without separators, or with nothing
        else, is one post from 0 to its length.

    Example:
        >>> text = "Byłam tam. ~ola 12.03.2011 18:22 Ja też byłam."
        >>> [(text[post.start : post.end], post.author, post.date) for post in find_posts(text)]
        [('Byłam tam.', None, None), ('Ja też byłam.', '~ola', '12.03.2011 18:22')]
    """
    separators = _separators(text)
    bodies = [
        part
        for start, end, author, date in _bodies(text, separators)
        for part in _split_at_greetings(text, start, end, author, date)
    ]
    return bodies if len(bodies) > 1 or (bodies and separators) else [Post(0, len(text), None, None)]


def _separators(text: str) -> list[Post]:
    """Return time stamps and authors in order, joined where they are adjacent."""
    stamps = _STAMP.finditer(text) if _NUMBER_OR_AGO.search(text) else ()
    authors = _AUTHOR_LINE.finditer(text) if any(word in text for word in _AUTHOR_WORDS) else ()
    found = [mark for match in stamps if (mark := _stamp(text, match))]
    for match in authors:
        author = match["named"] or match["wrote"] or match["tilde"]
        found.append(Post(match.start(), match.end(), author.strip(), None))
    joined: list[Post] = []
    for mark in sorted(found):
        last = joined[-1] if joined else None
        if last and (mark.start < last.end or not text[last.end : mark.start].strip(_DIVIDERS)):
            both = Post(last.start, max(last.end, mark.end), last.author or mark.author, last.date or mark.date)
            joined[-1] = both
        else:
            joined.append(mark)
    return joined


def _stamp(text: str, match: re.Match[str]) -> Post | None:
    """Return the separator around a time stamp, or None where it belongs to a sentence."""
    start, end, date = match.start(), match.end(), match["date"]
    line_start = text.rfind("\n", max(0, start - _BEFORE), start) + 1
    line_end = text.find("\n", end, end + _AFTER)
    before = text[line_start or max(0, start - _BEFORE) : start]
    after = text[end : line_end if line_end >= 0 else end + _AFTER]
    author = _AUTHOR_BEFORE.fullmatch(before.strip(" \t(#"))
    whole_line = (line_start > 0 or start <= _BEFORE) and (line_end >= 0 or end + _AFTER >= len(text))
    if whole_line and _LINE_REST.match(after.strip()):
        nick = _nick(author, before)
        if nick is not None or match["announced"]:
            return Post(start - len(before) if nick is not None else start, end + len(after), nick or None, date)
    if match["announced"]:
        return Post(start, end, None, date)
    nick_before = _NICK_BEFORE.search(before)
    finished = not before.strip() or before.rstrip()[-1] in ".?!…" or nick_before is not None
    following = after.lstrip(" \t,|)-")
    if not (match["moment"] and finished and (not following or following[0].isupper() or following[0] == "~")):
        return None
    if nick_before is None:
        return Post(start, end, None, date)
    return Post(start - len(before) + nick_before.start("nick"), end, nick_before["nick"], date)


def _nick(author: re.Match[str] | None, before: str) -> str | None:
    """Return the author of a line with a time stamp, "" where the line has none, None where it is a sentence."""
    if not before.strip(_DIVIDERS):
        return ""
    if author is None or _OWN_WORD.search(before):
        return None
    clear = author["divided"].strip() or " " not in author["nick"] or author["nick"] != author[0].strip()
    return author["nick"].strip() if clear else None


def _bodies(text: str, separators: list[Post]) -> Iterator[Post]:
    """Return the posts between separators, each with the author and date of its separator."""
    borders = [Post(0, 0, None, None), *separators, Post(len(text), len(text), None, None)]
    first = text[: separators[0].start].strip() if separators else ""
    last = text[separators[-1].end :].strip() if separators else ""
    below = bool(first) and not last
    for left, right in pairwise(borders):
        body = text[left.end : right.start]
        if body.strip(_DIVIDERS):
            start = left.end + len(body) - len(body.lstrip())
            source = right if below else left
            yield Post(start, start + len(body.strip()), source.author, source.date)


def _split_at_greetings(text: str, start: int, end: int, author: str | None, date: str | None) -> Iterator[Post]:
    greeted = _GREETING.match(text, start) is not None or text.startswith(("Witam", "Cześć", "Hej"), start)
    position = start
    for match in _GREETING.finditer(text, start + 1, end):
        before = text[max(position, match.start() - _BEFORE) : match.start()]
        if before[-1:].isalnum():
            continue
        finished = before.rstrip()[-1:] in tuple(".?!…)")
        line = "\n" in before[len(before.rstrip()) :]
        farewell = _FAREWELL.search(before) is not None
        again = greeted and match.start() - position > _SHORTEST
        if (finished and (line or again)) or (farewell and (finished or line)):
            yield Post(position, position + len(text[position : match.start()].rstrip()), author, date)
            position, author, date = match.start(), None, None
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

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the column of posts."""
        return Features({"posts": POSTS_FEATURE})

    def meanings(self) -> dict[str, str]:
        """Return what the columns and their fields mean."""
        return POSTS_MEANINGS

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Find the posts of every text."""
        texts = text_array(columns[self.text_column], self.text_column)
        rows = find_all_posts(texts)
        offsets = np.cumsum([0, *map(len, rows)])
        columns_of_posts = zip(*(post for row in rows for post in row), strict=True) if offsets[-1] else [[]] * 4
        kinds = (pa.int32(), pa.int32(), pa.string(), pa.string())
        arrays = [pa.array(values, kind) for values, kind in zip(columns_of_posts, kinds, strict=True)]
        structs = pa.StructArray.from_arrays(arrays, names=list(Post._fields))
        return {"posts": pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), structs)}


def find_all_posts(texts: pa.Array) -> list[list[Post]]:
    """Find the posts of a column of texts; most texts are one post and are found by a fast first search.

    Args:
        texts: ``large_string``, nulls allowed.

    Returns:
        For each text its posts; none for a null.
    """
    posts = [
        [Post(0, length, None, None)] if length is not None else [] for length in pc.utf8_length(texts).to_pylist()
    ]
    candidates = pc.indices_nonzero(pc.fill_null(pc.match_substring_regex(texts, _CANDIDATE), False))
    for row, text in zip(candidates.to_pylist(), texts.take(candidates).to_pylist(), strict=True):
        posts[row] = find_posts(text)
    return posts


def isolate_posts(dataset: RowDataset, text_column: str = "text", num_proc: int | None = None) -> RowDataset:
    r"""Return a data set with one row for each post.

    Adds `source_row` (row of the data set that the post is from), `source_start` and `source_end` (code points in its
    text). The other columns are copied, except a column `posts`; authors are not. A row whose text is null stays one
    row, so nothing is lost.

    Args:
        dataset: A `Dataset` or `IterableDataset`.
        text_column: The text to cut.
        num_proc: Number of processes; not used when streaming.

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
    arguments = {"text_column": text_column, "version": Posts.version}
    if isinstance(dataset, IterableDataset):
        features = None if dataset.features is None else _isolated_features(dataset.features)
        names = dataset.column_names
        return dataset.map(
            _isolate, batched=True, with_indices=True, fn_kwargs=arguments, features=features, remove_columns=names
        )
    features = _isolated_features(dataset.features)
    _check(dataset.column_names, text_column)
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


def _isolated_features(features: Features) -> Features:
    return Features({name: kind for name, kind in features.items() if name != "posts"} | SOURCE_FEATURES)


def _check(names: list[str], text_column: str) -> None:
    if text_column not in names:
        raise ColumnError(f"no column {text_column!r}: the data set has {', '.join(map(repr, names)) or 'no columns'}")
    present = [name for name in SOURCE_FEATURES if name in names]
    if present:
        raise ColumnError(f"column {present[0]!r} exists already: remove it first")


def _isolate(
    batch: Mapping[str, Any] | pa.Table, indices: list[int], text_column: str, version: str
) -> pa.Table | dict[str, list[Any]]:
    if isinstance(batch, LazyBatch):
        batch = batch.pa_table
    table = batch if isinstance(batch, pa.Table) else pa.table(dict(batch))
    _check(table.column_names, text_column)
    column = table.column_names.index(text_column)
    texts = text_array(table[text_column].combine_chunks(), text_column)
    found = find_all_posts(texts)
    posts = [(row, post) for row, row_posts in enumerate(found) for post in row_posts or [Post(0, 0, None, None)]]
    rows = np.array([row for row, _ in posts], np.int64)
    texts_of_rows = texts.to_pylist()
    bodies = [None if texts_of_rows[row] is None else texts_of_rows[row][post.start : post.end] for row, post in posts]
    result = table.take(rows).set_column(column, text_column, pa.array(bodies, table.schema.types[column]))
    result = result.append_column("source_row", pa.array(np.asarray(indices, np.int64)[rows]))
    result = result.append_column("source_start", pa.array([post.start for _, post in posts], pa.int32()))
    result = result.append_column("source_end", pa.array([post.end for _, post in posts], pa.int32()))
    result = result.drop_columns([name for name in result.column_names if name == "posts"])
    return result.replace_schema_metadata(None) if isinstance(batch, pa.Table) else result.to_pydict()
