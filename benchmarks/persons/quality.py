"""What the library reads in windows of text that no rule was made on, beside what a careful reader sees in them.

A span and a mention are the same where they share a character. *Nobody in particular*: nouns for persons that mean no
particular one. *Gender*: what the word of a found mention shows. *Antecedent*: pronouns of the actor that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from datasets import Dataset

from benchmarks.measure import Figures, Measure
from benchmarks.persons.labels import HERE, Labels, Mention, Window, read, windows
from benchmarks.scores import drawn_again, meet, portion
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.transform import annotate
from hf_genderfair.representation.references.transform import PersonReferences

WITH_ACTORS = ("de", "en")
GENDERS = {"masculine": "male", "feminine": "female"}


class Counted(NamedTuple):
    """Of a window: what is right, what was found, what there is."""

    right: int
    found: int
    there: int


def _span(words: frozenset[int], window: Window) -> tuple[int, int]:
    return window.words[min(words)][0], window.words[max(words)][1]


def _place(found: Mapping[str, Any], of: str = "") -> tuple[int, int]:
    return found[f"{of}start"], found[f"{of}end"]


def _at(found: Sequence[Mapping[str, Any]], mention: Mention, window: Window) -> Mapping[str, Any] | None:
    """Return what was found at a mention; its last, since a name ends with what tells it from others."""
    span = _span(mention.words, window)
    return next((each for each in reversed(found) if meet(_place(each), span)), None)


def _references(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [each for each in row["person_references"] if each["person"]]


def mentions(row: Mapping[str, Any], labels: Labels, window: Window) -> Counted:
    """Count words for persons."""
    found = {_place(each) for each in (*_references(row), *row.get("actor_mentions", ()))}
    there = [_span(each.words, window) for each in labels.mentions]
    right = sum(any(meet(span, each) for each in there) for span in found)
    # a found span counts once, however many labelled ones it meets, and the other way round
    seen = sum(any(meet(span, each) for span in found) for each in there)
    return Counted(min(right, seen), len(found), len(there))


def nobody(row: Mapping[str, Any], labels: Labels, window: Window) -> Counted:
    """Count nouns for persons, where one was found, that mean nobody in particular."""
    right = found = there = 0
    for each in labels.mentions:
        reference = _at(_references(row), each, window)
        if each.kind not in ("role", "kin", "collective") or reference is None:
            continue
        actors = row.get("actor_mentions")
        is_nobody = reference["generic"] if actors is None else _at(actors, each, window) is None
        found += is_nobody
        there += each.reference == "anybody"
        right += is_nobody and each.reference == "anybody"
    return Counted(right, found, there)


def genders(row: Mapping[str, Any], labels: Labels, window: Window) -> Counted:
    """Count nouns for persons whose gender, as the word shows it, is right."""
    asked = [(each, _at(_references(row), each, window)) for each in labels.mentions if each.kind in ("role", "kin")]
    known = [(each, reference) for each, reference in asked if reference]
    right = sum(GENDERS.get(reference["gender"], "neutral") == each.gender for each, reference in known)
    return Counted(right, len(known), len(known))


def antecedents(row: Mapping[str, Any], labels: Labels, window: Window) -> Counted:
    """Count pronouns of the third person whose antecedent has the same actor."""
    by_words = {each.words: each for each in labels.mentions}
    asked = [
        each
        for each in labels.mentions
        if each.kind == "pronoun" and each.antecedent in by_words and each.gender != "unknown"
    ]
    right = 0
    for each in asked:
        ours, theirs = (_at(row["actor_mentions"], one, window) for one in (each, by_words[each.antecedent]))
        right += bool(ours and theirs and ours["actor"] == theirs["actor"])
    return Counted(right, len(asked), len(asked))


def speakers(row: Mapping[str, Any], labels: Labels, window: Window) -> Counted:
    """Count speech whose speaker is named as such."""
    by_words = {each.words: each for each in labels.mentions}
    asked = [each for each in labels.speech if each.speaker in by_words]
    right = 0
    for speech in asked:
        by = _at(row["actor_mentions"], by_words[speech.speaker], window)
        quotes = [each for each in row["quotes"] if meet(_place(each), _span(speech.words, window))]
        right += any(
            meet(_place(each, "speaker_"), _span(speech.speaker, window))
            or (by is not None and each["actor"] == by["actor"])
            for each in quotes
            if each["speaker_start"] is not None
        )
    return Counted(right, len(asked), len(asked))


DECISIONS: Mapping[str, Callable[[Mapping[str, Any], Labels, Window], Counted]] = {
    "mention": mentions,
    "nobody in particular": nobody,
    "gender": genders,
    "antecedent": antecedents,
    "speaker": speakers,
}
OF_CLASS = ("mention", "nobody in particular")
"""Decisions of which the F measure is the figure; of the others it is the share that is right."""


def quality(data: Path) -> Figures:
    """Yield each decision in each language."""
    for lang in ("de", "en", "es"):
        labels = read(HERE / "labels" / f"{lang}.txt")
        drawn = [each for each in windows(data, lang) if each.name in labels]
        print(f"{lang}: {len(drawn)} of {len(labels)} labelled windows could be drawn", flush=True)
        rows = annotate(Dataset.from_dict({"text": [each.text for each in drawn]}), PersonReferences(lang))
        if lang in WITH_ACTORS:
            rows = annotate(rows, ActorMetrics(lang))
        for name, count in DECISIONS.items():
            if name in ("antecedent", "speaker") and lang not in WITH_ACTORS:
                continue
            counts = [count(row, labels[each.name], each) for row, each in zip(rows, drawn, strict=True)]
            yield _measure(f"{lang}: {name}", counts, name in OF_CLASS)


def _measure(of: str, counts: Sequence[Counted], of_class: bool) -> Measure:
    """Return a figure over windows: F with an interval of windows drawn again, or a share with that of Wilson."""
    on = "windows labelled by the maintainers"
    # the sums over all windows stand before those of windows drawn again
    right, found, there = np.vstack([np.sum(counts, 0), drawn_again(counts)]).T
    at = partial(Measure, "persons as references and actors read them", on, int(there[0]), of=of)
    if not of_class:
        return at("right", *portion(int(right[0]), int(there[0])))
    f, *drawn = (2 * right / np.maximum(found + there, 1)).tolist()
    drawn.sort()
    return at("F", f, drawn[25], drawn[-26])
