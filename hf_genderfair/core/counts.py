"""Integer counts that add up over any sharding, the strata that they are divided by, and shares computed from them."""

from __future__ import annotations

import json
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isclose, isfinite, sqrt
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hf_genderfair.core.errors import ColumnError, GenderfairError

Key = tuple[str, ...]

Integers = NDArray[np.int64]

SHARE_BINS = (
    "0 %",
    "0–10 %",
    "10–20 %",
    "20–30 %",
    "30–40 %",
    "40–50 %",
    "50 %",
    "50–60 %",
    "60–70 %",
    "70–80 %",
    "80–90 %",
    "90–100 %",
    "100 %",
)
"""Shares of one of two: none, less than half, half, more, all. One half and both ends are separate classes."""

HALF = SHARE_BINS.index("50 %")

SHARE_BINS_NOTE = "What lies on the border of two classes, such as 10 %, counts in the one nearer to one half."

UNKNOWN = "unknown"
"""The stratum of rows without a value: null, not a number, or blank."""

# a date that begins with its year
YEAR = r"^(?P<year>\d{4})[-/]\d{1,2}(?:\D|$)"
NO_VALUE = ("", "nan", "NaN", "NaT", "null", "None")

Target: TypeAlias = str | Mapping[str, float]
"""``uniform``, or the share of each group."""


class Counts(Mapping[Key, int]):
    """A mapping from labels to integers whose sum is exact, associative and commutative.

    Zeros are kept, since that a group was not found is a result too. A key is a tuple of labels, the coarsest
    first, such as ``("words", "female")``.

    Example:
        >>> monday = Counts({("fragments", "female"): 2, ("fragments", "male"): 0})
        >>> tuesday = Counts({("fragments", "male"): 5})
        >>> (monday + tuesday)["fragments", "male"]
        5
        >>> Counts.from_json(monday.to_json()) == monday
        True
    """

    def __init__(self, values: Mapping[Key, int] | Iterable[tuple[Key, int]] = ()) -> None:
        """Take over the values; keys that occur several times in an iterable are added up."""
        pairs = list(values.items() if isinstance(values, Mapping) else values)
        _check_types(pairs)
        total: dict[Key, int] = {}
        for key, value in pairs:
            total[key] = total.get(key, 0) + value
        self._values = total

    @classmethod
    def _of(cls, values: dict[Key, int]) -> Counts:
        """Return values that come from other counts, without looking at each of them again."""
        counts = cls()
        counts._values = values
        return counts

    @classmethod
    def sum(cls, parts: Iterable[Counts]) -> Counts:
        """Return the sum of many, in a time that grows with their size alone.

        Example:
            >>> Counts.sum(Counts({("fragments",): number}) for number in (1, 2, 3))
            Counts({('fragments',): 6})
        """
        total: dict[Key, int] = {}
        for part in parts:
            for key, value in part._values.items():
                total[key] = total.get(key, 0) + value
        return cls._of(total)

    def __getitem__(self, key: Key) -> int:
        """Return the count of a key that was counted; use ``get(key, 0)`` where it may be absent."""
        return self._values[key]

    def __iter__(self) -> Iterator[Key]:
        """Iterate over the keys in the order of their insertion."""
        return iter(self._values)

    def items(self) -> ItemsView[Key, int]:
        """Return keys with their counts."""
        return self._values.items()

    def __len__(self) -> int:
        """Return the number of keys, zeros included."""
        return len(self._values)

    def __add__(self, other: Counts) -> Counts:
        """Add key by key; a key of either side is a key of the sum."""
        return Counts.sum((self, other))

    def __repr__(self) -> str:
        """Show the mapping."""
        return f"Counts({self._values!r})"

    def under(self, *labels: str) -> Counts:
        """Return the counts whose keys begin with these labels, without them.

        Example:
            >>> Counts({("words", "female"): 3, ("bytes", "female"): 9}).under("words")
            Counts({('female',): 3})
        """
        depth = len(labels)
        return Counts._of({key[depth:]: value for key, value in self._values.items() if key[:depth] == labels})

    def total(self) -> int:
        """Return the sum of all values."""
        return sum(self._values.values())

    def most_common(self, number: int) -> list[tuple[Key, int]]:
        """Return the largest counts, ties in the order of their keys."""
        return sorted(self.items(), key=lambda item: (-item[1], item[0]))[:number]

    def to_json(self) -> str:
        """Write all keys and values, zeros included, sorted by key."""
        return json.dumps(sorted(self._values.items()), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Counts:
        """Read what `to_json` wrote.

        Raises:
            ValueError: The text is something else.
        """
        try:
            return cls([(tuple(key), value) for key, value in json.loads(text)])
        except (TypeError, RecursionError) as error:
            raise ValueError(f"these are no counts: {error}") from error


def _check_types(pairs: list[tuple[Key, int]]) -> None:
    # millions of words are counted: the types of all at once, and one by one only to say which is wrong
    keys = [key for key, _ in pairs]
    right_keys = {*map(type, keys)} <= {tuple} and {*map(type, chain.from_iterable(keys))} <= {str}
    if right_keys and {type(value) for _, value in pairs} <= {int}:
        return
    for key, value in pairs:
        if type(key) is not tuple or {*map(type, key)} - {str}:
            raise TypeError(f"a key of Counts is a tuple of strings, not {key!r}")
        if type(value) is not int:
            raise TypeError(f"a value of Counts is an integer, not {value!r}")


@dataclass(frozen=True)
class Share:
    """A proportion with its numerator, its n and an interval.

    ``value``, ``low`` and ``high`` are None where n is 0.
    """

    count: int
    n: int
    value: float | None
    low: float | None
    high: float | None


def share(count: int, n: int, confidence: float = 0.95) -> Share:
    """Return a proportion with the Wilson score interval (Wilson 1927)."""
    if not 0 <= count <= n:
        raise ValueError(f"a share needs 0 <= count <= n, not {count} of {n}")
    if n == 0:
        return Share(0, 0, None, None, None)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    value = count / n
    centre = (value + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(value * (1 - value) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Share(count, n, value, max(0.0, min(centre - reach, value)), min(1.0, max(centre + reach, value)))


def bin_shares(part: Integers, other: Integers, weights: Integers | None = None) -> list[int]:
    """Count into which class the share of one of two numbers falls."""
    both, smaller = part + other, np.minimum(part, other)
    # integers assign shares exactly; shares above one half mirror those below
    index = np.where(smaller == 0, 0, 1 + 10 * smaller // np.maximum(both, 1))
    index = np.where(2 * part > both, len(SHARE_BINS) - 1 - index, np.where(2 * part == both, HALF, index))
    chosen = None if weights is None else weights[both > 0]
    numbers: list[int] = np.bincount(index[both > 0], chosen, len(SHARE_BINS)).astype(int).tolist()
    return numbers


def strata_of(values: pa.Array, column: str, names: Sequence[str] | None = None) -> pa.Array:
    """Return the stratum of each value of a column: the year of a date, the name of a class, or the value itself."""
    kind = values.type
    if pa.types.is_nested(kind):
        raise ColumnError(f"column {column!r} holds {kind}: divide the corpus by a column of single values")
    if pa.types.is_dictionary(kind):
        return strata_of(values.dictionary_decode(), column, names)
    if names is not None and pa.types.is_integer(kind):
        inside = pc.and_(pc.greater_equal(values, 0), pc.less(values, len(names)))
        values = pa.array(names, pa.string()).take(pc.if_else(inside, values, None))
    elif pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        values = pc.year(values)
    elif pa.types.is_floating(kind):
        values = pc.if_else(pc.is_finite(values), values, None)
        whole = pc.if_else(pc.equal(pc.floor(values), values), values, None)
        values = pc.coalesce(whole.cast(pa.int64(), safe=False).cast(pa.string()), values.cast(pa.string()))
    try:
        texts = pc.utf8_trim_whitespace(values.cast(pa.string()))
    except pa.ArrowException as error:
        raise ColumnError(f"column {column!r} holds {kind}: divide the corpus by dates, numbers or text") from error
    years = pc.struct_field(pc.extract_regex(texts, YEAR), "year")
    texts = pc.coalesce(years, texts)
    return pc.fill_null(pc.if_else(pc.is_in(texts, pa.array(NO_VALUE)), None, texts), UNKNOWN)


def target_shares(groups: Sequence[str], target: Target) -> dict[str, float]:
    """Return the share that each group should have, in the order of the groups."""
    if isinstance(target, str):
        if target != "uniform":
            raise GenderfairError(f"target={target!r} is not offered: use 'uniform' or a share for each group")
        return dict.fromkeys(groups, 1 / len(groups))
    if set(target) != set(groups):
        named = ", ".join(sorted(set(target) ^ set(groups)))
        raise GenderfairError(
            f"the target and the groups differ in {named}: give a share for each of {', '.join(groups)}"
        )
    if not all(isfinite(share) and share >= 0 for share in target.values()):
        raise GenderfairError("a share of the target is negative or no number: give shares from 0 to 1")
    if not isclose(sum(target.values()), 1, abs_tol=1e-6):
        raise GenderfairError(f"the shares of the target sum to {sum(target.values()):g}, not 1: divide them by that")
    return {group: float(target[group]) for group in groups}
