"""Every command on real texts of each of its languages, with all options that change the way.

Of what it says of them must hold: offsets, edits and their undoing, counts, values, rows.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache, partial, reduce
from operator import add
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import yaml
from datasets import Dataset, DatasetDict, concatenate_datasets

from benchmarks.measure import Figures, Measure, grouped
from benchmarks.run import ONE_THREAD
from benchmarks.texts import labelled, lines, table_rows
from hf_genderfair.actors.totals import count_actors
from hf_genderfair.cli.view import TRANSFORMS
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import edit_text, edits_applied, edits_of, restore_text
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.contacts import redact
from hf_genderfair.languages.types import MARKED_GENDERS, PERSON_GENDERS
from hf_genderfair.representation.references.ratios import count_references

HERE = Path(__file__).parent
SCHEMA = pa.schema(
    {"id": pa.string(), "text": pa.string(), "date": pa.timestamp("s"), "section": pa.string(), "url": pa.string()}
)
Row = Mapping[str, Any]
SHOWN, SHARDS = 3, 3
"""So many rows are named that break a rule; so many shards are added up."""
MEASURES: Mapping[str, Callable[[list[Dataset]], Any]] = {
    "person_references": lambda parts: sum((count_references(rows).counts() for rows in parts), Counts()),
    "first_person": lambda parts: sum(map(count_corpus, parts), Counts()),
    "actors": lambda parts: reduce(add, map(count_actors, parts)).to_json(),
}
"""Columns with what counts them in several parts."""


class Source(NamedTuple):
    """A file of texts; see the head of the table."""

    language: str
    kind: str
    path: str
    layout: str
    text: str
    date: str


def sources() -> list[Source]:
    """Read the table of sources."""
    return [Source(*row) for row in table_rows(HERE / "sources.tsv")]


def write_sources(data: Path, folder: Path, rows: int) -> dict[str, Path]:
    """Write a Parquet file of texts for each language."""
    files = {}
    for language, parts in grouped((source.language, source) for source in sources()).items():
        chosen = [row for part in parts for row in _chosen(data, part, -(-rows // len(parts)))][:rows]
        if len(chosen) < rows:
            raise GenderfairError(f"there are {len(chosen)} texts in {language}, not {rows}")
        files[language] = folder / f"{language}.parquet"
        pq.write_table(pa.Table.from_pylist(chosen, SCHEMA), files[language])
    return files


def _chosen(data: Path, source: Source, number: int) -> Iterator[dict[str, Any]]:
    """Yield some rows of a source, most of them cut."""
    found = [row for row in _rows(data / source.path, source) if row[0].strip()]
    chosen = random.Random(0).sample(found, min(number, len(found)))
    for place, (text, date) in enumerate(chosen):
        # one of fifty stays whole, so that many texts of many kinds can be read in the time there is
        longest = 500 if place % 50 else 20_000
        cut = text if len(text) <= longest else text[:longest].rpartition(" ")[0]
        name = f"{source.language}-{source.kind}-{place}"
        url = f"http://{source.kind}.example/{place}"
        yield {"id": name, "text": cut, "date": date, "section": source.kind, "url": url}


def _rows(path: Path, source: Source) -> Iterator[tuple[str, datetime | None]]:
    """Yield the texts of a file with their dates."""
    if source.layout == "labelled":
        yield from ((text, None) for _, text in labelled(path))
        return
    for line in lines(path, ""):
        if source.layout == "jsonl":
            row = json.loads(line)
            yield row[source.text] or "", datetime.strptime(row[source.date][:10], "%Y-%m-%d") if source.date else None
        else:
            yield line.partition(". ")[2] if source.layout == "numbered" else line, None


class Case(NamedTuple):
    """A call: its name, language and arguments, and the cases whose folders it reads."""

    name: str
    language: str
    arguments: tuple[str, ...]
    reads: tuple[str, ...]


class Outcome(NamedTuple):
    """What came of a call: rows that were read, seconds at work, peak memory in megabytes, and what is wrong."""

    case: Case
    rows: int
    seconds: float
    memory: float
    wrong: tuple[str, ...]


def cases(files: Mapping[str, Path], folder: Path) -> list[Case]:
    """Return all calls."""
    rows = table_rows(HERE / "cases.tsv")
    names = {name for name, _, _ in rows}
    found = []
    for name, languages, command in rows:
        for language in languages.split():
            if language not in files:
                continue
            places = {other: str(folder / f"{other}-{language}") for other in names}
            places |= {"source": str(files[language]), "lang": language, "out": places[name]}
            places |= {"words": str(HERE / "trades.tsv"), "chain": str(_chain(language, folder))}
            reads = tuple(other for other in names if f"{{{other}}}" in command)
            found.append(Case(name, language, tuple(shlex.split(command.format(**places))), reads))
    return found


def wrong(case: Case, code: int, printed: str, said: str, folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Return what is wrong with what a call printed, said and wrote."""
    problems = [line for line in said.splitlines() if not line.startswith("Note: ")]
    if code:
        return [f"ends with {code}", *problems]
    if "--redact" in case.arguments:
        texts = {name: redact(text) for name, text in texts.items()}
    command, out = case.arguments[0], folder / f"{case.name}-{case.language}"
    if "--jsonl" in case.arguments:
        problems += broken_objects(printed, list(texts.values()))
    elif "--json" in case.arguments:
        json.loads(printed)
    elif "--out" in case.arguments and len(printed.splitlines()) > 25:
        problems.append(f"prints {len(printed.splitlines())} lines beside what it writes")
    if out.is_dir() and command not in ("view", "challenge"):
        problems += broken_folder(out, texts)
    if case.name.endswith("-shards"):
        problems += same_rows(out, folder / f"{case.name.removesuffix('-shards')}-{case.language}")
    return problems


def commands(data: Path, rows: int = 1_000, only: str = "", processes: int = 2) -> Figures:
    """Call everything and print what came of it; with ``only`` the cases whose names begin so, without keeping it.

    ``cases.tsv`` says what is called, ``sources.tsv`` on which texts of FOLDER. A call is right if it ends with 0, says
    nothing on standard error but notes, and what it prints or writes breaks no rule.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = write_sources(data, folder, rows)
        # the Hub is not asked
        chosen = [case for case in cases(files, folder) if case.arguments[0] != "publish"]
        named = {case.name for case in chosen if case.name.startswith(only)}
        named |= {other for case in chosen if case.name in named for other in case.reads}
        chosen = [case for case in chosen if case.name in named]
        outcomes: list[Outcome] = []
        with ThreadPoolExecutor(processes) as pool:
            for reads in (False, True):
                several = [case for case in chosen if bool(case.reads) == reads]
                for outcome in pool.map(lambda case: _call(case, files[case.language], folder), several):
                    outcomes.append(outcome)
                    facts = f"{outcome.rows:6,} rows {outcome.seconds:6.1f} s {outcome.memory:6,.0f} MB"
                    verdict = "WRONG" if outcome.wrong else "right"
                    print(f"{outcome.case.name:22} {outcome.case.language} {facts}  {verdict}", flush=True)
                    print("".join(f"    {problem}\n" for problem in outcome.wrong), end="", flush=True)
    if not only:
        on = "news, forums, parliaments, novels, web"
        of = partial(Measure, "every command, with the options that change its way", on, len(outcomes))
        yield of("nothing wrong", sum(not one.wrong for one in outcomes) / len(outcomes))
        yield of("rows of a call", min(one.rows for one in outcomes), unit="")
        yield of("longest call", max(round(one.seconds, 1) for one in outcomes), unit="s")
        yield of("most memory", max(round(one.memory) for one in outcomes), unit="MB")


def _chain(language: str, folder: Path) -> Path:
    """Write the chain of a language, and return the file."""
    rows = table_rows(HERE / "chains.tsv")
    links = [{"transform": name, **json.loads(settings)} for lang, name, settings in rows if lang == language]
    path = folder / f"{language}.yaml"
    path.write_text(yaml.safe_dump(links, sort_keys=False), encoding="utf-8")
    return path


def _call(case: Case, file: Path, folder: Path) -> Outcome:
    """Call a command in a process of its own, and look at what it printed and wrote."""
    table = pq.read_table(file, columns=["id", "text"])
    texts = dict(zip(table["id"].to_pylist(), table["text"].to_pylist(), strict=True))
    log = folder / f"{case.name}-{case.language}"
    # a cache of its own, so that no call finds what another one computed
    environment = {**os.environ, **ONE_THREAD, "HF_DATASETS_CACHE": f"{log}-cache", "HF_HUB_OFFLINE": "1"}
    command = [str(Path(sys.executable).with_name("hf-genderfair")), *case.arguments]
    with Path(f"{log}.out").open("wb") as printed, Path(f"{log}.err").open("wb") as said:
        process = subprocess.Popen(command, stdout=printed, stderr=said, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    contents = [Path(f"{log}.{kind}").read_text(encoding="utf-8") for kind in ("out", "err")]
    problems = wrong(case, process.returncode, contents[0], contents[1], folder, texts)
    return Outcome(case, len(texts), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, tuple(problems))


def broken_objects(printed: str, texts: Sequence[str]) -> list[str]:
    """Return what does not hold of the JSON objects that a command prints, one for each text."""
    objects = [json.loads(line) for line in printed.splitlines()]
    if len(objects) != len(texts):
        return [f"{len(objects)} objects for {len(texts)} texts"]
    broken: list[str] = []
    for place, (found, text) in enumerate(zip(objects, texts, strict=True)):
        problems = list(_broken_spans({name: value for name, value in found.items() if name != "text"}, text))
        if "edits" in found:
            edits = edits_of(found["edits"])
            if edit_text(text, edits) != found["text"] or restore_text(found["text"], edits) != text:
                problems.append("edits do not make the text")
        elif found.get("text", text) != text:
            problems.append("another text")
        broken += [f"row {place}: {problem}" for problem in problems]
    return _shortened(broken)


def broken_folder(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Return what does not hold of a data set that a command wrote."""
    found = load_audited(folder)
    parts = [*_parts(found.dataset), *_parts(found.excluded)]
    broken = _broken_rows(parts, texts)
    for rows in parts:
        columns = rows.to_dict()
        before = _before_edits(columns)
        broken += _broken_sources(columns, before, texts)
        for name, values in columns.items():
            if name not in ("text", "source_start", "source_end"):
                broken += _broken_column(name, values, before, columns["text"])
        for row in rows:
            broken += [f"{row['id']}: {problem}" for problem in (*_broken_values(row), *_broken_counts(row))]
        broken += _broken_sums(rows)
    return _shortened(broken)


def same_rows(folder: Path, other: Path) -> list[str]:
    """Return whether two data sets differ in their rows."""
    first, second = (
        [row for rows in (*_parts(found.dataset), *_parts(found.excluded)) for row in rows]
        for found in map(load_audited, (folder, other))
    )
    return [] if first == second else [f"other rows than those of {other.name}"]


def _parts(dataset: Dataset | DatasetDict | None) -> list[Dataset]:
    if dataset is None:
        return []
    return list(dataset.values()) if isinstance(dataset, DatasetDict) else [dataset]


def _broken_rows(parts: Sequence[Dataset], texts: Mapping[str, str]) -> list[str]:
    """Return which rows of the source are neither kept nor excluded, or both; posts of one text may be both."""
    found = [row for rows in parts for row in rows if not row.get("counterfactual_twin")]
    names = [row["id"] for row in found]
    problems = []
    if missing := texts.keys() - set(names):
        problems.append(f"{len(missing)} rows are lost: {sorted(missing)[:SHOWN]}")
    if len(names) > len(set(names)) and not any("source_row" in row for row in found):
        problems.append(f"{len(names) - len(set(names))} rows are there twice")
    return problems


def _before_edits(columns: Mapping[str, list[Any]]) -> list[str]:
    """Return the texts of rows as they were before the edits that their columns hold."""
    lists = [values for name, values in columns.items() if name.endswith("_edits")]
    edits = [[edit for cell in row for edit in edits_of(cell or ())] for row in zip(*lists, strict=True)]
    texts: list[str] = columns["text"]
    if not lists:
        return texts
    applied = edits_applied(texts, edits)
    rows = zip(texts, edits, applied, strict=True)
    return [restore_text(text, changes) if done else text for text, changes, done in rows]


def _broken_sources(columns: Mapping[str, list[Any]], before: Sequence[str], texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the rows whose text without edits is not that of the source, or of the part that a post is."""
    places = [columns.get(f"source_{name}", [None] * len(before)) for name in ("start", "end")]
    # what is deleted as a stereotype is not kept in the data set
    deleted = "stereotypes_leave_empty" in columns and "stereotype_edits" not in columns
    for name, text, start, end in zip(columns["id"], before, *places, strict=True):
        if texts[name][start:end] != text and not (deleted and text in texts[name]):
            yield f"{name}: undone edits do not give the text of the source back"


def _broken_column(name: str, values: Sequence[Any], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return what is wrong with the offsets of a column, which all lie in the texts before edits, or in those after."""
    found = [
        [problem for value, text in zip(values, texts, strict=True) for problem in _broken_spans(value, text, name)]
        for texts in (before, after)
    ]
    return min(found, key=len)


def _structs(value: Any, name: str = "") -> Iterator[tuple[str, Row]]:
    """Yield the structs of a value at any depth, with where they stand."""
    if isinstance(value, list):
        for each in value:
            yield from _structs(each, name)
    elif isinstance(value, Mapping):
        yield name, value
        for key, each in value.items():
            yield from _structs(each, f"{name}.{key}".lstrip("."))


def _broken_spans(value: Any, text: str, name: str = "") -> Iterator[str]:
    """Yield the structs whose offsets lie outside of the text, or do not point at what they repeat."""
    for place, struct in _structs(value, name):
        start, end = struct.get("start"), struct.get("end")
        if isinstance(start, int) and isinstance(end, int):
            if not 0 <= start <= end <= len(text):
                yield f"{place} {start}-{end} lies outside of the text"
            # references writes out what the source shortens: *tutora* in *tutor/a*
            for field in ("original",) if place == "words" else ("original", "text"):
                if struct.get(field) is not None and struct[field] != text[start:end]:
                    yield f"{place} {start}-{end} is {text[start:end]!r}, not {struct[field]!r}"


@cache
def _values() -> dict[str, frozenset[str]]:
    """Return the values of all columns of categories."""
    return {name: frozenset(values) for kind in TRANSFORMS for name, values in kind.categories.items()}


def _broken_values(row: Row) -> Iterator[str]:
    """Yield the words that a column of categories does not have."""
    for place, struct in _structs(row):
        for key, value in struct.items():
            name = f"{place}.{key}".lstrip(".")
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str) and name in _values() and word not in _values()[name]:
                    yield f"{name} is {word!r}"


def _broken_counts(row: Row) -> Iterator[str]:
    """Yield the numbers that are not those of the lists that they count."""
    words = [word for word in row.get("person_references") or () if word["person"]]
    persons = [actor for actor in row.get("actors") or () if not actor["group"]]
    numbers = {f"person_{name}": sum(word["gender"] == name for word in words) for name in MARKED_GENDERS}
    numbers |= {f"{name}_actors": sum(actor["gender"] == name for actor in persons) for name in PERSON_GENDERS}
    for total, column in (
        ("gender_fair_total", "gender_fair_forms"),
        ("generic_masculine_total", "generic_masculine"),
        ("rewriting_edited", "rewriting_edits"),
        ("rewriting_refused", "rewriting_refusals"),
    ):
        numbers[total] = len(row.get(column) or ())
    for name, number in numbers.items():
        if row.get(name) is not None and row[name] != number:
            yield f"{name} is {row[name]}, the list has {number}"


def _broken_sums(rows: Dataset) -> Iterator[str]:
    """Yield the measures whose counts of shards do not add up to those of all rows."""
    for column, measure in MEASURES.items():
        if column in rows.column_names and len(rows) >= SHARDS:
            shards = [rows.shard(SHARDS, number) for number in range(SHARDS)]
            if measure(shards) != measure([concatenate_datasets(shards)]):
                yield f"counts of {column} do not add up over shards"


def _shortened(broken: list[str]) -> list[str]:
    more = len(broken) - SHOWN
    return [*broken[:SHOWN], *([f"and {more} more"] if more > 0 else [])]
