"""Runs of the processes that accelerate or torchrun started together."""

import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from launched import ACCELERATE, TORCHRUN, launch

from hf_genderfair import Chain, FirstPerson, FragmentReasons, load_audited, run

pytest.importorskip("torch")

CHAIN = "- transform: FirstPerson\n- transform: FragmentReasons\n"

LATE = """
import os, runpy, sys, time

if os.environ["RANK"] == sys.argv.pop(1):
    time.sleep(0.5)
runpy.run_module("hf_genderfair.scale", run_name="__main__", alter_sys=True)
"""
ALONE = """
import os, runpy, sys
from unittest import mock

if os.environ["RANK"] == "1":
    sys.argv.append("--nonsense")
with mock.patch("time.sleep", lambda seconds: None):
    runpy.run_module("hf_genderfair.scale", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def source(tmp_path):
    texts = ["Wczoraj byłam w kinie.", "Pada.", None, "Kupiłem rower."] * 50
    pq.write_table(pa.table({"text": texts}), tmp_path / "posts.parquet", row_group_size=20)
    (tmp_path / "chain.yaml").write_text(CHAIN)
    return tmp_path / "posts.parquet"


def start(launcher, source, *options):
    given = [source, "--chain", source.parent / "chain.yaml", "--out", source.parent / "out", *options]
    launch(launcher, "-m", "hf_genderfair.scale", *given)


def test_two_processes_give_what_one_gives(source, capfd):
    start(ACCELERATE, source, "--shards", "6", "--keep", "fragment_reason")
    assert capfd.readouterr().out.count("Rows written: ") == 1
    expected = run(source, Chain(FirstPerson(), FragmentReasons()), source.parent / "one", keep="fragment_reason")
    assert load_audited(source.parent / "out").report == expected


@pytest.mark.parametrize("late", ["0", pytest.param("1", marks=pytest.mark.whole)])
def test_all_processes_end_with_one_line_for_what_is_wrong(source, capfd, late):
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError

    (source.parent / "chain.yaml").write_text("- transform: FirstPersn\n")
    (source.parent / "late.py").write_text(LATE)
    given = [source, "--chain", source.parent / "chain.yaml", "--out", source.parent / "out"]
    with pytest.raises(ChildFailedError):
        launch(TORCHRUN, source.parent / "late.py", late, *given)
    assert capfd.readouterr().err.count("Error: chain.yaml, transform 1: unknown transform 'FirstPersn'") == 1
    assert not (source.parent / "out").exists()


def test_a_process_that_fails_alone_speaks_for_itself(source, capfd):
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError

    (source.parent / "alone.py").write_text(ALONE)
    given = [source, "--chain", source.parent / "chain.yaml", "--out", source.parent / "out"]
    with pytest.raises(ChildFailedError):
        launch(TORCHRUN, source.parent / "alone.py", *given)
    assert capfd.readouterr().err.count("--nonsense") == 1


ROOT = Path(__file__).parents[2]
MODULES = ("lazy_loader", "typer", "yaml", "datasets", "dill", "multiprocess", "socket", "torch")
PROGRAMS = {
    "launched": ["-m", "hf_genderfair.scale"],
    "started": ["-c", "import sys; del sys.path[0]; from hf_genderfair.cli.app import main; main()", "run"],
}


@pytest.mark.skipif(sys.version_info < (3, 11), reason="older Python has no safe path")
@pytest.mark.parametrize(
    "program", [PROGRAMS["launched"], pytest.param(PROGRAMS["started"], marks=pytest.mark.whole)], ids=PROGRAMS
)
def test_the_folder_where_one_stands_is_not_imported_from(tmp_path, program):
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
    (tmp_path / "chain.yaml").write_text("- transform: FirstPerson\n", encoding="utf-8")
    (tmp_path / "texts.txt").write_text("Pada.\nKupiłem rower.\n", encoding="utf-8")
    asked = ["texts.txt", "--chain", "chain.yaml", "--out", "out", "--shards", "2"]
    several = ["--num-proc", "2"] if "run" in program else []
    done = subprocess.run(
        [sys.executable, *program, *asked, *several],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HF_DATASETS_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()
