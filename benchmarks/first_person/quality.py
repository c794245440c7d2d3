"""Polish first-person forms: whether they and the labels of texts are right, and what finding them costs."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from functools import partial
from itertools import count
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal

import datasets
import numpy as np
import pyarrow as pa

from benchmarks.measure import Figures, Measure, grouped
from benchmarks.run import in_new_process
from benchmarks.scores import f_score, portion, precision_and_recall
from benchmarks.texts import polish_sentences, tsv_rows
from benchmarks.timing import COMMAND, anonymous_megabytes, grep_seconds, write_rows
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, hash_values
from hf_genderfair.first_person.lexicon import Expression
from hf_genderfair.first_person.tagger import DECIDING, FirstPerson, find_expressions

FORMS = "łam\\|łem"
HIT = re.compile(r"ł[ae]m\b")
ROUNDS = 3
NOUNS = "las rzeka miasto droga okno szkoła ogród chleb zima lato poranek stacja pociąg most ulica targ pole".split()
ADJECTIVES = "stary nowy wielki mały cichy jasny ciemny zielony długi krótki daleki dawny polski ciepły zimny".split()
TAG = [*COMMAND, "tag", "--lang", "pl", "--jsonl"]
BATCH = 50_000
LETTERS = list("aaaaaaaaiiiiiiiieeeeeeeeooooooonnnnnzzzzzrrrrwwwwssssccccttttyyykkkddpppmmuullljjbbgghąęęłłłóśżżćńź")


def speed(data: Path, megabytes: int = 100) -> Figures:
    r"""Tag Polish texts on one core, beside ``LC_ALL=C grep -c 'łam\|łem'`` on the same rows as text.

    Rows are drawn from ``polish/reviews_wykop``, ``polish/sejm10`` and ``text/eltec_pol`` in FOLDER, with a form in 8 %
    or 1 %, and annotated from a memory-mapped Arrow file to another.
    """
    rows = [row for row in polish_sentences(data) if row]
    hits, others = [row for row in rows if HIT.search(row)], [row for row in rows if not HIT.search(row)]
    with tempfile.TemporaryDirectory() as place:
        for rate in (0.08, 0.01):
            target, drawn = Path(place) / f"{rate}", random.Random(rate)
            mixed = (drawn.choice(hits if drawn.random() < rate else others) for _ in count())
            size = write_rows(mixed, megabytes, target)
            runs = {
                way: [in_new_process(_tagged, target.with_suffix(".arrow"), way) for _ in range(ROUNDS)]
                for way in ("auto", "required")
            }
            best = {way: min(of_way, key=itemgetter("seconds")) for way, of_way in runs.items()}
            where = f"{megabytes} MB of sentences, {100 * rate:.0f} % with a form, processor time on a busy core"
            of = partial(Measure, "first-person labels, speed on one core", where, best["auto"]["rows"])
            grep = size / grep_seconds(target.with_suffix(".txt"), FORMS)
            beside = {"grep": grep, "diacritics required": size / best["required"]["seconds"]}
            yield of("", size / best["auto"]["seconds"], unit="MB/s", beside=beside)
            yield of("memory", best["auto"]["megabytes"], unit="MB")


def _tagged(path: Path, diacritics: Literal["auto", "required"]) -> dict[str, Any]:
    """Tag an Arrow file in this process, which is new."""
    datasets.disable_progress_bars()
    datasets.disable_caching()
    find_expressions(["Jestem zmęczona, bo kupiłam rower."], "window")
    rows = datasets.Dataset.from_file(str(path))
    start = time.process_time()
    annotate(rows, FirstPerson("pl", diacritics=diacritics))
    return {"seconds": time.process_time() - start, "rows": len(rows), "megabytes": anonymous_megabytes()}


def command(megabytes: int = 100) -> Figures:
    """Run the whole command ``tag --lang pl --jsonl``, with its start, beside ``grep`` on the same invented lines."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lines.txt"
        size = write_rows(_invented(), megabytes, file, 10_000)
        grep = size / _clock(["grep", "-c", FORMS, str(file)])
        where = f"{size:.0f} MB of invented lines, 1 % with a form"
        of = partial(Measure, "tag --jsonl", where, ROUNDS, "", unit="MB/s", beside={"grep": grep})
        yield of(size / _clock(TAG, file), of="from standard input")
        yield of(size / _clock([*TAG, str(file)]), of="from file")


def _invented() -> Iterator[str]:
    drawn = random.Random(1)
    verbs, prepositions = "stoi leży rośnie płynie wraca mija trwa świeci".split(), "nad pod przy obok za przed".split()
    parts = (ADJECTIVES, NOUNS, verbs, prepositions, ADJECTIVES, NOUNS)
    for number in count(1):
        drawn_words = ((drawn.choice(words) for words in parts) for _ in range(drawn.randint(1, 4)))
        text = " ".join(f"{' '.join(words).capitalize()}." for words in drawn_words)
        yield "Wczoraj byłam w kinie." if number % 100 == 0 else text


def _clock(command: list[str], stdin: Path | None = None) -> float:
    """Return the seconds of a command that writes into a file, at its best of three."""
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        # into the null device, grep would stop at its first hit
        with (stdin or Path(os.devnull)).open("rb") as lines, tempfile.TemporaryFile() as out:
            subprocess.run(command, stdin=lines, stdout=out, check=True)
        taken.append(time.perf_counter() - start)
    return min(taken)


def duplicates(rows: int = 10_000_000, rows_of_other: int = 1_000_000) -> Figures:
    """Find duplicates among synthetic Polish-like rows, beside row by row with NFKD, a pattern and a set."""
    ways = {way: in_new_process(_kept, way, number) for way, number in (("ours", rows), ("plain", rows_of_other))}
    if ways["plain"]["kept"] != in_new_process(_kept, "ours", rows_of_other)["kept"]:
        raise SystemExit("both ways do not keep the same rows")
    of = partial(Measure, "duplicates, speed on one core", "generated texts", rows)
    rates = {way: found["rows"] / found["seconds"] for way, found in ways.items()}
    yield of("", rates["ours"], unit="rows/s", beside={"row by row": rates["plain"]})
    yield of("state of a kept row", ways["ours"]["state"] / ways["ours"]["kept"], unit="bytes")


def _kept(way: str, rows: int) -> dict[str, Any]:
    """Return rows, those kept, seconds and bytes of state of one way, in a process of its own."""
    transform, seen, plain = NormalisedHash(), FirstOccurrence(), set[str]()
    not_letter = re.compile(r"[\W\d_]+")
    transform.annotate({"text": pa.array(["warm up ł"], pa.large_string())}, None)
    seconds, kept = 0.0, 0
    for texts in _batches(rows):
        begin = time.process_time()
        if way == "ours":
            hashes, valid = hash_values(pa.array(transform.annotate({"text": texts}, None)["text_hash"]), 64)
            kept += int(seen.keep(hashes, valid).sum())
        else:
            for text in texts.to_pylist():
                plain.add(not_letter.sub("", unicodedata.normalize("NFKD", text.lower()).replace("ł", "l")))
            kept = len(plain)
        seconds += time.process_time() - begin
    return {"rows": rows, "kept": kept, "seconds": seconds, "state": seen.nbytes}


def _batches(rows: int) -> Iterator[pa.Array]:
    """Make the rows, the same ones on every call; every fifth repeats an earlier row of its batch."""
    generator = np.random.default_rng(2016)
    lengths = generator.integers(2, 11, 50_000)
    letters = "".join(generator.choice(LETTERS, lengths.sum()))
    ends = np.cumsum(lengths)
    words = np.array([letters[end - length : end] for end, length in zip(ends, lengths, strict=True)], object)
    for start in range(0, rows, BATCH):
        size = min(BATCH, rows - start)
        drawn = (generator.pareto(1.0, (size, 15)) * 30).astype(np.int64) % len(words)
        texts = [" ".join(row).capitalize() + "." for row in words[drawn]]
        for row in range(4, size, 5):
            texts[row] = f"{row % 97}. {texts[row - 4].upper()}!"
        yield pa.array(texts, pa.large_string())


PROTOTYPE = {"window": (0.998, 0.988), "adjacent": (1.000, 0.952), "none": (1.000, 0.834)}
"""Token precision and recall of the prototype described for these data, by context."""
SILVER = {"F": {"F"}, "M": {"M"}, "X": {"F", "M"}, "N": set[str]()}
"""The genders of each label."""


def quality(data: Path) -> Figures:
    """Find first-person forms in treebanks, beside silver expressions that were derived from them.

    FOLDER holds ``polish/gold/*.tsv`` with columns sent_id, text, label (M, F, X, N), n, expressions. Tokens are
    singular expressions. The treebanks' morphology comes from the dictionary that we use: single words look easy.
    """
    files = sorted((data / "polish" / "gold").glob("*.tsv"))
    every = {row["text"]: row for path in files for row in tsv_rows(path)}
    rows = [{**row, "expressions": json.loads(row["expressions"])} for row in every.values()]
    where = f"{len(rows):,} treebank sentences ({', '.join(path.name for path in files)})"
    texts = [row["text"] for row in rows]
    found = {way: grouped((each.row, each) for each in find_expressions(texts, way)) for way in PROTOTYPE}
    for context, beside in PROTOTYPE.items():
        hit, wrong, missed = _tokens(rows, found[context])
        of = partial(Measure, "first-person forms", where, hit + missed, of=f'context="{context}"')
        prototype = {name: {"prototype": each} for name, each in zip(("precision", "recall"), beside, strict=True)}
        yield from precision_and_recall(of, hit, hit + wrong, hit + missed, prototype)
    true = sum(row["label"] != "N" for row in rows)
    for way, count_quoted in (("quotations counted", True), ("as shipped", False)):
        said = [[e for e in found["window"].get(n, ()) if count_quoted or not e.quoted] for n in range(len(rows))]
        ours = [{e.gender[0].upper() for e in expressions if e.status in DECIDING} for expressions in said]
        hit = sum(genders == SILVER[row["label"]] for row, genders in zip(rows, ours, strict=True) if genders)
        f = f_score(hit, sum(map(bool, ours)), true)
        yield Measure("labels of texts by first-person forms", where, true, "F", f, of=way)


def _tokens(rows: list[dict[str, Any]], found: dict[int, list[Expression]]) -> tuple[int, int, int]:
    """Count forms that are right, wrong, and missed."""
    hit = wrong = missed = 0
    # the silver data do not have these kinds, or only by chance
    unknown = ("noun", "past_plural", "conditional_plural", "sam")
    for number, row in enumerate(rows):
        gold = {(e["start"], e["gender"]): e["type"] for e in row["expressions"]}
        ours = {(e.start, e.gender[0].upper()): e for e in found.get(number, [])}
        singular = {key for key, kind in gold.items() if ".pl" not in kind and kind not in ("noun", "xadj", "adj.inst")}
        hit += len(singular & ours.keys())
        missed += len(singular - ours.keys())
        wrong += sum(e.kind not in unknown and key not in gold for key, e in ours.items())
    return hit, wrong, missed


def hand_check() -> Figures:
    """Count the verdicts of the maintainers on fragments that the corpus recipe keeps of reviews and speeches.

    A verdict is 0 or the number of the first of the seven anomalies of Graliński et al. 2016 (section 4) that applies:
    1 marking, 2 another speaker, 3 quotation or fiction, 4 title, 5 formula, 6 artificial text, 7 foreign language.
    """
    rows = tsv_rows(Path(__file__).with_name("verdicts.tsv"))
    for name, kept in (("web text and speeches", (True, False)), ("web text", (False,)), ("speeches", (True,))):
        verdicts = [row["verdict"] for row in rows if row["id"].startswith("speeches") in kept]
        of = partial(Measure, "fragments, checked by hand", f"{name}, drawn by seed", len(verdicts))
        right = portion(verdicts.count("0"), len(verdicts))
        yield of("right", *right, beside={"Graliński et al. 2016": 0.843})
