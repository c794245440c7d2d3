"""Which English pronouns ``scope="generic"`` rewrites in running text, against pronouns labelled by the maintainers.

    python -m benchmarks.run rewriting/generic_en --data FOLDER

FOLDER holds ``treebanks/``, ``coreference/`` and ``text/`` with the collections of which ``dev_en.tsv`` lists
ids and offsets; texts are rewritten whole, so that a pronoun may find its person some sentences before. A pronoun that
is rewritten is right where it stands for nobody in particular; precision counts the others, recall those left alone.
Few pronouns of running text are generic (stratum ``any``), so that more were sought after words such as *every*,
*someone* or *if a* (stratum ``rich``); most pronouns there stand for a particular person too, and are the hard ones.
Precision is that of these strata, not of running text, for which the share of rewritten pronouns in ``any`` tells how
much is wrongly touched. Open cases count nowhere. Rules may be looked at on half ``dev``; ``check`` is only measured.
Intervals: Wilson.
"""

from __future__ import annotations

import lzma
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.actors.coreference_gold_en import read_gap, read_litbank
from benchmarks.measure import Measure, limits
from benchmarks.references.gold import conllu_sentences
from hf_genderfair.core.counts import Share, share
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.rewriting.transform import GenderFair

LABELS = Path(__file__).parent / "dev_en.tsv"
HALVES = ("dev", "check", "both")
STRATA = ("any", "rich", "all")


class Label(NamedTuple):
    """A labelled pronoun: where it stands and whom it stands for (``generic``, ``particular`` or ``open``)."""

    file: str
    id: str
    start: int
    end: int
    half: str
    stratum: str
    label: str


class Outcome(NamedTuple):
    """What became of a labelled pronoun.

    Attributes:
        label: The pronoun.
        rewritten: Whether it was rewritten.
        reason: Why it was left alone; empty where it was not.
    """

    label: Label
    rewritten: bool
    reason: str


def read_labels(path: Path = LABELS) -> list[Label]:
    """Read the table of labels.

    Args:
        path: The table.

    Returns:
        The pronouns in its order.
    """
    with path.open(encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("# ")]
    return [Label(file, id, int(start), int(end), *rest) for file, id, start, end, *rest in rows]


def read_texts(data: Path, file: str) -> dict[str, str]:
    """Return the texts of a collection: documents of a treebank, rows of GAP, books of LitBank, or lines."""
    if file.startswith("UD_"):
        documents: dict[str, list[str]] = defaultdict(list)
        for id, text, _ in conllu_sentences(data / "treebanks", file):
            documents[id.rpartition("-")[0]].append(text)
        return {id: " ".join(sentences) for id, sentences in documents.items()}
    if "gap-" in file:
        return {row.name: row.text for row in read_gap(data, "development")}
    if "litbank" in file:
        return {chains.name: chains.text for chains in read_litbank(data)}
    with lzma.open(data / file, "rt", encoding="utf-8") as lines:
        return {str(number): line.rstrip("\n") for number, line in enumerate(lines)}


def measure(data: Path) -> list[Outcome]:
    """Rewrite the texts and look up each labelled pronoun.

    Args:
        data: The folder of data.

    Returns:
        The outcomes, in the order of the table.
    """
    labels = read_labels()
    sources = {file: read_texts(data, file) for file in sorted({label.file for label in labels})}
    keys = list(dict.fromkeys((label.file, label.id) for label in labels))
    found = dict(zip(keys, GenderFair("en", scope="generic").find(sources[file][id] for file, id in keys), strict=True))
    outcomes = []
    for label in labels:
        rewriting = found[label.file, label.id]
        rewritten = any(edit.start < label.end and label.start < edit.end for edit in rewriting.edits)
        reason = next((left.reason for left in rewriting.refusals if left.start <= label.start < left.end), "")
        outcomes.append(Outcome(label, rewritten, reason))
    return outcomes


def select(found: Sequence[Outcome], half: str, stratum: str) -> list[Outcome]:
    """Return the outcomes of a half and a stratum that count; *both* and *all* take every one."""
    return [
        outcome
        for outcome in found
        if half in (outcome.label.half, "both")
        and stratum in (outcome.label.stratum, "all")
        and outcome.label.label != "open"
    ]


def precision(found: Sequence[Outcome]) -> Share:
    """Return how many of the rewritten pronouns stand for nobody in particular."""
    rewritten = [outcome for outcome in found if outcome.rewritten]
    return share(sum(outcome.label.label == "generic" for outcome in rewritten), len(rewritten))


def recall(found: Sequence[Outcome]) -> Share:
    """Return how many of the pronouns that stand for nobody in particular are rewritten."""
    generic = [outcome for outcome in found if outcome.label.label == "generic"]
    return share(sum(outcome.rewritten for outcome in generic), len(generic))


def wrongly_touched(found: Sequence[Outcome]) -> Share:
    """Return how many of the pronouns that stand for a particular person are rewritten."""
    particular = [outcome for outcome in found if outcome.label.label == "particular"]
    return share(sum(outcome.rewritten for outcome in particular), len(particular))


FIGURES = {"precision": precision, "recall": recall, "wrongly touched": wrongly_touched}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield whom English rewriting takes for nobody in particular."""
    for half, name in (("dev", "looked at in development"), ("check", "partly looked at")):
        found = results[half]["all"]
        where = f"English pronouns, labelled by the maintainers, {name}"
        at = partial(Measure, 'rewriting, scope="generic", English', where, found["precision"]["n"])
        yield at("precision", *limits(found["precision"]))
        yield at("recall", *limits(found["recall"]))
        yield at("particular persons rewritten", *limits(found["wrongly touched"]))


def benchmark(data: Path) -> dict[str, Any]:
    """Measure, print a table and return the results."""
    found = measure(data)
    results: dict[str, Any] = {"pipeline": pipeline("en").revision}
    rows: list[list[Cell]] = []
    for half in HALVES:
        results[half] = {}
        for stratum in STRATA:
            chosen = select(found, half, stratum)
            shares = {name: figure(chosen) for name, figure in FIGURES.items()}
            results[half][stratum] = {name: asdict(of) for name, of in shares.items()}
            cells = [cell for of in shares.values() for cell in (of.n, of.value, of.low, of.high)]
            rows.append([half, stratum, *cells])
    columns = "half stratum rewritten precision low high generic recall low high particular touched low high".split()
    print(table_text(Table("generic_en", "English pronouns with scope=generic", columns, rows)))
    return results
