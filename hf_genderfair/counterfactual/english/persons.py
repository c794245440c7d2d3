"""Which words of an English text mean the same person, so that they change together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.coreference.chains import Chains
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.links import chain_number

Kind = Literal["pronoun", "person", "group", "trait", "name", "surname", "other"]
"""``name`` has a first name or several parts, ``surname`` is one word; ``other`` is not swapped: a ship, a god."""

NAMES = ("name", "surname")


class GenderedMention(NamedTuple):
    """A word for a person or for persons.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        first: The index of its first token.
        last: The index of its last token.
        sentence: The number of its sentence.
        kind: See `Kind`.
        word: The word in lower case.
        rule: What kind of word it is for a reader, one of `swapping.RULES`.
        pieces: What changes with it.
        reason: Why it stays; empty where it changes.
        needs_pronoun: Whether it changes only where a pronoun means the same person: *actor*.
        certain: Whether it has been weighed, and changes.
    """

    start: int
    end: int
    first: int
    last: int
    sentence: int
    kind: Kind
    word: str
    rule: str
    pieces: tuple[Replacement, ...]
    reason: str
    needs_pronoun: bool = False
    certain: bool = False


def chains(document: Document, mentions: Sequence[GenderedMention], tokens: Sequence[Token]) -> list[int]:
    """Number the persons: words that mean the same person get the same number."""
    if len(mentions) < 2:
        return list(range(len(mentions)))
    joined = Chains()
    words: dict[int, int] = {}
    before = None
    for number, mention in enumerate(mentions):
        if mention.kind == "trait" and mention.reason:
            continue
        if mention.kind == "trait" and number and mentions[number - 1].last + 1 == mention.first:
            joined.join(number - 1, number)
        for person in _persons(document, mention, tokens):
            joined.join(words.setdefault(person, number), number)
            if mention.kind == "pronoun" and words[person] == number and before is not None:
                # nobody is told to be meant: it may be whoever was mentioned last
                joined.join(before, number)
        before = number if mention.kind in ("pronoun", "person", "name") else before
    return [joined.root(number) for number in range(len(mentions))]


def _persons(document: Document, mention: GenderedMention, tokens: Sequence[Token]) -> set[int]:
    """Return the persons whom the tokens of a mention mean, or the name to which it is the title: *Mr. Moss*."""
    after = mention.last + 1
    if after < len(tokens) and tokens[after].text == ".":
        after += 1
    own = range(mention.first, mention.last + 1)
    numbers = {number for index in own if (number := chain_number(document, tokens[index].start)) is not None}
    titled = mention.kind == "person" and after < len(tokens) and tokens[after].pos == "PROPN"
    named = chain_number(document, tokens[after].start) if titled and not numbers else None
    return numbers if named is None else {named}
