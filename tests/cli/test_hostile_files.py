"""Files of strangers of further kinds: nothing outside of them is read, nothing runs or is sent, one line each."""

import json
import os
import socket
import sqlite3
from contextlib import closing
from zipfile import ZipFile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from as_one_test import as_one_test
from datasets import Dataset, Features, Image, Value
from golden import golden_rows
from hostile_yaml import BOMB
from huggingface_hub import HfApi
from one_line import one_line
from scripted_generator import ScriptedGenerator

from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.effects.evaluation import Items, answers
from hf_genderfair.generation.answers import CachedGenerator
from hf_genderfair.representation.word_review import ReviewWord, WordReview

SECRET = "Zgubiłam hasło hunter2."
ELSEWHERE = "which is not in it: name it as a source of its own"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give a folder of somebody who keeps a secret there, and let no connection leave the machine."""

    def refuse(self, address):
        raise AssertionError(f"a connection to {address}")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.jsonl").write_text(json.dumps({"text": SECRET}) + "\n", encoding="utf-8")
    Dataset.from_dict({"text": [SECRET]}).save_to_disk(tmp_path / "secret")
    (tmp_path / "posts").mkdir()
    before = tree(tmp_path)
    yield tmp_path
    assert not (tmp_path / "ran").exists()
    # nothing is written, deleted or changed beside what a command was told to
    assert {path: content for path, content in tree(tmp_path).items() if path in before} == before


def tree(place):
    return {path: path.read_bytes() for path in place.rglob("secret*") if path.is_file()}


def posts(folder):
    (folder / "posts.jsonl").write_text('{"text": "Byłam w kinie."}\n', encoding="utf-8")


def configured(metadata, file="README.md"):
    def make(folder):
        posts(folder)
        text = metadata.format(home=folder.parent)
        (folder / file).write_text(f"---\n{text}\n---\n" if file == "README.md" else text, encoding="utf-8")

    return make


def saved(**state):
    def make(folder):
        Dataset.from_dict({"text": ["Byłam w kinie."]}).save_to_disk(folder)
        file = folder / "state.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | state))

    return make


def splits(folder):
    (folder / "dataset_dict.json").write_text('{"splits": ["../secret"]}')


def link(name, leads):
    def make(folder):
        posts(folder)
        (folder / name).symlink_to(folder.parent / leads)

    return make


def archive(folder):
    with ZipFile(folder / "posts.zip", "w") as file:
        file.writestr("../../ran", "")
        file.writestr("posts.jsonl", '{"text": "Byłam."}\n')


def described_as(kind):
    """A Parquet file that says of a column what would be read from elsewhere."""

    def make(folder):
        table = pa.table({"text": ["Byłam."], "label": [0]})
        columns = {"text": {"dtype": "string", "_type": "Value"}, "label": kind(folder.parent)}
        described = {"huggingface": json.dumps({"info": {"features": columns}})}
        pq.write_table(table.replace_schema_metadata(described), folder / "posts.parquet")

    return make


SOURCES = {
    **{
        name: (configured(metadata, file), message.format(elsewhere=ELSEWHERE))
        for name, file, metadata, message in golden_rows(__file__, "CONFIGURED")
    },
    "metadata of a bomb": (configured(BOMB), "more than 1,000,000 values"),
    "a state with files above": (
        saved(_data_files=[{"filename": "../secret/data-00000-of-00001.arrow"}]),
        f"names '../secret/data-00000-of-00001.arrow', {ELSEWHERE}",
    ),
    "splits above": (splits, f"names '../secret', {ELSEWHERE}"),
    "a link to a file": (link("more.jsonl", "secret.jsonl"), "more.jsonl is a link that leads out of"),
    "a link to a folder": (link("more", "secret"), "more is a link that leads out of"),
    "an archive with a path above": (archive, "holds no data files"),
    "names of classes in a file": (
        described_as(lambda home: {"names_file": str(home / "secret.jsonl"), "_type": "ClassLabel"}),
        "describe no columns of datasets",
    ),
    "columns of a class that is none": (
        described_as(lambda home: {"_type": "os.system", "dtype": "string"}),
        "describe no columns of datasets",
    ),
}


@as_one_test("name", SOURCES)
def test_a_source_leads_nowhere_else(run, home, name):
    make, message = SOURCES[name]
    folder = home / f"posts of {name}"
    folder.mkdir()
    make(folder)
    result = run("tag", folder, "--out", home / "out")
    assert result.exit_code == 1, result.output
    assert message in result.stderr
    assert (result.stderr.count("\n"), result.stdout) == (1, "")
    assert not (home / "out").exists()


def test_a_data_set_of_the_hub_leads_to_no_file_of_this_machine(run, hub, home, monkeypatch):
    monkeypatch.undo()
    for number, place in enumerate((home / "secret.jsonl", "../secret.jsonl", "http://127.0.0.1:9/posts.jsonl")):
        name = f"eve/posts-{number}"
        HfApi().create_repo(name, repo_type="dataset")
        hub.write(name, "README.md", f"---\nconfigs:\n- config_name: default\n  data_files: {place}\n---\n".encode())
        hub.write(name, "posts.jsonl", b'{"text": "x"}\n')
        result = run("tag", name)
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"{name} names '{place}', {ELSEWHERE}" in result.stderr


def test_pictures_are_neither_fetched_nor_taken_along(done, home):
    """A column of pictures names files, which are opened by whoever shows them and by whoever publishes them."""
    places = [str(home / "secret.jsonl"), "http://127.0.0.1:9/picture.png", "zip://a::http://127.0.0.1:9/a.zip"]
    kind = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    pictures = pa.array([{"bytes": None, "path": place} for place in places], kind)
    described = json.dumps({"info": {"features": Features({"text": Value("string"), "picture": Image()}).to_dict()}})
    table = pa.table({"text": ["Byłam w kinie."] * 3, "picture": pictures})
    pq.write_table(table.replace_schema_metadata({"huggingface": described}), home / "posts.parquet")
    done("tag", home / "posts.parquet", "--out", home / "out")
    assert not [path for path in home.glob("out/**/*") if path.is_file() and b"hunter2" in path.read_bytes()]


def ask(folder):
    return CachedGenerator(ScriptedGenerator((("hat", ("yes",)),)), folder).generate(
        [[{"role": "user", "content": "hat"}]]
    )


ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select x as key, 'a' as text, 1, 1, 1 from n"
ANSWERS = dict(golden_rows(__file__, "ANSWERS"))


@pytest.mark.parametrize("made", ANSWERS.values(), ids=ANSWERS)
def test_answers_that_somebody_else_prepared(home, made):
    with closing(sqlite3.connect(home / "answers.sqlite")) as database:
        database.executescript(made)
    with one_line(GenerationError, match=r"it holds other things than answers.*delete the file"):
        ask(home)


def test_answers_that_are_a_link(home):
    mine = home / "secret.jsonl"
    mine.chmod(0o644)
    for name in ("secret.jsonl", "nothing"):
        (home / "answers.sqlite").unlink(missing_ok=True)
        (home / "answers.sqlite").symlink_to(home / name)
        with pytest.raises(GenerationError, match=r"the cache .* cannot be used"):
            ask(home)
    assert mine.stat().st_mode & 0o777 == 0o644
    assert not (home / "nothing").exists()


class Asked:
    """A benchmark and a model of which nothing is asked."""

    name, identity, sampled = "asked", "model", False

    def items(self, model, seed):
        return Items.of({"share": [1.0]}, ["a"])


class Benchmark(Asked):
    def identity(self):
        return "questions"


class Harmful:
    def __reduce__(self):
        return os.mkdir, ("ran",)


KEPT = {
    "pickled": {"unit": np.array([Harmful()], dtype=object), "share": np.array([1.0])},
    "pickled values": {"unit": np.array([0]), "share": np.array([Harmful()], dtype=object)},
    "no unit": {"share": np.array([1.0])},
    "texts": {"unit": np.array([0]), "share": np.array(["x"])},
    "longer": {"unit": np.array([0, 1]), "share": np.array([1.0])},
}


@pytest.mark.parametrize("name", [*KEPT, "no archive"])
def test_kept_answers_of_benchmarks(home, name):
    answers(Asked(), Benchmark(), cache=home)
    (file,) = home.glob("asked-*.npz")
    if name in KEPT:
        np.savez(file, **KEPT[name])
    else:
        file.write_bytes(b"PK\x03\x04 no more")
    with one_line(GenderfairError, match=r"holds no answers|not equally long"):
        answers(Asked(), Benchmark(), cache=home)


def test_words_that_a_spreadsheet_would_compute(home):
    formulas = ['=HYPERLINK("http://127.0.0.1:9/"&A1)', "+1", "-cmd|' /C calc'!A0", "@SUM(A1)", "'=1"]
    words = tuple(ReviewWord("old", word, reason=word) for word in formulas)
    review = WordReview({"attribute": "age", "lang": "en", "groups": "young | old"}, words)
    cells = [cell for line in review.to_text().splitlines() if line[0] != "#" for cell in line.split("\t")]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    (home / "review.tsv").write_text(review.to_text(), encoding="utf-8")
    assert WordReview.from_file(home / "review.tsv").words == words
