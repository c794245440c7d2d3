"""Whose turn it is in a dialogue: quotations that follow each other by paragraphs, most of them without a name.

A chain of turns is read at once (the best path through all of them, as Viterbi 1967): who is named beside a quotation
speaks it; two turns that follow each other have different speakers; nobody addresses themselves by name; who was
addressed answers; who is named near, or often, speaks more likely than others. He et al. 2013 ("Identification of
Speakers in Novels") show how much of this novels leave to the reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import Literal, NamedTuple

from hf_genderfair.languages.types import PersonGender

NOBODY = -1
LONGEST_GAP = 2
"""Largest distance of the next turn of a dialogue, in paragraphs: one without a quotation may be between."""

SHORTEST = 2
CANDIDATES = 8

SAME_SPEAKER = {1: -3.0, 2: -0.5}
"""Penalty of two consecutive turns of one speaker, by the number of paragraphs between them."""

OTHER_SPEAKER = -1.5
"""Penalty of a change of speakers in quotations that may continue the turn before."""

UNKNOWN = -1.5
WRONG_GENDER = -8.0
SELF_ADDRESS = -6.0
SELF_NAMING = -2.0
RESOLVED = 1.0
BESIDE = 1.5
ADDRESSED = 1.0
NEAR_NAME, FADING = 2.0, 0.25
OFTEN = 0.5
"""Weight of ten times as many mentions in the text: main characters speak more than others."""


class Speaker(NamedTuple):
    """A possible speaker.

    Attributes:
        gender: Their gender.
        namings: Number of names and nouns of the text that refer to the speaker.
    """

    gender: PersonGender = "unknown"
    namings: int = 1


STRANGER = Speaker()


@dataclass
class Turn:
    """The quotations of one paragraph.

    Attributes:
        paragraph: Its number.
        speaker: The actor whom a name or noun beside them names; -1 where none does.
        pronoun: Gender of a pronoun beside them, such as *she said*; empty where there is none.
        resolved: The actor for whom that pronoun was taken.
        beside: The actor of whom the sentence before, in the paragraph, speaks.
        addressed: Actors who are addressed in them.
        named: Actors whom they name otherwise.
        doubtful: Whether they may go on with the turn before.
    """

    paragraph: int
    speaker: int = NOBODY
    pronoun: PersonGender | Literal[""] = ""
    resolved: int = NOBODY
    beside: int = NOBODY
    addressed: frozenset[int] = frozenset()
    named: frozenset[int] = frozenset()
    doubtful: bool = False


def assign_turns(turns: Sequence[Turn], persons: Mapping[int, Speaker]) -> list[int]:
    """Choose the speaker of each turn of a text."""
    speakers: list[int] = []
    first = 0
    for index in range(1, len(turns) + 1):
        if index == len(turns) or turns[index].paragraph - turns[index - 1].paragraph > LONGEST_GAP:
            speakers += _best_path(turns[first:index], persons)
            first = index
    return speakers


def _best_path(turns: Sequence[Turn], persons: Mapping[int, Speaker]) -> list[int]:
    if len(turns) < SHORTEST:
        return [_likeliest(turn) for turn in turns]
    scores = _candidates(turns, 0, persons)
    steps: list[dict[int, int]] = []
    for index in range(1, len(turns)):
        now: dict[int, float] = {}
        back: dict[int, int] = {}
        for actor, own in _candidates(turns, index, persons).items():
            reached = {
                earlier: score + _change(turns[index - 1], turns[index], earlier, actor)
                for earlier, score in scores.items()
            }
            back[actor] = max(reached, key=lambda earlier: (reached[earlier], -earlier))
            now[actor] = own + reached[back[actor]]
        scores = now
        steps.append(back)
    path = [max(scores, key=lambda actor: (scores[actor], -actor))]
    for back in reversed(steps):
        path.append(back[path[-1]])
    return path[::-1]


def _change(before: Turn, turn: Turn, earlier: int, actor: int) -> float:
    """Return the score of the speakers of two consecutive turns."""
    if turn.doubtful and turn.paragraph == before.paragraph:
        return 0.0 if earlier == actor else OTHER_SPEAKER
    if earlier != actor or actor == NOBODY:
        return 0.0
    return SAME_SPEAKER.get(turn.paragraph - before.paragraph, 0.0)


def _likeliest(turn: Turn) -> int:
    return next((actor for actor in (turn.speaker, turn.resolved, turn.beside) if actor != NOBODY), NOBODY)


def _candidates(turns: Sequence[Turn], index: int, persons: Mapping[int, Speaker]) -> dict[int, float]:
    """Return the possible speakers of a turn, with the score of the words beside it."""
    turn = turns[index]
    if turn.speaker != NOBODY:
        return {turn.speaker: 0.0}
    reach = int(NEAR_NAME / FADING)
    found: dict[int, float] = {}
    for other in range(max(0, index - reach), min(len(turns), index + reach + 1)):
        near = NEAR_NAME - FADING * abs(other - index)
        for actor in (turns[other].speaker, turns[other].resolved, *sorted(turns[other].addressed)):
            if actor != NOBODY:
                found[actor] = max(near, found.get(actor, 0.0))
    if turn.beside != NOBODY:
        found.setdefault(turn.beside, 0.0)
    chosen = sorted(found, key=lambda actor: (-found[actor], actor))[:CANDIDATES]
    scores = {actor: found[actor] + _fit(turns, index, actor, persons) for actor in chosen}
    return {NOBODY: UNKNOWN, **scores}


def _fit(turns: Sequence[Turn], index: int, actor: int, persons: Mapping[int, Speaker]) -> float:
    turn = turns[index]
    person = persons.get(actor, STRANGER)
    score = OFTEN * log10(max(1, person.namings))
    if turn.pronoun and person.gender in ("female", "male") and person.gender != turn.pronoun:
        score += WRONG_GENDER
    if turn.pronoun and actor == turn.resolved:
        score += RESOLVED
    if actor == turn.beside:
        score += BESIDE
    if actor in turn.addressed:
        score += SELF_ADDRESS
    elif actor in turn.named:
        score += SELF_NAMING
    for neighbour in (index - 1, index + 1):
        if 0 <= neighbour < len(turns) and actor in turns[neighbour].addressed:
            score += ADDRESSED
    return score
