"""Fit the weights of `hf_genderfair.counterfactual.german.unnamed` on sentences in which pronouns are marked.

    python -m dataset_scripts.models.weights.unnamed --sentences FILE [--folds] [--out FILE]

FILE holds a JSON record a line, ``{"text": "Sie lachte.", "to": "male", "pronouns": [[0, true, 1.0]]}``: the offset
of each pronoun, whether it stands for one person, and how sure that is. The shipped table was fitted with 1,398
pronouns of 1,089 sentences of news, parliament, web and fiction, marked by the maintainers, which are not published.
The model is a logistic one with a quadratic penalty; all pronouns of a chain have its features. With ``--folds``
nothing is written: each sentence is told by the weights that the others give. Needs the extra ``balance`` (scipy).
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from unittest import mock

from dataset_scripts.models.weights import LEXICONS
from dataset_scripts.models.weights.names import Example, fit, table
from hf_genderfair.counterfactual.german import unnamed
from hf_genderfair.counterfactual.german.swap import NEEDS, swap
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BinaryGender

EVERY = "any"
PENALTY = 1.0
FOLDS = 10

LIMIT = 0.3
"""Log-odds that a chain needs: a thing that changes harms more than a person who stays."""

NOTE = (
    "feature: what a text tells of a chain of German pronouns without antecedent; weight: how much it counts for a "
    "person; a chain with a sum below zero stands for none"
)
DATA = "marks of the maintainers"


def chains(document: Document, to: BinaryGender) -> list[tuple[Sequence[int], Mapping[str, float]]]:
    """Return the chains without antecedent that a swap asks for, with their features."""
    found: list[tuple[Sequence[int], Mapping[str, float]]] = []

    def record(chain: Sequence[int], features: Mapping[str, float]) -> bool:
        found.append((chain, features))
        return True

    with mock.patch.object(unnamed, "is_person", record):
        swap(document, to, SwapOptions("keep"))
    return found


def examples(path: Path) -> Iterator[Example]:
    """Yield an example for each marked pronoun of a chain."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    analyses = pipeline("de").analyse([record["text"] for record in records], NEEDS)
    for record, analysis in zip(records, analyses, strict=True):
        document = Document(record["text"], analysis, "de").straight
        marks = {start: (person, weight) for start, person, weight in record["pronouns"]}
        for chain, features in chains(document, record["to"]):
            for mark in (marks.get(document.tokens[index].start) for index in chain):
                if mark is not None:
                    yield Example(record["text"], features, *mark)


def told_by_others(found: Sequence[Example]) -> dict[tuple[bool, bool], int]:
    """Return how many pronouns of persons and of others weights without their sentences tell to be of persons."""
    counts = {(person, told): 0 for person in (True, False) for told in (True, False)}
    folds = [zlib.crc32(example.group.encode()) % FOLDS for example in found]
    for fold in range(FOLDS):
        weights = weights_of([example for example, own in zip(found, folds, strict=True) if own != fold])
        for example, own in zip(found, folds, strict=True):
            if own == fold and isinstance(example.features, Mapping):
                counts[example.person, unnamed.total(example.features, weights) >= 0] += 1
    return counts


def weights_of(found: Sequence[Example]) -> dict[str, float]:
    """Return the weights, with the limit taken off."""
    weights = fit(found, EVERY, PENALTY, {})
    weights[EVERY] -= LIMIT
    return weights


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sentences", type=Path, required=True, help="sentences with marks")
    parser.add_argument("--folds", action="store_true", help="tell each sentence by the others, and write nothing")
    out = LEXICONS / "unnamed_weights_de.tsv"
    parser.add_argument("--out", type=Path, default=out)
    options = parser.parse_args()
    found = list(examples(options.sentences))
    print(f"{len(found):,} pronouns, {sum(example.person for example in found):,} of persons")
    if options.folds:
        for (person, told), count in told_by_others(found).items():
            print(f"{'of persons' if person else 'of others'}, {'told so' if told == person else 'not told'}: {count}")
        return
    weights = weights_of(found)
    options.out.write_text(table(weights, "unnamed", NOTE, DATA), encoding="utf-8")


if __name__ == "__main__":
    main()
