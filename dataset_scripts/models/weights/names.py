"""Fit the weights of `hf_genderfair.languages.coreference.english.names` on LitBank, GAP and passages with marks.

    python -m dataset_scripts.models.weights.names --data FOLDER [--passages FILE] [--out FILE]

FOLDER is read by `dataset_scripts.models.weights.coreference`. A name of LitBank (CC BY 4.0) is of a person where the
smallest entity about it is one; the candidates of GAP (Apache-2.0) are persons, and what else a page names is not
fitted on. FILE holds passages in which the names of persons are marked, a JSON record a line: ``{"marked": "[[1:Joan
Ashby]] went to Ternu."}``. The shipped table was fitted with 707 such passages of news and web, marked by the
maintainers, which are not published; no other data are fitted on. The model is a logistic one with a quadratic penalty.
Needs the extra ``balance`` (scipy).
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dataset_scripts.models.weights import LEXICONS
from dataset_scripts.models.weights.coreference import Chains, GapRow, Span, read_gap, read_litbank
from hf_genderfair.core.resources import require
from hf_genderfair.languages.coreference.english.names import doubted, features, whole_names
from hf_genderfair.languages.coreference.languages import actor_rules
from hf_genderfair.languages.coreference.names.spans import find_names
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline

PENALTY = 2.0
LINES = 5
"""Lines of LitBank that are read as a text, since what a text tells of a name is fitted for passages."""

GAP = 0.05
"""Weight of a name of GAP, which are all of persons."""

PASSAGES = 4.0
"""Weight of a name of a passage; LitBank is fiction, where few names are of firms and works."""

STEP = 0.05
"""Weights are rounded to this, so that the table can be read."""

PRIOR = {
    "beside person": 1.0,
    "beside place or body": -2.0,
    "is person": 2.0,
    "is place or body": -4.0,
    "is thing": -2.0,
    "subject before its": -1.0,
    "who": 1.0,
}
"""What a text says outright, as in *Ternu is a town*, and passages say seldom; other weights are drawn to zero."""

MARK = re.compile(r"\[\[\d+:([^\[\]]*)\]\]")

DATA = "LitBank (CC BY 4.0), GAP (Apache-2.0) and own marks"
NOTE = (
    "what a text tells of a name, and its weight, how much it counts for a person; "
    "a name with a sum below zero is of none"
)

HEAD = """# version: 1
# source: fitted by dataset_scripts/models/weights/{program}.py on {data}
# licence: Apache-2.0
# date: {date}
# note: {note}
# columns: feature weight
"""


class Labelled(NamedTuple):
    """A text with its persons.

    Attributes:
        group: Book, page or passage; one that is tested on is not fitted on.
        text: The text.
        persons: Where persons are named.
        others: Where others are; None if what is not of a person is of another.
        weight: Weight of a name.
    """

    group: str
    text: str
    persons: frozenset[Span]
    others: frozenset[Span] | None
    weight: float


class Example(NamedTuple):
    """A name of a text.

    Attributes:
        group: Group of the text.
        features: What the text tells of the name; a mapping says how much of each it tells.
        person: Whether it is of a person.
        weight: Weight of the name.
    """

    group: str
    features: frozenset[str] | Mapping[str, float]
    person: bool
    weight: float


def litbank_texts(books: Iterable[Chains]) -> Iterator[Labelled]:
    """Yield passages of books."""
    for book in books:
        ends = [match.end() for match in re.finditer(r"[^\n]*\n|[^\n]+$", book.text)]
        starts = [0, *ends]
        for number in range(0, len(ends), LINES):
            start, end = starts[number], starts[min(number + LINES, len(ends))]
            spans = {span: (span[0] - start, span[1] - start) for span in book.mentions if start <= span[0] < end}
            persons = frozenset(moved for span, moved in spans.items() if span in book.persons)
            others = frozenset(spans.values()) - persons
            yield Labelled(book.name, book.text[start:end].replace("\n", " "), persons, others, 1.0)


def gap_texts(rows: Iterable[GapRow]) -> Iterator[Labelled]:
    """Yield rows with their candidates."""
    for row in rows:
        yield Labelled(row.page, row.text, frozenset(row.names), frozenset(), GAP)


def marked_texts(path: Path) -> Iterator[Labelled]:
    """Yield the passages of a file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        text, last, spans = "", 0, set()
        marked = json.loads(line)["marked"]
        for match in MARK.finditer(marked):
            text += marked[last : match.start()]
            spans.add((len(text), len(text) + len(match[1])))
            text, last = text + match[1], match.end()
        yield Labelled(f"passage {number}", text + marked[last:], frozenset(spans), None, PASSAGES)


def is_person(text: Labelled, span: Span) -> bool | None:
    """Return whether a name is of a person by the smallest mark about it; None if that is unknown."""
    around = [mark for mark in text.persons | (text.others or frozenset()) if mark[0] < span[1] and span[0] < mark[1]]
    if around:
        return min(around, key=lambda mark: mark[1] - mark[0]) in text.persons
    return False if text.weight != GAP else None


def examples(texts: Sequence[Labelled]) -> Iterator[Example]:
    """Yield an example for each name that may be of no person; most of its mentions decide."""
    rules = actor_rules("en")
    open_rules = replace(rules.names, completed=whole_names)
    for text, analysis in zip(texts, pipeline("en").analyse([text.text for text in texts]), strict=True):
        document = Document(text.text, analysis, "en")
        tokens = document.tokens
        for names in doubted(document, find_names(document, rules.words, open_rules)):
            answers = [is_person(text, (tokens[name.first].start, tokens[name.last - 1].end)) for name in names]
            known = [answer for answer in answers if answer is not None]
            if known:
                person = 2 * sum(known) > len(known)
                yield Example(text.group, frozenset(features(document, names)), person, text.weight)


def fit(found: Sequence[Example], every: str, penalty: float, wanted: Mapping[str, float]) -> dict[str, float]:
    """Return the weights under which the answers are most likely.

    Args:
        found: Examples with their answers.
        every: What to call the weight that all examples have.
        penalty: Of the squares of weights.
        wanted: Weights to which those of features are drawn; others are to zero.
    """
    sparse, optimize = require("scipy.sparse", "balance"), require("scipy.optimize", "balance")
    names = sorted({feature for example in found for feature in example.features} | wanted.keys())
    prior = np.array([wanted.get(name, 0.0) for name in names])
    column = {name: place for place, name in enumerate(names)}
    valued = [
        each.features if isinstance(each.features, Mapping) else dict.fromkeys(each.features, 1.0) for each in found
    ]
    cells = [(value, row, column[name]) for row, own in enumerate(valued) for name, value in own.items()]
    values, rows, columns = zip(*cells, strict=True)
    matrix: Any = sparse.csr_matrix((values, (rows, columns)), shape=(len(found), len(names)))
    sign = np.array([1.0 if example.person else -1.0 for example in found])
    share = np.array([example.weight for example in found])

    def loss(weights: Any) -> tuple[float, Any]:
        margins = sign * (matrix @ weights[1:] + weights[0])
        slope = -share * sign / (1 + np.exp(margins))
        drawn = weights[1:] - prior
        value = (share * np.logaddexp(0, -margins)).sum() + penalty / 2 * (drawn @ drawn)
        return float(value), np.concatenate([[slope.sum()], matrix.T @ slope + penalty * drawn])

    best = optimize.minimize(loss, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B").x
    return dict(zip((every, *names), (float(weight) for weight in best), strict=True))


def table(weights: Mapping[str, float], program: str, note: str, data: str) -> str:
    """Return the lexicon of weights, without those near zero.

    Args:
        weights: The weight of each feature.
        program: Name of the program that fitted them.
        note: What they mean.
        data: What they were fitted on.
    """
    rounded = {name: round(weight / STEP) * STEP for name, weight in sorted(weights.items())}
    head = HEAD.format(program=program, data=data, date=date.today().isoformat(), note=note)
    return head + "".join(f"{name}\t{weight:.2f}\n" for name, weight in rounded.items() if abs(weight) >= STEP / 2)


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with coreference/")
    parser.add_argument("--passages", type=Path, help="passages with marks")
    out = LEXICONS / "name_weights_en.tsv"
    parser.add_argument("--out", type=Path, default=out)
    options = parser.parse_args()
    rows = (row for part in ("development", "validation") for row in read_gap(options.data, part))
    texts = [*litbank_texts(read_litbank(options.data)), *gap_texts(rows)]
    if options.passages is not None:
        texts += marked_texts(options.passages)
    found = list(examples(texts))
    weights = fit(found, "any name", PENALTY, PRIOR)
    print(f"{len(found):,} names, {sum(example.person for example in found):,} of persons, {len(weights)} weights")
    options.out.write_text(table(weights, "names", NOTE, DATA), encoding="utf-8")


if __name__ == "__main__":
    main()
