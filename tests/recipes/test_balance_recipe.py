"""The recipe of a balanced corpus gives the same over shards as at once."""

import pytest
from datasets import Dataset, DatasetDict, concatenate_datasets
from golden import golden_rows

from hf_genderfair import ActorMetrics, AsymmetryFlags, BalanceRecipe, annotate, balance, load_audited, run
from hf_genderfair.core.errors import ColumnError, GenderfairError

TEXTS = golden_rows(__file__, "TEXTS")


def rows(number=29):
    texts = [TEXTS[index % 7] and TEXTS[index % 7] + " Ja" * (index % 3) for index in range(number)]
    dates = [f"{2000 + index % 2}-01-02" if index % 11 else None for index in range(number)]
    return Dataset.from_dict({"text": texts, "date": dates, "place": list(range(number))})


@pytest.fixture(scope="module")
def source():
    """Rows in several tables."""
    return concatenate_datasets([rows(), rows(5)])


@pytest.fixture(scope="module")
def analysed(source):
    return annotate(source, ActorMetrics("de"))


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".txt", ".png")}


@pytest.fixture
def check(alike, tmp_path):
    """Give what compares the function and the recipe, and the files beside the data."""

    def compare(rows, options, **division):
        whole = balance(rows, ActorMetrics("de"), source={"id": "articles"}, **options)
        alike(whole, BalanceRecipe(ActorMetrics("de"), **options), rows, facts={"id": "articles"}, **division)
        assert files(tmp_path / "out") == files(tmp_path / "whole")

    return compare


@pytest.mark.parametrize(
    ("options", "division"),
    [
        ({"by": "date", "words": True, "force": True, "ratio": 1.1, "seed": 3}, {"shards": 3, "batch_rows": 4}),
        pytest.param(
            {"flags": AsymmetryFlags("paper", min_flags=1), "report_by": "date", "method": "paper", "max_removed": 0.5}
            | {"force": True},
            {"shards": 1},
            marks=pytest.mark.whole,
        ),
    ],
    ids=["words by year", "flags and paper"],
)
def test_the_result_is_that_of_the_whole(analysed, check, options, division, without_pictures):
    check(analysed, options, **division)


def test_splits_are_balanced_one_by_one(analysed, tmp_path, without_pictures):
    splits = DatasetDict(train=analysed, test=analysed.select(range(9)))
    found = balance(splits, ActorMetrics("de"), ratio=(0.5, 2))
    # a stream is read to its end
    parts = {"train": analysed.to_iterable_dataset(), "test": splits["test"]}
    alone = {name: balance(part, ActorMetrics("de"), ratio=(0.5, 2)) for name, part in parts.items()}
    for name, part in alone.items():
        assert (found.kept[name][:], found.excluded[name][:]) == (part.kept[:], part.excluded[:])
        tables = {table.name: table for table in found.report.tables}
        assert all(tables[f"{table.name}_{name}"].rows == table.rows for table in part.report.tables)
        assert f"{name}: {part.report.answers[0]}" in found.report.answers
    found.write(tmp_path / "balanced")
    assert load_audited(tmp_path / "balanced").dataset["test"][:] == found.kept["test"][:]
    men = analysed.filter(lambda row: not row["female_actors"])
    with pytest.raises(GenderfairError, match=r"^split 'test': the range cannot be reached"):
        balance(DatasetDict(train=analysed, test=men), ActorMetrics("de"), ratio=(0.5, 2))


@pytest.mark.whole
def test_rows_are_analysed_by_any_number_of_processes(source, check):
    check(source, {"flags": AsymmetryFlags()}, shards=3, num_proc=2)


def test_a_range_out_of_reach_costs_no_analysis_where_that_was_made_before(tmp_path, monkeypatch, without_pictures):
    """The message says what to do, and doing it helps."""
    men = Dataset.from_dict({"text": ["Herr Harms lachte.", "Herr Kunz schlief.", "Frau Merz lachte. Frau Merz sang."]})
    metrics = ActorMetrics("de")
    with pytest.raises(
        GenderfairError, match="run ActorMetrics first: rows that have its columns are not analysed again"
    ):
        run(men, BalanceRecipe(metrics, ratio=(5, 6)), tmp_path / "out", shards=3)
    assert not (tmp_path / "out").exists()
    run(men, metrics, tmp_path / "analysed")
    monkeypatch.setattr(ActorMetrics, "annotate", None)
    source = tmp_path / "analysed" / "data"
    with pytest.raises(GenderfairError, match="cannot be reached"):
        run(source, BalanceRecipe(metrics, ratio=(5, 6)), tmp_path / "out")
    report = run(source, BalanceRecipe(metrics, ratio=(0.5, 2)), tmp_path / "out")
    assert report.data["default/train"]["rows"] == 3


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"max_removed": 1.5}, "use 0 to 1"),
        ({"max_removed": float("inf")}, "use 0 to 1"),
        ({"method": "best"}, "use fewest or paper"),
    ],
)
def test_settings_that_mean_nothing_are_refused(setting, message):
    with pytest.raises(GenderfairError, match=message):
        BalanceRecipe(ActorMetrics("de"), **setting)


def test_columns_are_checked_before_a_row_is_read(source, tmp_path):
    metrics = ActorMetrics("de")
    for taken in ("balance_reason", "balance_step", "female_actors", "balance_words"):
        with pytest.raises(ColumnError, match=f"column '{taken}' exists already"):
            run(source.add_column(taken, source["text"]), BalanceRecipe(metrics), tmp_path / "out")
    for options in ({"by": "year"}, {"report_by": "year"}):
        with pytest.raises(ColumnError, match="no column 'year': the data set has 'text', 'date'"):
            run(source, BalanceRecipe(metrics, **options), tmp_path / "out")
    assert not (tmp_path / "out").exists()
