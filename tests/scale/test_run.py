"""A run gives the same bits however it is divided, and loses nothing."""

import shutil
from dataclasses import dataclass

import pyarrow.parquet as pq
import pytest
from datasets import Dataset, load_dataset
from deadly import Counting
from golden import each_row, golden_rows

from hf_genderfair import Chain, FirstPerson, FragmentReasons, load_audited, run
from hf_genderfair.core.errors import GenderfairError, RunError
from hf_genderfair.scale.folder import UNFINISHED

SENTENCES = ["Wczoraj byłam w kinie.", "Pada.", "Kupiłem rower i pojechałem nad morze.", None, "", "Oni śpią."]
CHAIN = Chain(FirstPerson(), FragmentReasons(min_words=2))


def rows(number=300):
    return Dataset.from_dict({"text": [SENTENCES[index % 6] for index in range(number)], "id": list(range(number))})


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    path = tmp_path_factory.mktemp("source") / "posts.parquet"
    pq.write_table(rows().with_format("arrow")[:], path, row_group_size=40)
    return path


@pytest.fixture(scope="module")
def whole(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "out"
    run(source, CHAIN, out, shards=1, keep="fragment_reason")
    return texts_of(out)


def texts_of(out):
    return {name: (out / name).read_bytes() for name in ("README.md", "bias_report.json", "report.html")}


@each_row
def test_the_division_changes_no_bit(source, whole, tmp_path, division):
    run(source, CHAIN, tmp_path / "out", keep="fragment_reason", **division)
    assert texts_of(tmp_path / "out") == whole


def test_the_result_is_that_of_map(source, tmp_path):
    run(source, CHAIN, tmp_path / "out", shards=5)
    written = load_dataset(str(tmp_path / "out"), split="train")
    mapped = rows().map(CHAIN, batched=True)
    assert (written.features, written[:]) == (mapped.features, mapped[:])
    assert load_audited(tmp_path / "out").report.data["default/train"]["rows"] == 300


def test_no_row_is_lost(source, tmp_path):
    report = run(source, CHAIN, tmp_path / "out", shards=5, keep=["fragment_reason"])
    audited = load_audited(tmp_path / "out")
    assert sorted([*audited.dataset["id"], *audited.excluded["id"]]) == list(range(300))
    assert report.excluded == {"no_expression": 50, "too_short": 50, "unreadable": 100}
    assert set(audited.excluded["fragment_reason"]) == {"no_expression", "too_short", "unreadable"}


def test_the_same_call_on_a_finished_run_does_nothing(source, tmp_path):
    first = run(source, CHAIN, tmp_path / "out", shards=3)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}
    assert run(source, CHAIN, tmp_path / "out") == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == before


ERRORS = {error.__name__: error for error in (ValueError, MemoryError, GenderfairError)}


@dataclass(frozen=True, kw_only=True)
class Stops(Counting):
    """Fails at texts that hold a word, or stops the whole run there."""

    word: str
    error: str = "ValueError"

    def before(self, texts, rank):
        if any(self.word in text for text in texts):
            raise ERRORS[self.error](f"no {self.word} here")

    def __getstate__(self):
        return {**super().__getstate__(), "configuration": {"word": "", "error": ""}}


def test_rows_that_fail_are_excluded_with_the_reason(tmp_path):
    data = Dataset.from_dict({"text": [f"row {index}" for index in range(100)]})
    report = run(data, Stops(word="row 4"), tmp_path / "out", shards=3)
    assert report.excluded == {"error: ValueError": 11}
    audited = load_audited(tmp_path / "out")
    assert len(audited.dataset) == 89
    assert set(audited.excluded["run_error"]) == {"error: ValueError: no row 4 here"}
    assert set(audited.excluded["characters"]) == {None}


def test_a_run_in_which_too_much_fails_stops(tmp_path):
    data = Dataset.from_dict({"text": [f"row {index}" for index in range(100)]})
    with pytest.raises(RunError, match=r"more than 5 % .* error: MemoryError: no row here; .* pass keep_going=True"):
        run(data, Stops(word="row", error="MemoryError"), tmp_path / "out")
    report = run(data, Stops(word="row 1", error="MemoryError"), tmp_path / "all", keep_going=True)
    assert report.excluded == {"error: MemoryError": 11}


def test_a_stopped_run_goes_on(tmp_path):
    data = Dataset.from_dict({"text": [f"row {index}" for index in range(100)]})
    with pytest.raises(GenderfairError, match="no row 77 here"):
        run(data, Stops(word="row 77", error="GenderfairError"), tmp_path / "out", shards=10)
    assert len(list((tmp_path / "out" / UNFINISHED / "0").glob("*.json"))) == 7
    # what is done would fail now
    report = run(data, Stops(word="row 11", error="GenderfairError"), tmp_path / "out")
    assert report.data == run(data, Stops(word="nothing"), tmp_path / "whole").data
    assert not (tmp_path / "out" / UNFINISHED).exists()


def test_another_run_in_the_folder_is_refused(source, tmp_path):
    out = tmp_path / "out"
    run(source, CHAIN, out, shards=3)
    for other, named in [
        ({"chain": FirstPerson()}, "another chain"),
        ({"source": rows(7)}, "another source"),
        ({"keep": "fragment_reason"}, "other columns of reasons"),
        ({"shards": 4}, "shards=3"),
        ({"title": "Tea"}, "another title or licence"),
    ]:
        with pytest.raises(RunError, match=f"holds a run with {named}: repeat that one's command"):
            run(**{"source": source, "chain": CHAIN, "out": out, **other})


def test_a_source_that_changes_is_noticed(source, tmp_path):
    copy = tmp_path / "copy.parquet"
    shutil.copy(source, copy)

    @dataclass(frozen=True, kw_only=True)
    class Writes(Stops):
        def before(self, texts, rank):
            copy.touch()

    with pytest.raises(RunError, match=r"copy.parquet has changed while it was read"):
        run(copy, Writes(word="nothing"), tmp_path / "out", shards=3)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        *golden_rows(__file__, "WRONG"),
        ({"chain": FirstPerson(text_column="body")}, "no column 'body'"),
        ({"source": rows().to_iterable_dataset()}, "not streamed"),
    ],
)
def test_what_is_wrong_is_said_before_a_row_is_read(settings, message, tmp_path):
    with pytest.raises(GenderfairError, match=message):
        run(**{"source": rows(), "chain": CHAIN, "out": tmp_path / "out", **settings})
    assert not (tmp_path / "out").exists()
