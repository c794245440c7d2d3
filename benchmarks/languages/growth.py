"""How time and memory grow with the length of a text: what reads text, over repeated forms of every kind.

Texts are one form of ``repeated_forms.tsv`` again and again. A text is analysed once, and all other subjects are given
what was kept of it. The thirty slowest forms of each language are then read with a million characters. Printed are
pairs whose time grows with an exponent above 1.2 between the two longest texts, or that break a limit.
"""

from __future__ import annotations

import gc
import json
import math
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing.connection import Connection
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pyarrow as pa

from benchmarks.languages.fuzzing import Subject, all_subjects
from benchmarks.measure import Figures, Measure
from benchmarks.run import in_new_process
from benchmarks.texts import tsv_rows
from hf_genderfair.languages.documents import AnalysisRequest, documents, kept_analyses
from hf_genderfair.languages.kept import KeptAnalyses, keep
from hf_genderfair.languages.pipelines import pipeline

SIZES = "10,100"
WARMED = 1_000
"""Characters of the text that is read first, so that what is loaded once counts nowhere."""
STEEPEST = 1.2
MOST_MEGABYTES = 1_500
ANALYSED = "analyse"
"""How the names of subjects begin that analyse texts by a pipeline."""
LEFT_OUT = tuple(
    "Analyse ActorMetrics-lang_column Chain Counterfactual-attribute Counterfactual-lang_column FirstPerson-context "
    "FirstPerson-diacritics=required FirstPerson-quoted FragmentReasons- GroupWords-attribute=WordList NormalisedHash- "
    "PersonReferences-lang_column=language-lang=es Stereotypes-attributes Stereotypes-lang_column".split()
)
"""How the names of subjects begin that read as others do."""
Work: TypeAlias = Callable[[int], Any]
"""What reads the text of so many characters."""


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


class Reading(NamedTuple):
    """What reading a text took: processor seconds, peak megabytes of the process; and what it gave."""

    seconds: float
    megabytes: float
    value: Any


class Row(NamedTuple):
    """What a subject took for a form: processor time by thousands of characters, peak memory, the limit it broke."""

    lang: str
    subject: str
    form: Form
    seconds: Mapping[int, float]
    megabytes: int
    broken: str

    @property
    def is_too_much(self) -> bool:
        """Whether it grows too fast or breaks a limit."""
        return bool(self.broken) or (exponent(self.seconds) or 0) > STEEPEST


def repeated_forms() -> list[Form]:
    """Return all forms: letters, marks, words, clauses, lines, and characters drawn by a seed, such as base64."""
    rows = tsv_rows(Path(__file__).with_name("repeated_forms.tsv"))
    return [Form(row["lang"], row["how"], json.loads(row["unit"])) for row in rows]


def readers(lang: str) -> list[Subject]:
    """Return what reads texts of a language, without what reads as others do; what analyses them comes first."""
    own = [each for each in all_subjects() if each.lang == lang]
    kept = [each for each in own if not each.name.startswith(LEFT_OUT) and not each.name.endswith(" refuse")]
    return sorted(kept, key=lambda each: not each.name.startswith(ANALYSED))


def exponent(seconds: Mapping[int, float]) -> float | None:
    """Return how time grows between the two longest texts: 1 where it grows as they do, 2 with their square."""
    if len(seconds) < 2:
        return None
    shorter, longer = sorted(seconds)[-2:]
    # the growth of so little says nothing
    short, long = (max(seconds[each], 0.02) for each in (shorter, longer))
    return round(math.log(long / short) / math.log(longer / shorter), 2)


def measure(form: Form, chosen: Sequence[Subject], sizes: Sequence[int]) -> Iterator[Row]:
    """Yield a row for each subject; all are given the analysis of the first, if that is one."""
    texts = {size: form.text(size) for size in (WARMED, *sizes)}
    analyses: dict[int, pa.StructArray] = {}
    for subject in chosen:
        readings, broken = limited(partial(_read, subject, texts, analyses), list(analyses or texts))
        if subject.name.startswith(ANALYSED):
            analyses = {size: each.value for size, each in zip(texts, readings, strict=False)}
        seconds = {size // 1000: round(each.seconds, 3) for size, each in zip(sizes, readings[1:], strict=False)}
        megabytes = round(readings[-1].megabytes) if seconds else 0
        yield Row(subject.lang, subject.name, form, seconds, megabytes, broken)
        if subject.name.startswith(ANALYSED) and not seconds:
            return


def _read(subject: Subject, texts: Mapping[int, str], analyses: Mapping[int, pa.StructArray], size: int) -> Any:
    """Return the analysis of a text, to be kept, where the subject makes one, else read by what was kept."""
    if subject.name.startswith(ANALYSED):
        chosen = pipeline(subject.lang)
        return keep(documents([texts[size]], AnalysisRequest(subject.lang, chosen.layers)), chosen)
    if not analyses:
        return subject.read([texts[size]])
    kept = KeptAnalyses(analyses[size], subject.lang)
    kept.take(0, texts[size])
    with kept_analyses(kept):
        return subject.read([texts[size]])


def limited(work: Work, sizes: Sequence[int]) -> tuple[list[Reading], str]:
    """Return what a function took for texts of some sizes in a process with limits, and the limit that it broke."""
    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe(duplex=False)
    process = fork.Process(target=_limited, args=(work, sizes, theirs))
    process.start()
    theirs.close()
    readings: list[Reading] = []
    try:
        while isinstance(found := ours.recv(), Reading):
            readings.append(found)
        broken = str(found)
    except EOFError:
        # what is killed for its time is told apart from what cannot get more memory by its silence
        broken = f"{sizes[len(readings)] // 1000} kB: more than {_most_seconds(sizes[len(readings)])} s"
    process.join()
    return readings, broken


def _most_seconds(size: int) -> int:
    """Return the processor seconds that a text may take: 60 for a megabyte, and 15 for a short one."""
    return max(15, round(0.06 * size / 1000))


def _limited(work: Work, sizes: Sequence[int], results: Connection) -> None:
    """Send a reading for each size, and then which limit was broken (empty for none)."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    broken = ""
    seconds: dict[int, float] = {}
    for size in sizes:
        try:
            reading = _measured(work, size)
            if (exponent({**seconds, size: reading.seconds}) or 0) > STEEPEST and len(seconds) > 1:
                # something else may have been in the way
                reading = min(reading, _measured(work, size), key=attrgetter("seconds"))
        except MemoryError:
            broken = f"{size // 1000} kB: more than {MOST_MEGABYTES} MB"
            break
        except Exception as error:  # whatever it is, it is what is looked for
            broken = f"{size // 1000} kB: {type(error).__name__}: {error}"[:200]
            break
        seconds[size] = reading.seconds
        results.send(reading)
    results.send(broken)


def _measured(work: Work, size: int) -> Reading:
    mapped = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    used = math.ceil(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + _most_seconds(size), resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MOST_MEGABYTES * 1_000_000, resource.RLIM_INFINITY))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    started = time.process_time()
    value = work(size)
    seconds = time.process_time() - started
    # the most since the peak was set back
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return Reading(seconds, next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")), value)


def measure_language(lang: str, asked: Sequence[tuple[Form, str]], sizes: Sequence[int]) -> list[Row]:
    """Measure forms with all that reads a language, or with the analysis and a subject by its name."""
    loaded = readers(lang)
    for each in loaded:
        each.read(["Anna said: a."])
    # what they need is loaded, and no process of a form copies it
    gc.collect()
    gc.freeze()
    rows: list[Row] = []
    for form, name in asked:
        chosen = [each for each in loaded if name in ("", each.name) or each.name.startswith(ANALYSED)]
        for row in measure(form, chosen, sizes):
            rows.append(row)
            if row.is_too_much:
                seconds = " ".join(f"{size}:{taken:.3f}" for size, taken in row.seconds.items())
                said = (row.form.how, json.dumps(row.form.unit, ensure_ascii=False), exponent(row.seconds), seconds)
                print(lang, row.subject, *said, row.megabytes, row.broken, sep="\t", flush=True)
    return rows


def _longest(row: Row) -> float:
    return max(row.seconds.values(), default=0)


def slowest_of_forms(rows: Sequence[Row]) -> list[tuple[Form, str]]:
    """Return the forms that took longest, each with the subject that took longest for it."""
    slowest: dict[Form, Row] = {}
    for row in sorted(rows, key=_longest, reverse=True):
        slowest.setdefault(row.form, row)
    return [(form, row.subject) for form, row in list(slowest.items())[:30]]


def growth(lang: list[str] | None = None, sizes: str = SIZES) -> Figures:
    """Print the pairs that are too much; the figures are those of the usual sizes, in thousands of characters."""
    characters = [1000 * int(each) for each in sizes.split(",")]
    # those of a language have most to say
    forms = sorted(repeated_forms(), key=lambda each: not each.lang)
    print("lang\tsubject\thow\tunit\texponent\tseconds\tMB\tbroken", flush=True)
    for each in lang or sorted({subject.lang for subject in all_subjects()}):
        own = [(form, "") for form in forms if form.lang in ("", each)]
        rows = in_new_process(measure_language, each, own, characters)
        longest = in_new_process(measure_language, each, slowest_of_forms(rows), [1_000_000])
        if sizes == SIZES:
            yield from _figures(each, "repeated forms, 10 and 100 kB", rows)
            yield from _figures(each, "the slowest forms, 1 MB", longest)


def _figures(lang: str, on: str, rows: Sequence[Row]) -> Figures:
    """Yield how many pairs grow too fast or break a limit, and the worst of all."""
    of = partial(Measure, "growth of work with the length of a text", on, len(rows), of=lang, unit="")
    yield of("pairs that grow with an exponent above 1.2 or break a limit", sum(row.is_too_much for row in rows))
    if exponents := [found for row in rows if (found := exponent(row.seconds)) is not None]:
        yield of("steepest exponent", max(exponents))
    yield of("slowest", max(map(_longest, rows), default=0), unit="s")
    yield of("most memory", max((row.megabytes for row in rows), default=0), unit="MB")
