"""What processes do that accelerate or torchrun started together, and worker processes of ``map``."""

import json
import os
import subprocess
import sys

import multiprocess
import pytest
from datasets import Dataset, config, load_from_disk
from deadly import NotedRows
from launched import ACCELERATE, CPU, TORCHRUN, launch

from hf_genderfair import annotate
from hf_genderfair.core.processes import workers_for_accelerators

torch = pytest.importorskip("torch")

TEXTS = [f"{'word ' * (number % 3)}{number}" for number in range(11)]

GATHER = """
import json, os, sys, time
from pathlib import Path
from hf_genderfair.core.processes import launched_processes

assert "torch" not in sys.modules
processes, told = launched_processes(), []
attempt = os.environ["TORCHELASTIC_RESTART_COUNT"]
assert processes.gather(attempt) == [attempt] * 2
if attempt == "0":
    sys.exit(processes.rank)

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

ANNOTATE = """
import json, os, sys
from pathlib import Path
from datasets import Dataset, DatasetDict, config, load_from_disk
from deadly import NotedRows
from hf_genderfair.core import processes
from hf_genderfair.core.transform import annotate

folder, rank, told = Path(sys.argv[1]), int(os.environ["RANK"]), {}

def tell(name, dataset, transform=NotedRows()):
    os.environ["NOTED_ROWS"] = str(folder / name)
    try:
        result = annotate(dataset, transform)
        result = result["test"] if isinstance(result, DatasetDict) else result
        told[name] = [result._fingerprint, result[:]]
    except Exception as error:
        told[name] = f"{type(error).__name__}: {error}"

texts = json.loads((folder / "texts").read_text())
tell("files", load_from_disk(folder / "data"))
from accelerate import Accelerator
accelerator = Accelerator(cpu=True)
assert accelerator.num_processes == 2
tell("files", load_from_disk(folder / "data"))
tell("memory", Dataset.from_dict({"text": texts}))
tell("one row", DatasetDict(test=Dataset.from_dict({"text": texts[:1]})))
tell("no row", Dataset.from_dict({"text": texts[:0]}))
tell("failing", Dataset.from_dict({"text": texts}), NotedRows(refused=texts[-1]))
tell("other data", Dataset.from_dict({"text": [f"rank {rank}"]}))
tell("other settings", Dataset.from_dict({"text": texts}), NotedRows(overwrite=rank == 1))

# as on two machines that do not see each other's files
os.environ["GROUP_RANK"] = str(rank)
processes._local_ranks.cache_clear()
config.HF_DATASETS_CACHE = folder / f"machine {rank}"
exists = Path.exists
Path.exists = lambda path: exists(path) and f"machine {1 - rank}" not in str(path)
tell("machines", Dataset.from_dict({"text": texts}))
(folder / str(rank)).write_text(json.dumps(told))
"""


@pytest.fixture
def told(tmp_path):
    """Give what runs a program in two processes by a launcher, and returns what each wrote."""

    def run(launch, launcher, program):
        (tmp_path / "program.py").write_text(program)
        launch(launcher, tmp_path / "program.py", tmp_path)
        return [json.loads((tmp_path / str(rank)).read_text()) for rank in range(2)]

    return run


def launch_anew(launcher, *arguments):
    """Run a launcher and what it starts in processes of their own, which have imported nothing yet."""
    environment = {**os.environ, **CPU, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", *launcher, *map(str, arguments)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def noted(path):
    """Return for each process, by its rank, the texts that it annotated."""
    rows = [line.split("\t") for line in path.read_text().splitlines()] if path.exists() else []
    return {(rank, process): [text for text, *other in rows if other == [rank, process]] for _, rank, process in rows}


@pytest.mark.whole
def test_processes_tell_each_other_also_after_a_restart_and_leave_torch_alone(told):
    first, second = told(launch_anew, (*TORCHRUN, "--max-restarts", "1"), GATHER)
    assert first == [True, [20, 21], "GenderfairError: process 1 of 2: ValueError: no more"] * 3
    assert second == [True, [20, 21], "ValueError: no more\nrows"] * 3


def test_launched_processes_annotate_each_row_once(told, tmp_path, monkeypatch):
    monkeypatch.setattr(config, "HF_DATASETS_CACHE", tmp_path / "cache")
    monkeypatch.setenv("NOTED_ROWS", os.devnull)
    Dataset.from_dict({"text": TEXTS}).save_to_disk(tmp_path / "data")
    (tmp_path / "texts").write_text(json.dumps(TEXTS))
    first, second = told(launch, TORCHRUN, ANNOTATE)

    rows = {"text": TEXTS, "characters": [len(text) for text in TEXTS]}
    assert [told_by.pop("failing") for told_by in (first, second)] == [
        f"GenderfairError: process 1 of 2: ValueError: cannot count {TEXTS[-1]!r}",
        f"ValueError: cannot count {TEXTS[-1]!r}",
    ]
    assert first == second
    assert "hold different data sets" in first["other data"]
    assert "different settings" in first["other settings"]
    assert first["files"][1] == first["memory"][1] == first["machines"][1] == rows
    assert first["memory"][0] == first["machines"][0]
    assert first["one row"][1] == {"text": TEXTS[:1], "characters": [1]}
    assert first["no row"][1] == {"text": [], "characters": []}
    shares = {"0": TEXTS[:6], "1": TEXTS[6:]}
    for name in ("files", "memory"):
        assert {rank: texts for (rank, _), texts in noted(tmp_path / name).items()} == shares
    assert list(noted(tmp_path / "machines").values()) == [TEXTS, TEXTS]
    assert not list(tmp_path.rglob("token-*"))

    before = (tmp_path / "files").read_text()
    again, _ = told(launch, ACCELERATE, ANNOTATE)
    assert (again["files"], again["memory"]) == (first["files"], first["memory"])
    monkeypatch.setenv("NOTED_ROWS", str(tmp_path / "files"))
    alone = annotate(load_from_disk(tmp_path / "data"), NotedRows())
    assert [alone._fingerprint, alone[:]] == first["files"]
    assert (tmp_path / "files").read_text() == before
    assert annotate(Dataset.from_dict({"text": TEXTS}), NotedRows())._fingerprint == first["memory"][0]


def test_worker_processes_get_a_rank(tmp_path, monkeypatch):
    monkeypatch.setenv("NOTED_ROWS", str(tmp_path / "rows"))
    rows = annotate(Dataset.from_dict({"text": TEXTS}), NotedRows(), num_proc=2)
    assert {rank: texts for (rank, _), texts in noted(tmp_path / "rows").items()} == {"0": TEXTS[:6], "1": TEXTS[6:]}
    assert rows._fingerprint == annotate(Dataset.from_dict({"text": TEXTS}), NotedRows())._fingerprint


@pytest.mark.parametrize(("used", "method"), [(True, "spawn"), (False, "fork")])
def test_worker_processes_are_spawned_where_cuda_was_used(monkeypatch, used, method):
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: used)
    before = multiprocess.get_start_method()
    with workers_for_accelerators():
        assert multiprocess.get_start_method() == method
    assert multiprocess.get_start_method() == before
