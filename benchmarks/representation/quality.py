"""Measures of representation beside the published figures, and the speed of `GroupWords`."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pyarrow as pa
from datasets import Dataset, concatenate_datasets

from benchmarks.measure import Figures, Measure
from benchmarks.run import in_new_process
from benchmarks.texts import lines, plain_lines, small_heap, table_rows
from benchmarks.timing import anonymous_megabytes, grep_seconds, seconds, write_rows
from hf_genderfair.core.transform import annotate
from hf_genderfair.lexicons.word_lists import Edition, WordList, word_list
from hf_genderfair.representation.demographic import count_groups
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import gender_polarity
from hf_genderfair.representation.resampling import compare_representation

HERE = Path(__file__).parent
PUBLISHED = {"original": 0.216, "neutral": 0.145}
"""Demographic representation of gender in the whole of Small Heap (Görge et al. 2025, Figure 5 and Table 7)."""
EXCERPTS = ("cc-news_00020", "openwebtext_00000", "wikipedia_00000")
EDITIONS: tuple[Edition, ...] = ("published", "corrected")
ALL = ("gender", "age", "religion")
NAMES = {"gender": "the list of gender", "all": "all lists", "long": "a list of 100,000 words"}
REPEATS = 7


def quality(data: Path) -> Figures:
    """Measure gender polarity and demographic representation beside the published figures.

    FOLDER holds ``grb/corpora-en-es/*.en.txt`` (samples of 1,000 sentences) and ``text/small_heap``: excerpts and
    neutral twins, aligned by line. Görge et al. 2025 measured the whole set (Figure 5, Table 8).
    """
    for name, *published in table_rows(HERE / "published_polarity.tsv"):
        found = gender_polarity(plain_lines(data / "grb" / "corpora-en-es" / f"{name}.en.txt"), "paper")
        of = partial(Measure, "gender polarity as published", name, 1000, unit="")
        for gender, number, beside in zip(("male", "female"), (found.male, found.female), published, strict=True):
            yield of(f"{gender} words", number, beside={"Derner et al. 2025": int(beside)})
    for edition in EDITIONS:
        words = word_list("gender", edition)
        counts = [count_groups(_twin(data, side, words), "gender", words.groups) for side in ("orig", "neutral")]
        compared = compare_representation(*counts, paired=True)
        on, n = "excerpts of Small Heap and its neutral twin, lines", compared.documents[0]
        of = partial(Measure, "demographic representation of gender", on, n, of=f"{edition} word list", unit="")
        for name, side in (("original", compared.before), ("neutral", compared.after)):
            yield of(name, side.value, beside={"the whole set in Görge et al. 2025": PUBLISHED[name]})
        yield of("difference", compared.difference, compared.low, compared.high)
        yield of("p", compared.p)


def _twin(data: Path, side: str, words: WordList) -> Dataset:
    """Read and annotate one side of the excerpts; empty lines stay, so that twins remain aligned."""
    folder = data / "text" / "small_heap"
    parts = [lines(folder / f"{side}__{name}.txt.xz", "\n") for name in EXCERPTS]
    return concatenate_datasets([annotate(Dataset.from_dict({"text": part}), GroupWords(words)) for part in parts])


def group_words_speed(data: Path, megabytes: int = 100) -> Figures:
    """Find group words on one core, beside ``LC_ALL=C grep -c -w -F -f WORDS`` on the same rows.

    Rows are English-like text made by seed and the sentences under FOLDER/text/small_heap, from a memory-mapped Arrow
    file. grep heeds case and stops at the first word of a line; with the long list it takes minutes and is left out.
    """
    patterns = {"gender": _words("gender"), "all": [word for name in ALL for word in _words(name)], "long": []}
    heap = [line for name in EXCERPTS for line in small_heap(data, f"orig__{name}")]
    sources = {"generated": _generated(), "small_heap": cycle(heap)}
    with tempfile.TemporaryDirectory() as name:
        target, listed = Path(name) / "rows", Path(name) / "words"
        for source, rows in sources.items():
            size = write_rows(rows, megabytes, target, 2_000)
            for lists, words in patterns.items():
                found = in_new_process(_annotated, target.with_suffix(".arrow"), lists)
                on = f"{source}, {megabytes} MB"
                of = partial(Measure, "group words, speed on one core", on, found["words"], of=NAMES[lists])
                listed.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
                beside = {}
                if words:
                    grep = ("-w", "-F", "-f", str(listed))
                    beside["grep"] = size / grep_seconds(target.with_suffix(".txt"), *grep, rounds=REPEATS)
                yield of("", size / found["seconds"], unit="MB/s", beside=beside)
                yield of("memory", found["megabytes"], unit="MB")


def _words(name: str) -> list[str]:
    return [entry.word for entry in word_list(name).entries]


def _annotated(path: Path, lists: str) -> dict[str, Any]:
    """Annotate an Arrow file in this process, which is new."""
    invented = _invented(100_000, 7, shortest=6)
    halves = {"one": invented[::2], "two": invented[1::2]}
    attributes: dict[str, Any] = {"gender": "gender", "all": ALL}
    transform = GroupWords(attributes[lists] if lists in attributes else WordList.from_groups("invented", halves))
    transform.annotate({"text": pa.array(["warm up é"])}, None)
    with pa.memory_map(str(path)) as file:
        texts = pa.ipc.open_stream(file).read_all()["text"]

        def count() -> int:
            words = 0
            for first in range(0, len(texts), 20_000):
                added = transform.annotate({"text": texts.slice(first, 20_000).combine_chunks()}, None)
                words += sum(len(column.values) for name, column in added.items() if name.endswith("_words"))
            return words

        taken = min(seconds(count) for _ in range(REPEATS))
        return {"seconds": taken, "words": count(), "megabytes": anonymous_megabytes()}


def _invented(count: int, seed: int, shortest: int = 3) -> list[str]:
    """Return words that no language has, of up to 12 letters, each once."""
    drawn = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(drawn.choices("eeettaaooiinnsshhrrddlluucmfwygpbvk", k=drawn.randint(shortest, 12)))] = None
    return list(made)


def _generated() -> Iterator[str]:
    """Yield sentences: 45 % frequent words, 51 % invented ones, 4 % words of the lists."""
    drawn = random.Random(2025)
    rare, frequent = _invented(20_000, 1), plain_lines(HERE / "frequent_words.txt")
    pronouns = "he his him she her his he man women".split()
    listed = [word for name in ALL for word in _words(name)]
    while True:
        words = []
        for _ in range(drawn.randint(6, 34)):
            kind = drawn.random()
            if kind < 0.45:
                words.append(drawn.choice(frequent))
            elif kind < 0.96:
                words.append(rare[min(int(drawn.paretovariate(0.7) * 20), len(rare)) - 1])
            else:
                words.append(drawn.choice(pronouns if kind < 0.99 else listed))
        yield " ".join(words).capitalize() + drawn.choice("...,?!") + drawn.choice(("", "", "”", "’s end."))
