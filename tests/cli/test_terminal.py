"""What a person sees: whole figures on a screen of any width, signs of life, what is kept after Ctrl-C, plain words."""

import fcntl
import os
import pty
import re
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections import Counter
from contextlib import suppress
from itertools import pairwise

import pytest
from as_one_test import as_one_test
from click import unstyle
from command_words import PYTHON_WORDS
from fresh_process import FreshProcess
from golden import golden_rows

from hf_genderfair.cli.app import COMMANDS
from hf_genderfair.cli.output import print_table
from hf_genderfair.report.report import Table

COMMAND = "from hf_genderfair.cli.app import main; main()"
WIDTHS = [40, 60, 80, 100, 120, 160, 200]
NUMBER = re.compile(r"(?<![\w-])\d(?:[\d,.–-]*\d)?(?!\w)")
"""A number that is no part of a word, a digest or the name of a file."""


def numbers(text):
    return Counter(NUMBER.findall(unstyle(text)))


@pytest.fixture
def screen(monkeypatch):
    """Give what makes this process believe that it prints on a terminal of a width."""

    def make(columns):
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", str(columns))

    return make


WIDE = Table(
    "wide",
    "Everything about everybody",
    ["attribute", "group", "share of actors", "low", "high", "person words", "verdict", "range", "n", "documents"],
    [
        ["gender", "female", 0.366812, 0.351434, 0.383421, 1042, "no difference shown", "20–30 %", 1234567, 1200],
        ["gender", "male", 0.633218, 0.616622, 0.648632, 12345678, "more christianity, islam", "100 %", 98765, None],
        ["religion", "buddhism", 1e-05, None, 0.039841, 123, "[bold]:smile:", "2.5 MB", 5, 0],
    ],
    note="Low and high: a 95 % interval of 10,000 samples.",
)
FEW = Table("few", "One row", [f"quantity {chr(97 + index)}" for index in range(12)], [[1042 + n for n in range(12)]])
LONG = Table("long", "Paths", ["file", "bytes"], [["data/train-00000-of-00001.parquet", 148199], ["x" * 90, 7]])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("table", [WIDE, FEW, LONG], ids=lambda table: table.name)
def test_figures_of_a_table_stay_whole(screen, capsys, table, width):
    print_table(table)
    plain = numbers(capsys.readouterr().out)
    screen(width)
    print_table(table)
    shown = unstyle(capsys.readouterr().out)
    assert not plain - numbers(shown)
    assert max(map(len, shown.splitlines())) <= width
    assert "[bold]:smile:" in shown or table is not WIDE


@pytest.mark.parametrize("command", ["columns", "pipelines list", "count", "publish"])
def test_commands_fit_the_screen(run, done, posts, tmp_path, screen, without_pictures, command):
    arguments = command.split()
    if command == "count":
        arguments += [posts]
    if command == "publish":
        assert run("corpus", posts, "--out", tmp_path / "out", "--license", "mit").exit_code == 0
        arguments += [tmp_path / "out", "--repo-id", "ania/x", "--dry-run"]
    plain = done(*arguments)
    # paths of this machine are longer than a narrow screen, and no figures
    known = Counter({number: count for number, count in numbers(plain.stdout).items() if len(number) < 16})
    for width in WIDTHS[::3]:
        screen(width)
        shown = done(*arguments)
        assert not known - numbers(shown.stdout), f"figures are lost at {width} columns"
        assert max(map(len, unstyle(shown.stdout).splitlines())) <= width


SLOW = """
import os, time
from hf_genderfair.first_person.tagger import FirstPerson
import hf_genderfair.core.batches as batches
import hf_genderfair.hub.folder as folder
import hf_genderfair.cli.runner as runner
annotate, write_split, write_lines = FirstPerson.annotate, folder._write_split, runner.write_lines
print_rows, tables = runner.print_rows, batches._tables

def work(self, columns, rank):
    if {annotating}:
        os.write(2, b"at work\\n")
        time.sleep({annotating})
    return annotate(self, columns, rank)

def write(*arguments):
    written = write_split(*arguments)
    if {writing}:
        os.write(2, b"at work\\n")
        time.sleep({writing})
    return written

def read(*arguments):
    time.sleep({reading})
    yield from tables(*arguments)

def lines(printed):
    for line in printed:
        write_lines([line])
        time.sleep({lines})

FirstPerson.annotate, folder._write_split, runner.write_lines = work, write, lines
if {reading}:
    batches._tables = read
if {lines}:
    runner.print_rows = lambda *arguments: print_rows(*arguments[:3], rows_at_once=1)
from hf_genderfair.cli.app import main
main()
"""


def slow(annotating=0, writing=0, lines=0, reading=0):
    return SLOW.format(annotating=annotating, writing=writing, lines=lines, reading=reading)


def stopped(process, number, out, workers=1):
    """Stop a command when all its workers are at work, and return its exit code once it has said what is kept."""
    assert [process.stderr.readline() for _ in range(workers)] == ["at work\n"] * workers
    os.killpg(process.pid, number)
    _, said = process.communicate(timeout=30)
    told = [line for line in said.splitlines() if line != "at work"]
    assert told == [
        f"Stopped: nothing was written to {out}; repeat the same command to go on: finished steps are kept in the "
        "cache of datasets"
    ]
    return process.returncode


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.whole)]
)
def test_a_stopped_command_leaves_nothing_half_written(posts, tmp_path, number, code):
    out = tmp_path / "out"
    process = FreshProcess(slow(annotating=60), "tag", posts, "--out", out, "--num-proc", "2")
    assert (stopped(process, number, out, workers=2), list(tmp_path.iterdir())) == (code, [posts])


def test_a_stopped_filter_says_how_many_lines_were_printed():
    process = FreshProcess(COMMAND, "tag")
    process.stdin.write("Byłam tam.\nByłem tam.\n")
    process.stdin.flush()
    assert [process.stdout.readline(), process.stdout.readline()] == ["female\tByłam tam.\n", "male\tByłem tam.\n"]
    os.killpg(process.pid, signal.SIGTERM)
    _, said = process.communicate(timeout=30)
    assert said == "Stopped: 2 lines were printed; the same command begins anew\n"
    assert process.returncode == 143


def on_terminal(*arguments, program):
    """Run a program with its outputs on a terminal, and return its text and the seconds of everything that came."""
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
    process = FreshProcess(program, *arguments, output=side, environment={"TERM": "xterm"})
    os.close(side)
    process.stdin.close()
    text, seconds = b"", []
    # a terminal whose last writer has gone cannot be read
    with suppress(OSError):
        while block := os.read(main, 1 << 16):
            text += block
            seconds.append(time.monotonic())
    os.close(main)
    shown = unstyle(text.decode(errors="replace"))
    assert process.wait() == 0, shown
    return shown, seconds


@pytest.mark.parametrize("reading", [0, pytest.param(2.5, marks=pytest.mark.whole)])
def test_a_sign_of_life_every_two_seconds(posts, tmp_path, reading):
    program = slow(annotating=2.5, reading=reading)
    shown, seconds = on_terminal("tag", posts, "--out", tmp_path / "out", program=program)
    assert seconds[-1] - seconds[0] > 2.5 + reading
    assert max(later - earlier for earlier, later in pairwise(seconds)) < 2
    for phase in ("Read", "FirstPerson", "Count", "Write data/train") if reading else ("FirstPerson",):
        assert re.search(rf"{phase}: +0%\|[^|]*\| 0/21 \[00:\d\d<\?, \? examples/s\]", shown), phase
    assert "Written to" in shown


@pytest.fixture
def wrong(tmp_path, monkeypatch):
    """Give a folder with data that do not fit, and work in it."""
    monkeypatch.chdir(tmp_path)
    files = {
        "en.jsonl": '{"text": "She met a young man.", "year": 3}\n',
        "de.jsonl": '{"text": "Die Lehrer kamen."}\n',
        "labelled.jsonl": '{"text": "Byłam tam.", "first_person": "female"}\n',
        "pl.jsonl": '{"text": "Wczoraj byłam w kinie."}\n',
        "groups.jsonl": '{"text": "She ran.", "gender_words": "x"}\n',
        "edits.jsonl": '{"text": "Die Lehrer.", "rewriting_edits": "x"}\n',
        "hashes.jsonl": '{"text": "Ja byłam tam.", "text_hash": "x"}\n',
        "list.tsv": "nonsense\n",
        "list.json": "{broken",
        "binary.tsv": "\udcff",
        "empty": "",
        "full/file.txt": "mine",
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode("utf-8", "surrogateescape"))
    return tmp_path


WRONG = golden_rows(__file__, "WRONG")


@as_one_test(("command", "words"), WRONG)
def test_wrong_uses_are_told_in_words_of_commands(run, fails, wrong, command, words):
    before = {path: path.stat().st_mtime_ns for path in wrong.rglob("*")}
    result = run(*shlex.split(command))
    fails(result, words)
    assert "please report" not in result.stderr
    assert before == {path: path.stat().st_mtime_ns for path in wrong.rglob("*")}


NAMES = list(COMMANDS)
GROUPS = ["pipelines list", "wordlist generate", "wordlist review", "wordlist accept"]


@pytest.mark.parametrize("command", ["", *NAMES, *GROUPS, "wordlist check"])
def test_help_fits_eighty_columns_and_speaks_no_python(done, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    result = done(*command.split(), "--help")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert not PYTHON_WORDS.search(result.stdout)


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
    ("words", "error"),
    [
        ("tag a.txt >&-", "standard output cannot be written: Bad file descriptor"),
        ("tag a.txt >/dev/full", "standard output cannot be written: No space left on device"),
        ("--help >/dev/full", "No space left on device"),
    ],
)
def test_an_output_that_cannot_be_written_is_one_line(tmp_path, words, error):
    assert shell(words, tmp_path) == (1, f"Error: {error}\n")


def test_a_command_that_has_not_begun_is_stopped_in_one_line(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", SLOW_START], stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert process.stderr.readline() == "up\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[1] == "Stopped: nothing was written; the same command begins anew\n"
    assert process.returncode == 130
