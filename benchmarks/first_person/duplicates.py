"""Speed and memory of deduplication against two other ways.

``plain``: row by row with NFKD, a pattern and a set. ``code_page``: a whole batch by way of cp1250, with a set of
hashes; fast, but letters outside that code page are lost in silence, which does not show on these Polish rows.

    python -m benchmarks.run first_person/duplicates [--large]

Synthetic Polish-like rows, a fifth of them repeated with other
case, digits and signs; all ways see the same rows in the same run and must keep the same ones. Peaks of memory are
measured in a process of their own and include Python, the libraries and one batch of input.
"""

from __future__ import annotations

import re
import resource
import time
import unicodedata
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import xxhash

from benchmarks.measure import Measure
from benchmarks.processes import in_new_process
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, hash_values, normalise

BATCH = 50_000
WORDS_A_ROW = 15
LETTERS = list("aaaaaaaaiiiiiiiieeeeeeeeooooooonnnnnzzzzzrrrrwwwwssssccccttttyyykkkddpppmmuullljjbbgghąęęłłłóśżżćńź")


def batches(rows: int) -> Iterator[pa.Array]:
    """Make the rows, the same ones on every call; every fifth repeats an earlier row of its batch."""
    generator = np.random.default_rng(2016)
    lengths = generator.integers(2, 11, 50_000)
    letters = "".join(generator.choice(LETTERS, lengths.sum()))
    ends = np.cumsum(lengths)
    words = np.array([letters[end - length : end] for end, length in zip(ends, lengths, strict=True)], object)
    for start in range(0, rows, BATCH):
        size = min(BATCH, rows - start)
        drawn = (generator.pareto(1.0, (size, WORDS_A_ROW)) * 30).astype(np.int64) % len(words)
        texts = [" ".join(row).capitalize() + "." for row in words[drawn]]
        for row in range(4, size, 5):
            texts[row] = f"{row % 97}. {texts[row - 4].upper()}!"
        yield pa.array(texts, pa.large_string())


def vectorised(rows: int) -> tuple[float, int, int, int]:
    """Return seconds, rows kept, bytes of text and bytes of state of the library's way."""
    transform, seen = NormalisedHash(), FirstOccurrence()
    seconds, kept, size = 0.0, 0, 0
    transform.annotate({"text": pa.array(["warm up ł"], pa.large_string())}, None)
    for texts in batches(rows):
        begin = time.process_time()
        hashes, valid = hash_values(pa.array(transform.annotate({"text": texts}, None)["text_hash"]), 64)
        kept += int(seen.keep(hashes, valid).sum())
        seconds += time.process_time() - begin
        size += texts.nbytes
    return seconds, kept, size, seen.nbytes


def plain(rows: int) -> tuple[float, int, int, int]:
    """Return seconds, rows kept, bytes of text and no bytes of state of the plain way."""
    not_letter, seen = re.compile(r"[\W\d_]+"), set()
    seconds, kept, size = 0.0, 0, 0
    for texts in batches(rows):
        begin = time.process_time()
        for text in texts.to_pylist():
            letters = not_letter.sub("", unicodedata.normalize("NFKD", text.lower()).replace("ł", "l"))
            if letters not in seen:
                seen.add(letters)
                kept += 1
        seconds += time.process_time() - begin
        size += texts.nbytes
    return seconds, kept, size, 0


def code_page(rows: int) -> tuple[float, int, int, int]:
    """Return seconds, rows kept, bytes of text and no bytes of state of the way by cp1250."""
    folded = [normalise(bytes([code]).decode("cp1250", "ignore")) for code in range(256)]
    table = bytes(ord(letter) if len(letter) == 1 and letter.isascii() else 10 for letter in folded)
    deleted = bytes(code for code in range(256) if table[code] == 10 and code != 10)
    seen: set[int] = set()
    seconds, kept, size = 0.0, 0, 0
    for texts in batches(rows):
        begin = time.process_time()
        joined = "\n".join(texts.to_pylist()).encode("cp1250", "ignore")
        for letters in joined.translate(table, deleted).split(b"\n"):
            value = xxhash.xxh3_64_intdigest(letters)
            if value not in seen:
                seen.add(value)
                kept += 1
        seconds += time.process_time() - begin
        size += texts.nbytes
    return seconds, kept, size, 0


WAYS = {"vectorised": vectorised, "code_page": code_page, "plain": plain}


def measure(way: str, rows: int) -> dict[str, Any]:
    """Run one way in this process, which must be fresh for its peak of memory to be its own."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds, kept, size, state = WAYS[way](rows)
    return {
        "way": way,
        "rows": rows,
        "kept": kept,
        "megabytes": round(size / 1e6, 1),
        "cpu_seconds": round(seconds, 3),
        "krows_per_second": round(rows / seconds / 1000, 1),
        "state_bytes_per_kept_row": round(state / kept, 2) if state else None,
        "added_peak_megabytes": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, 1),
    }


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the speed of the duplicate test on the largest input, beside the plain way on its largest."""
    ours, plain = (
        max((run for run in results["runs"] if run["way"] == way), key=lambda run: run["rows"])
        for way in ("vectorised", "plain")
    )
    at = partial(Measure, "duplicates, speed on one core", "generated texts", ours["rows"])
    rates = (1000 * run["krows_per_second"] for run in (ours, plain))
    yield at("", next(rates), unit="rows/s", beside={"row by row": next(rates)})
    yield at("state of a kept row", ours["state_bytes_per_kept_row"], unit="bytes")


def benchmark(large: bool = False) -> dict[str, Any]:
    """Measure each way; ten million rows, where asked for, the first way only."""
    runs = [(way, rows) for rows in (100_000, 1_000_000) for way in WAYS]
    if large:
        runs.append(("vectorised", 10_000_000))
    results = []
    print(f"{'way':<12}{'rows':>12}{'kept':>12}{'krow/s':>10}{'state B/row':>13}{'added peak MB':>15}")
    for way, rows in runs:
        result = in_new_process(measure, way, rows)
        results.append(result)
        state = result["state_bytes_per_kept_row"]
        print(
            f"{way:<12}{rows:>12,}{result['kept']:>12,}{result['krows_per_second']:>10,.0f}"
            f"{state if state is not None else '–':>13}{result['added_peak_megabytes']:>15,.0f}"
        )
    for rows in (100_000, 1_000_000):
        ours, *others = (result for result in results if result["rows"] == rows)
        for other in others:
            if ours["kept"] != other["kept"]:
                raise SystemExit(f"{rows:,} rows: {ours['kept']:,} and {other['kept']:,} kept")
            ratio = other["cpu_seconds"] / ours["cpu_seconds"]
            print(f"{rows:,} rows: {ratio:.2f} times as fast as {other['way']}")
    return {"runs": results}
