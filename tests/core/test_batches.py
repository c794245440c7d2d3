"""Batches of one type from any data set."""

import pyarrow as pa
import pytest
from datasets import Dataset

from hf_genderfair import GroupWords, PersonReferences, Report, annotate, write_dataset
from hf_genderfair.core.batches import arrow_batches
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


def test_a_stream_is_written_like_a_data_set(tmp_path):
    transform = GroupWords("gender")
    streamed = write_dataset(tmp_path / "streamed", streamed_with_features(transform), Report("x", "en"))
    assert streamed.data == write_dataset(tmp_path / "whole", annotate(ROWS, transform), Report("x", "en")).data


@pytest.mark.parametrize("kind", [None, "arrow", "numpy"])
def test_formats_and_columns(kind):
    rows = Dataset.from_dict({"a": [1, 2, 3], "b": [["x"], [], []]}).with_format(kind)
    tables = list(arrow_batches(rows, ["b", "missing"], 2))
    assert [table.column_names for table in tables] == [["b"], ["b"]]
    assert all(isinstance(table, pa.Table) for table in tables)
    assert pa.concat_tables(tables).to_pydict() == {"b": [["x"], [], []]}
