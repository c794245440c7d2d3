"""Removal of stereotypes in running text, of which hardly any sentence holds one: precision and recall.

    python -m benchmarks.run stereotypes/running_text --data FOLDER

FOLDER holds ``text/small_heap``: English news, web and encyclopaedia. Sentences of 6 to 40 words that name a group
(nouns and adjectives of ``category_labels_en`` and the group words) were labelled by the maintainers;
``running_text_dev.tsv`` holds places and labels, and says how each part was drawn. *unclear* counts neither for nor
against.

Sentences that were drawn say how much of what is there is removed. So few hold a stereotype that what is removed was
labelled beside them; recall there is among what either way finds. Rules and the threshold were mended after the labels
were known, so that these figures are no longer fresh. Before, the content model removed 16 of *removed* (7 stereotypes,
7 that are none) and 24 of *removed later* (4 and 12). Half of the encyclopaedia, without labels, is in the running text
that the model was trained on.
Intervals: 95 %, Wilson.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from benchmarks.measure import Measure, limits
from benchmarks.stereotypes.quality import interval, show, shown
from hf_genderfair.core.counts import share
from hf_genderfair.stereotypes.transform import Stereotypes

LABELLED = Path(__file__).parent / "running_text_dev.tsv"
METHODS: tuple[Literal["model", "rules"], ...] = ("model", "rules")
PARTS = ("drawn", "removed", "left", "removed later")

JOINED = (
    (re.compile(r"``|''"), '"'),
    (re.compile(r"(\w) (n[’'`]t)\b"), r"\1\2"),
    (re.compile(r" ([’'`](?:s|re|ve|ll|d|m|S|RE|VE|LL|D|M)\b)"), r"\1"),
    (re.compile(r"s [’'](?= [a-z])"), "s'"),
    (re.compile(r" ([,.;:!?%)\]}”…])"), r"\1"),
    (re.compile(r"([(\[{“$£€#]) "), r"\1"),
    (re.compile(r'"\s*([^"]*?)\s*"'), r'"\1"'),
    (re.compile(r"\b([Cc]an) not\b"), r"\1not"),
)
"""What the tokenised lines divide, and how it is written."""


class Labelled(NamedTuple):
    """A sentence, its part, and its label: ``stereotype``, ``unclear`` or ``none``."""

    part: str
    text: str
    label: str


def detokenised(line: str) -> str:
    """Return a line as it was before its words were divided."""
    line = line.strip()
    for pattern, written in JOINED:
        line = pattern.sub(written, line)
    return line


def labelled(data: Path) -> list[Labelled]:
    """Return the labelled sentences, found by their places."""
    with LABELLED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader((line for line in file if not line.startswith("#")), delimiter="\t"))
    lines = {}
    for name in {row[1] for row in rows}:
        with lzma.open(data / "text" / "small_heap" / f"{name}.txt.xz", "rt", encoding="utf-8") as file:
            lines[name] = file.readlines()
    return [
        Labelled(part, detokenised(lines[name][int(line)])[int(start) : int(end)], label)
        for part, name, line, start, end, label in rows
    ]


def removed(texts: Sequence[str], method: Literal["model", "rules"]) -> list[bool]:
    """Tell which sentences are to be removed, whatever group they name."""
    transform = Stereotypes("en", attributes=("any",), sentences="all", method=method)
    found = transform({name: list(texts) for name in transform.inputs()})
    return [count > 0 for count in found["stereotypes_remove"]]


def counted(sentences: Sequence[Labelled], chosen: Sequence[bool], parts: Sequence[str]) -> dict[str, Any]:
    """Count the sentences of some parts that are removed by their labels."""
    every = [(one.label, is_) for one, is_ in zip(sentences, chosen, strict=True) if one.part in parts]
    there = Counter(label for label, _ in every)
    gone = Counter(label for label, is_ in every if is_)
    right, wrong = gone["stereotype"], gone["none"]
    return {
        "n": len(every),
        "removed": {label: gone[label] for label in ("stereotype", "unclear", "none")},
        "precision": interval(share(right, right + wrong)),
        "recall": interval(share(right, there["stereotype"])),
    }


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how much of what is removed is a stereotype, and how much of what was drawn is found."""
    for method, what in (("model", "removal of stereotypes"), ("rules", "removal of stereotypes, rules alone")):
        at = partial(Measure, what)
        every, drawn = results[method]["all"], results[method]["drawn"]
        yield at("running text, development", every["n"], "precision", *limits(every["precision"]))
        yield at("running text, drawn", drawn["n"], "recall", *limits(drawn["recall"]))


def benchmark(data: Path) -> dict[str, Any]:
    """Print the table and return the results."""
    sentences = labelled(data)
    results: dict[str, Any] = {}
    for method in METHODS:
        chosen = removed([one.text for one in sentences], method)
        results[method] = {"all": counted(sentences, chosen, PARTS)}
        results[method] |= {part: counted(sentences, chosen, [part]) for part in PARTS}
    show(
        "Removal in running text",
        ["method", "part", "n", "stereotypes", "unclear", "none", "precision", "recall"],
        (
            [method, part, one["n"], *one["removed"].values(), shown(one["precision"]), shown(one["recall"])]
            for method, parts in results.items()
            for part, one in parts.items()
        ),
    )
    return results
