"""The recipe of a corpus gives the same over shards as at once."""

import pytest
from datasets import Dataset, concatenate_datasets, load_from_disk
from golden import golden_rows

from hf_genderfair import CorpusRecipe, FirstPerson, FragmentReasons, corpus, load_audited, run

TEXTS = golden_rows(__file__, "TEXTS")


def rows(number=90):
    texts = [TEXTS[index % 9] and TEXTS[index % 9] + " tak" * (index % 5) for index in range(number)]
    dates = [f"{2000 + index % 7}-01-02" for index in range(number)]
    return Dataset.from_dict({"text": texts, "url": ["http://forum.example/"] * number, "date": dates})


@pytest.mark.parametrize(
    ("options", "division"),
    [
        ({}, {"shards": 6, "num_proc": 2}),
        ({}, {"shards": 1}),
        pytest.param({"split_posts": False}, {"shards": 7, "batch_rows": 11}, marks=pytest.mark.whole),
        pytest.param({"deduplicate": False}, {"shards": 7, "batch_rows": 11}, marks=pytest.mark.whole),
        ({"reasons": FragmentReasons(excluded_sites=("forum.example",))}, {"shards": 2}),
    ],
    ids=["default", "one shard", "whole texts", "with duplicates", "without a site"],
)
def test_the_result_is_that_of_the_whole(alike, division, options, without_pictures):
    source = concatenate_datasets([rows(), Dataset.from_dict({"text": ["Byłam tu i tam.", "Byłam tu, i TAM."]})])
    alike(corpus(source, title="Posts", **options), CorpusRecipe(**options), source, title="Posts", **division)


def test_rows_that_fail_in_several_passes_are_all_counted(tmp_path, monkeypatch):
    """A row fails in the first pass and another one in the second."""
    whole = CorpusRecipe.apply

    def fails(recipe, number, rows, place, rank):
        if any("sama" in (text or "") for text in rows["text"].to_pylist()) and number == 1:
            raise ValueError("the second pass")
        if any("rower" in (text or "") for text in rows["text"].to_pylist()) and number == 0:
            raise ValueError("the first pass")
        return whole(recipe, number, rows, place, rank)

    monkeypatch.setattr(CorpusRecipe, "apply", fails)
    source = Dataset.from_dict({"text": ["Kupiłem rower.", "Byłam tam sama.", "Zrobiłam obiad."]})
    report = run(source, CorpusRecipe(), tmp_path / "out")
    assert report.excluded == {"error: ValueError": 2}
    assert len(load_audited(tmp_path / "out").excluded) == 2


def test_another_setting_of_the_tables_labels_nothing_again(tmp_path, monkeypatch, without_pictures):
    rows(20).save_to_disk(tmp_path / "rows")
    source = load_from_disk(tmp_path / "rows")
    first = corpus(source)
    monkeypatch.setattr(FirstPerson, "annotate", None)
    assert corpus(source, listed=3).kept[:] == first.kept[:]
