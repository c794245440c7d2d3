"""What the reader sees in a document: mentions of persons, what agrees with them, and what would change with gender."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.text_view import like
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.model import MOST_PIECES, Floats, ReaderModel, reader_model
from hf_genderfair.languages.types import BinaryGender

MOST_WORDS = 110
"""Words of a window of several sentences, as in those that the reader learned from."""

TO: Mapping[BinaryGender, str] = {"female": "to_female", "male": "to_male"}
"""Heads of what words become, by the gender that all particular persons get."""

NONE, INSIDE = "none", "inside"

SOMEBODY, SEVERAL, ANYBODY = 0, 1, 2
"""Places of these among the references of a mention."""

LEAST = 0.05
"""Least probability of an edit."""

LEAST_OF_PERSON = 0.2
"""Probability of a person below which a name is that of a ship, an animal, a firm or a work."""

SURE = 0.98
"""Least probability of a mention that the reader alone sees, and no list or rule."""

LEAST_OF_ANYBODY = 0.9
"""Probability of nobody in particular from which a noun mentions nobody who acts."""

LEAST_OF_EARLIER = 0.01
"""Least probability of an earlier mention of the same person."""

UNTOLD = 0.01
"""Probability that is added to that of each form, since what is no edit may be right too."""


class SeenMention(NamedTuple):
    """An expression that stands for a person or for persons.

    Attributes:
        first: Index of its first token in the document.
        last: Index of its last token.
        kind: ``name``, ``role``, ``kin``, ``collective`` or ``pronoun``.
        certainty: Probability that it is a mention.
        reference: Probability of ``somebody``, ``several`` and ``anybody``, in this order.
        gender: What its words show: ``female``, ``male``, ``mixed``, ``neutral`` or ``unknown``.
        antecedent: Number of an earlier mention of the same person; None for somebody new.
        earlier: Numbers of earlier mentions with the probability that it is the last one before of the same person, of
            at least `LEAST_OF_EARLIER`; none is seen that stands before the window.
        window: Index of the first token of the window in which it was read.
        chain: Number of the first mention of the same person.
    """

    first: int
    last: int
    kind: str
    certainty: float
    reference: tuple[float, ...]
    gender: str
    antecedent: int | None
    earlier: Mapping[int, float]
    window: int
    chain: int


class SeenPersons(NamedTuple):
    """What the reader sees in a document.

    Attributes:
        mentions: Mentions in order.
        mention_of: For each token the number of its mention; -1 where it is in none.
        persons: For each token the probability that it is part of a mention.
        controllers: For each token the number of the mention with which it agrees; its own in a mention, -1 for none.
        changes: For a gender, for each token the probability that it is another one when everybody has that gender.
        edits: For a gender, for each token what it becomes then (see `edited_word`), with probabilities of at least
            `LEAST`, the likeliest first.
        generic: For each token the probability that it has a gender and speaks of nobody in particular.
        speakers: For each token the number of the mention of who says it; -1 for nobody.
    """

    mentions: list[SeenMention]
    mention_of: list[int]
    persons: list[float]
    controllers: list[int]
    changes: Mapping[BinaryGender, list[float]]
    edits: Mapping[BinaryGender, list[tuple[tuple[str, float], ...]]]
    generic: list[float]
    speakers: list[int]


def read(document: Document) -> SeenPersons:
    """Read a document; `Document.derived` keeps what is read."""
    model = reader_model()
    nobody = [-1] * len(document.tokens)
    found = SeenPersons([], nobody.copy(), [], nobody.copy(), {to: [] for to in TO}, {to: [] for to in TO}, [], [])
    for first, last, pieces in _windows(document, model):
        _add(found, model, model.read(pieces), first, last)
    return found


def _as_usual(document: Document) -> list[str]:
    """Return the tokens as they are usually written: sentences in capitals alone in small letters."""
    words = [token.text for token in document.tokens]
    for first, last in document.sentences:
        sentence = words[first:last]
        capitals = sum(len(word) > 1 for word in sentence if word.isupper())
        if capitals > 1 and not any(map(str.islower, chain(*sentence))):
            words[first:last] = [sentence[0].capitalize(), *map(str.lower, sentence[1:])]
    return words


def _windows(document: Document, model: ReaderModel) -> Iterator[tuple[int, int, list[tuple[int, ...]]]]:
    """Yield windows of whole sentences, as far as they fit: first token, token behind the last, pieces."""
    tokens = document.tokens
    spaces = [not at or tokens[at - 1].end < token.start for at, token in enumerate(tokens)]
    pieces = model.cut(_as_usual(document), spaces)
    sizes = np.cumsum([0, *map(len, pieces)])
    start = end = 0
    for _, last in document.sentences:
        if end > start and (last - start > MOST_WORDS or sizes[last] - sizes[start] > MOST_PIECES):
            yield start, end, pieces[start:end]
            start = end
        while sizes[last] - sizes[start] > MOST_PIECES:
            end = int(np.searchsorted(sizes, sizes[start] + MOST_PIECES, side="right")) - 1
            yield start, end, pieces[start:end]
            start = end
        end = last
    if end > start:
        yield start, end, pieces[start:end]


def _add(found: SeenPersons, model: ReaderModel, heads: dict[str, Floats], first: int, last: int) -> None:
    """Add what is read in a window."""
    tags = model.labels["mention"]
    chosen = heads["mention"].argmax(-1)
    likely = _probabilities(heads["mention"])
    persons = (1 - likely[:, tags.index(NONE)]).tolist()
    found.persons.extend(persons)
    references, genders = _probabilities(heads["reference"]), heads["gender"]
    before = np.where(np.tril(np.ones_like(heads["antecedent"], bool)), heads["antecedent"], -np.inf)
    for at, end in _spans(tags, chosen):
        number = len(found.mentions)
        nearest = int(before[end].argmax())
        earlier = found.mention_of[first + nearest] if nearest < at else -1
        found.mentions.append(
            SeenMention(
                first + at,
                first + end,
                tags[chosen[at]],
                persons[at],
                tuple(references[end].tolist()),
                model.labels["gender"][int(genders[end].argmax())],
                earlier if earlier >= 0 else None,
                _earlier(_probabilities(before[end])[:at], found.mention_of[first : first + at]),
                first,
                found.mentions[earlier].chain if earlier >= 0 else number,
            )
        )
        found.mention_of[first + at : first + end + 1] = [number] * (end + 1 - at)
    for at, of in enumerate(heads["controller"].argmax(-1).tolist()):
        own = found.mention_of[first + at]
        found.controllers[first + at] = own if own >= 0 else found.mention_of[first + of] if of != at else -1
    for to, head in TO.items():
        becomes = _probabilities(heads[head])
        found.changes[to].extend((1 - becomes[:, 0]).tolist())
        found.edits[to].extend(_edits(becomes, model.labels[head]))
    found.generic.extend(_probabilities(heads["generic"])[:, 1].tolist())
    speakers = heads["speaker"].argmax(-1).tolist()
    found.speakers.extend(found.mention_of[first + by] if by != at else -1 for at, by in enumerate(speakers))


def _earlier(likely: Floats, mention_of: Sequence[int]) -> Mapping[int, float]:
    """Return the probabilities of the mentions before a word that stand for the same person."""
    found = defaultdict[int, float](float)
    for at in np.flatnonzero(likely >= LEAST_OF_EARLIER).tolist():
        if mention_of[at] >= 0:
            found[mention_of[at]] += float(likely[at])
    return dict(found)


def _edits(likely: Floats, labels: Sequence[str]) -> Iterator[tuple[tuple[str, float], ...]]:
    """Yield what each word may become."""
    told = range(1, len(labels) - 1)
    # nearly all words stay
    for stays, row in zip((likely[:, 0] > 1 - LEAST).tolist(), likely, strict=True):
        each = () if stays else [(labels[number], float(row[number])) for number in told if row[number] >= LEAST]
        yield tuple(sorted(each, key=lambda edit: -edit[1]))


def _spans(tags: Sequence[str], chosen: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last word of each mention."""
    begun = -1
    for at, tag in enumerate([tags[number] for number in chosen] + [NONE]):
        if begun >= 0 and tag != INSIDE:
            yield begun, at - 1
            begun = -1
        if tag not in (NONE, INSIDE):
            begun = at


def _probabilities(values: Floats) -> Floats:
    powers = np.exp(values - values.max(-1, keepdims=True))
    shares: Floats = powers / powers.sum(-1, keepdims=True)
    return shares


def persons_seen(document: Document) -> Mapping[int, Sequence[SeenMention]]:
    """Return the mentions of each person of a document, by the number of the first."""
    found: dict[int, list[SeenMention]] = defaultdict(list)
    for mention in document.derived(read).mentions:
        found[mention.chain].append(mention)
    return found


def person_probability(document: Document, first: int, last: int) -> float:
    """Return the probability that a token of a part of a text, without its last, is in a mention of a person."""
    return max(document.derived(read).persons[first:last])


def anybody_probability(document: Document, index: int) -> float:
    """Return the probability that the person at a token is nobody in particular; 0 where none is seen."""
    reading = document.derived(read)
    number = reading.mention_of[index]
    return reading.mentions[number].reference[ANYBODY] if number >= 0 else 0.0


def told_forms(reading: SeenPersons, word: str, index: int, to: BinaryGender) -> Iterator[tuple[str, float]]:
    """Yield what the word at a token becomes when everybody has a gender, with probabilities, the likeliest first."""
    for edit, probability in reading.edits[to][index]:
        made = edited_word(word, edit)
        if made and made != word:
            yield made, probability


def form_probability(reading: SeenPersons, word: str, index: int, to: BinaryGender, form: str) -> float:
    """Return the probability that the word at a token has a form when everybody has a gender, and never none."""
    if form == word:
        return UNTOLD + 1 - reading.changes[to][index]
    return UNTOLD + sum(probability for made, probability in told_forms(reading, word, index, to) if made == form)


STAYS = ""
"""The edit of a word that stays."""

SIGN = ">"


def edit_between(word: str, other: str) -> str:
    """Return the edit that makes a word another one, capitals apart."""
    one, two = word.lower(), other.lower()
    if one == two:
        return STAYS
    shorter = min(len(one), len(two))
    same = next((at for at in range(shorter) if one[at] != two[at]), shorter)
    return f"{one[same:]}{SIGN}{two[same:]}"


def edited_word(word: str, edit: str) -> str | None:
    """Return what an edit makes of a word, with its capitals; None where the word has no such end."""
    old, _, new = edit.partition(SIGN)
    low = word.lower()
    if edit == STAYS or not low.endswith(old):
        return None
    return like(low[: len(low) - len(old)] + new, word)
