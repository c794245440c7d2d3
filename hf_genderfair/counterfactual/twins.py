"""Counterfactuals in a data set: in place of the sentences that they come from, or as twins beside them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, Literal, NamedTuple, TypeVar, get_args

import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, IterableDataset, Value

from hf_genderfair.core.batches import check_columns, check_rows, read_batch
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.settings import choose, fits
from hf_genderfair.core.spans import edit_text, edits_of
from hf_genderfair.core.transform import in_plain_format
from hf_genderfair.counterfactual.plan import CounterfactualPlan
from hf_genderfair.counterfactual.swapping import draw

Sided = Literal["one", "two"]
Rows = TypeVar("Rows", Dataset, IterableDataset)

COLUMNS = ("counterfactual_sentences", "counterfactual_edits")
SWAPPED = {"counterfactual_swapped": Value("int32")}
TWIN = {"counterfactual_pair": Value("string"), "counterfactual_twin": Value("bool")}


def apply_counterfactuals(
    dataset: Rows, plan: CounterfactualPlan, sided: Sided = "one", text_column: str = "text"
) -> Rows:
    """Swap the sentences that a plan takes.

    Args:
        dataset: Rows with the columns of `Counterfactual`; a stream is read a second time.
        plan: What `plan_counterfactuals` chose on the same rows.
        sided: ``one``: the swapped text takes the place of the text, as in the paper; ``two``: each row with a swapped
            sentence is followed by its twin. Twins carry ``counterfactual_pair``, the name that both share, so that
            they stay in one split (see `split_twins`), and ``counterfactual_twin``, by which a filter for near
            duplicates can tell them from copies.
        text_column: Column of text.

    Returns:
        The rows, with ``counterfactual_edits`` reduced to those that were applied (`undo_edits` takes them back; a
        twin's text holds them, its original's does not and has none), and ``counterfactual_swapped``, the number of
        swapped sentences. Other columns of a twin are its original's: annotate again where they say something of the
        text.

    Raises:
        ColumnError: A column is missing.
        GenderfairError: `sided` is unknown.

    Example:
        >>> from hf_genderfair import Chain, Counterfactual, GroupWords, annotate
        >>> from hf_genderfair import plan_counterfactuals
        >>> rows = Dataset.from_dict({"text": ["My uncle is here.", "A king waits."]})
        >>> rows = annotate(rows, Chain(GroupWords("gender"), Counterfactual("en")))
        >>> apply_counterfactuals(rows, plan_counterfactuals(rows, ("female", "male")))["text"][:]
        ['My aunt is here.', 'A king waits.']
    """
    choose("sided", sided, get_args(Sided))
    check_rows(dataset, "apply_counterfactuals")
    if not isinstance(plan, CounterfactualPlan):
        raise GenderfairError("apply_counterfactuals needs a plan: make one with plan_counterfactuals")
    check_columns(dataset.column_names or None, (*COLUMNS, text_column))
    features = None if dataset.features is None else swapped_features(dataset.features, sided)
    build = partial(_swap_batch, plan=plan, sided=sided, text_column=text_column)
    return in_plain_format(dataset, lambda rows: rows.map(build, batched=True, features=features))


def swapped_features(features: Features, sided: Sided = "one") -> Features:
    """Return the columns of rows after `apply_counterfactuals`."""
    return Features({**features, **SWAPPED, **(TWIN if sided == "two" else {})})


def split_twins(dataset: Dataset, shares: Mapping[str, float], seed: int = 0) -> DatasetDict:
    """Divide rows so that a row and its twin come into the same split.

    Args:
        dataset: Rows of `apply_counterfactuals` with ``sided="two"``.
        shares: Share of the rows by name of the split; they sum to 1.
        seed: Another seed gives another division.

    Returns:
        The splits; the split of a row depends only on its pair, or on its text where it has no pair.

    Raises:
        ColumnError: The rows have no pairs.
        GenderfairError: The shares do not sum to 1, or one is negative or no number.

    Example:
        >>> rows = Dataset.from_dict({"text": ["He left.", "She left."], "counterfactual_pair": ["a", "a"]})
        >>> parts = split_twins(rows, {"train": 0.5, "test": 0.5})
        >>> sorted(len(part) for part in parts.values())
        [0, 2]
    """
    check_rows(dataset, "split_twins", streams=False)
    if "counterfactual_pair" not in dataset.column_names:
        raise ColumnError("no column 'counterfactual_pair': apply counterfactuals with sided='two' first")
    if not all(fits(share, float) and share >= 0 for share in shares.values()):
        raise GenderfairError("a share is negative or no number: give shares from 0 to 1")
    if abs(sum(shares.values()) - 1) > 1e-6:
        raise GenderfairError(f"the shares sum to {sum(shares.values()):g}, not 1: divide them by that")
    texts = dataset["text"] if "text" in dataset.column_names else [""] * len(dataset)
    keys = [pair or text or "" for pair, text in zip(dataset["counterfactual_pair"], texts, strict=True)]
    indices: dict[str, list[int]] = {name: [] for name in shares}
    names, bounds = list(shares), list(accumulate(shares.values()))
    for row, key in enumerate(keys):
        index = bisect_right(bounds, draw(seed, key, 0))
        indices[names[min(index, len(names) - 1)]].append(row)
    return DatasetDict({name: dataset.select(rows) for name, rows in indices.items()})


def swap_table(rows: pa.Table, plan: CounterfactualPlan, sided: Sided = "one", text_column: str = "text") -> pa.Table:
    """Swap the sentences that a plan takes in the rows of a table, as `apply_counterfactuals` does in a data set."""
    built = _swap({name: rows[name].to_pylist() for name in (*COLUMNS, text_column)}, plan, sided, text_column)
    swapped = rows if sided == "one" else rows.take(pa.array(built.rows, pa.int64()))
    features = swapped_features(Features.from_arrow_schema(rows.schema), sided)
    for name, values in built.columns.items():
        column = pa.array(values, features.arrow_schema.field(name).type)
        if name in swapped.column_names:
            swapped = swapped.set_column(swapped.column_names.index(name), name, column)
        else:
            swapped = swapped.append_column(name, column)
    return swapped.replace_schema_metadata(features.arrow_schema.metadata)


def _swap_batch(
    batch: Mapping[str, Sequence[Any]] | pa.Table, plan: CounterfactualPlan, sided: Sided, text_column: str
) -> dict[str, list[Any]] | pa.Table:
    rows = read_batch(batch, "apply_counterfactuals")
    if isinstance(rows, pa.Table):
        return swap_table(rows, plan, sided, text_column)
    built = _swap(rows, plan, sided, text_column)
    return {name: [values[row] for row in built.rows] for name, values in rows.items()} | built.columns


class _Swapped(NamedTuple):
    """The rows after sentences were swapped: the place of each in the batch, and the columns that are not its own."""

    rows: list[int]
    columns: dict[str, list[Any]]


def _swap(columns: Mapping[str, Sequence[Any]], plan: CounterfactualPlan, sided: Sided, text_column: str) -> _Swapped:
    names = (text_column, "counterfactual_edits", *SWAPPED, *(TWIN if sided == "two" else ()))
    built = _Swapped([], {name: [] for name in names})

    def add(row: int, *values: Any) -> None:
        built.rows.append(row)
        for column, value in zip(built.columns.values(), values, strict=True):
            column.append(value)

    cells = zip(*(columns[name] for name in (text_column, *COLUMNS)), strict=True)
    for row, (text, sentences, proposed) in enumerate(cells):
        taken = {
            (sentence["pair"], f"{sentence['source']}>{sentence['target']}")
            for sentence in sentences or ()
            if sentence["reason"] is None
            and plan.takes(sentence["source"], sentence["target"], sentence["words"], sentence["draw"])
        }
        edits = [edit for edit in proposed or () if (edit["pair"], edit["direction"]) in taken]
        swapped = edit_text(text, edits_of(edits)) if taken else text
        if sided == "one":
            add(row, swapped, edits, len(taken))
            continue
        pair = min(pair for pair, _ in taken) if taken else None
        add(row, text, [], 0, pair, False)
        if taken:
            add(row, swapped, edits, len(taken), pair, True)
    return built
