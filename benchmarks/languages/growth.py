"""How time and memory grow with the length of a text: what reads text, over repeated forms of every kind.

    python -m benchmarks.run languages/growth [--only GenderFair] [--form "er "] [--lang de]
        [--sizes 10,100,1000] [--table FILE]

Each subject of the fuzzing benchmark, and person references and stereotypes in further languages, reads texts of so
many thousand characters that are one form of ``repeated_forms.tsv`` again and again: letters, marks, words, clauses,
lines, and characters drawn by a seed, such as base64. A form of a language goes to the subjects of that language, the
others to all. Every pair is a process of its own with limits of processor time and memory, so that a text that is too
much is a row and no crash. ``--only`` and ``--form`` take the beginning of a name and of a form, and both can be
repeated.

Printed, in all detail written to ``--table``, are pairs whose time grows with an exponent above 1.2, or that break a
limit: subject, form, the exponent between the two longest texts, processor seconds of each, peak memory of the process.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.languages.fuzzing import Subject, subjects, transform_subject
from benchmarks.measure import Measure
from benchmarks.processes import in_new_process
from benchmarks.results import stored
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.stereotypes.transform import Stereotypes

FORMS = Path(__file__).parent / "repeated_forms.tsv"
SIZES = "10,100"
WARMED = 1_000
"""Characters of the text that is read first, so that what is loaded once counts nowhere."""
STEEPEST = 1.2
LEAST_SECONDS, SECONDS_A_KILOBYTE = 15, 0.06
"""Processor seconds that a text may take: 60 for a megabyte, and 15 for a short one."""
MOST_MEGABYTES = 1_500
SHORTEST_SECONDS = 0.02
"""What takes less is taken to take this long: the growth of so little says nothing."""


class Form(NamedTuple):
    """What a text repeats: its language (empty for all), whether it is repeated or drawn from, and the characters."""

    lang: str
    how: str
    unit: str

    def text(self, length: int) -> str:
        """Return so many characters of it."""
        if self.how == "drawn":
            return "".join(Random(self.unit).choices(self.unit, k=length))
        return (self.unit * (length // len(self.unit) + 1))[:length]


class Row(NamedTuple):
    """What a subject took for a form.

    Attributes:
        subject: Name of the subject.
        how: See `Form`.
        unit: See `Form`.
        seconds: Processor time of each size that was read, in order.
        megabytes: Peak memory of the process with the longest of these.
        exponent: Growth of time between the two longest; None where there are less than two.
        broken: The limit that was broken: seconds, memory, an exception; empty where none was.
    """

    subject: str
    how: str
    unit: str
    seconds: tuple[float, ...]
    megabytes: float
    exponent: float | None
    broken: str

    @property
    def is_too_much(self) -> bool:
        """Whether it grows too fast or breaks a limit."""
        return bool(self.broken) or (self.exponent or 0) > STEEPEST


def repeated_forms() -> list[Form]:
    """Return all forms."""
    lines = FORMS.read_text(encoding="utf-8").splitlines()[1:]
    return [Form(lang, how, json.loads(unit)) for lang, how, unit in (line.split("\t") for line in lines)]


def all_subjects() -> list[Subject]:
    """Return what reads text."""
    more = [PersonReferences("de"), PersonReferences("en"), PersonReferences("ca"), Stereotypes("de")]
    return [*subjects(), *(transform_subject(f"{type(each).__name__} {each.lang}", each) for each in more)]


def exponent(seconds: Sequence[float], sizes: Sequence[int]) -> float | None:
    """Return how time grows between the two longest texts: 1 where it grows as they do, 2 with their square.

    Example:
        >>> exponent([0.1, 1.0], [10_000, 100_000]), exponent([0.1, 10.0], [10_000, 100_000])
        (1.0, 2.0)
    """
    if len(seconds) < 2:
        return None
    short, long = (max(each, SHORTEST_SECONDS) for each in seconds[-2:])
    return round(math.log(long / short) / math.log(sizes[len(seconds) - 1] / sizes[len(seconds) - 2]), 2)


def measure(subject: Subject, form: Form, sizes: Sequence[int]) -> Row:
    """Measure a pair, and again where it seems to grow too fast: something else may have been in the way."""
    row = _measure(subject, form, sizes)
    if not row.broken and row.is_too_much:
        row = min(row, _measure(subject, form, sizes), key=lambda each: each.exponent or 0)
    return row


def _measure(subject: Subject, form: Form, sizes: Sequence[int]) -> Row:
    read: list[float] = []
    megabytes, broken = 0.0, ""
    for size in sizes:
        found = limited(
            partial(_read, subject, form, size), max(LEAST_SECONDS, round(SECONDS_A_KILOBYTE * size / 1000))
        )
        if isinstance(found, str):
            broken = f"{size // 1000} kB: {found}"
            break
        read.append(round(found[0], 3))
        megabytes = round(found[1])
    return Row(subject.name, form.how, form.unit, tuple(read), megabytes, exponent(read, sizes), broken)


def _read(subject: Subject, form: Form, size: int) -> tuple[float, float]:
    """Return processor seconds and megabytes of reading a text."""
    subject.read([form.text(WARMED)])
    text = form.text(size)
    started = time.process_time()
    subject.read([text])
    return time.process_time() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def limited(work: Callable[[], tuple[float, float]], seconds: int) -> tuple[float, float] | str:
    """Return what a function returns in a process of its own with limits, or which of them it broke."""
    ours, theirs = multiprocessing.get_context("fork").Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_limited, args=(work, seconds, theirs))
    process.start()
    theirs.close()
    try:
        found: tuple[float, float] | str = ours.recv()
    except EOFError:
        found = f"more than {seconds} s"
    process.join()
    return found


def _limited(work: Callable[[], tuple[float, float]], seconds: int, results: Connection) -> None:
    mapped = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    # what is killed for its time is told apart from what cannot get more memory by its silence
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MOST_MEGABYTES * 1_000_000,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        results.send(work())
    except MemoryError:
        results.send(f"more than {MOST_MEGABYTES} MB")
    except Exception as error:  # whatever it is, it is what is looked for
        results.send(f"{type(error).__name__}: {error}"[:200])


def measure_subject(name: str, forms: Sequence[Form], sizes: Sequence[int]) -> list[Row]:
    """Measure a subject with its forms; what it needs is loaded before."""
    subject = next(each for each in all_subjects() if each.name == name)
    subject.read(["Anna said: a."])
    rows = [measure(subject, form, sizes) for form in forms if form.lang in ("", subject.lang)]
    for row in rows:
        if row.is_too_much:
            print(line(row), flush=True)
    return rows


def line(row: Row) -> str:
    """Return a row of the table."""
    seconds = " ".join(f"{each:.2f}" for each in row.seconds)
    form = json.dumps(row.unit, ensure_ascii=False)
    return "\t".join((row.subject, row.how, form, str(row.exponent), seconds, f"{row.megabytes:.0f}", row.broken))


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """Return what is kept of the rows of a subject: how many, the worst, and all that are too much."""
    return {
        "pairs": len(rows),
        "steepest": max((row.exponent or 0 for row in rows), default=0),
        "slowest": max((max(row.seconds, default=0) for row in rows), default=0),
        "megabytes": max((row.megabytes for row in rows), default=0),
        "too_much": [row._asdict() for row in rows if row.is_too_much],
    }


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how many pairs grow too fast, and the worst of all."""
    found = list(results.values())
    at = partial(Measure, "growth of work with the length of a text", "repeated forms", sum(f["pairs"] for f in found))
    yield at(
        "pairs that grow with an exponent above 1.2 or break a limit", sum(len(f["too_much"]) for f in found), unit=""
    )
    yield at("steepest exponent", max(f["steepest"] for f in found), unit="")
    yield at("slowest", max(f["slowest"] for f in found), unit="s")
    yield at("most memory", max(f["megabytes"] for f in found), unit="MB")


def benchmark(
    only: list[str] | None = None,
    form: list[str] | None = None,
    lang: str = "",
    sizes: str = SIZES,
    table: Path | None = None,
) -> dict[str, Any] | None:
    """Print the pairs that are too much; kept are subjects that read all forms in the usual sizes."""
    characters = [1000 * int(each) for each in sizes.split(",")]
    forms = [each for each in repeated_forms() if each.unit.startswith(tuple(form or [""]))]
    chosen = [each for each in all_subjects() if each.name.startswith(tuple(only or [""])) and lang in ("", each.lang)]
    print("subject\thow\tunit\texponent\tseconds\tMB\tbroken", flush=True)
    results = stored("languages/growth")
    for each in chosen:
        rows = in_new_process(measure_subject, each.name, forms, characters)
        results[each.name] = summary(rows)
        print(f"# {each.name}: {len(rows)} forms, steepest {results[each.name]['steepest']}", flush=True)
        if table:
            with table.open("a", encoding="utf-8") as lines:
                lines.writelines(f"{line(row)}\n" for row in rows)
    return None if form or sizes != SIZES else results
