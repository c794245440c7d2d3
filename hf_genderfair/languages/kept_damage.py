"""Find kept analyses that no pipeline has written: numbers without a symbol, heads that lead nowhere or in a circle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

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
