"""Examples of persons in texts, and of quotes with their speakers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from datasets import Dataset

from hf_genderfair.report.examples import LONGEST, Highlight, marked_example, near_highlights
from hf_genderfair.report.report import TextExample

SHOWN = 6
"""Persons of an example: with more, nobody could tell their colours apart."""


def actor_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples of persons from rows with the columns of `ActorMetrics`, each person by a number."""
    for row in rows.select_columns([text_column, "actors", "actor_mentions"]):
        mentions = row["actor_mentions"] or []
        if not mentions:
            continue
        near = near_highlights(Highlight(each["start"], each["end"], "person", str(each["actor"])) for each in mentions)
        order = list(dict.fromkeys(place.label for place in near))
        if len(order) <= SHOWN:
            numbers = {actor: str(number) for number, actor in enumerate(order, 1)}
            places = [place._replace(label=numbers[place.label]) for place in near]
            said = "; ".join(f"{number}: {_described(row['actors'][int(actor)])}" for actor, number in numbers.items())
            yield marked_example("Persons", row[text_column], places, said)


def quote_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples of quotes from rows with the columns of `ActorMetrics`, with the words that name the speaker."""
    for row in rows.select_columns([text_column, "actors", "quotes"]):
        for quote in row["quotes"] or []:
            places = [Highlight(quote["start"], quote["end"])]
            if quote["speaker_start"] is not None:
                places.append(Highlight(quote["speaker_start"], quote["speaker_end"], "person", "speaker"))
            if max(place.end for place in places) - min(place.start for place in places) > LONGEST:
                continue
            speaker = "nobody" if quote["actor"] is None else _described(row["actors"][quote["actor"]])
            why = f"{quote['kind']} quote; speaker: {speaker}"
            yield marked_example("Quotes with their speakers", row[text_column], places, why)


def _described(actor: Mapping[str, Any]) -> str:
    """Return the gender that a text marks, with the word that shows it most clearly."""
    shown = [each for each in actor["evidence"] or [] if each["gender"] == actor["gender"]]
    by = max(shown, key=lambda each: each["weight"], default=None)
    gender = f"{actor['gender']} (“{by['word']}”)" if by else str(actor["gender"])
    return f"group, {gender}" if actor["group"] else gender
