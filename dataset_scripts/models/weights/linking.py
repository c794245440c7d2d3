"""Fit how the evidence is weighed by which it is told whose mention a mention is.

    python -m dataset_scripts.models.weights.linking

``passages/`` holds passages of the maintainers, with the persons in them, from which the reader has not learned; what
the labels mean is in ``benchmarks/persons/README.md``. The model is that of `log_linear`: the right person of a
mention against all others, with a quadratic penalty; the mentions before are given to their right persons. Printed are
the rows of ``reader_weights.tsv``, and for each language and kind the share of mentions with an earlier one, and of
those without, that get the right person by the weights of four fifths of the other passages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from benchmarks.persons.labels import Labels, Window, read
from dataset_scripts.models.weights.log_linear import Choice, fit
from hf_genderfair.languages.coreference.linking import NEW, Linker, PersonOption, probabilities
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.resolution import unlinked_mentions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.documents import AnalysisRequest, documents

HERE = Path(__file__).parent / "passages"
LANGUAGES = ("de", "en")
FOLDS = 5
PENALTY = 1.0

BY_RULE, SURER = "pronoun by rule", 1.0
"""What is added to the weight of this feature: in texts longer than the passages, rules see farther than the reader."""


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
        for example in _of_passage(window, persons(window, labels), document)
    ]


def _of_passage(window: Window, gold: Mapping[int, int], document: Document) -> Iterator[Example]:
    mentions, quotes = unlinked_mentions(document)
    linker = Linker(document, quotes)
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for mention in mentions:
        person, chosen = _person(mention, gold), linker.ruled(mention)
        if person is not None and not (mention.kind == "name" and chosen != NEW):
            options = linker.options(mention)
            own = {each for each, seen in counts.items() if seen.most_common(1)[0][0] == person}
            right = [option.person in own if own else option.person == NEW for option in options]
            if any(right):
                yield Example(window.name, mention.kind, options, right)
                chosen = options[right.index(True)].person
        linker.give(mention, chosen)
        if person is not None:
            counts[mention.actor][person] += 1


def _person(mention: Mention, gold: Mapping[int, int]) -> int | None:
    return next((gold[end] for end in range(mention.end, mention.start, -1) if end in gold), None)


def fitted(rows: Sequence[Example]) -> dict[str, float]:
    """Return the weights under which the right persons are most likely."""
    return fit([Choice([option.features for option in row.options], row.right) for row in rows], PENALTY)


def _fold(row: Example) -> int:
    return crc32(row.passage.encode()) % FOLDS


def figures(rows: Sequence[Example]) -> Iterator[str]:
    """Yield the shares that are right, by kind, and whether there is an earlier mention."""
    weights = [fitted([row for row in rows if _fold(row) != fold]) for fold in range(FOLDS)]
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in rows:
        likely = probabilities(row.options, weights[_fold(row)])
        is_new = row.options[row.right.index(True)].person == NEW
        right[row.kind, "new" if is_new else "with an earlier one"].append(row.right[likely.index(max(likely))])
    for (kind, which), found in sorted(right.items()):
        yield f"{kind}, {which}: {sum(found) / len(found):.3f} of {len(found)}"


def main() -> None:
    """Print the weights of each language, and how they do."""
    for lang in LANGUAGES:
        rows = examples(lang)
        for line in figures(rows):
            print(f"# {lang}: {line}")
        weights = fitted(rows)
        weights[BY_RULE] += SURER
        for feature, weight in sorted(weights.items()):
            print(f"linking\t{lang}\t{feature}\t{weight:.2f}")


if __name__ == "__main__":
    main()
