"""What every engine must keep: the bits of a local run, through a worker that is killed, and one line for an error."""

import doctest
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from datasets import Dataset
from deadly import Deadly, Refusing

from hf_genderfair import Chain, CorpusRecipe, FirstPerson, FragmentReasons, GenderfairError, annotate, run

SENTENCES = ["Wczoraj byłam w kinie.", "Pada.", "Kupiłem rower i pojechałem nad morze.", None, ""]
ROWS = Dataset.from_dict({"text": SENTENCES * 20, "id": [str(index) for index in range(100)]})
NUMBERED = Dataset.from_dict({"text": [f"row {index}" for index in range(40)]})
CHAIN = Chain(FirstPerson(), FragmentReasons(min_words=2))


@cache
def annotated():
    """Return what the library itself gives."""
    return annotate(ROWS, CHAIN)


def files_of(folder):
    return {name: (folder / name).read_bytes() for name in ("README.md", "bias_report.json", "report.html")}


@cache
def local_files():
    out = Path(mkdtemp()) / "out"
    run(ROWS, CHAIN, out, shards=3, keep="fragment_reason", title="Posts")
    return files_of(out)


def check_bits(engine, folder):
    """A run of an engine gives the files of a local one, which tell the fingerprints of all rows."""
    run(ROWS, CHAIN, folder / "out", shards=5, keep="fragment_reason", title="Posts", engine=engine, num_proc=2)
    assert files_of(folder / "out") == local_files()


def check_recipe(engine, folder):
    """A recipe of several passes gives the files of a local run."""
    for name, division in (("local", {"shards": 1}), (engine, {"shards": 2, "engine": engine, "num_proc": 2})):
        run(ROWS.select(range(20)), CorpusRecipe(), folder / name, title="Posts", **division)
    assert files_of(folder / engine) == files_of(folder / "local")


def check_kill(engine, folder):
    """The engine starts a worker that was killed again."""
    once = folder / "killed"
    deadly = Deadly(at="row 33", once=str(once), spared=-1)
    report = run(NUMBERED, deadly, folder / "out", shards=4, title="T", engine=engine, num_proc=2)
    assert once.exists()
    assert report.data == run(NUMBERED, Deadly(at="no row"), folder / "local", title="T").data


def check_error(engine, folder):
    """What a worker says is what a local run says; the run can go on."""
    with pytest.raises(GenderfairError) as told:
        run(NUMBERED, Refusing(at="row 33"), folder / "out", shards=4, engine=engine, num_proc=2)
    assert str(told.value) == "no word list for row 33: install one"
    with pytest.raises(GenderfairError, match="no word list for row 33"):
        run(NUMBERED, Refusing(at="row 33"), folder / "out", shards=4)


def check_page(name):
    """The examples of a page in ``docs/`` run."""
    page = Path(__file__).parents[1] / "docs" / name
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted
    assert not found.failed
