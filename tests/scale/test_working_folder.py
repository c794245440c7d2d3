"""Nothing is imported from the folder where one stands, nor by processes that are started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
