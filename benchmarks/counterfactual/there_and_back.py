"""Sentences of one gender that are the same again after a swap to the other gender and back, by direction.

    python -m benchmarks.run counterfactual/there_and_back --data FOLDER

FOLDER holds ``counterfactual/mt_geneval``, as for ``counterfactual/quality``: sentences of Wikipedia about women, and
about men. A sentence that the first swap leaves alone is not counted. Names are kept.

The way back reads the new sentence alone (the edits of the first swap, which are kept, undo it to the letter). Two
kinds of sentences it cannot bring back: those in which somebody was of the other gender before, who changes with the
others then; and those of which nothing but plurals stays changed: *las maestras* become *los maestros*, which may be
everybody. *Of one gender* leaves out the first, *plurals apart* both; *at most* is what is left where nothing else is
lost. A sentence is of one gender where a swap to it changes nothing.
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
    """Count the sentences that change and come back: of all, and of those of one gender, some of which lose plurals."""
    changed = [pair for pair in zip(sentences, swapped(sentences, lang, to), strict=True) if pair[0] != pair[1]]
    before = [sentence for sentence, _ in changed]
    back = swapped([there for _, there in changed], lang, OTHER[to])
    own = swapped(before, lang, OTHER[to])
    plain = [(one, found) for one, found, same in zip(before, back, own, strict=True) if one == same]
    lost = [pair for pair in plain if pair[0] != pair[1]]
    return {
        "changed": len(changed),
        "back": sum(one == found for one, found in zip(before, back, strict=True)),
        "one_gender": len(plain),
        "one_gender_back": len(plain) - len(lost),
        "plurals": of_plurals(lang, lost),
    }


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
            unambiguous = counts["one_gender"] - counts["plurals"]
            for name, back, n in (
                ("the same again", counts["back"], counts["changed"]),
                ("of one gender", counts["one_gender_back"], counts["one_gender"]),
                ("of one gender, plurals apart", counts["one_gender_back"], unambiguous),
            ):
                part = share(back, n)
                what = f"swapped to {to} and back, {lang}"
                limits = {"target": TARGETS[lang], "at most": unambiguous / counts["changed"]}
                beside = limits if name == "the same again" else {}
                yield Measure(what, "MT-GenEval, looked at", n, name, part.value, part.low, part.high, beside=beside)
