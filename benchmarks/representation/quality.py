"""Measures of representation beside the published figures.

    python -m benchmarks.run representation/quality --data FOLDER

FOLDER holds ``grb/corpora-en-es/*.en.txt`` (samples of 1,000 sentences, for gender polarity: Derner et al. 2025,
Table 7) and ``text/small_heap``: excerpts of Small Heap and Tiny Heap, ``orig__NAME.txt.xz`` and
``neutral__NAME.txt.xz`` aligned by line. A document is a line. Görge et al. 2025 measured the whole of Small Heap
(Figure 5, Table 8); an excerpt need not have the same shares, but its gender-neutral twin must be nearer to balance.
Since lines of one article go together, the comparison is repeated with blocks of 20 lines as documents.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, get_args

import numpy as np
from datasets import Dataset, concatenate_datasets

from benchmarks.measure import Measure
from hf_genderfair.core.transform import annotate
from hf_genderfair.lexicons.word_lists import Edition, word_list
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.demographic import GroupCounts, count_groups
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import Tokenization, gender_polarity
from hf_genderfair.representation.resampling import Comparison, compare_representation, estimate_representation
from hf_genderfair.representation.tables import (
    SHOWN_LENGTHS,
    comparison_table,
    convergence_table,
    polarity_table,
    representation_table,
)
from hf_genderfair.representation.word_convergence import Convergence, convergence, count_words, words_by_group

POLARITY = {
    "Europarl-v7.en-es.sample.01": {"paper": (32, 23), "words": (33, 27)},
    "Europarl-v7.en-es.sample.02": {"paper": (38, 26), "words": (40, 29)},
    "CCAligned.en-es.sample.01": {"paper": (16, 15), "words": (17, 15)},
    "CCAligned.en-es.sample.02": {"paper": (15, 14), "words": (16, 15)},
}
"""Male and female words: published (Derner et al. 2025, Table 7), and as they must be beside punctuation."""
PUBLISHED = {"gender": 0.216, "gender, neutral": 0.145, "age": 0.355, "religion": 0.409}
"""Demographic representation of the whole of Small Heap (Görge et al. 2025, Figure 5 and Table 7)."""
EXCERPTS = ("cc-news_00020", "openwebtext_00000", "wikipedia_00000")
ATTRIBUTES = ("gender", "age", "religion")
THRESHOLDS = (1e-5, 1e-4, 1e-3)
"""The paper's, which a single word exceeds in an excerpt of some 10,000 group words, and coarser ones."""
LINES_A_BLOCK = 20
LISTED = 15


def show(table: Table) -> None:
    """Print a table under its title."""
    print(f"\n{table.title}\n{table_text(table)}")


def measure_polarity(data: Path) -> dict[str, Any]:
    """Count the four samples both ways and compare with what must come out."""
    results: dict[str, Any] = {}
    for tokenization in get_args(Tokenization):
        found = {}
        for name in POLARITY:
            lines = (data / "grb" / "corpora-en-es" / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
            found[name] = gender_polarity(lines, tokenization)
        show(polarity_table(found, tokenization))
        results[tokenization] = {
            name: {
                "male": polarity.male,
                "female": polarity.female,
                "expected": POLARITY[name][tokenization],
                "exact": (polarity.male, polarity.female) == POLARITY[name][tokenization],
            }
            for name, polarity in found.items()
        }
    return results


def read_lines(path: Path) -> Dataset:
    """Read a file with a text a line; empty lines stay, so that twins remain aligned."""
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return Dataset.from_dict({"text": file.read().removesuffix("\n").split("\n")})


def read_twins(folder: Path, edition: Edition) -> dict[str, tuple[Dataset, Dataset]]:
    """Read and annotate the originals and their neutral twins."""
    lists = GroupWords(tuple(word_list(attribute, edition) for attribute in ATTRIBUTES))
    paths = {name: (f"orig__{name}.txt.xz", f"neutral__{name}.txt.xz") for name in EXCERPTS}
    paths["tiny_heap"] = ("tiny_heap.txt.xz", "tiny_heap-neutral.txt.xz")
    twins = {}
    for name, (original, neutral) in paths.items():
        twins[name] = (annotate(read_lines(folder / original), lists), annotate(read_lines(folder / neutral), lists))
    parts = [twins[name] for name in EXCERPTS]
    whole = (concatenate_datasets([part[0] for part in parts]), concatenate_datasets([part[1] for part in parts]))
    return {"small_heap excerpts": whole, **twins}


def in_blocks(counts: GroupCounts, lines: int) -> GroupCounts:
    """Take several lines together as one document."""
    starts = np.arange(0, counts.documents, lines)
    return replace(counts, by_document=np.add.reduceat(counts.by_document, starts, axis=0))


def compare_twins(name: str, pair: tuple[Dataset, Dataset], edition: Edition) -> tuple[Comparison, Comparison]:
    """Compare an original with its twin, by lines and by blocks of lines; the set stands in place of the attribute."""
    groups = word_list("gender", edition).groups
    original, neutral = (count_groups(rows, "gender", groups) for rows in pair)
    lines = replace(compare_representation(original, neutral, paired=True), attribute=f"{name}, lines")
    original, neutral = (in_blocks(counts, LINES_A_BLOCK) for counts in (original, neutral))
    blocks = replace(compare_representation(original, neutral, paired=True), attribute=f"{name}, blocks")
    return lines, blocks


def as_dict(comparison: Comparison) -> dict[str, Any]:
    """Return what the results file keeps of a comparison."""
    return {
        "original": comparison.before.value,
        "neutral": comparison.after.value,
        "difference": comparison.difference,
        "interval": [comparison.low, comparison.high],
        "p": comparison.p,
        "counts_original": dict(comparison.before.counts),
        "counts_neutral": dict(comparison.after.counts),
        "documents": comparison.documents,
        "relevant_documents": comparison.relevant_documents,
    }


def words_that_changed(pair: tuple[Dataset, Dataset], edition: Edition) -> Table:
    """List the words that the rewriting removed most often, and what is left of them."""
    before, after = (words_of(rows, edition) for rows in pair)
    listed = sorted(before, key=lambda entry: (after.get(entry, 0) - before[entry], entry))[:LISTED]
    rows: list[list[Cell]] = [[*entry, before[entry], after.get(entry, 0)] for entry in listed]
    columns = ["group", "word", "original", "neutral"]
    return Table("words_changed", "Words that the rewriting removed most often", columns, rows)


def words_that_stayed(dataset: Dataset, edition: Edition) -> Table:
    """List the most frequent words of the twin, which decide its value."""
    found = words_of(dataset, edition)
    listed = sorted(found, key=lambda entry: (-found[entry], entry))[:LISTED]
    rows: list[list[Cell]] = [[*entry, found[entry]] for entry in listed]
    return Table("words_left", "Most frequent words of the twin", ["group", "word", "neutral"], rows)


def words_of(rows: Dataset, edition: Edition) -> dict[tuple[str, str], int]:
    """Count the words for each gender, by group and word."""
    groups = word_list("gender", edition).groups
    found = words_by_group(count_words(rows, "gender"), "gender", groups)
    return {(group, word): count for group, words in found.items() for word, count in words.items()}


def curves_of(rows: Dataset, edition: Edition) -> dict[str, Convergence]:
    """Compute the convergence of each attribute."""
    curves = {}
    for attribute in ATTRIBUTES:
        groups = word_list(attribute, edition).groups
        curves[attribute] = convergence(words_by_group(count_words(rows, attribute), attribute, groups))
    return curves


def measure_edition(folder: Path, edition: Edition) -> dict[str, Any]:
    """Measure all attributes of the original, compare the twins and draw the curves with one edition of the lists."""
    twins = read_twins(folder, edition)
    whole = twins["small_heap excerpts"]
    counts = [count_groups(whole[0], attribute, word_list(attribute, edition).groups) for attribute in ATTRIBUTES]
    estimates = [estimate_representation(each) for each in counts]
    show(representation_table(estimates))
    pairs = {name: compare_twins(name, pair, edition) for name, pair in twins.items()}
    show(comparison_table([comparison for pair in pairs.values() for comparison in pair], "original", "neutral"))
    changed, left = words_that_changed(whole, edition), words_that_stayed(whole[1], edition)
    show(changed)
    show(left)
    curves = curves_of(whole[0], edition)
    show(convergence_table({attribute: replace(curve, threshold=1e-3) for attribute, curve in curves.items()}))
    return {
        "original": {
            estimate.attribute: {
                "value": estimate.representation.value,
                "interval": [estimate.low, estimate.high],
                "published": PUBLISHED[estimate.attribute],
                "counts": dict(estimate.representation.counts),
                "relevant_documents": estimate.relevant_documents,
                "documents": estimate.documents,
                "relevant_sentences": estimate.relevant_sentences,
                "verdict": estimate.verdict,
            }
            for estimate in estimates
        },
        "twins": {name: {"lines": as_dict(pair[0]), "blocks": as_dict(pair[1])} for name, pair in pairs.items()},
        "words_changed": changed.rows,
        "words_left": left.rows,
        "convergence": {
            attribute: {
                "converged": {
                    f"{threshold:g}": replace(curve, threshold=threshold).converged for threshold in THRESHOLDS
                },
                "curve": {step.words: step.value for step in curve.steps if step.words in SHOWN_LENGTHS},
            }
            for attribute, curve in curves.items()
        },
    }


SENTENCES = 1000
"""Of each published sample."""


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield gender polarity beside the published counts, and what becomes of Small Heap when it is made neutral."""
    for name, sample in results["polarity"]["paper"].items():
        at = partial(Measure, "gender polarity as published", name, SENTENCES)
        for gender, published in zip(("male", "female"), sample["expected"], strict=True):
            yield at(f"{gender} words", sample[gender], unit="", beside={"Derner et al. 2025": published})
    whole = [results["published"][name] for name in ("gender", "gender, neutral")]
    for edition in ("published", "corrected"):
        twin = results["editions"][edition]["twins"]["small_heap excerpts"]["lines"]
        what = f"demographic representation of gender, {edition} word list"
        at = partial(Measure, what, "excerpts of Small Heap and its neutral twin, lines", twin["documents"][0], unit="")
        for name, paper in zip(("original", "neutral"), whole, strict=True):
            yield at(name, twin[name], beside={"the whole set in Görge et al. 2025": paper})
        yield at("difference", twin["difference"], *twin["interval"])
        yield at("p", twin["p"])


def benchmark(data: Path) -> dict[str, Any]:
    """Print the tables and return the results."""
    results: dict[str, Any] = {
        "published": PUBLISHED,
        "polarity": measure_polarity(data),
        "editions": {},
    }
    for edition in get_args(Edition):
        print(f"\n=== word lists: {edition} ===")
        results["editions"][edition] = measure_edition(data / "text" / "small_heap", edition)
    return results
