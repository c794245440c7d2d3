"""Analyses that are kept in a column: small integers, read back into documents without a pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import xxhash

from hf_genderfair.core.errors import PipelineError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.text_view import REVISION, straighten_apostrophes, text_view
from hf_genderfair.languages.analysis import ENTITY_TYPES, Analysis, Entity, Sentence, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import Pipeline
from hf_genderfair.lexicons.loader import load_lexicon

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Truths = np.ndarray[Any, np.dtype[np.bool_]]

BEGINS_SENTENCE, BEGINS_NAME, AFTER_SPACE, NAME_TYPE = 1, 2, 4, 8
"""Marks of a token; the type of a name is in the bits from `NAME_TYPE` on."""


def damaged_rows(column: pa.StructArray, symbols: Mapping[str, int], name_types: int) -> set[int]:
    """Return the rows whose analyses cannot be read; all rows are looked at at once."""
    lengths = _lengths(column.field("tokens"))
    tokens, others = column.field("tokens").flatten(), column.field("others")
    rows = np.repeat(np.arange(len(column)), lengths)
    begins = np.zeros(len(rows), np.bool_)
    begins[(np.cumsum(lengths) - lengths)[lengths > 0]] = True
    beside = _lengths(others)
    values = {name: _numbers(tokens.field(name)) for name in ("length", "pos", "relation", "head", "mark")}
    damaged = ~tokens.is_valid().to_numpy(zero_copy_only=False)
    for name in (*values, "features"):
        damaged |= ~tokens.field(name).is_valid().to_numpy(zero_copy_only=False)
    for name in ("pos", "relation"):
        damaged |= values[name] >= symbols[name] + beside[rows]
    damaged |= _largest_bytes(tokens.field("features")) >= symbols["feature"] + beside[rows]
    damaged |= (values["length"] == 0) | (begins & (values["mark"] & BEGINS_SENTENCE == 0))
    damaged |= _names_damaged(values["mark"], name_types)
    damaged |= _heads_damaged(values["head"], begins | (values["mark"] & BEGINS_SENTENCE > 0))
    return {*rows[damaged].tolist(), *_wide_damaged(column.field("wide"), lengths), *_with_null(others)}


def _names_damaged(marks: Numbers, name_types: int) -> Truths:
    """Return which tokens begin a name of no type, or go on with none."""
    types, begin = marks // NAME_TYPE, marks & BEGINS_NAME > 0
    before = np.concatenate([[0], types[:-1]])
    alone = (before != types) | (marks & BEGINS_SENTENCE > 0)
    damaged = (types > name_types) | (begin & (types == 0)) | ((types > 0) & ~begin & alone)
    return np.asarray(damaged, np.bool_)


def _heads_damaged(distances: Numbers, begins: Truths) -> Truths:
    """Return which tokens have a head outside their sentence, or none that leads to a root."""
    places = np.arange(len(distances))
    sentences = np.cumsum(begins)
    heads = places + distances
    outside = (heads < 0) | (heads >= len(places))
    heads = np.where(outside, places, heads)
    outside |= sentences[heads] != sentences
    heads = np.where(outside, places, heads)
    above = heads
    # each step doubles the way that was gone: the depth of trees, not their size, is how often
    for _ in range(len(places).bit_length()):
        further = above[above]
        if np.array_equal(further, above):
            break
        above = further
    return np.asarray(outside | (heads[above] != above), np.bool_)


def _wide_damaged(wide: pa.ListArray, lengths: Numbers) -> list[int]:
    """Return rows of which a wide token is none of theirs."""
    rows = np.repeat(np.arange(len(wide)), _lengths(wide))
    parts = wide.flatten()
    fields = [parts.field(name) for name in ("token", "gap", "length")]
    damaged = _numbers(fields[0]) >= lengths[rows]
    for part in (parts, *fields):
        damaged |= ~part.is_valid().to_numpy(zero_copy_only=False)
    return [*rows[damaged].tolist()]


def _with_null(others: pa.ListArray) -> list[int]:
    missing = ~others.flatten().is_valid().to_numpy(zero_copy_only=False)
    return [*np.repeat(np.arange(len(others)), _lengths(others))[missing].tolist()]


def _lengths(lists: pa.ListArray) -> Numbers:
    return _numbers(pc.list_value_length(lists))


def _numbers(array: pa.Array) -> Numbers:
    return np.asarray(array.fill_null(0).cast(pa.int64()).to_numpy(zero_copy_only=False))


def _largest_bytes(features: pa.Array) -> Numbers:
    encoded = features.fill_null(b"").dictionary_encode()
    largest = np.array([max(each, default=-1) for each in encoded.dictionary.to_pylist()], np.int64)
    return largest[_numbers(encoded.indices)]


SYMBOLS = "analysis_symbols"

TOKEN_TYPES = {
    "length": pa.uint8(),
    "pos": pa.uint8(),
    "relation": pa.uint8(),
    "head": pa.int16(),
    "mark": pa.uint8(),
    "features": pa.binary(),
    "lemma": pa.string(),
}
"""What is kept of a token: its length, numbers of symbols, the distance of its head, in tokens, whether it stands after
white space and begins a sentence or a name, a byte for each feature, and the lemma where that is not the form."""

WIDE_TYPES = {"token": pa.uint32(), "gap": pa.uint32(), "length": pa.uint32()}
"""The few tokens that stand after more than one character of white space, or are longer than a byte can say."""

ANALYSIS_TYPE = pa.struct(
    {
        "pipeline": pa.string(),
        "text": pa.int64(),
        "others": pa.list_(pa.string()),
        "tokens": pa.list_(pa.struct(TOKEN_TYPES)),
        "wide": pa.list_(pa.struct(WIDE_TYPES)),
    }
)
"""A kept analysis: the pipeline that made it, the digest of the text, symbols that are in no table, and the tokens."""

MOST_SYMBOLS = 256
LONGEST = 255
MOST_SHOWN = 40
"""Characters of a text in a message."""


def is_analysis(kind: pa.DataType) -> bool:
    """Return whether a column of a type keeps analyses, and is not a column of that name of somebody else."""
    return pa.types.is_struct(kind) and [field.name for field in kind] == [field.name for field in ANALYSIS_TYPE]


def analysis_column(text_column: str) -> str:
    """Return the name of the column that keeps the analyses of a column of texts."""
    return f"{text_column}_analysis"


def pipeline_digest(pipeline: Pipeline) -> str:
    """Return what tells a pipeline from others in a column: its name, and a digest of what reading and symbols are."""
    revision = f"{pipeline.revision} {load_lexicon(SYMBOLS).digest} {REVISION}"
    return f"{pipeline.name} {xxhash.xxh3_64_hexdigest(revision.encode())}"


def text_digest(text: str) -> int:
    """Return what tells a text from others in a column."""
    # one bit less: lists of larger numbers find no type
    return xxhash.xxh3_64_intdigest(text.encode(errors="surrogatepass")) >> 1


class _Symbols:
    """The symbols of parts of speech, relations and features, and their numbers."""

    def __init__(self) -> None:
        self.names: dict[str, list[str]] = {"pos": [""], "relation": [""], "feature": []}
        for kind, symbol in load_lexicon(SYMBOLS).rows:
            self.names[kind].append(symbol)
        self.numbers = {kind: {name: number for number, name in enumerate(names)} for kind, names in self.names.items()}

    def number(self, kind: str, symbol: str, others: list[str]) -> int:
        """Return the number of a symbol; what no table has comes after the table."""
        number = self.numbers[kind].get(symbol)
        if number is not None:
            return number
        if symbol not in others:
            others.append(symbol)
        number = len(self.names[kind]) + others.index(symbol)
        if number >= MOST_SYMBOLS:
            raise PipelineError(f"the pipeline names too much that Universal Dependencies does not know: {symbol!r}")
        return number


def _symbols() -> _Symbols:
    return resource(("analysis symbols",), _Symbols)


class _Tokens(NamedTuple):
    """Tokens as columns, in the order of `TOKEN_TYPES`."""

    length: list[int]
    pos: list[int]
    relation: list[int]
    head: list[int]
    mark: list[int]
    features: list[bytes]
    lemma: list[str | None]


def keep(documents: Iterable[Document | None], pipeline: Pipeline) -> pa.StructArray:
    """Return documents as a column of `ANALYSIS_TYPE`."""
    all_tokens = _Tokens([], [], [], [], [], [], [])
    wide: list[list[dict[str, int]]] = []
    texts: list[int | None] = []
    others: list[list[str]] = []
    ends = [0]
    for document in documents:
        unknown: list[str] = []
        wide.append([] if document is None else _add(document, all_tokens, unknown))
        texts.append(None if document is None else text_digest(document.given))
        others.append(unknown)
        ends.append(len(all_tokens.length))
    arrays = [pa.array(values, kind) for values, kind in zip(all_tokens, TOKEN_TYPES.values(), strict=True)]
    tokens = pa.StructArray.from_arrays(arrays, fields=[pa.field(*field) for field in TOKEN_TYPES.items()])
    columns = [
        pa.array([pipeline_digest(pipeline)] * len(texts), pa.string()),
        pa.array(texts, pa.int64()),
        pa.array(others, pa.list_(pa.string())),
        pa.ListArray.from_arrays(pa.array(ends, pa.int32()), tokens),
        pa.array(wide, pa.list_(pa.struct(WIDE_TYPES))),
    ]
    return pa.StructArray.from_arrays(
        columns, fields=list(ANALYSIS_TYPE), mask=pa.array([text is None for text in texts])
    )


def _add(document: Document, columns: _Tokens, others: list[str]) -> list[dict[str, int]]:
    """Add the tokens of a document to the columns, and return those that are wide."""
    symbols = _symbols()
    pos_numbers, relation_numbers = symbols.numbers["pos"], symbols.numbers["relation"]
    # the same object means the same features while the document lives, and tokens share them
    encoded: dict[int, bytes] = {}
    wide: list[dict[str, int]] = []
    first, end = len(columns.length), 0
    for sentence in document.analysis.sentences:
        names = {entity.start: entity for entity in sentence.entities}
        name_end, kind = 0, 0
        for index, token in enumerate(sentence.tokens):
            gap, length = token.start - end, token.end - token.start
            mark = (0 if index else BEGINS_SENTENCE) | (AFTER_SPACE if gap else 0)
            name = names.get(token.start)
            if name is not None:
                mark |= BEGINS_NAME
                name_end, kind = name.end, ENTITY_TYPES.index(name.type) + 1
            if token.start < name_end:
                mark |= NAME_TYPE * kind
            features = encoded.get(id(token.morph))
            if features is None:
                features = encoded[id(token.morph)] = _features(token.morph, symbols, others)
            if gap > 1 or length > LONGEST:
                wide.append({"token": len(columns.length) - first, "gap": gap, "length": length})
            columns.length.append(min(length, LONGEST))
            pos, relation = pos_numbers.get(token.pos), relation_numbers.get(token.relation)
            columns.pos.append(symbols.number("pos", token.pos, others) if pos is None else pos)
            columns.relation.append(
                symbols.number("relation", token.relation, others) if relation is None else relation
            )
            columns.head.append(token.head - index)
            columns.mark.append(mark)
            columns.features.append(features)
            columns.lemma.append(None if token.lemma == token.text else token.lemma)
            end = token.end
    return wide


def _features(morph: Mapping[str, str], symbols: _Symbols, others: list[str]) -> bytes:
    return bytes(symbols.number("feature", f"{name}={value}", others) for name, value in morph.items())


class KeptAnalyses:
    """A column of kept analyses, read row by row.

    Example:
        >>> from hf_genderfair.languages.documents import AnalysisRequest, documents
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Die Ärztin half ihm."
        >>> kept = KeptAnalyses(keep(documents([text], AnalysisRequest("de")), pipeline("de")), "de")
        >>> kept.take(0, text)
        >>> [(token.text, token.relation) for token in kept.get(text).tokens][:2]
        [('Die', 'det'), ('Ärztin', 'nsubj')]
    """

    def __init__(self, column: pa.StructArray, lang: str) -> None:
        """Read the layout of a column of `ANALYSIS_TYPE`."""
        try:
            column = column.cast(ANALYSIS_TYPE)
        except pa.ArrowException as error:
            raise PipelineError("a column of analyses is of another type: remove it, or make it anew") from error
        self._symbols = _symbols()
        known = {kind: len(names) for kind, names in self._symbols.names.items()}
        self._damaged = damaged_rows(column, known, len(ENTITY_TYPES))
        self.lang = lang
        self._pipelines: list[str | None] = column.field("pipeline").to_pylist()
        self._texts: list[int | None] = column.field("text").to_pylist()
        self._valid: list[bool] = column.is_valid().to_pylist()
        self._rows: dict[str, int] = {}
        self._others = column.field("others")
        self._wide = column.field("wide")
        lists = column.field("tokens")
        lengths = [0 if length is None else length for length in lists.value_lengths().to_pylist()]
        self._starts = list(accumulate(lengths, initial=0))
        tokens = lists.flatten()
        self._numbers = {
            name: tokens.field(name).fill_null(0).to_numpy(zero_copy_only=False)
            for name in ("length", "pos", "relation", "head", "mark")
        }
        features = tokens.field("features").fill_null(b"").dictionary_encode()
        self._features: list[bytes] = features.dictionary.to_pylist()
        self._feature_numbers = features.indices.to_numpy(zero_copy_only=False)
        self._lemmas = tokens.field("lemma")
        self._morphs: dict[bytes, Mapping[str, str]] = {}

    def why_not(self, row: int, text: str, pipeline: str) -> str | None:
        """Return why the analysis of a row is not that of a text by a pipeline; None where it is."""
        if not self._valid[row]:
            return f"is missing for the text {_shown(text)}"
        if row in self._damaged:
            return f"is damaged for the text {_shown(text)}"
        if self._pipelines[row] != pipeline:
            return f"is that of the pipeline {self._pipelines[row]!r}, and {pipeline!r} is asked for"
        return None if self._texts[row] == text_digest(text) else f"is that of another text than {_shown(text)}"

    def take(self, row: int, text: str) -> None:
        """Let a text be read from a row; see `why_not`."""
        self._rows[text] = row

    def has(self, lang: str, text: str) -> bool:
        """Return whether the analysis of a text of a language was taken."""
        return lang == self.lang and text in self._rows

    def get(self, text: str) -> Document:
        """Return the document of a text that was taken."""
        row = self._rows[text]
        view = text_view(text)
        straight = straighten_apostrophes(view.text)
        sentences = tuple(self._sentences(row, straight))
        if sentences and sentences[-1].end > len(straight):
            raise PipelineError(f"the analysis of the text {_shown(text)} is longer than it: make it anew")
        analysis = Analysis(sentences)
        return Document(view, analysis, self.lang)

    def _sentences(self, row: int, text: str) -> Iterator[Sentence]:
        part = slice(self._starts[row], self._starts[row + 1])
        lengths, pos, relations, heads, marks = (self._numbers[name][part].tolist() for name in self._numbers)
        gaps = [1 if mark & AFTER_SPACE else 0 for mark in marks]
        for each in self._wide[row].as_py() or ():
            gaps[each["token"]], lengths[each["token"]] = each["gap"], each["length"]
        others = self._others[row].as_py() or []
        names = self._symbols.names
        pos_names, relation_names = [*names["pos"], *others], [*names["relation"], *others]
        morphs = [self._morph(self._features[number], others) for number in self._feature_numbers[part].tolist()]
        lemmas = self._lemmas.slice(part.start, part.stop - part.start).to_pylist()
        ends = list(accumulate(gap + length for gap, length in zip(gaps, lengths, strict=True)))
        firsts = [index for index, mark in enumerate(marks) if mark & BEGINS_SENTENCE]
        for first, last in pairwise([*firsts, len(marks)]):
            tokens = []
            for index in range(first, last):
                start, end = ends[index] - lengths[index], ends[index]
                form, lemma = text[start:end], lemmas[index]
                tokens.append(
                    Token(
                        form,
                        start,
                        end,
                        pos_names[pos[index]],
                        form if lemma is None else lemma,
                        morphs[index],
                        index - first + heads[index],
                        relation_names[relations[index]],
                    )
                )
            yield Sentence(tokens[0].start, tokens[-1].end, tuple(tokens), _entities(tokens, marks[first:last]))

    def _morph(self, features: bytes, others: Sequence[str]) -> Mapping[str, str]:
        known = self._morphs.get(features)
        if known is None:
            symbols = [*self._symbols.names["feature"], *others]
            known = dict(_pair(symbols[number]) for number in features)
            # what no table has is another symbol in another row
            if not others:
                self._morphs[features] = known
        return known


def _pair(feature: str) -> tuple[str, str]:
    name, _, value = feature.partition("=")
    return name, value


def _shown(text: str) -> str:
    return repr(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…")


def _entities(tokens: Sequence[Token], marks: Sequence[int]) -> tuple[Entity, ...]:
    if not any(mark >= NAME_TYPE for mark in marks):
        return ()
    entities: list[Entity] = []
    for token, mark in zip(tokens, marks, strict=True):
        if mark & BEGINS_NAME:
            entities.append(Entity(token.start, token.end, ENTITY_TYPES[mark // NAME_TYPE - 1]))
        elif mark >= NAME_TYPE:
            entities[-1] = entities[-1]._replace(end=token.end)
    return tuple(entities)
