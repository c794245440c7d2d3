"""Keep divides a data set without losing a row."""

import pytest
from datasets import Dataset, Features, Value
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError
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


def test_missing_column_is_one_clear_line():
    dataset = Dataset.from_dict({"text": ["Pada."]})
    for use in (Keep("reason").split, Keep("reason").counts):
        with pytest.raises(ColumnError, match="no column 'reason': run the transform"):
            use(dataset)
    with pytest.raises(ColumnError, match="no column 'reason'"):
        Keep("reason")({"text": ["Pada."]})
