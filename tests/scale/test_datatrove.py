"""datatrove: documents with added metadata, and runs."""

import json

import engines
import pytest

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.scale import datatrove_engine
from hf_genderfair.scale.recipe import count_columns

pytest.importorskip("datatrove")


def documents():
    from datatrove.data import Document

    return [Document(row["text"] or "", row["id"]) for row in engines.ROWS]


def test_documents_get_the_columns_of_annotate(tmp_path):
    from hf_genderfair.scale import AnnotateDocuments

    block = AnnotateDocuments(engines.CHAIN, counts=str(tmp_path), batch_size=30)
    found = [document.metadata for document in block(documents(), rank=3)]
    features = engines.CHAIN.features()
    names = features["first_person"].names
    expected = engines.annotated()
    texts = [text is not None for text in engines.ROWS["text"]]
    for metadata, row, known in zip(found, expected, texts, strict=True):
        if known:
            assert metadata == {**{name: row[name] for name in features}, "first_person": names[row["first_person"]]}
    counts = Counts.from_json((tmp_path / "00003.json").read_text())
    assert counts["first_person", "known"] == 100
    assert (
        counts["first_person", "label", "female"]
        == count_columns(expected.data.table, features)["first_person", "label", "female"]
    )


def test_documents_with_a_reason_are_dropped_and_counted(tmp_path):
    from datatrove.pipeline.writers.jsonl import JsonlWriter

    from hf_genderfair.scale import AnnotateDocuments

    writer = JsonlWriter(str(tmp_path), compression=None)
    block = AnnotateDocuments(engines.CHAIN, keep="fragment_reason", exclusion_writer=writer)
    kept = list(block(documents()))
    dropped = [json.loads(line) for line in (tmp_path / "00000.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(kept) + len(dropped) == 100
    reasons = {document["metadata"]["filter_reason"] for document in dropped}
    stats = block.stats.to_dict()["stats"]
    assert {name for name in stats if name.startswith("dropped_")} == {f"dropped_{reason}" for reason in reasons}
    assert stats["dropped"] == len(dropped)
    with pytest.raises(ColumnError, match="no column 'reason' to keep documents by"):
        AnnotateDocuments(engines.CHAIN, keep="reason")


def test_the_examples_of_the_page_run():
    engines.check_page("datatrove.md")


def test_a_run_gives_the_bits_of_a_local_one(tmp_path):
    engines.check_bits("datatrove", tmp_path)


@pytest.mark.whole
def test_a_recipe_gives_the_bits_of_a_local_one(tmp_path):
    engines.check_recipe("datatrove", tmp_path)


@pytest.mark.whole
def test_a_worker_that_is_killed_is_started_again(tmp_path, monkeypatch):
    monkeypatch.setattr(datatrove_engine, "PATIENCE", 0.1)
    engines.check_kill("datatrove", tmp_path)


def test_an_error_is_the_line_of_a_local_run(tmp_path):
    engines.check_error("datatrove", tmp_path)
