"""Integer counts that add up over any sharding, and the figures computed from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import ItemsView, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from statistics import NormalDist

Key = tuple[str, ...]


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
        ordered = Counter(self._values).items()
        return sorted(ordered, key=lambda item: (-item[1], item[0]))[:number]

    def to_json(self) -> str:
        """Write all keys and values, zeros included, sorted by key."""
        return json.dumps([[list(key), self._values[key]] for key in sorted(self._values)], ensure_ascii=False)

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
