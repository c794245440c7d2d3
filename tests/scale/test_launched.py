"""Runs of the processes that accelerate or torchrun started together."""

import os
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hf_genderfair import FirstPerson, FragmentReasons, load_audited, run
from hf_genderfair.languages.chain import Chain

pytest.importorskip("torch")

LAUNCHERS = {
    "torchrun": ["torch.distributed.run", "--standalone", "--nproc-per-node", "2"],
    "accelerate": [
        *("accelerate.commands.launch", "--multi_gpu", "--num_processes", "2", "--num_machines", "1"),
        *("--main_process_port", "0", "--mixed_precision", "no", "--dynamo_backend", "no"),
    ],
}
CHAIN = "- transform: FirstPerson\n- transform: FragmentReasons\n"


@pytest.fixture
def source(tmp_path):
    texts = ["Wczoraj byłam w kinie.", "Pada.", None, "Kupiłem rower."] * 50
    pq.write_table(pa.table({"text": texts}), tmp_path / "posts.parquet", row_group_size=20)
    (tmp_path / "chain.yaml").write_text(CHAIN)
    return tmp_path / "posts.parquet"


def launched(launcher, source, *options):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "ACCELERATE_USE_CPU": "true"}
    given = [str(source), "--chain", str(source.parent / "chain.yaml"), "--out", str(source.parent / "out"), *options]
    command = [sys.executable, "-m", *LAUNCHERS[launcher], "-m", "hf_genderfair.scale", *given]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_two_processes_give_what_one_gives(source):
    done = launched("accelerate", source, "--shards", "6", "--keep", "fragment_reason")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("What was written") == 1
    expected = run(source, Chain(FirstPerson(), FragmentReasons()), source.parent / "one", keep="fragment_reason")
    assert load_audited(source.parent / "out").report == expected


def test_all_processes_end_with_one_line_for_what_is_wrong(source):
    (source.parent / "chain.yaml").write_text("- transform: FirstPersn\n")
    done = launched("torchrun", source)
    assert done.returncode != 0
    assert done.stderr.count("Error: chain.yaml, transform 1: unknown transform 'FirstPersn'") == 1
    assert not (source.parent / "out").exists()
