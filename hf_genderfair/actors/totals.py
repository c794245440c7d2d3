"""Integers of a corpus, counted from the columns of the actor analysis: they add up over any sharding.

All figures are computed from them: totals, medians, shares and their intervals; see `hf_genderfair.actors.estimates`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import ClassLabel, Dataset, IterableDataset
from numpy.typing import NDArray

from hf_genderfair.actors.columns import COUNT_COLUMNS, QUANTITIES, TEXT_COUNTS
from hf_genderfair.core.batches import arrow_batches, check_columns, check_rows
from hf_genderfair.core.counts import Counts, Key, strata_of
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.languages.coreference.mention import EVIDENCE_SOURCES
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender

ADVICE = "annotate the data set with ActorMetrics first"

Integers: TypeAlias = NDArray[np.int64]

EVERYTHING = "all"
"""The only stratum of an undivided corpus."""
MOST_STRATA = 2_000
"""Largest number of strata; more are a mistake, such as a column of URLs. Each takes some 50 KB."""
COUNTED = tuple(quantity for quantity in QUANTITIES if quantity != "sentiment")
"""Quantities that are counts; sentiment is a sum that may be negative."""
SUMS = {
    "quotes": ("direct_quotes", "indirect_quotes"),
    "subjects_and_objects": ("subjects", "objects"),
    "subjects_of_any_voice": ("subjects", "passive_subjects"),
    "coded_words": ("feminine_coded", "masculine_coded"),
}
"""Sums of quantities that ratios divide by, counted by text as well."""
PARTS: dict[str, tuple[str, ...]] = {**{quantity: (quantity,) for quantity in COUNTED}, **SUMS}
"""The quantities that each one counted by text consists of."""
FLAGS = {"gender_fair_total": "gender_fair_texts", "generic_masculine_total": "generic_masculine_texts"}
MILLION = 1_000_000
MERGED_AT = 1_000_000


@dataclass(frozen=True, eq=False)
class ActorTotals:
    """The counts of a corpus, by stratum; counts of shards add up.

    Attributes:
        by: The column that divides the corpus into strata; None for one stratum.
        strata: Its values, in order.
        counts: Keys ``(stratum, name)``: ``texts``, ``texts_with_actors``, ``texts_with_female_or_male``, the texts
            with a gender-fair form or a generic masculine (``gender_fair_texts``, ``generic_masculine_texts``, and
            each of them again among texts with a female or male actor: ``gendered_gender_fair_texts``, …), and the
            sums of `hf_genderfair.actors.columns.TEXT_COUNTS`. Keys ``(stratum, gender, name)``:
            ``actors_with_sentiment`` and the sum of their means, in millionths: ``actor_sentiments``; the actors whose
            gender rests on pronouns, words or names: ``actors_by_names``. Of ``unknown`` gender, the single persons
            whom a German masculine noun names, which marks no gender: ``masculine_nouns``.
        rows: For each of `PARTS` the different combinations of counts that texts have, and how often:
            columns are the place of the stratum, a count for each gender, the number of texts. Texts with no count
            for any gender are left out.
        products: For each stratum the sums over texts of the products of all pairs of values: a one and the counts in
            `COUNT_COLUMNS`. The first row holds the number of texts and all totals.
        sentiments: Histogram of the mean sentiment of a text's predications of female and male actors: place of the
            stratum, sentiment in thousandths, number of texts.

    Example:
        >>> rows = Dataset.from_dict({name: [1, 2] for name in COLUMNS if name != "actors"} | {"actors": [[], []]})
        >>> totals = count_actors(rows)
        >>> totals.total("female", "mentions"), totals.number("texts")
        (3, 2)
        >>> (totals + totals).total("female", "mentions")
        6
        >>> ActorTotals.from_json(totals.to_json()).to_json() == totals.to_json()
        True
    """

    by: str | None
    strata: tuple[str, ...]
    counts: Counts
    rows: Mapping[str, Integers]
    products: Integers
    sentiments: Integers

    def chosen(self, stratum: str | None) -> list[str]:
        """Return one stratum, or all for None."""
        if stratum is None:
            return list(self.strata)
        if stratum not in self.strata:
            raise GenderfairError(f"no stratum {stratum!r} by {self.by!r}: there is {', '.join(self.strata) or 'none'}")
        return [stratum]

    def number(self, name: str, stratum: str | None = None, gender: PersonGender | None = None) -> int:
        """Return a count of `counts`, of one stratum or all of them."""
        labels = (name,) if gender is None else (gender, name)
        return sum(self.counts.get((chosen, *labels), 0) for chosen in self.chosen(stratum))

    def total(self, gender: PersonGender, quantity: str, stratum: str | None = None) -> int:
        """Return the sum of a quantity over all texts."""
        return int(self.moments(stratum)[0, 1 + COUNT_COLUMNS.index(f"{gender}_{quantity}")])

    def moments(self, stratum: str | None = None) -> Integers:
        """Return `products` of one stratum, or their sum over all."""
        indices = [self.strata.index(chosen) for chosen in self.chosen(stratum)]
        summed: Integers = self.products[indices].sum(axis=0)
        return summed

    def combinations(self, quantity: str, stratum: str | None = None) -> Integers:
        """Return the distinct combinations of counts: a column for each gender, then the number of texts."""
        return self._of(self.rows[quantity], stratum)

    def text_sentiments(self, stratum: str | None = None) -> Integers:
        """Return the histogram of the sentiment of texts: thousandths, number of texts."""
        return self._of(self.sentiments, stratum)

    def _of(self, rows: Integers, stratum: str | None) -> Integers:
        if stratum is None:
            return merged(rows[:, 1:])
        own: Integers = rows[rows[:, 0] == self.strata.index(self.chosen(stratum)[0]), 1:]
        return own

    def __add__(self, other: ActorTotals) -> ActorTotals:
        """Add up two parts of a corpus, in any order."""
        if self.by != other.by:
            raise GenderfairError(f"totals by {self.by!r} and by {other.by!r} do not add up: count both by one column")
        strata = tuple(sorted({*self.strata, *other.strata}))
        products = np.zeros((len(strata), *self.products.shape[1:]), np.int64)
        parts: dict[str, list[Integers]] = {quantity: [] for quantity in PARTS}
        sentiments = []
        for part in (self, other):
            indices = np.array([strata.index(stratum) for stratum in part.strata], np.int64)
            products[indices] += part.products
            for quantity in PARTS:
                parts[quantity].append(_moved(part.rows[quantity], indices))
            sentiments.append(_moved(part.sentiments, indices))
        rows = {quantity: merged(np.vstack(found)) for quantity, found in parts.items()}
        return ActorTotals(self.by, strata, self.counts + other.counts, rows, products, merged(np.vstack(sentiments)))

    def to_json(self) -> str:
        """Return the totals as JSON; equal totals give equal text."""
        values = {
            "by": self.by,
            "strata": self.strata,
            "counts": [[list(key), self.counts[key]] for key in sorted(self.counts) if self.counts[key]],
            "rows": {quantity: rows.tolist() for quantity, rows in self.rows.items()},
            "products": self.products.tolist(),
            "sentiments": self.sentiments.tolist(),
        }
        return json.dumps(values, ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> ActorTotals:
        """Read what `to_json` wrote."""
        try:
            values = json.loads(text)
            counts = Counts([(tuple(key), value) for key, value in values["counts"]])
            rows = {quantity: _table(values["rows"][quantity], 2 + len(PERSON_GENDERS)) for quantity in PARTS}
            width = 1 + len(COUNT_COLUMNS)
            products = np.array(values["products"], np.int64).reshape(-1, width, width)
            sentiments = _table(values["sentiments"], 3)
            return cls(values["by"], tuple(values["strata"]), counts, rows, products, sentiments)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"no totals of actors: {error}") from error


COLUMNS = ("actors", *COUNT_COLUMNS, *TEXT_COUNTS)
"""The columns that are counted."""


def count_actors(dataset: Dataset | IterableDataset, by: str | None = None) -> ActorTotals:
    """Add up the columns of `ActorMetrics`.

    Args:
        dataset: Rows with these columns.
        by: A column that divides the corpus, such as ``date`` (its years), ``section`` or ``source``. Rows without a
            value form the stratum ``unknown``.

    Returns:
        The totals; counts of shards add up to those of the whole, whatever the order of the rows.

    Raises:
        ColumnError: A column is missing, has no value in some row, or divides the corpus in more than `MOST_STRATA`.

    Example:
        >>> from hf_genderfair import ActorMetrics, annotate
        >>> rows = annotate(Dataset.from_dict({"text": ["Die Ministerin lobte ihren Mann."]}), ActorMetrics("de"))
        >>> count_actors(rows).total("female", "actors")
        1
    """
    tally = _Tally()
    for batch, strata in batches(dataset, COLUMNS, by):
        tally.add(batch, strata)
    return tally.totals(by)


def batches(
    dataset: Dataset | IterableDataset, columns: Sequence[str], by: str | None
) -> Iterator[tuple[pa.Table, pa.Array]]:
    """Read columns of a data set, with the stratum of each row."""
    check_rows(dataset, "counting actors")
    wanted = [*columns, *([by] if by is not None else [])]
    feature = (dataset.features or {}).get(by)
    names = feature.names if isinstance(feature, ClassLabel) else None
    if dataset.column_names is not None:
        check_columns(dataset.column_names, wanted, ADVICE)
    for batch in arrow_batches(dataset, wanted):
        check_columns(batch.column_names, wanted, ADVICE)
        if by is None:
            strata = pa.array([EVERYTHING]).take(pa.array(np.zeros(batch.num_rows, np.int64)))
        else:
            strata = strata_of(batch[by].combine_chunks(), by, names)
        yield batch, strata


def merged(rows: Integers) -> Integers:
    """Return the distinct rows in order, with the sum of their last column: the number of texts."""
    if len(rows) == 0:
        return rows
    ordered = rows[np.lexsort(rows[:, -2::-1].T)]
    starts = np.flatnonzero(np.r_[True, (ordered[1:, :-1] != ordered[:-1, :-1]).any(axis=1)])
    return np.column_stack([ordered[starts, :-1], np.add.reduceat(ordered[:, -1], starts)])


@dataclass
class _Tally:
    """The counts so far; strata are numbered in the order of their first row."""

    indices: dict[str, int] = field(default_factory=dict)
    counts: Counter[Key] = field(default_factory=Counter)
    products: list[Integers] = field(default_factory=list)
    parts: dict[str, list[Integers]] = field(default_factory=lambda: {quantity: [] for quantity in PARTS})
    sentiments: list[Integers] = field(default_factory=list)

    def add(self, batch: pa.Table, strata: pa.Array) -> None:
        encoded = strata.dictionary_encode()
        labels = encoded.dictionary.to_pylist()
        for label in labels:
            self.indices.setdefault(label, len(self.indices))
        if len(self.indices) > MOST_STRATA:
            raise ColumnError(f"more than {MOST_STRATA:,} strata: divide the corpus by a column with fewer values")
        index = np.array([self.indices[label] for label in labels], np.int64)[encoded.indices.to_numpy()]
        values = {name: _integers(batch, name) for name in (*COUNT_COLUMNS, *TEXT_COUNTS)}
        self._add_products(index, values)
        self._add_rows(index, values)
        self._add_texts(index, values)
        self._add_actors(index, batch["actors"].combine_chunks())

    def _add_products(self, index: Integers, values: Mapping[str, Integers]) -> None:
        matrix = np.column_stack([np.ones(len(index), np.int64), *(values[name] for name in COUNT_COLUMNS)])
        while len(self.products) < len(self.indices):
            self.products.append(np.zeros((matrix.shape[1], matrix.shape[1]), np.int64))
        for stratum in np.unique(index):
            self.products[stratum] += _products(matrix[index == stratum])

    def _add_rows(self, index: Integers, values: Mapping[str, Integers]) -> None:
        for quantity, parts in PARTS.items():
            counted = np.column_stack([sum(values[f"{gender}_{part}"] for part in parts) for gender in PERSON_GENDERS])
            self._keep(self.parts[quantity], index, counted, counted.sum(axis=1) > 0)
        number, total = (values[f"female_{name}"] + values[f"male_{name}"] for name in ("predications", "sentiment"))
        thousandths = np.rint(total / np.maximum(number, 1)).astype(np.int64)
        self._keep(self.sentiments, index, thousandths[:, None], number > 0)

    def _keep(self, parts: list[Integers], index: Integers, counted: Integers, relevant: NDArray[np.bool_]) -> None:
        rows = np.column_stack([index, counted, np.ones(len(index), np.int64)])[relevant]
        parts.append(merged(rows))
        if len(parts) > 1 and sum(map(len, parts)) > max(MERGED_AT, 2 * len(parts[0])):
            parts[:] = [merged(np.vstack(parts))]

    def _add_texts(self, index: Integers, values: Mapping[str, Integers]) -> None:
        gendered = values["female_actors"] + values["male_actors"] > 0
        anybody = np.column_stack([values[f"{gender}_actors"] for gender in PERSON_GENDERS]).sum(axis=1) > 0
        found: dict[str, NDArray[Any]] = {
            "texts": np.ones(len(index), np.int64),
            "texts_with_actors": anybody,
            "texts_with_female_or_male": gendered,
            **{name: values[name] for name in TEXT_COUNTS},
        }
        for column, name in FLAGS.items():
            found[name] = values[column] > 0
            found[f"gendered_{name}"] = (values[column] > 0) & gendered
        for name, numbers in found.items():
            self._count(index, numbers.astype(np.int64), (name,))

    def _add_actors(self, index: Integers, actors: pa.ListArray) -> None:
        """Count the mean sentiment of each person; groups are in no count of a gender."""
        rows = index[pc.list_parent_indices(actors).to_numpy()]
        structs = actors.flatten()
        if not len(structs):
            return
        fields = {name: structs.field(name) for name in ("gender", "group", "predications", "sentiment")}
        number = pc.fill_null(fields["predications"], 0).to_numpy(zero_copy_only=False).astype(np.int64)
        total = pc.fill_null(fields["sentiment"], 0).to_numpy(zero_copy_only=False).astype(np.int64)
        single = ~pc.fill_null(fields["group"], False).to_numpy(zero_copy_only=False) & (number > 0)
        means = np.rint(total * (MILLION / 1000) / np.maximum(number, 1)).astype(np.int64)
        for gender in PERSON_GENDERS:
            own = single & _equals(fields["gender"], gender)
            self._count(rows, own.astype(np.int64), (gender, "actors_with_sentiment"))
            self._count(rows, means * own, (gender, "actor_sentiments"))
        self._add_evidence(rows, structs)

    def _add_evidence(self, rows: Integers, structs: pa.StructArray) -> None:
        """Count on what the genders of persons rest, and whom only a masculine noun names."""
        person = ~pc.fill_null(structs.field("group"), False).to_numpy(zero_copy_only=False)
        sources = structs.field("gender_evidence")
        of_gender = {gender: person & _equals(structs.field("gender"), gender) for gender in PERSON_GENDERS}
        for gender, own in of_gender.items():
            for source in EVIDENCE_SOURCES:
                self._count(rows, (own & _equals(sources, source)).astype(np.int64), (gender, f"actors_by_{source}"))
        evidence = structs.field("evidence")
        pieces = evidence.flatten()
        masculine = np.zeros(len(structs), np.bool_)
        said = _equals(pieces.field("gender"), "male") & _equals(pieces.field("kind"), "morphology")
        masculine[pc.list_parent_indices(evidence).to_numpy()[said]] = True
        self._count(rows, (of_gender["unknown"] & masculine).astype(np.int64), ("unknown", "masculine_nouns"))

    def _count(self, index: Integers, numbers: Integers, labels: tuple[str, ...]) -> None:
        sums = np.zeros(len(self.indices), np.int64)
        np.add.at(sums, index, numbers)
        for label, number in self.indices.items():
            self.counts[(label, *labels)] += int(sums[number])

    def totals(self, by: str | None) -> ActorTotals:
        strata = tuple(sorted(self.indices))
        order = np.array([strata.index(stratum) for stratum in self.indices], np.int64)
        width = 1 + len(COUNT_COLUMNS)
        products = np.zeros((len(strata), width, width), np.int64)
        for index, found in enumerate(self.products):
            products[order[index]] = found
        rows = {
            quantity: merged(_moved(np.vstack([_table([], 2 + len(PERSON_GENDERS)), *found]), order))
            for quantity, found in self.parts.items()
        }
        sentiments = merged(_moved(np.vstack([_table([], 3), *self.sentiments]), order))
        return ActorTotals(by, strata, Counts(self.counts), rows, products, sentiments)


def _equals(values: pa.Array, value: str) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = pc.fill_null(pc.equal(values, value), False).to_numpy(zero_copy_only=False)
    return found


def _integers(batch: pa.Table, name: str) -> Integers:
    values = batch[name].combine_chunks()
    if values.null_count:
        raise ColumnError(f"column {name!r} has no value in some rows: annotate all rows with ActorMetrics")
    whole: Integers = values.to_numpy(zero_copy_only=False).astype(np.int64)
    return whole


def _products(matrix: Integers) -> Integers:
    """Return the sums of products of all pairs of columns, as floats, which are fast and exact below 2⁵³."""
    largest = int(np.abs(matrix).max(initial=0))
    if largest * largest * len(matrix) < 2**53:
        floats = matrix.astype(np.float64)
        return (floats.T @ floats).astype(np.int64)
    return matrix.T @ matrix


def _moved(rows: Integers, indices: Integers) -> Integers:
    """Return the rows with renumbered strata."""
    moved = rows.copy()
    if len(rows):
        moved[:, 0] = indices[rows[:, 0]]
    return moved


def _table(rows: Sequence[Sequence[int]], width: int) -> Integers:
    table: Integers = np.array(rows, np.int64).reshape(-1, width)
    return table
