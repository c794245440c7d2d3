"""Batches of one type from any data set."""

import pyarrow as pa
import pytest
from datasets import Dataset, Features, Value
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair import GroupWords, PersonReferences, annotate
from hf_genderfair.core.batches import arrow_batches
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.keep import Keep
from hf_genderfair.representation import count_groups, count_references, count_words

ROWS = Dataset.from_dict({"text": ["She met him."] * 2 + ["It rains."] * 3 + ["They saw her."]})


def streamed_with_features(transform):
    return annotate(ROWS.to_iterable_dataset(), transform)


def streamed_without_features(transform):
    return ROWS.to_iterable_dataset().map(transform, batched=True, batch_size=2)


@pytest.mark.parametrize("stream", [streamed_with_features, streamed_without_features])
def test_a_stream_is_counted_like_a_data_set(stream):
    transform = GroupWords("gender")
    whole = annotate(ROWS, transform)
    groups = ("female", "male")
    found, expected = (count_groups(rows, "gender", groups) for rows in (stream(transform), whole))
    assert found.by_document.tolist() == expected.by_document.tolist()
    assert (found.relevant_sentences, found.sentences) == (expected.relevant_sentences, expected.sentences)
    assert count_words(stream(transform), "gender") == count_words(whole, "gender")
    references = PersonReferences("en")
    found, expected = (count_references(rows) for rows in (stream(references), annotate(ROWS, references)))
    assert found.by_document.tolist() == expected.by_document.tolist()


@pytest.mark.parametrize("kind", [None, "arrow", "numpy"])
def test_formats_and_columns(kind):
    rows = Dataset.from_dict({"a": [1, 2, 3], "b": [["x"], [], []]}).with_format(kind)
    tables = list(arrow_batches(rows, ["b", "missing"], 2))
    assert [table.column_names for table in tables] == [["b"], ["b"]]
    assert all(isinstance(table, pa.Table) for table in tables)
    assert pa.concat_tables(tables).to_pydict() == {"b": [["x"], [], []]}


REASONS = st.lists(st.none() | st.sampled_from(["too_short", "mixed", ""]), max_size=30)
REASON_FEATURES = Features({"row": Value("int64"), "reason": Value("string")})


def with_reasons(reasons):
    return Dataset.from_dict({"row": range(len(reasons)), "reason": reasons}, features=REASON_FEATURES)


@given(REASONS)
def test_every_row_is_in_one_half_in_order_with_its_reason(reasons):
    kept, excluded = Keep("reason").split(with_reasons(reasons))
    assert list(kept["row"]) == [row for row, reason in enumerate(reasons) if reason is None]
    assert list(excluded["row"]) == [row for row, reason in enumerate(reasons) if reason is not None]
    assert list(excluded["reason"]) == [reason for reason in reasons if reason is not None]
    assert kept.features == excluded.features == REASON_FEATURES
    counts = Keep("reason").counts(with_reasons(reasons))
    assert (counts["kept",], counts.under("excluded").total()) == (len(kept), len(excluded))


@given(REASONS, REASONS)
def test_counts_of_parts_add_up(left, right):
    keep = Keep("reason")
    assert keep.counts(with_reasons(left)) + keep.counts(with_reasons(right)) == keep.counts(with_reasons(left + right))


def test_filter_keeps_what_split_keeps_and_a_missing_column_is_one_clear_line():
    dataset = with_reasons(["mixed", None, None, "too_short"]).shuffle(seed=1)
    kept = Keep("reason").split(dataset).kept
    assert list(dataset.filter(Keep("reason"), batched=True)["row"]) == list(kept["row"])
    stream = dataset.to_iterable_dataset().filter(Keep("reason"), batched=True)
    assert [row["row"] for row in stream] == list(kept["row"])
    dataset = Dataset.from_dict({"text": ["Pada."]})
    for use in (Keep("reason").split, Keep("reason").counts):
        with pytest.raises(ColumnError, match="no column 'reason': run the transform"):
            use(dataset)
    with pytest.raises(ColumnError, match="no column 'reason'"):
        Keep("reason")({"text": ["Pada."]})
