"""Keep divides a data set without losing a row."""

import pytest
from as_one_test import as_one_test
from datasets import Dataset, DatasetDict, Features, Value
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.keep import Keep

REASONS = st.lists(st.none() | st.sampled_from(["too_short", "mixed", ""]), max_size=30)
FEATURES = Features({"row": Value("int64"), "reason": Value("string")})


def rows(reasons):
    return Dataset.from_dict({"row": range(len(reasons)), "reason": reasons}, features=FEATURES)


@given(REASONS)
def test_every_row_is_in_one_half_in_order_with_its_reason(reasons):
    kept, excluded = Keep("reason").split(rows(reasons))
    assert list(kept["row"]) == [row for row, reason in enumerate(reasons) if reason is None]
    assert list(excluded["row"]) == [row for row, reason in enumerate(reasons) if reason is not None]
    assert list(excluded["reason"]) == [reason for reason in reasons if reason is not None]
    assert kept.features == excluded.features == FEATURES


@given(REASONS)
def test_counts_are_the_sizes_of_the_halves(reasons):
    keep, dataset = Keep("reason"), rows(reasons)
    kept, excluded = keep.split(dataset)
    counts = keep.counts(dataset)
    assert counts["kept",] == len(kept)
    assert counts.under("excluded").total() == len(excluded)
    assert counts.total() == len(reasons)


@given(REASONS, REASONS)
def test_counts_of_parts_add_up(left, right):
    keep = Keep("reason")
    assert keep.counts(rows(left)) + keep.counts(rows(right)) == keep.counts(rows(left + right))


def test_filter_keeps_what_split_keeps():
    dataset = rows(["mixed", None, None, "too_short"]).shuffle(seed=1)
    kept = Keep("reason").split(dataset).kept
    assert list(dataset.filter(Keep("reason"), batched=True)["row"]) == list(kept["row"])
    stream = dataset.to_iterable_dataset().filter(Keep("reason"), batched=True)
    assert [row["row"] for row in stream] == list(kept["row"])


def test_no_reason_at_all_is_a_column_without_type():
    kept, excluded = Keep("reason").split(Dataset.from_dict({"reason": [None, None]}))
    assert (len(kept), len(excluded)) == (2, 0)


def test_missing_column_is_one_clear_line():
    dataset = Dataset.from_dict({"text": ["Pada."]})
    for use in (Keep("reason").split, Keep("reason").counts):
        with pytest.raises(ColumnError, match="no column 'reason': run the transform"):
            use(dataset)
    with pytest.raises(ColumnError, match="no column 'reason'"):
        Keep("reason")({"text": ["Pada."]})


@pytest.mark.parametrize("streaming", [False, True], ids=["loaded", "streaming"])
def test_single_rows_are_refused(streaming):
    dataset = rows(["mixed", None])
    dataset = dataset.to_iterable_dataset() if streaming else dataset
    with pytest.raises(ColumnError, match="Keep reads batches, and this is a single row: pass batched=True"):
        list(dataset.filter(Keep("reason")))
    with pytest.raises(ColumnError, match="without input_columns"):
        list(dataset.filter(Keep("reason"), batched=True, input_columns=["reason"]))


@as_one_test("kind", [None, "arrow", "numpy", "torch"])
@as_one_test("reasons", [["mixed", None, "short"], [None, None], ["mixed"]])
def test_filters_in_formats_that_keep_nulls(kind, reasons):
    kept = rows(reasons).with_format(kind).filter(Keep("reason"), batched=True)
    assert kept.with_format(None)["row"][:] == [row for row, reason in enumerate(reasons) if reason is None]


def test_data_frames_which_have_other_nulls_are_refused():
    with pytest.raises(ColumnError, match=r"Keep cannot read a batch of type DataFrame: use dataset\.with_format"):
        rows(["mixed", None]).with_format("pandas").filter(Keep("reason"), batched=True)


def test_a_column_of_something_else_holds_no_reasons():
    for use in (Keep("row").split, Keep("row").counts):
        with pytest.raises(ColumnError, match=r"'row' holds .*, not reasons"):
            use(rows(["mixed"]))
    with pytest.raises(ColumnError, match="not text"):
        rows(["mixed"]).filter(Keep("row"), batched=True)


def test_splits_are_divided_one_by_one():
    both = DatasetDict(train=rows(["mixed", None]), test=rows([None]))
    kept, excluded = Keep("reason").split(both)
    assert {name: part["row"][:] for name, part in kept.items()} == {"train": [1], "test": [0]}
    assert {name: part["row"][:] for name, part in excluded.items()} == {"train": [0], "test": []}
    assert Keep("reason").counts(both) == Counts({("kept",): 2, ("excluded", "mixed"): 1})


@pytest.mark.parametrize("wrong", [3, None, ["reason"]], ids=str)
def test_a_column_has_a_name(wrong):
    with pytest.raises(GenderfairError, match=r"column=.* does not fit: give text"):
        Keep(wrong)


def test_streams_and_what_is_no_data_set_are_refused():
    for use in (Keep("reason").split, Keep("reason").counts):
        with pytest.raises(GenderfairError, match="needs all rows of a Dataset at once, not IterableDataset"):
            use(rows([None]).to_iterable_dataset())
        with pytest.raises(GenderfairError, match="Keep reads a data set, not list"):
            use(["mixed"])
