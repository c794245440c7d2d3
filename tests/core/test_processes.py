"""What processes do that accelerate or torchrun started together."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("torch")

TORCHRUN = ("torch.distributed.run", "--standalone", "--nproc-per-node", "2")
ACCELERATE = (
    *("accelerate.commands.launch", "--multi_gpu", "--num_processes", "2", "--num_machines", "1"),
    *("--main_process_port", "0", "--mixed_precision", "no", "--dynamo_backend", "no"),
)
"""Without accelerators, ``ACCELERATE_USE_CPU`` makes these processes use gloo on processors."""

GATHER = """
import json, sys, time
from pathlib import Path
from hf_genderfair.core.processes import launched_processes

assert "torch" not in sys.modules
processes, told = launched_processes(), []

def fail_once():
    if processes.rank == 1:
        raise ValueError("no more\\nrows")

def talk():
    time.sleep(processes.rank / 2)
    told.append(processes.gather((processes.rank, "x" * 5_000_000)) == [(0, "x" * 5_000_000), (1, "x" * 5_000_000)])
    told.append(processes.gather_results(lambda: processes.local_rank + 10 * processes.local_number))
    try:
        processes.gather_results(fail_once)
    except Exception as error:
        told.append(f"{type(error).__name__}: {error}")

talk()
from datetime import timedelta
from torch import distributed
assert not distributed.is_initialized()
distributed.init_process_group("gloo", timeout=timedelta(seconds=30))
talk()
distributed.barrier()
distributed.destroy_process_group()
talk()
Path(sys.argv[1], str(processes.rank)).write_text(json.dumps(told))
"""


def launch(launcher, program, folder):
    """Run a program in two processes that a launcher starts, and return what each wrote."""
    (folder / "program.py").write_text(program)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "ACCELERATE_USE_CPU": "true"}
    command = [sys.executable, "-m", *launcher, str(folder / "program.py"), str(folder)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [json.loads((folder / str(rank)).read_text()) for rank in range(2)]


def test_processes_tell_each_other_and_leave_torch_alone(tmp_path):
    first, second = launch(TORCHRUN, GATHER, tmp_path)
    assert first == [True, [20, 21], "GenderfairError: process 1 of 2: ValueError: no more"] * 3
    assert second == [True, [20, 21], "ValueError: no more\nrows"] * 3
