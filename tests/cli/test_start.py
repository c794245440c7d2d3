"""From its first moment a command answers Ctrl-C, a closed output and a full one in one line."""

import signal
import subprocess
import sys

import pytest

from hf_genderfair.cli.console import visible

START = "from hf_genderfair.cli.start import main; main()"

SLOW_START = """
import os, time
from hf_genderfair.cli import start

def wait():
    os.write(2, b"up\\n")
    time.sleep(60)

start.open_closed_streams = wait
start.main()
"""


def shell(words, tmp_path):
    """Run the command line by a shell, which closes streams, and return its exit code and standard error."""
    (tmp_path / "a.txt").write_text("Byłam tam.\n", encoding="utf-8")
    command = f'{sys.executable} -c "{START}" {words}'
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("words", "reason"), [("tag a.txt >&-", "Bad file descriptor"), ("tag a.txt >/dev/full", "No space left on device")]
)
def test_an_output_that_cannot_be_written_is_one_line(tmp_path, words, reason):
    assert shell(words, tmp_path) == (1, f"Error: standard output cannot be written: {reason}\n")


def test_help_that_cannot_be_written_is_one_line(tmp_path):
    assert shell("--help >/dev/full", tmp_path) == (1, "Error: No space left on device\n")


def test_a_command_that_has_not_begun_is_stopped_in_one_line(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", SLOW_START], stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert process.stderr.readline() == "up\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[1] == "Stopped: nothing was written; the same command begins anew\n"
    assert process.returncode == 130


def test_nothing_that_a_terminal_obeys_is_left():
    hostile = "a\x1b[2J\x9b31m\u202eb\x07\tc\n"
    assert visible(hostile) == "a\\u001b[2J\\u009b31m\\u202eb\\u0007\tc\n"
