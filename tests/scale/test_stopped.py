"""Runs whose processes are killed, whose disk is full, or whose folder another run holds."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from datasets import Dataset
from deadly import Deadly
from fresh_process import FreshProcess

from hf_genderfair import load_audited, run
from hf_genderfair.core.errors import OutputError, RunError
from hf_genderfair.scale.folder import UNFINISHED
from hf_genderfair.scale.merge import Merge

TEXTS = [f"row {index}" for index in range(100)]
ROWS = Dataset.from_dict({"text": TEXTS})
DRIVER = """
import sys
from datasets import Dataset
from deadly import Deadly
from fresh_process import FreshProcess
from hf_genderfair import run

run(Dataset.from_dict({"text": [f"row {index}" for index in range(100)]}), Deadly(at="row 77", once=sys.argv[1]),
    sys.argv[2], shards=10)
"""


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    return run(ROWS, Deadly(at="no row"), tmp_path_factory.mktemp("whole") / "out", title="T").data


def test_a_process_that_is_killed_is_started_again(tmp_path, expected):
    once = tmp_path / "killed"
    deadly = Deadly(at="row 93", once=str(once), pause=1)
    report = run(ROWS, deadly, tmp_path / "out", shards=10, num_proc=2, batch_rows=1)
    assert report.data == expected
    assert once.exists()


def test_a_shard_that_kills_again_stops_the_run(tmp_path):
    rows = Dataset.from_dict({"text": ["row"] * 200})
    with pytest.raises(RunError, match=r"ended by signal 9 at shard 1 again, perhaps for lack of memory: .* is kept"):
        run(rows, Deadly(at="row", pause=0.5), tmp_path / "out", shards=2, num_proc=2, batch_rows=1)


def test_the_same_call_goes_on_after_the_driver_was_killed(tmp_path, expected):
    once, out = tmp_path / "killed", tmp_path / "out"
    driver = FreshProcess(DRIVER, once, out)
    driver.communicate()
    assert driver.returncode == -signal.SIGKILL
    assert len(list((out / UNFINISHED / "0").glob("*.json"))) == 7
    assert run(ROWS, Deadly(at="row 77", once=str(once)), out).data == expected


def test_a_full_disk_leaves_what_is_done(tmp_path, expected, monkeypatch):
    written = []
    whole = pq.ParquetWriter.write_table

    def fail_at_last(writer, table, *arguments):
        written.append(table)
        if len(written) == 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        return whole(writer, table, *arguments)

    monkeypatch.setattr(pq.ParquetWriter, "write_table", fail_at_last)
    message = "the disk is full: make room; 4 of 10 shards are done in .*; repeat the same command to go on"
    with pytest.raises(OutputError, match=message):
        run(ROWS, Deadly(at="no row"), tmp_path / "out", shards=10)
    assert not list((tmp_path / "out" / UNFINISHED).glob("*.tmp"))
    assert run(ROWS, Deadly(at="no row"), tmp_path / "out").data == expected


def test_a_shard_that_somebody_took_and_left_is_done(tmp_path, expected, fresh_process):
    out, once = tmp_path / "out", tmp_path / "killed"
    program = DRIVER.replace("at=", f"left={str(out / UNFINISHED / '0' / '00009.claim')!r}, at=")
    once.touch()
    fresh_process(program, once, out)
    assert load_audited(out).report.data == expected


def test_processes_end_with_the_one_that_started_them(tmp_path):
    program = DRIVER.replace("once=sys.argv[1]", 'once=""').replace("shards=10", "shards=10, num_proc=2, batch_rows=1")
    program = "import time\n" + program.replace("run(Dataset", "if __name__ == '__main__': run(Dataset")
    (tmp_path / "program.py").write_text(program.replace('at="row 77"', 'at="slow"'))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py"), "-", str(tmp_path / "out")], env=environment
    )
    workers = []
    while not workers and process.poll() is None:
        listed = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
        workers = [int(number) for number in listed.stdout.split()]
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert workers
    for _ in range(500):
        workers = [number for number in workers if is_running(number)]
        if not workers:
            break
        time.sleep(0.02)
    assert not workers


def is_running(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


class Killed(BaseException):
    """Ends a run as a kill does: nothing is tidied up that only an ``except Exception`` would."""


def killed_in_the_end(monkeypatch, number):
    """Let the process end at the given step on files from where a run begins to finish."""
    left, finish = [None], Merge.finish

    def counted(whole):
        def step(*arguments, **options):
            if left[0] is not None:
                left[0] -= 1
                if left[0] <= 0:
                    raise Killed
            return whole(*arguments, **options)

        return step

    def finishing(merge, totals):
        left[0] = number
        return finish(merge, totals)

    for name in ("replace", "unlink", "rmdir", "mkdir", "write_bytes"):
        monkeypatch.setattr(Path, name, counted(getattr(Path, name)))
    monkeypatch.setattr(Merge, "finish", finishing)


def test_the_end_of_a_run_may_be_killed_at_any_step(tmp_path, expected):
    for number in range(1, 200):
        out = tmp_path / str(number)
        with pytest.MonkeyPatch.context() as monkeypatch:
            killed_in_the_end(monkeypatch, number)
            try:
                run(ROWS, Deadly(at="no row"), out, shards=3)
                break
            except Killed:
                pass
        assert run(ROWS, Deadly(at="no row"), out).data == expected
        assert load_audited(out).report.data == expected
        assert not (out / UNFINISHED).exists()
    assert 10 < number < 199
