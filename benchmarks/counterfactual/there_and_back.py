"""Sentences of one gender that are the same again after a swap to the other gender and back, by direction.

    python -m benchmarks.run counterfactual/there_and_back --data FOLDER

FOLDER holds ``counterfactual/mt_geneval``, as for ``counterfactual/quality``: sentences of Wikipedia about women, and
about men. A sentence that the first swap leaves alone is not counted. *Plurals apart* leaves out sentences of which
nothing but plurals stays changed: *las maestras* become *los maestros*, which may be everybody, so that the way back
leaves them alone. Names are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.counterfactual.quality import twins
from benchmarks.measure import Measure
from hf_genderfair.core.counts import share
from hf_genderfair.core.spans import edit_text
from hf_genderfair.counterfactual.evaluate import word_changes
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BINARY_GENDERS, BinaryGender

TARGETS = {"de": 0.95, "en": 0.97, "es": 0.92}
OTHER: Mapping[BinaryGender, BinaryGender] = {"female": "male", "male": "female"}
KEPT = SwapOptions(names="keep")


def swapped(sentences: Sequence[str], lang: str, to: BinaryGender) -> list[str]:
    """Swap sentences, names kept."""
    found = swap_texts(sentences, lang, to, KEPT)
    return [edit_text(sentence, each.edits) for sentence, each in zip(sentences, found, strict=True)]


def of_plurals(lang: str, pairs: Sequence[tuple[str, str]]) -> int:
    """Count sentences that differ from what came back in plurals alone."""
    number = 0
    analyses = pipeline(lang).analyse([sentence for sentence, _ in pairs], ("pos", "morph"))
    for (sentence, back), analysis in zip(pairs, analyses, strict=True):
        words = {token.text: token.morph.get("Number") for each in analysis.sentences for token in each.tokens}
        changed = {word for _, before, _ in word_changes(sentence, back) for word in before.split()}
        number += bool(changed) and all(words.get(word) == "Plur" for word in changed)
    return number


def measure(lang: str, sentences: Sequence[str], to: BinaryGender) -> dict[str, int]:
    """Count the sentences that change, those that come back, and those of which plurals alone do not."""
    changed = [pair for pair in zip(sentences, swapped(sentences, lang, to), strict=True) if pair[0] != pair[1]]
    back = swapped([there for _, there in changed], lang, OTHER[to])
    lost = [(sentence, found) for (sentence, _), found in zip(changed, back, strict=True) if found != sentence]
    return {"changed": len(changed), "back": len(changed) - len(lost), "plurals": of_plurals(lang, lost)}


def benchmark(data: Path, half: int = 0) -> dict[str, Any]:
    """Swap the sentences of a half of MT-GenEval there and back."""
    results: dict[str, Any] = {}
    for lang in TARGETS:
        pairs = [pair for pair, place in twins(data, lang).items() if place == half]
        results[lang] = {
            to: measure(lang, [pair[BINARY_GENDERS.index(OTHER[to])] for pair in pairs], to) for to in BINARY_GENDERS
        }
    return results


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Make figures of the counts."""
    for lang, directions in results.items():
        for to, counts in directions.items():
            for name, n in (
                ("the same again", counts["changed"]),
                ("plurals apart", counts["changed"] - counts["plurals"]),
            ):
                part = share(counts["back"], n)
                what = f"swapped to {to} and back, {lang}"
                beside = {"target": TARGETS[lang]} if name == "the same again" else {}
                yield Measure(what, "MT-GenEval, looked at", n, name, part.value, part.low, part.high, beside=beside)
