"""Fit how what the reader sees is weighed where a word may speak of nobody in particular.

    python -m dataset_scripts.models.weights.generic_reference

Read are the sentences in which such words are marked and from which the reader has not learned. Printed are the rows of
``reader_weights.tsv``, and for each language how many sentences have exactly the right words, of those in
which some have to change and of those in which none has, each by weights of four fifths of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dataset_scripts.models.reader.__main__ import is_kept_out
from dataset_scripts.models.reader.examples import MARKED, without_brackets
from dataset_scripts.models.weights.logistic import logistic_regression
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.reader.generic_reference import EVIDENCE, evidence_of
from hf_genderfair.rewriting.english import rewrite as english
from hf_genderfair.rewriting.german import rewrite as german

CANDIDATES: dict[str, Callable[[Document], Iterator[int]]] = {
    "de": german.candidates,
    "en": english.candidates,
}
REPLACED: dict[str, Container[str]] = {"de": (), "en": english.noun_table().neutral}
"""Words for women or men that rewriting replaces, by language."""

FOLDS = 5
PENALTY = 1e-3


class Known(NamedTuple):
    """A sentence: what tells of each candidate, whether it is marked."""

    text: str
    evidence: NDArray[np.float64]
    marked: NDArray[np.bool_]


def known(lang: str) -> list[Known]:
    """Return the kept-out sentences of a language that have a candidate."""
    lines = (MARKED / f"{lang}.txt").read_text(encoding="utf-8").splitlines()
    kept = [without_brackets(line) for line in lines if is_kept_out(line)]
    read = documents([text for text, _ in kept], AnalysisRequest(lang))
    rows = []
    for (text, places), given in zip(kept, read, strict=True):
        document = given.straight
        found = list(CANDIDATES[lang](document))
        spans = [document.tokens[index] for index in found]
        is_marked = [any(start < token.end and token.start < end for start, end in places) for token in spans]
        evidence = [evidence_of(document, index, REPLACED[lang]) for index in found]
        if found:
            rows.append(Known(text, np.array(evidence, float), np.array(is_marked)))
    return rows


def fit(rows: Sequence[Known]) -> NDArray[np.float64]:
    """Return weights by logistic regression."""
    evidence = np.concatenate([row.evidence for row in rows])
    return logistic_regression(evidence, np.concatenate([row.marked for row in rows]).astype(float), PENALTY)


def main() -> None:
    """Print the weights of each language, and how they do."""
    for lang in CANDIDATES:
        rows = known(lang)
        fold = [crc32(f"fold of {row.text}".encode()) % FOLDS for row in rows]
        of_fold = [fit([row for row, own in zip(rows, fold, strict=True) if own != at]) for at in range(FOLDS)]
        chosen = [row.evidence @ of_fold[own] > 0 for row, own in zip(rows, fold, strict=True)]
        for name, wanted in {"change": True, "stay": False}.items():
            own = [(row, found) for row, found in zip(rows, chosen, strict=True) if row.marked.any() == wanted]
            right = np.mean([(found == row.marked).all() for row, found in own])
            print(f"# {lang}: must {name}, n = {len(own)}: exactly right {right:.3f}")
        for evidence, weight in zip(EVIDENCE, fit(rows), strict=True):
            print(f"generic\t{lang}\t{evidence}\t{weight:.3f}")


if __name__ == "__main__":
    main()
