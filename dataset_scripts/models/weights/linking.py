"""Fit how the evidence is weighed by which it is told whose mention a mention is.

    python -m dataset_scripts.models.weights.linking FOLDER

``passages/`` holds passages of the maintainers, with the persons in them, from which the reader has not learned; what
the labels mean is in ``benchmarks/persons/README.md``. In FOLDER stand LitBank and GAP, four fifths of which tell what
holds in long texts, where many persons were mentioned before; the German weights begin with the English ones. The model
is that of `log_linear`: the right person of a mention against all others, with a quadratic penalty; the mentions before
are given to their right persons. Printed are the rows of ``reader_weights.tsv``, and for each language and kind the
share of mentions with an earlier one, and of those without, that get the right person by the weights of four fifths of
the other passages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import typer

from benchmarks.persons.labels import Labels, Window, read
from dataset_scripts.models.weights.coreference import (
    Chains,
    GapRow,
    chain_of,
    is_kept_out,
    overlaps,
    read_gap,
    read_litbank,
)
from dataset_scripts.models.weights.log_linear import Choice, fit
from hf_genderfair.languages.coreference.linking import NEW, WEIGHTS, Linker, PersonOption, person_of, probabilities
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.resolution import unlinked_mentions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.reader.generic_reference import fitted_weights

HERE = Path(__file__).parent / "passages"
FOLDS = 5
SAID_OF = " said of"
PENALTY = 1.0
FAR = 5.0
"""The same where weights begin with those of another language."""

OF_NOVELS = 0.25
"""Weight of a mention in a novel: there are many in few texts."""


class Example(NamedTuple):
    """A mention whose person is to be told.

    Attributes:
        passage: Name of the passage.
        kind: Kind of mention.
        options: The persons that it may be.
        right: For each of them whether it is.
    """

    passage: str
    kind: str
    options: Sequence[PersonOption]
    right: Sequence[bool]


def passages(lang: str) -> list[tuple[Window, Labels]]:
    """Return the passages of a language with their labels."""
    labels = read(HERE / f"{lang}.txt")
    lines = (HERE / f"{lang}.tsv").read_text(encoding="utf-8").splitlines()
    windows = [Window(lang, *line.split("\t", 1)) for line in lines]
    return [(each, labels[each.name]) for each in windows]


def persons(window: Window, labels: Labels) -> dict[int, int]:
    """Return the number of the person of each mention, by the offset where its last word ends."""
    places = window.words
    number: dict[frozenset[int], int] = {}
    found = {}
    for mention in labels.mentions:
        number[mention.words] = number.get(mention.antecedent, len(number))
        found[places[max(mention.words)][1]] = number[mention.words]
    return found


def examples(lang: str) -> list[Example]:
    """Return each labelled mention whose person is to be told."""
    rows = passages(lang)
    read_documents = documents([window.text for window, _ in rows], AnalysisRequest(lang))
    return [
        example
        for (window, labels), document in zip(rows, read_documents, strict=True)
        for example in _of_document(window.name, document, partial(_person, persons(window, labels)))
    ]


def of_novels(data: Path) -> list[Example]:
    """Return the same of novels, but for those that are kept out."""
    rows = [_of_persons(chains) for chains in read_litbank(data) if not is_kept_out(chains.name)]
    read_documents = documents([chains.text for chains in rows], AnalysisRequest("en"))
    return [
        example
        for chains, document in zip(rows, read_documents, strict=True)
        for example in _of_document(chains.name, document, partial(chain_of, chains))
        # what is said of somebody is in no chain there
        if not any(feature.endswith(SAID_OF) for option in example.options for feature in option.features)
    ]


def _of_persons(chains: Chains) -> Chains:
    """Return a text with the chains of its persons alone."""
    return chains._replace(mentions={span: chains.mentions[span] for span in chains.persons})


def _of_document(name: str, document: Document, gold_person: Callable[[Mention], int | None]) -> Iterator[Example]:
    mentions, quotes = unlinked_mentions(document)
    linker = Linker(document, mentions, quotes)
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for mention in mentions:
        person, chosen = gold_person(mention), linker.known(mention)
        if person is not None and chosen == NEW:
            options = linker.options(mention)
            own = {each for each, seen in counts.items() if seen.most_common(1)[0][0] == person}
            right = [option.person in own if own else option.person == NEW for option in options]
            if any(right):
                yield Example(name, mention.kind, options, right)
                chosen = options[right.index(True)].person
        linker.give(mention, chosen)
        if person is not None:
            counts[mention.actor][person] += 1


def of_pages(data: Path, weights: Mapping[str, float]) -> list[Example]:
    """Return the pronouns of GAP that stand for one of two names or for neither, but for pages that are kept out."""
    pages = (row for part in ("development", "validation") for row in read_gap(data, part))
    rows = [row for row in pages if not is_kept_out(row.page)]
    read_documents = documents([row.text for row in rows], AnalysisRequest("en"))
    found = (_of_page(row, document, weights) for row, document in zip(rows, read_documents, strict=True))
    return [each for each in found if each is not None]


def _of_page(row: GapRow, document: Document, weights: Mapping[str, float]) -> Example | None:
    """Return the pronoun of a page with its options; where it stands for neither name, any other person is right."""
    mentions, quotes = unlinked_mentions(document)
    linker = Linker(document, mentions, quotes)
    named: tuple[set[int], set[int]] = set(), set()
    for mention in mentions:
        if mention.start == row.pronoun[0]:
            options = linker.options(mention)
            first, second = named
            if any(row.gold):
                allowed = first - second if row.gold[0] else second - first
            else:
                allowed = {option.person for option in options} - first - second
            right = [option.person in allowed for option in options]
            return Example(row.page, "page", options, right) if any(right) else None
        linker.give(mention, person_of(linker, mention, weights))
        for persons_named, span in zip(named, row.names, strict=True):
            if overlaps(mention, span) and not mention.plural:
                persons_named.add(mention.actor)
    return None


def _person(gold: Mapping[int, int], mention: Mention) -> int | None:
    return next((gold[end] for end in range(mention.end, mention.start, -1) if end in gold), None)


def fitted(
    rows: Sequence[Example],
    novels: Sequence[Example] = (),
    pages: Sequence[Example] = (),
    prior: Mapping[str, float] | None = None,
) -> dict[str, float]:
    """Return the weights under which the right persons are most likely."""
    choices = [
        Choice([option.features for option in row.options], row.right, weight)
        for weight, part in ((1.0, rows), (1.0, pages), (OF_NOVELS, novels))
        for row in part
    ]
    return fit(choices, FAR if prior else PENALTY, prior)


def _fold(row: Example) -> int:
    return crc32(row.passage.encode()) % FOLDS


def figures(
    rows: Sequence[Example],
    novels: Sequence[Example],
    pages: Sequence[Example],
    prior: Mapping[str, float] | None,
) -> Iterator[str]:
    """Yield the shares that are right, by kind, and whether there is an earlier mention."""
    weights = [fitted([row for row in rows if _fold(row) != fold], novels, pages, prior) for fold in range(FOLDS)]
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in rows:
        likely = probabilities(row.options, weights[_fold(row)])
        is_new = row.options[row.right.index(True)].person == NEW
        right[row.kind, "new" if is_new else "with an earlier one"].append(row.right[likely.index(max(likely))])
    for (kind, which), found in sorted(right.items()):
        yield f"{kind}, {which}: {sum(found) / len(found):.3f} of {len(found)}"


def main(data: Path) -> None:
    """Print the weights of each language, and how they do."""
    prior: dict[str, float] | None = None
    texts = of_novels(data), of_pages(data, fitted_weights(WEIGHTS)["en"])
    for lang, (novels, pages) in (("en", texts), ("de", ([], []))):
        rows = examples(lang)
        for line in figures(rows, novels, pages, prior):
            print(f"# {lang}: {line}")
        weights = fitted(rows, novels, pages, prior)
        prior = dict(weights)
        for feature, weight in sorted(weights.items()):
            print(f"linking\t{lang}\t{feature}\t{weight:.2f}")


if __name__ == "__main__":
    typer.run(main)
