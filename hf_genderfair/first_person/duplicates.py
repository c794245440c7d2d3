"""Find rows that repeat an earlier one except for case, diacritics, digits and spaces, by the letters of texts."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar, cast, get_args
from zipfile import BadZipFile

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import xxhash
from datasets import Dataset, Features, IterableDataset, Value
from numpy.typing import NDArray

from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows, refuse_columns
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import choose
from hf_genderfair.core.text_view import column_view
from hf_genderfair.core.transform import Column, Transform, text_array

Bytes = NDArray[np.uint8]

# Neither byte occurs in UTF-8, so neither can come from a text.
ROW_END = b"\xff"
OTHER_LETTER = b"\xfe"

# Unicode ends here; all letters that fold to one of a-z lie below the second number.
CODE_POINTS = 0x110000
LATIN_END = 0x2000
# Room behind the last row, so that reading a character cut off there stays inside the buffer.
PADDING = 3
SPACE = 0x20


class _Folding(dict[int, str]):
    """The folded form of each code point, computed at its first occurrence."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        letters = unicodedata.normalize("NFKD", character).lower() if character.isalpha() else ""
        # Lower-casing can bring a combining mark back, as for the Turkish dotted capital i.
        self[code] = "".join(letter for letter in letters if letter.isalpha()).replace("ł", "l").replace("ς", "σ")
        return self[code]


_FOLDING = _Folding()


def normalise(text: str) -> str:
    """Reduce a text to its lower-case letters without diacritics."""
    # Letters are those of Unicode; digits, marks, signs and spaces are removed. Ł loses its stroke although Unicode
    # does not decompose it, and the Greek final sigma is a sigma. Each character is treated by itself, so the result of
    # a joined text is the joined result.
    return text.translate(_FOLDING)


def folded_rows(texts: pa.Array) -> tuple[list[bytes], list[int]]:
    """Normalise a column by bytes; right for every row whose letters all fold to a-z."""
    data = joined(texts)
    starts, codes = multibyte(data)
    data[starts] = resource(("letters", "folding"), _folding_table)[codes]
    folded = data.tobytes().translate(_ASCII_FOLDING, _DELETED)
    signs = np.frombuffer(folded, np.uint8)
    ends = np.flatnonzero(signs == ROW_END[0])
    empty = np.flatnonzero(np.diff(ends, prepend=-1, append=len(signs)) == 1)
    other = np.searchsorted(ends, np.flatnonzero(signs == OTHER_LETTER[0]))
    return folded.split(ROW_END), np.union1d(empty, other).tolist()


def words(texts: pa.Array) -> pa.Array:
    """Return all words of a column in order: runs of letters in lower case."""
    found = _letters(texts, lower=True)
    letters = found != SPACE
    edges = np.flatnonzero(np.diff(letters, prepend=False, append=False))
    offsets = np.concatenate(([0], np.cumsum(edges[1::2] - edges[::2])))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(found[letters])]
    return pa.Array.from_buffers(pa.large_string(), len(offsets) - 1, buffers)


def count_words(texts: pa.Array) -> int:
    """Return how many words `words` would find, at a sixth of its cost."""
    letters = _letters(texts, lower=False) != SPACE
    return int(np.count_nonzero(letters[1:] > letters[:-1])) + int(letters[:1].sum())


def _letters(texts: pa.Array, lower: bool) -> Bytes:
    """Return the rows as one buffer in which all but letters are spaces."""
    try:
        seen = column_view(texts).texts
        data = joined(pc.utf8_lower(seen) if lower else seen)
    except (pa.ArrowInvalid, UnicodeDecodeError) as error:
        raise ColumnError("the text is not valid UTF-8: decode it with errors='replace'") from error
    starts, codes = multibyte(data)
    signs = starts[~resource(("letters", "table"), _letter_table)[codes]]
    lead = data[signs]
    for offset, first_lead in ((1, 0xC0), (2, 0xE0), (3, 0xF0)):
        data[signs[lead >= first_lead] + offset] = SPACE
    data[signs] = SPACE
    return np.frombuffer(data.tobytes().translate(_ASCII_WORDS), np.uint8)


def joined(texts: pa.Array) -> Bytes:
    """Return the rows as one writable buffer with `ROW_END` between them."""
    rows = pc.fill_null(texts, "").cast(pa.large_binary())
    everything = pa.LargeListArray.from_arrays([0, len(rows)], rows)
    joined = pc.binary_join(everything, pa.scalar(ROW_END, pa.large_binary()))[0].as_buffer()
    data: Bytes = np.zeros(joined.size + PADDING, np.uint8)
    data[: joined.size] = np.frombuffer(joined, np.uint8)
    return data


def multibyte(data: Bytes) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """Return where characters beyond ASCII start, and their code points."""
    # One comparison for 0xC2 <= byte < 0xF8: smaller bytes wrap around.
    starts = np.flatnonzero(data - np.uint8(0xC2) < 0x36)
    lead = data[starts].astype(np.int32)
    codes = (lead & 0x1F) << 6 | data[1:][starts] & 0x3F
    # Nearly all Polish characters have one or two bytes; only the others need another step.
    longer = np.flatnonzero(lead >= 0xE0)
    first, second, third = (data[starts[longer] + offset].astype(np.int32) & 0x3F for offset in (1, 2, 3))
    three = (lead[longer] & 0x0F) << 12 | first << 6 | second
    four = (lead[longer] & 0x07) << 18 | first << 12 | second << 6 | third
    codes[longer] = np.where(lead[longer] < 0xF0, three, four)
    return starts, np.minimum(codes, CODE_POINTS - 1)


def _letter_table() -> NDArray[np.bool_]:
    return np.fromiter(map(str.isalpha, map(chr, range(CODE_POINTS))), np.bool_, CODE_POINTS)


def _folding_table() -> Bytes:
    table: Bytes = np.where(resource(("letters", "table"), _letter_table), OTHER_LETTER[0], 0).astype(np.uint8)
    for code in range(LATIN_END):
        folded = _FOLDING[code]
        if len(folded) == 1 and folded.isascii():
            table[code] = ord(folded)
    return table


_ASCII_FOLDING = bytes(code + 32 if 65 <= code <= 90 else code for code in range(256))
_DELETED = bytes(code for code in range(0xFE) if not (code < 128 and chr(code).isalpha()))
_ASCII_WORDS = bytes(
    code if 128 <= code < 0xFE or (code < 128 and chr(code).isalpha()) else 0x20 for code in range(256)
)


__all__ = ["FirstOccurrence", "NormalisedHash", "choose_bits", "duplicate_reasons", "expected_collisions", "normalise"]

Bits = Literal[64, 128]
Hashes = NDArray[Any]
Mask = NDArray[np.bool_]
AnyRows = TypeVar("AnyRows", Dataset, IterableDataset)

DTYPES: dict[Bits, np.dtype[Any]] = {64: np.dtype(np.uint64), 128: np.dtype("S16")}
TEXT_TYPES: dict[Bits, pa.DataType] = {64: pa.uint64(), 128: pa.binary()}
# Letters never contain this, so a text without letters cannot get the hash of one with letters.
NO_LETTERS = b"\x00"
# Expected pairs of different texts with one hash that are accepted.
TOLERANCE = 0.001
# Runs of the state grow by this factor: a trade-off between runs to search and moves of a hash.
GROWTH = 8
ROWS_AT_ONCE = 100_000


def expected_collisions(rows: int, bits: Bits) -> float:
    """Return the expected number of pairs of different texts that share a hash by chance."""
    return float(rows) * (rows - 1) / 2 / 2.0**bits


def choose_bits(rows: int) -> Bits:
    """Return the narrowest width of a hash that is safe for a number of texts."""
    return 64 if expected_collisions(rows, 64) <= TOLERANCE else 128


@dataclass(frozen=True, kw_only=True)
class NormalisedHash(Transform):
    """Adds ``text_hash``: equal for texts that have the same letters, in any case and with any diacritics.

    The hash is xxh3 of what `normalise` returns, unsigned 64-bit integer or 16 bytes. A text without any letter
    (digits, emoji, nothing) is hashed as it is, so that such texts are only merged when they are identical. A null
    has no hash.

    Attributes:
        text_column: Column of texts.
        bits: 64 or 128; see `choose_bits`.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Byłam tu!", "BYLAM tu (2)", "Byłem tu."]})
        >>> first, second, third = rows.map(NormalisedHash(), batched=True)["text_hash"]
        >>> first == second, first == third
        (True, False)
    """

    text_column: str = "text"
    bits: Bits = 64

    version: ClassVar[str] = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return ``text_hash``, ``uint64`` or ``binary``."""
        return Features({"text_hash": Value("uint64" if self.bits == 64 else "binary")})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Hash one batch.

        Raises:
            ColumnError: The column does not hold text, or the text is not valid UTF-8.
        """
        texts = text_array(columns[self.text_column], self.text_column)
        folded = _normalised_rows(texts, self.text_column)
        hashes: Hashes
        if self.bits == 64:
            hashes = np.fromiter(map(xxhash.xxh3_64_intdigest, folded), np.uint64, len(folded))
        else:
            hashes = np.frombuffer(b"".join(map(xxhash.xxh3_128_digest, folded)), DTYPES[128])
        return {"text_hash": pc.if_else(pc.is_valid(texts), _to_arrow(hashes), pa.scalar(None, TEXT_TYPES[self.bits]))}


def _normalised_rows(texts: pa.Array, name: str) -> list[bytes]:
    folded, by_itself = folded_rows(texts) if len(texts) else ([], [])
    if len(folded) != len(texts):
        raise ColumnError(f"column {name!r} holds text that is not valid UTF-8: decode it with errors='replace'")
    for row, text in zip(by_itself, texts.take(pa.array(by_itself, pa.int64())).to_pylist(), strict=True):
        folded[row] = normalise(text or "").encode() or NO_LETTERS + (text or "").encode()
    return folded


def _to_arrow(hashes: Hashes) -> pa.Array:
    if hashes.dtype == DTYPES[64]:
        return pa.array(hashes)
    buffers = [None, pa.py_buffer(np.ascontiguousarray(hashes))]
    return pa.Array.from_buffers(pa.binary(16), len(hashes), buffers).cast(pa.binary())


def hash_values(column: pa.Array | pa.ChunkedArray, bits: Bits) -> tuple[Hashes, Mask]:
    """Return a column of ``text_hash`` as a numpy array."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    valid: Mask = np.asarray(pc.is_valid(column))
    try:
        if bits == 64:
            return pc.fill_null(column.cast(pa.uint64()), 0).to_numpy(), valid
        wide = pc.fill_null(column.cast(pa.binary()), bytes(16)).cast(pa.binary(16))
        return np.frombuffer(wide.buffers()[1], DTYPES[128], len(wide), 16 * wide.offset), valid
    except pa.ArrowException as error:
        raise ColumnError(f"column 'text_hash' holds {column.type}, not hashes of {bits} bits") from error


class FirstOccurrence:
    """Remembers hashes and returns which are new; the state of a pass over rows in order.

    The first occurrence stays, for any division into batches. The state is a few sorted arrays, 8 or 16 bytes
    a distinct row, and can be saved between two batches. One process only.

    Example:
        >>> seen = FirstOccurrence(bits=64, capacity=1000)
        >>> seen.keep(np.array([7, 8, 7], np.uint64)).tolist(), seen.keep(np.array([8, 9], np.uint64)).tolist()
        ([True, True, False], [False, True])
        >>> len(seen), seen.rows
        (3, 5)
    """

    def __init__(self, bits: Bits = 64, capacity: int = 100_000_000) -> None:
        """Start without hashes."""
        if capacity < 1:
            raise GenderfairError(f"capacity={capacity} remembers nothing: use 1 or more")
        self.bits: Bits = choose("bits", bits, get_args(Bits))  # type: ignore[assignment]
        self.capacity = capacity
        self.rows = 0
        self._runs: list[Hashes] = []
        self._last: tuple[int, Mask] = (0, np.zeros(0, np.bool_))

    def __len__(self) -> int:
        """Return the number of distinct hashes."""
        return sum(map(len, self._runs))

    @property
    def nbytes(self) -> int:
        """Size of the state in bytes."""
        return sum(run.nbytes for run in self._runs)

    def keep(self, hashes: Hashes, valid: Mask | None = None, start: int | None = None) -> Mask:
        """Return for each hash whether it has not been seen before, and remember it.

        Args:
            hashes: The next rows, in order.
            valid: False where a row has no hash; it stays, and nothing is remembered. Default: all have one.
            start: Number of the first row. A stream that is resumed repeats its last batch: with the number, the
                batch is recognised and answered as before.

        Returns:
            True where a row stays.

        Raises:
            GenderfairError: The capacity is exceeded (the state is then as before), or rows were left out.
        """
        hashes = np.asarray(hashes, DTYPES[self.bits])
        last_start, last = self._last
        if start is not None and start != self.rows:
            if start == last_start and len(hashes) == len(last):
                return last
            raise GenderfairError(
                f"duplicates: row {start} came after row {self.rows}: resume the stream with the state saved with it "
                "and with the same batch size"
            )
        mask: Mask = np.zeros(len(hashes), np.bool_) if valid is None else ~valid
        rows = np.arange(len(hashes)) if valid is None else np.flatnonzero(valid)
        distinct, first = np.unique(hashes[rows], return_index=True)
        new = ~self._contains(distinct)
        self._remember(distinct[new])
        mask[rows[first[new]]] = True
        self._last = (self.rows, mask)
        self.rows += len(hashes)
        return mask

    def _contains(self, distinct: Hashes) -> Mask:
        found: Mask = np.zeros(len(distinct), np.bool_)
        for run in self._runs:
            index = np.searchsorted(run, distinct)
            index[index == len(run)] = 0
            found |= run[index] == distinct
        return found

    def _remember(self, new: Hashes) -> None:
        if len(self) + len(new) > self.capacity:
            raise GenderfairError(
                f"duplicates: more than {self.capacity:,} distinct rows: raise the capacity "
                f"({self.bits // 8} bytes a row) or deduplicate in shards"
            )
        if not len(new):
            return
        self._runs.append(new)
        while len(self._runs) > 1 and len(self._runs[-2]) < GROWTH * len(self._runs[-1]):
            merged = np.concatenate(self._runs[-2:])
            # The stable sort finds the two sorted halves and only merges them.
            merged.sort(kind="stable")
            self._runs[-2:] = [merged]

    def clear(self) -> None:
        """Forget everything, for a new pass."""
        self.load_state_dict(FirstOccurrence(self.bits, self.capacity).state_dict())

    def state_dict(self) -> dict[str, Any]:
        """Return the state as numpy arrays and integers, independent of what follows."""
        hashes = np.sort(np.concatenate([np.zeros(0, DTYPES[self.bits]), *self._runs]), kind="stable")
        start, mask = self._last
        return {"bits": self.bits, "rows": self.rows, "hashes": hashes, "last_start": start, "last": mask.copy()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go back to a state.

        Args:
            state: What `state_dict` returned.

        Raises:
            GenderfairError: The state is of another width or larger than the capacity.
        """
        if int(state["bits"]) != self.bits or len(state["hashes"]) > self.capacity:
            raise GenderfairError(
                f"duplicates: a state of {len(state['hashes']):,} hashes of {int(state['bits'])} bits does not fit "
                f"one of {self.bits} bits and a capacity of {self.capacity:,}"
            )
        self._runs = [np.array(state["hashes"], DTYPES[self.bits])] if len(state["hashes"]) else []
        self.rows = int(state["rows"])
        self._last = (int(state["last_start"]), np.array(state["last"], np.bool_))

    def save(self, path: str | Path) -> None:
        """Write the state to a file atomically: an interrupted write leaves the old file.

        Args:
            path: Name of the file.

        Raises:
            GenderfairError: The file cannot be written.
        """
        unfinished = Path(f"{path}.part")
        try:
            with unfinished.open("wb") as file:
                np.savez(file, **self.state_dict())
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise GenderfairError(f"duplicates: cannot write {path}: {error.strerror or error}") from error

    def load(self, path: str | Path) -> None:
        """Go back to a state in a file.

        Args:
            path: What `save` wrote.

        Raises:
            GenderfairError: There is no such file, it is damaged, or it does not fit.
        """
        try:
            with np.load(path, allow_pickle=False) as state:
                self.load_state_dict(state)
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, BadZipFile) as error:
            raise GenderfairError(f"duplicates: {path} is not a saved state: {error}") from error


def duplicate_reasons(dataset: AnyRows, first: FirstOccurrence | None = None) -> AnyRows:
    """Add ``duplicate_reason``: ``"duplicate"`` in rows whose ``text_hash`` came before, else null.

    A row without hash stays. Split with ``Keep("duplicate_reason")``.

    Args:
        dataset: Rows with the ``text_hash`` of `NormalisedHash`. A stream is judged in its order, by one process; a
            new pass over it begins anew, so streams to be judged together are concatenated first.
        first: The state to use and go on with: pass one to choose the width and capacity, to judge several data sets
            one after another, or to save it beside ``IterableDataset.state_dict()``. Default: a new one of 64 bits.

    Returns:
        The data set with the column; lazily for a stream.

    Raises:
        ColumnError: There is no ``text_hash``, it is of another width, or ``duplicate_reason`` exists already.
        GenderfairError: The capacity is exceeded; for a stream when it is read.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Byłam tu!", "byłam... TU", "Byłem tu."]})
        >>> duplicate_reasons(rows.map(NormalisedHash(), batched=True))["duplicate_reason"][:]
        [None, 'duplicate', None]
    """
    check_rows(dataset, "duplicate_reasons")
    state = FirstOccurrence() if first is None else first
    _check_columns(dataset.column_names)
    if isinstance(dataset, IterableDataset):
        features = dataset.features
        if features is not None:
            features = Features({**features, "duplicate_reason": Value("string")})
        judge = partial(_judge_stream, state)
        return dataset.map(judge, with_indices=True, batched=True, batch_size=ROWS_AT_ONCE // 10, features=features)
    batches = arrow_batches(dataset, ["text_hash"], ROWS_AT_ONCE, "duplicate_reasons")
    reasons = [_reasons(batch["text_hash"], state) for batch in batches]
    column = pa.chunked_array(reasons, pa.string()).combine_chunks()
    return cast(AnyRows, dataset.add_column("duplicate_reason", column, feature=Value("string")))


def _check_columns(names: list[str] | None) -> None:
    check_columns(names, ["text_hash"], "run NormalisedHash first")
    refuse_columns(names, ["duplicate_reason"])


def _judge_stream(first: FirstOccurrence, batch: Mapping[str, Any], indices: list[int]) -> dict[str, list[str | None]]:
    _check_columns(list(batch))
    if indices[0] == 0:
        first.clear()
    hashes = pa.array(batch["text_hash"], pa.uint64() if first.bits == 64 else None)
    return {"duplicate_reason": _reasons(hashes, first, indices[0]).to_pylist()}


def _reasons(column: pa.Array | pa.ChunkedArray, first: FirstOccurrence, start: int | None = None) -> pa.Array:
    hashes, valid = hash_values(column, first.bits)
    return pc.if_else(pa.array(first.keep(hashes, valid, start)), pa.scalar(None, pa.string()), "duplicate")
