"""Runs of the processes that accelerate or torchrun started together."""

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


@pytest.mark.parametrize("late", ["0", "1"])
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
