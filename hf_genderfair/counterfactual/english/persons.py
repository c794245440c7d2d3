"""Which words of an English text mean the same person, by rules without a parser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from hf_genderfair.counterfactual.chains import Chains
from hf_genderfair.counterfactual.english.naming import (
    BEING,
    name_after_noun,
    name_after_pronoun,
    noun_after_name,
)
from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.analysis import Token

Kind = Literal["pronoun", "person", "group", "trait", "name", "surname", "other"]
"""``name`` has a first name or several parts, ``surname`` is one word; ``other`` is an
antecedent of pronouns that is not swapped: a ship, a god."""

NAMES = ("name", "surname")
NOUNS = ("person", "group")
SENTENCES_BACK = 3
"""Most sentences between a pronoun and its antecedent."""

NAMES_BACK = 4
"""Number of mentions before a noun or name that are searched for the same person."""

BETWEEN = frozenset({"DET", "ADJ", "ADV", "NUM", "PART", "AUX"})


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


def chains(mentions: Sequence[GenderedMention], tokens: Sequence[Token]) -> list[int]:
    """Number the persons: words that may mean the same person get the same number."""
    # A pronoun joins the person before it; where there are several it joins them all, since they cannot be told apart.
    joined = Chains()
    named: dict[str, int] = {}
    recent: list[int] = []
    for number, mention in enumerate(mentions):
        recent = [before for before in recent if mention.sentence - mentions[before].sentence <= SENTENCES_BACK]
        if mention.kind == "pronoun":
            doubtful = all(mentions[before].kind in ("other", "surname") for before in recent)
            people = [before for before in recent if doubtful or mentions[before].kind != "other"]
            for before in people:
                joined.join(before, number)
            recent = [before for before in recent if before not in people]
        elif mention.kind in ("person", "name", "surname"):
            same = _same_person(mentions, number, tokens) if mention.kind != "surname" else None
            if same is None:
                same = named.get(mention.word)
            if same is not None:
                joined.join(same, number)
            named[mention.word] = number
        elif (
            mention.kind == "trait" and not mention.reason and number and mentions[number - 1].last + 1 == mention.first
        ):
            joined.join(number - 1, number)
        other = _named_person(mentions, number, tokens)
        if other is not None:
            joined.join(other, number)
        if mention.kind in ("pronoun", "person", "name", "surname", "other"):
            recent.append(number)
    return [joined.root(number) for number in range(len(mentions))]


def _named_person(mentions: Sequence[GenderedMention], number: int, tokens: Sequence[Token]) -> int | None:
    """Return the noun or pronoun before a name, or the name before a noun, that is said of the same person."""
    mention = mentions[number]
    for before in range(number - 1, max(-1, number - 1 - NAMES_BACK), -1):
        other = mentions[before]
        if other.sentence != mention.sentence:
            return None
        if other.kind in NAMES and _is_offspring(mention, tokens):
            return before
        between = tokens[other.last + 1 : mention.first]
        if mention.kind in NAMES:
            if other.kind in NOUNS and name_after_noun(between):
                return before
            if other.kind == "pronoun" and other.rule != "possessive" and name_after_pronoun(between):
                return before
            if other.kind == "pronoun" and _is_announced(between, mention, tokens):
                return before
        elif mention.kind in NOUNS and other.kind in NAMES and noun_after_name(between):
            return before
    return None


def _is_announced(between: Sequence[Token], mention: GenderedMention, tokens: Sequence[Token]) -> bool:
    """Whether a pronoun stands before its name: *in his first year, Moss failed*."""
    after = mention.last + 1
    if not between or between[-1].text != "," or after >= len(tokens) or tokens[after].pos not in ("VERB", "AUX"):
        return False
    fronted = tokens[max(0, mention.first - len(between) - 4) : mention.first - len(between)]
    return any(token.pos in ("ADP", "SCONJ") and token.text[0].isupper() for token in fronted)


def _is_offspring(mention: GenderedMention, tokens: Sequence[Token]) -> bool:
    """Whether a noun names somebody as a child: *Moss was born in Leeds, the son of a baker*."""
    start, after = mention.first, mention.last + 1
    if mention.kind != "person" or start < 2 or after >= len(tokens) or tokens[after].text.lower() not in ("of", "to"):
        return False
    while start > 1 and tokens[start - 1].pos in ("ADJ", "NUM", "NOUN", "ADV", "DET"):
        start -= 1
    return start < mention.first and tokens[start - 1].text == ","


def _same_person(mentions: Sequence[GenderedMention], number: int, tokens: Sequence[Token]) -> int | None:
    """Return the mention right before that means the same person: *King Hubert*, *he is a man*."""
    if not number:
        return None
    mention, before = mentions[number], mentions[number - 1]
    if before.sentence != mention.sentence or before.kind in ("group", "other") or before.rule == "possessive":
        return None
    between = tokens[before.last + 1 : mention.first]
    if all(token.text in (".", ",") or token.pos in ("PROPN", "ADJ") for token in between) and len(between) < 3:
        return number - 1
    lows = [token.text.lower() for token in between]
    linked = [low == "as" or (low in BEING and token.pos != "PART") for token, low in zip(between, lows, strict=True)]
    if len(between) > 6 or not any(linked):
        return None
    predicate = all(token.pos in BETWEEN or link for token, link in zip(between, linked, strict=True))
    return number - 1 if predicate else None
