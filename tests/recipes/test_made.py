"""What a recipe made: its edits, what is shown of it, and that it is written and published whole."""

import pytest
from datasets import Dataset, DatasetDict, IterableDatasetDict

from hf_genderfair import Counterfactual, GenderFair, augment, load_audited, publish, rewrite, undo_edits
from hf_genderfair.core.errors import GenderfairError, PublishError
from hf_genderfair.recipes import Made
from hf_genderfair.recipes.made import joined
from hf_genderfair.report.report import Report

ROWS = Dataset.from_dict({"text": ["Every pilot checks his plane.", None, "It rains.", "A poet loves her or his dog."]})
FAIR = "Every pilot checks their plane."


@pytest.fixture(scope="module")
def fair():
    return rewrite(ROWS, GenderFair("en"), source={"id": "planes"})


def test_edits_are_listed_with_the_rows_that_they_belong_to(fair):
    assert fair.kept["text"][0] == FAIR
    assert fair.edits.column_names == ["row", "start", "end", "original", "replacement", "rule", "reason"]
    first = fair.edits[0]
    assert (first["row"], first["original"], first["replacement"]) == (0, "his", "their")
    assert set(fair.edits["row"]) <= {0, 3}
    assert undo_edits(fair.kept, fair.edit_columns)["text"][:] == ROWS["text"][:]


def test_splits_and_streams_give_what_their_rows_give(fair):
    splits = DatasetDict(train=ROWS, test=ROWS.select([2, 0]))
    found = rewrite(splits, GenderFair("en"))
    streams = IterableDatasetDict({name: part.to_iterable_dataset() for name, part in splits.items()})
    streamed = rewrite(streams, GenderFair("en"))
    assert found.report == streamed.report
    for name in splits:
        assert found.kept[name][:] == streamed.kept[name][:]
        assert found.edits[name][:] == streamed.edits[name][:]
    assert found.kept["train"][:] == fair.kept[:]
    assert found.edits["test"]["row"][:] == [1] * len(found.edits["test"])
    assert [answer for answer in found.report.answers if answer.startswith("train: ")]


def test_a_stream_without_rows_and_columns_is_refused():
    with pytest.raises(GenderfairError, match="the stream has no rows"):
        rewrite(ROWS.to_iterable_dataset().filter(lambda row: False).map(dict), GenderFair("en"))


def test_what_happened_is_shown_in_few_lines_and_never_the_data(fair):
    shown = repr(fair).splitlines()
    assert shown[:2] == ["Texts of planes, rewritten to be fair to all genders", "4 rows kept, none left out."]
    assert " ".join(shown[2:-1]).split() == " ".join(fair.report.answers).split()
    assert shown[-1] == "It has .kept, .edits, .report, .write(folder) and .publish(repo_id)."
    report = Report("Tea", "en", excluded={"too short": 2, "advert": 1_000}, answers=["word " * 90] * 30)
    made = Made(DatasetDict(a=ROWS, b=ROWS), report, ROWS)
    assert repr(made).splitlines()[1] == "8 rows (a 4, b 4) kept, 1,002 left out (1,000 advert; 2 too short)."
    assert len(repr(made).splitlines()) <= 12
    assert max(map(len, repr(made).splitlines())) <= 110
    *lines, last = repr(report).splitlines()
    assert (lines[:2], len(lines), last) == (["Tea", "word " * 21 + "word"], 11, "…")


def test_what_matters_most_of_every_split_stands_first():
    parts = {name: Made(ROWS, Report("Tea", "en", answers=[f"{name} 1", f"{name} 2"])) for name in ("a", "b")}
    assert joined(parts).report.answers == ["a: a 1", "b: b 1", "a: a 2", "b: b 2"]


def test_it_is_published_as_it_is_written(fair, hub, tmp_path):
    written = fair.write(tmp_path / "fair", license="cc0-1.0")
    published = fair.publish("ania/fair", license="cc0-1.0")
    assert published.files.keys() == publish(tmp_path / "fair", "ania/fair", dry_run=True).files.keys()
    assert publish(fair, "ania/fair", license="cc0-1.0").uploaded == ()
    assert "1 file" not in repr(published)
    assert repr(published).splitlines()[0] == "Published ania/fair, loaded back and checked."
    assert load_audited("ania/fair", revision="v1.0.0").report.data == written.data
    with pytest.raises(PublishError, match=r"publish what a recipe returns, as in audit\(rows, 'en'\)"):
        publish(ROWS, "ania/rows")


def test_splits_are_not_divided_again():
    with pytest.raises(GenderfairError, match="have splits already"):
        augment(DatasetDict(train=ROWS), Counterfactual("en"), shares={"train": 1})
