"""Folders that are written and replaced: what others wrote stays, and the same call mends what a kill left."""

import shutil
from functools import partial

import pytest
from datasets import Dataset
from deadly import Deadly
from filelock import FileLock
from killed import killed_at

from hf_genderfair import Report, load_audited, run, write_dataset
from hf_genderfair.core.errors import OutputError
from hf_genderfair.hub.folder import all_or_nothing
from hf_genderfair.hub.placing import WRITTEN_FILE

OLD = Dataset.from_dict({"text": ["Ginger tea."]})
NEW = Dataset.from_dict({"text": [f"row {number}" for number in range(6)]})


def write(folder, rows=NEW, overwrite=False):
    write_dataset(folder, rows, Report("Tea", "en"), rows.select([0]), overwrite=overwrite)


def run_shards(folder, rows=NEW, overwrite=False):
    run(rows, Deadly(at="no row"), folder, shards=2, overwrite=overwrite, title="Tea")


def write_and_add_notes(folder, overwrite=False):
    with all_or_nothing(folder, overwrite):
        folder.mkdir(exist_ok=True)
        (folder / "notes.txt").write_text("mine")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def with_card_of_a_person(folder):
    card = folder / "README.md"
    card.write_text(card.read_text("utf-8").replace("---\n", "---\ndoi: 10.1234/x\n", 1) + "\nMy notes.\n", "utf-8")


@pytest.mark.parametrize(
    ("make", "every"), [(write, 3), pytest.param(write, 1, marks=pytest.mark.whole), (run_shards, 7)]
)
def test_a_kill_at_any_step_of_overwriting_is_mended_by_the_same_call(make, every, tmp_path):
    before = tmp_path / "before"
    make(before / "tea", OLD)
    with_card_of_a_person(before / "tea")
    (before / "tea.txt").write_text("mine")
    for step in range(1, 400, every):
        place = tmp_path / str(step)
        shutil.copytree(before, place)
        work = partial(make, place / "tea", overwrite=True)
        if not killed_at(step, work, place):
            break
        # the old data set or the new one is there, or the next call brings it back
        work()
        audited = load_audited(place / "tea")
        assert audited.dataset["text"][:] == NEW["text"][:]
        assert "doi: 10.1234/x" in audited.card
        assert audited.card.endswith("My notes.\n")
        assert names(place) == ["tea", "tea.txt"], step
        shutil.rmtree(place)
    assert 15 < step < 399


def test_a_kill_loses_nothing_where_the_user_goes_on_otherwise(tmp_path):
    """Between the two renames nothing stands in the place; whoever writes there keeps it, and gets the old data set."""
    before = tmp_path / "before"
    write(before / "tea", OLD)
    for step in range(1, 400):
        place = tmp_path / str(step)
        shutil.copytree(before, place)
        if not killed_at(step, partial(write, place / "tea", overwrite=True), place):
            break
        if not (place / "tea").exists():
            (place / "tea").mkdir()
            (place / "tea" / "notes.txt").write_text("mine")
            with pytest.raises(OutputError, match="holds something else"):
                write(place / "tea", overwrite=True)
            assert (names(place), names(place / "tea")) == (["tea", "tea.kept"], ["notes.txt"])
            assert load_audited(place / "tea.kept").dataset["text"][:] == OLD["text"][:]
            return
        shutil.rmtree(place)
    raise AssertionError("no step left the place empty")


def test_what_comes_into_a_folder_meanwhile_stays(tmp_path):
    late = tmp_path / "late"
    with pytest.raises(OutputError, match="late was filled meanwhile: choose another folder"):
        write_and_add_notes(late)
    assert ((late / "notes.txt").read_text(), names(tmp_path)) == ("mine", ["late"])
    folder = tmp_path / "tea"
    write(folder, OLD)
    with pytest.raises(OutputError, match=r"tea holds notes.txt, which is not"):
        write_and_add_notes(folder, overwrite=True)
    assert (folder / "notes.txt").read_text() == "mine"
    assert load_audited(folder).dataset["text"][:] == OLD["text"][:]


@pytest.mark.parametrize("name", ["notes.txt", "data/own.parquet", "drafts/one.txt", "link", "drafts/"])
@pytest.mark.parametrize("make", [write, run_shards])
def test_overwriting_refuses_what_is_not_of_the_data_set(make, name, tmp_path):
    folder = tmp_path / "tea"
    make(folder, OLD)
    (folder / name).parent.mkdir(exist_ok=True)
    if name == "link":
        (folder / name).symlink_to(tmp_path)
    elif name.endswith("/"):
        (folder / name).mkdir()
    else:
        (folder / name).write_text("mine")
    before = sorted(folder.rglob("*"))
    with pytest.raises(OutputError, match=r"holds (notes|data/own|drafts|link).*, which is not of the data set"):
        make(folder, overwrite=True)
    assert (sorted(folder.rglob("*")), names(tmp_path)) == (before, ["tea"])


def test_a_data_set_without_a_list_is_not_replaced(tmp_path):
    write(tmp_path / "tea", OLD)
    (tmp_path / "tea" / WRITTEN_FILE).unlink()
    with pytest.raises(OutputError, match="has no list of what was written"):
        write(tmp_path / "tea", overwrite=True)
    (tmp_path / "tea" / WRITTEN_FILE).write_text('{"files": 1}')
    with pytest.raises(OutputError, match="cannot be read: remove the folder yourself"):
        write(tmp_path / "tea", overwrite=True)
    assert load_audited(tmp_path / "tea").dataset["text"][:] == OLD["text"][:]


@pytest.mark.parametrize("make", [write, run_shards])
def test_a_link_is_no_place(make, tmp_path):
    (tmp_path / "home").mkdir()
    for name in ("home", "nowhere"):
        (tmp_path / f"to {name}").symlink_to(tmp_path / name)
        for overwrite in (False, True):
            with pytest.raises(OutputError, match=f"to {name} is a link: name the folder that it leads to"):
                make(tmp_path / f"to {name}", overwrite=overwrite)
        assert (tmp_path / f"to {name}").is_symlink()
    assert names(tmp_path) == ["home", "to home", "to nowhere"]


@pytest.mark.parametrize("make", [write, partial(run_shards, overwrite=True)])
def test_the_second_of_two_writers_is_told(make, tmp_path):
    # the lock of a process that has ended holds nobody: a kill leaves it too
    with (
        FileLock(tmp_path / ".tea.lock"),
        pytest.raises(OutputError, match=r"another command is writing .*tea: let it end, or choose another folder"),
    ):
        make(tmp_path / "tea")
    make(tmp_path / "tea")
    assert names(tmp_path) == ["tea"]


def test_leftovers_of_dead_commands_are_swept_and_others_kept(tmp_path):
    dead = [f".tea.{'a' * 32}.unfinished", f".tea.{'b' * 32}.unfinished"]
    others = [f".tea.pot.{'a' * 32}.unfinished", ".tea.run.unfinished", ".tea.mine.unfinished"]
    for name in (*dead, *others):
        (tmp_path / name / "data").mkdir(parents=True)
    write(tmp_path / "tea")
    assert names(tmp_path) == sorted([*others, "tea"])
