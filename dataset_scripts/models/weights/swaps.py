"""Fit how what the reader sees is weighed where the gender of persons is swapped.

    python -m dataset_scripts.models.weights.swaps FOLDER

FOLDER holds the public sets. Read are sentences of which it is known what a swap makes of them, and from which the
reader has not learned: edited ones and twins of MT-GenEval that are kept out. Printed are the rows of
``reader_weights.tsv``, and for each language and set how many sentences have exactly the right words: where even odds
decide, and weighed, each sentence by weights of four fifths of the others.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dataset_scripts.models.reader.__main__ import EDITED_KEPT_OUT, GENDERS, KEPT_OUT
from dataset_scripts.models.reader.examples import EDITED, read_words
from dataset_scripts.models.weights.logistic import logistic_regression
from hf_genderfair.counterfactual.weighed import EVIDENCE, evidence_of
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.types import BinaryGender

LANGUAGES = ("de", "en", "es")
FOLDS = 5
PENALTY = 3e-4
SHIFTS = np.arange(-1.5, 1.75, 0.25)
"""Odds, in logarithms, from which a word may be taken for one that changes."""

Words = frozenset[int]


class Sentence(NamedTuple):
    """A sentence, the gender to which it is swapped, and the texts that are right."""

    set: str
    text: str
    to: BinaryGender
    right: Sequence[str]


class Known(NamedTuple):
    """A sentence whose words are known: what tells of each, and which are right."""

    set: str
    text: str
    evidence: NDArray[np.float64]
    right: Sequence[Words]


def sentences(data: Path, lang: str) -> Iterator[Sentence]:
    """Yield the sentences of a language."""
    for line in (EDITED / f"{lang}.tsv").read_text(encoding="utf-8").splitlines():
        text, to_female, to_male = line.split("\t")
        if crc32(text.encode()) % EDITED_KEPT_OUT == 0:
            yield Sentence("edited", text, "female", [to_female])
            yield Sentence("edited", text, "male", [to_male])
    folder = data / "counterfactual" / "mt_geneval" / "sentences" / "dev"
    pair = "en_de" if lang == "en" else f"en_{lang}"
    names = [f"sentences-{gender}-dev.{pair}.{lang}" for gender in GENDERS] + [f"sentences-feminine-dev.{pair}.en"]
    sides = ((folder / name).read_text(encoding="utf-8").split("\n")[:-1] for name in names)
    for feminine, masculine, english in zip(*sides, strict=True):
        if crc32(english.encode()) % KEPT_OUT == 0:
            yield Sentence("twins", feminine, "male", [masculine])
            yield Sentence("twins", masculine, "female", [feminine])


def known(data: Path, lang: str) -> list[Known]:
    """Return the sentences of a language with what the reader says of their words."""
    found = list(sentences(data, lang))
    read = documents([each.text for each in found], AnalysisRequest(lang))
    return [_known(each, document.straight) for each, document in zip(found, read, strict=True)]


def _known(sentence: Sentence, document: Document) -> Known:
    evidence = np.array(evidence_of(document, sentence.to), float)
    return Known(sentence.set, sentence.text, evidence, [_differing(document, text) for text in sentence.right])


def _differing(document: Document, text: str) -> Words:
    """Return the tokens in whose place a text has others."""
    forms = [token.text for token in document.tokens]
    other = read_words(text, document.lang).forms
    matcher = SequenceMatcher(None, forms, other, autojunk=False)
    places = (range(start, end) for kind, start, end, _, _ in matcher.get_opcodes() if kind != "equal")
    return frozenset(index for span in places for index in span)


def fit(rows: Sequence[Known]) -> NDArray[np.float64]:
    """Return weights by logistic regression; of several right answers that nearest to even odds counts."""
    right = [min(row.right, key=lambda words: len(words ^ likely(row))) for row in rows]
    changes = [[index in words for index in range(len(row.evidence))] for row, words in zip(rows, right, strict=True)]
    wanted = np.array([float(each) for own in changes for each in own])
    found = logistic_regression(np.concatenate([row.evidence for row in rows]), wanted, PENALTY)
    # a sentence is right when all of its words are, so that even odds are not what decides
    shifted = [found - shift * np.eye(len(EVIDENCE))[0] for shift in SHIFTS]
    return max(shifted, key=lambda each: _mean_of_sets(rows, each))


def likely(row: Known) -> Words:
    """Return the words of a sentence that rather change than not, as the reader tells."""
    return chosen(row, np.eye(len(EVIDENCE))[EVIDENCE.index("odds")])


def _mean_of_sets(rows: Sequence[Known], weights: NDArray[np.float64]) -> float:
    """Return the share of sentences that are exactly right, as the mean of all sets."""
    right: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        right[row.set].append(chosen(row, weights) in row.right)
    return float(np.mean([np.mean(each) for each in right.values()]))


def chosen(row: Known, weights: NDArray[np.float64]) -> Words:
    """Return the words of a sentence that change."""
    return frozenset(np.flatnonzero(row.evidence @ weights > 0).tolist())


def main(data: Path) -> None:
    """Print the weights of each language, and how they do."""
    for lang in LANGUAGES:
        rows = known(data, lang)
        fold = [crc32(f"fold of {row.text}".encode()) % FOLDS for row in rows]
        right: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for number in range(FOLDS):
            weights = fit([row for row, own in zip(rows, fold, strict=True) if own != number])
            for row in (row for row, own in zip(rows, fold, strict=True) if own == number):
                right[row.set].append((likely(row) in row.right, chosen(row, weights) in row.right))
        for name, found in right.items():
            even, weighed = np.mean(found, axis=0)
            print(f"# {lang}: {name}, n = {len(found)}: exactly right by even odds {even:.3f}, weighed {weighed:.3f}")
        for evidence, weight in zip(EVIDENCE, fit(rows), strict=True):
            print(f"swaps\t{lang}\t{evidence}\t{weight:.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
