"""What a person sees: whole figures on a screen of any width, signs of life, what is kept after Ctrl-C, plain words."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shlex
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from as_one_test import as_one_test
from click import unstyle
from command_words import PYTHON_WORDS
from fresh_process import FreshProcess
from terminal import COMMAND, on_terminal

from hf_genderfair.cli.app import COMMANDS
from hf_genderfair.cli.output import print_report, print_table
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.report.report import Report, Step, Table

WIDTHS = [40, 60, 80, 100, 120, 160, 200]
NUMBER = re.compile(r"(?<![\w-])\d(?:[\d,.–-]*\d)?(?!\w)")
"""A number that is no part of a word, a digest or the name of a file."""
PEOPLE = ["Anna", "Peter", "Maria", "Tom"]
OTHERS = ["the nurse", "an old man", "a young woman", "the Muslim teacher", "a Christian boy"]


def numbers(text):
    return Counter(NUMBER.findall(unstyle(text)))


@pytest.fixture
def articles(tmp_path):
    """Give a file of 1,001 short English texts, so that some figures have a comma."""
    chance = random.Random(7)
    rows = [
        {"text": f"{chance.choice(PEOPLE)} met {chance.choice(OTHERS)}, and {chance.choice(['he', 'she'])} smiled."}
        for _ in range(1001)
    ]
    path = tmp_path / "articles.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


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
HASHES = Table("about", "Data", ["name", "value"], [["default/train", "rows=1,200, " + "ab12" * 16]])


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


@pytest.mark.parametrize("width", WIDTHS)
def test_a_range_and_a_unit_stay_on_one_line(screen, capsys, width):
    screen(width)
    print_table(WIDE)
    shown = unstyle(capsys.readouterr().out)
    assert all(figure in shown for figure in ("20–30 %", "100 %", "2.5 MB"))


@pytest.mark.parametrize("width", [60, 80, 120])
def test_words_of_a_table_are_not_cut(screen, capsys, width):
    screen(width)
    print_table(WIDE)
    shown = unstyle(capsys.readouterr().out)
    assert all(word in shown for word in ("attribute", "documents", "christianity,", "difference", "buddhism"))


def test_blocks_repeat_what_tells_rows_apart_and_keep_intervals_together(screen, capsys):
    screen(60)
    print_table(WIDE)
    lines = unstyle(capsys.readouterr().out).splitlines()
    heads = [line for line in lines if "attribute" in line and "group" in line]
    assert len(heads) > 1
    assert any(line.split()[-2:] == ["low", "high"] or ("low" in line.split() and "high" in line) for line in heads)
    assert sum("female" in line for line in lines) == len(heads)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_whole_report_fits_the_screen(screen, capsys, width):
    steps = [Step("FirstPerson", "1", {"lang": "pl", "context": "window"}, 12345, 12300)]
    report = Report("A report", "pl", steps, [WIDE, FEW], {"too_short": 1042}, ["It cannot see 10,000 things."])
    print_report(report)
    plain = numbers(capsys.readouterr().out)
    screen(width)
    print_report(report)
    shown = unstyle(capsys.readouterr().out)
    assert not plain - numbers(shown)
    assert max(map(len, shown.splitlines())) <= width


def test_a_long_word_without_figures_is_broken_rather_than_lost(screen, capsys):
    screen(40)
    print_table(HASHES)
    shown = "".join(unstyle(capsys.readouterr().out).split())
    assert "ab12" * 16 in shown


@pytest.mark.parametrize("command", ["columns", "pipelines list", "count", "publish"])
def test_commands_fit_the_screen(run, posts, tmp_path, screen, without_pictures, command):
    arguments = command.split()
    if command == "count":
        arguments += [posts]
    if command == "publish":
        assert run("corpus", posts, "--out", tmp_path / "out", "--license", "mit").exit_code == 0
        arguments += [tmp_path / "out", "--repo-id", "ania/x", "--dry-run"]
    plain = run(*arguments)
    assert plain.exit_code == 0
    # paths of this machine are longer than a narrow screen, and no figures
    known = Counter({number: count for number, count in numbers(plain.stdout).items() if len(number) < 16})
    for width in WIDTHS:
        screen(width)
        shown = run(*arguments)
        assert shown.exit_code == 0
        assert not known - numbers(shown.stdout), f"figures are lost at {width} columns"
        assert max(map(len, unstyle(shown.stdout).splitlines())) <= width


@pytest.mark.parametrize(("width", "command"), [(80, "audit"), pytest.param(60, "balance", marks=pytest.mark.whole)])
def test_commands_on_a_real_terminal(run, articles, tmp_path, width, command):
    options = {
        "audit": ["--lang", "en"],
        "balance": ["--lang", "en", "--force", "--overwrite", "--out", tmp_path / "out"],
    }[command]
    plain = run(command, articles, *options)
    assert plain.exit_code == 0, plain.stderr
    shown = on_terminal(command, articles, *options, columns=width)
    assert shown.exit_code == 0, shown.text
    place = str(tmp_path)
    assert not numbers(plain.stdout.replace(place, "")) - numbers(shown.text)
    result = shown.text[shown.text.rindex("\r\x1b[K") :] if "\r\x1b[K" in shown.text else shown.text
    assert max(len(line) for line in result.split("\r\n") if "\r" not in line) <= width


def test_references_lines_are_the_same_on_a_terminal():
    shown = on_terminal("references", "--lang", "es", columns=40, typed="La directora saludó.\n", keep_escapes=True)
    assert shown.exit_code == 0
    assert shown.text.split("\x1b[K")[-1].strip() == "directora P,F"


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


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stopped_command_leaves_nothing_half_written(posts, tmp_path, number, code):
    out = tmp_path / "out"
    process = FreshProcess(slow(annotating=60), "tag", posts, "--out", out, "--num-proc", "2")
    assert stopped(process, number, out, workers=2) == code
    assert list(tmp_path.iterdir()) == [posts]


def test_what_was_stopped_goes_on_from_the_cache(posts, tmp_path):
    out = tmp_path / "out"
    assert stopped(FreshProcess(slow(writing=60), "tag", posts, "--out", out), signal.SIGINT, out) == 130
    assert list(tmp_path.iterdir()) == [posts]
    # a second annotation would say that it is at work
    again = FreshProcess(slow(annotating=1), "tag", posts, "--out", out)
    _, said = again.communicate(timeout=60)
    assert (again.returncode, said) == (0, "Note: 1 row has no text\n")


EARLY = """
import os
from datasets import Dataset
map_rows = Dataset.map

def start(*arguments, **options):
    os.write(2, b"at work\\n")
    return map_rows(*arguments, **options)

Dataset.map = start
""" + slow(annotating=60)


@pytest.mark.parametrize(("number", "code", "seconds"), [(signal.SIGINT, 130, 0.02), (signal.SIGTERM, 143, 0.1)])
def test_a_command_is_stopped_while_its_processes_start(posts, tmp_path, number, code, seconds):
    process = FreshProcess(EARLY, "tag", posts, "--out", tmp_path / "out", "--num-proc", "2")
    assert process.stderr.readline() == "at work\n"
    time.sleep(seconds)
    assert stopped(process, number, tmp_path / "out", workers=0) == code
    assert list(tmp_path.iterdir()) == [posts]


def test_a_stopped_filter_says_how_many_lines_were_printed():
    process = FreshProcess(COMMAND, "tag")
    process.stdin.write("Byłam tam.\nByłem tam.\n")
    process.stdin.flush()
    assert [process.stdout.readline(), process.stdout.readline()] == ["female\tByłam tam.\n", "male\tByłem tam.\n"]
    os.killpg(process.pid, signal.SIGTERM)
    _, said = process.communicate(timeout=30)
    assert said == "Stopped: 2 lines were printed; the same command begins anew\n"
    assert process.returncode == 143


def test_a_sign_of_life_every_two_seconds(posts, tmp_path):
    shown = on_terminal("tag", posts, "--out", tmp_path / "out", program=slow(annotating=2.5, reading=2.5))
    assert shown.exit_code == 0, shown.text
    gaps = [later - earlier for earlier, later in zip(shown.seconds, shown.seconds[1:], strict=False)]
    assert shown.seconds[-1] - shown.seconds[0] > 7
    assert max(gaps) < 2
    for phase in ("Read", "FirstPerson", "Count", "Write data/train"):
        assert re.search(rf"{phase}: +0%\|[^|]*\| 0/21 \[00:\d\d<\?, \? examples/s\]", shown.text), phase
    assert "Written to" in shown.text


@pytest.fixture(scope="module")
def waiting(tmp_path_factory):
    """Give what commands show that wait for seconds at each row, all at the same time."""
    folder = tmp_path_factory.mktemp("waiting")
    lines, rows = folder / "lines.txt.gz", folder / "rows.jsonl"
    lines.write_bytes(gzip.compress("Byłam wczoraj w kinie z psem.\nPada.\nByłem tam też wczoraj.\n".encode()))
    rows.write_text('{"text": "Byłam tam."}\n{"text": null}\n', encoding="utf-8")
    typed = "Byłam tam.\nByłem tam.\nPada.\n"
    program = slow(lines=2.5)
    with ThreadPoolExecutor() as threads:
        tag = threads.submit(on_terminal, "tag", program=program, typed=typed, keep_escapes=True)
        filtered = threads.submit(on_terminal, "filter", lines, program=program, columns=60)
        _, said = FreshProcess(slow(annotating=3), "tag", rows, "--out", folder / "out").communicate(timeout=60)
        return {"tag": tag.result(), "filter": filtered.result(), "no terminal": said}


def test_signs_of_life_are_taken_away_before_lines(waiting):
    text = waiting["tag"].text
    written = [line.split("\x1b[K")[-1] for line in text.split("\r\n")]
    assert written == ["female\tByłam tam.", "male\tByłem tam.", "none\tPada.", ""]
    assert "tag: 2 rows [00:" in text


def test_progress_of_a_file_tells_rows_rate_time_left_and_rows_kept(waiting):
    shown = waiting["filter"]
    assert shown.exit_code == 0, shown.text
    meters = re.findall(r"filter: +\d+%\|[^|]*\| \d/3 \[00:\d\d<[\d:]+, [ \d.]+s/ rows, \d kept\]", shown.text)
    assert meters
    assert max(map(len, meters)) < 60


def test_no_sign_of_life_without_a_terminal(waiting):
    assert waiting["no terminal"] == "at work\nNote: 1 row has no text\n"


def test_no_sign_of_life_stays_beside_a_result():
    shown = on_terminal("polarity", "--lang", "en", typed="She asked him.\n", keep_escapes=True)
    assert shown.text.split("\x1b[K")[-1].strip() == '{"male":1,"female":1}'


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


WRONG = [
    ("tag labelled.jsonl --out out", "column 'first_person' exists already: remove it first\n"),
    ("tag labelled.jsonl --out out --overwrite", "column 'first_person' exists already: remove it first\n"),
    ("filter labelled.jsonl", "column 'first_person' exists already: remove it first\n"),
    ("corpus labelled.jsonl --out out", "column 'first_person' exists already: remove it first\n"),
    ("dedupe hashes.jsonl --out out", "column 'text_hash' exists already: remove it first\n"),
    ("audit groups.jsonl --lang en", "column 'gender_words' exists already: remove it first\n"),
    ("rewrite edits.jsonl --lang de --out out", "column 'rewriting_edits' exists already: remove it first\n"),
    ("tag pl.jsonl --out full", "full is not empty: choose another folder, or give --overwrite\n"),
    ("tag pl.jsonl --out full --overwrite", "full holds something else than a data set"),
    ("tag pl.jsonl --out ''", "is not empty"),
    ("tag pl.jsonl --out .", "is not empty"),
    ("tag pl.jsonl --out pl.jsonl", "pl.jsonl is a file: choose another folder"),
    ("tag pl.jsonl --out pl.jsonl/below/it", "pl.jsonl is a file; choose another folder"),
    ("tag ''", "the source has no name"),
    ("corpus pl.jsonl --out out --challenge out", "--out and --challenge name the same folder: choose two\n"),
    ("corpus pl.jsonl --out out --challenge pl.jsonl", "pl.jsonl is a file: choose another folder"),
    ("corpus nothere.jsonl --out full", "full is not empty"),
    ("rewrite en.jsonl --lang en --candidates 2", "--candidates needs --model"),
    ("rewrite en.jsonl --lang en --model nothere", "the model nothere cannot be loaded"),
    ("references en.jsonl --lang pl --pipeline nothere", "leave --pipeline out"),
    ("references en.jsonl --lang en --pipeline nothere", "no pipeline 'nothere'"),
    ("references en.jsonl --lang en --model x --endpoint http://localhost:1/v1", "no prompt for --lang en: use"),
    ("references en.jsonl --lang es --model x --endpoint nothere", "write http:// or https:// before it"),
    ("audit en.jsonl --lang en --attribute nothere", "no word list 'nothere': there are age, gender,"),
    ("audit en.jsonl --lang en --list list.tsv", "needs the columns group and word"),
    ("audit en.jsonl --lang en --list list.json", "is no JSON"),
    ("audit en.jsonl --lang en --list binary.tsv", "is not UTF-8 text"),
    ("audit en.jsonl --lang en --list empty", "needs the columns group and word"),
    ("audit en.jsonl --lang en --list full", "Is a directory"),
    ("audit en.jsonl --lang es --actors", "--actors reads de and en, not es: leave --actors out\n"),
    ("audit en.jsonl --lang en --target gender", "write ATTRIBUTE:group=share,group=share"),
    ("audit en.jsonl --lang en --target gender:female=nan,male=nan", "give shares from 0 to 1"),
    ("balance en.jsonl --lang en --out out --range 5,1", "--range 5,1 is no range"),
    ("balance en.jsonl --lang en --out out --range nan", "--range nan is no range"),
    ("balance en.jsonl --lang en --out out --range 1e-9,2", "--range 1e-9,2 is too low"),
    ("balance en.jsonl --lang en --out out --words --method paper", "--words has no effect on --method paper"),
    ("balance en.jsonl --lang en --out out --pipeline nothere", "no pipeline 'nothere'"),
    ("analyse en.jsonl --lang en --needs nothere", "unknown layer 'nothere': there are pos"),
    ("wordlist review list.tsv", "is no review: make one with hf-genderfair wordlist generate"),
    ("publish full --repo-id ania/x", "full is no folder with a data set"),
]


@as_one_test(("command", "words"), WRONG)
def test_wrong_uses_are_told_in_words_of_commands(run, wrong, command, words):
    before = {path: path.stat().st_mtime_ns for path in wrong.rglob("*")}
    result = run(*shlex.split(command))
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    assert "please report" not in result.stderr
    assert not PYTHON_WORDS.search(result.stderr)
    assert before == {path: path.stat().st_mtime_ns for path in wrong.rglob("*")}


@pytest.mark.parametrize(
    "command",
    [
        "corpus pl.jsonl --out out --smoothing inf",
        "references en.jsonl --lang es --model x --endpoint http://localhost:1/v1 --temperature inf",
        "tag pl.jsonl --num-proc 0",
        "corpus pl.jsonl --out out --limit 0",
        "corpus pl.jsonl --out out --seed -1",
        "challenge pl.jsonl --out out --dev nan",
        "stereotypes en.jsonl --threshold nan",
    ],
)
def test_values_out_of_range_are_wrong_use(run, wrong, command):
    result = run(*command.split())
    assert result.exit_code == 2
    assert not (wrong / "out").exists()


def test_a_list_named_twice_is_counted_once(run, wrong):
    options = ["--lang", "en", "--json"]
    once = run("audit", "en.jsonl", *options, "--attribute", "gender")
    twice = run("audit", "en.jsonl", *options, "--attribute", "gender", "--attribute", "gender")
    assert twice.exit_code == 0
    assert twice.stdout == once.stdout


def test_more_processes_than_rows_are_no_matter_for_a_message(run, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"text": "Byłam tam."}\n{"text": null}\n', encoding="utf-8")
    result = run("tag", tmp_path / "rows.jsonl", "--out", tmp_path / "out", "--num-proc", 40)
    assert (result.exit_code, result.stderr) == (0, "Note: 1 row has no text\n")


def test_python_hears_of_what_python_can_do():
    error = ColumnError("column 'x' exists already: remove it first", in_python="or pass overwrite=True")
    assert str(error) == "column 'x' exists already: remove it first, or pass overwrite=True"
    assert error.for_commands() == "column 'x' exists already: remove it first"


def test_names_of_the_user_are_not_taken_for_settings(run, wrong):
    result = run("tag", "lang=de/text=5/nothere.jsonl")
    assert result.stderr == "Error: no such file or folder: lang=de/text=5/nothere.jsonl\n"


NAMES = list(COMMANDS)
GROUPS = ["pipelines list", "wordlist generate", "wordlist review", "wordlist accept"]


@pytest.mark.parametrize("command", ["", *NAMES, *GROUPS, "wordlist check"])
def test_help_fits_eighty_columns_and_speaks_no_python(run, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert not PYTHON_WORDS.search(result.stdout)
