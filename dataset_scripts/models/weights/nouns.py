"""Fit the weights by which English nouns mean somebody on passages with marks, and a little on LitBank.

    python -m dataset_scripts.models.weights.nouns --data FOLDER [--passages FILE] [--out FILE] [--folds]

FOLDER and FILE are as for `names`; all persons of FILE are marked, also by nouns, and what has no mark is nobody in
particular. The shipped table was fitted with 424 such passages of news, web and encyclopaedias, marked by the
maintainers, which are not published. LitBank (CC BY 4.0) marks many nouns for anybody too, and is of little weight.
With ``--folds`` nothing is written: each passage is told by the weights that the others give. Needs the extra
``balance`` (scipy).
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from dataset_scripts.models.weights import LEXICONS
from dataset_scripts.models.weights.coreference import Span, read_litbank
from dataset_scripts.models.weights.names import Example, Labelled, fit, litbank_texts, marked_texts, table
from hf_genderfair.languages.coreference.english.same_person import without_predicates
from hf_genderfair.languages.coreference.english.specific import features, unnamed
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody, without_generic
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline

PENALTY = 3.0

LITBANK = 0.05
"""Weight of a noun of LitBank."""

FOLDS = 5
EVERY = "any noun"

NOTE = (
    "what a text tells of an unnamed person, and how much its weight counts for somebody in particular; "
    "a sum below zero is of nobody"
)
DATA = "LitBank (CC BY 4.0) and own marks"


def examples(texts: Sequence[Labelled]) -> Iterator[Example]:
    """Yield an example for each unnamed person; in passages a mark on any of its mentions is enough."""
    for text, analysis in zip(texts, pipeline("en").analyse([text.text for text in texts]), strict=True):
        document = Document(text.text, analysis, "en")
        mentions = without_predicates(document, without_generic(mentions_of_anybody(document)[0]))
        for found in unnamed(mentions):
            if text.others is None:
                person = any(is_inside(mention, mark) for mention in found for mark in text.persons)
            else:
                nouns = [mention for mention in found if mention.kind == "noun"]
                person = 2 * sum(is_head(document, mention, text.persons) for mention in nouns) > len(nouns)
            weight = 1.0 if text.others is None else LITBANK
            yield Example(text.group, frozenset(features(document, found)), person, weight)


def is_inside(mention: Mention, mark: Span) -> bool:
    """Return whether a mention and a mark overlap."""
    return mark[0] < mention.end and mention.start < mark[1]


def is_head(document: Document, mention: Mention, phrases: Collection[Span]) -> bool:
    """Return whether a noun is the head of a whole phrase, not a word within it: *friend* in *a friend of the cook*."""
    tokens = document.tokens
    above = document.heads[mention.head]
    return any(
        start <= mention.start
        and mention.end <= end
        and (above == mention.head or not start <= tokens[above].start < end)
        for start, end in phrases
    )


def told_by_others(found: Sequence[Example]) -> tuple[int, int, int, int]:
    """Return of how many persons and how many others weights without their passages tell that they are of nobody."""
    counts = [0, 0, 0, 0]
    folds = [zlib.crc32(example.group.encode()) % FOLDS for example in found]
    for fold in range(FOLDS):
        weights = fit([example for example, own in zip(found, folds, strict=True) if own != fold], EVERY, PENALTY, {})
        for example, own in zip(found, folds, strict=True):
            if own == fold and example.weight == 1.0:
                total = weights[EVERY] + sum(weights.get(feature, 0.0) for feature in example.features)
                counts[2 * (not example.person)] += total < 0
                counts[2 * (not example.person) + 1] += 1
    return counts[0], counts[1], counts[2], counts[3]


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with coreference/")
    parser.add_argument("--passages", type=Path, help="passages with marks")
    parser.add_argument("--folds", action="store_true", help="tell each passage by the others, and write nothing")
    out = LEXICONS / "specific_weights_en.tsv"
    parser.add_argument("--out", type=Path, default=out)
    options = parser.parse_args()
    texts = list(litbank_texts(read_litbank(options.data)))
    if options.passages is not None:
        texts += marked_texts(options.passages)
    found = list(examples(texts))
    if options.folds:
        print("left out: {} of {} persons, {} of {} others".format(*told_by_others(found)))
        return
    weights = fit(found, EVERY, PENALTY, {})
    print(f"{len(found):,} nouns, {sum(example.person for example in found):,} of persons, {len(weights)} weights")
    options.out.write_text(table(weights, "nouns", NOTE, DATA), encoding="utf-8")


if __name__ == "__main__":
    main()
