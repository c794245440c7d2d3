"""English pronouns of the third person: where they stand, what they are there, and the form for everybody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from hf_genderfair.languages.analysis import Sentence, Token
from hf_genderfair.languages.english.possessives import her_is_determiner, his_is_determiner

PronounFunction = Literal["subject", "object", "determiner", "possessive", "reflexive"]
"""What a pronoun is: *they*, *them*, *their*, *theirs*, *themself*."""

PRONOUN = re.compile(
    r"(?:(?<![\w@#$&\\/.'’-])(?:\(s\)he|s/he)(?![\w@])"
    r"|(?:(?<![\w@#$&\\])(?<!\w['’-])|(?<=(?<!\w)_)|(?<=(?<!\w)__))"
    r"(?:herself|himself|hers?|s?he|his|him)(?:(?![\w@\\]|-\w)|(?=__?(?!\w))))",
    re.IGNORECASE,
)
JOINT = re.compile(r"\s*/\s*|\s+(?:or|and|and/or|nor)\s+|\s*\(or\s+", re.IGNORECASE)
FEMININE = frozenset({"she", "her", "hers", "herself"})
BOTH = frozenset({"s/he", "(s)he"})
SUBJECTS = frozenset({"she", "he"}) | BOTH
CASES: dict[str, PronounFunction] = {
    "she": "subject",
    "he": "subject",
    "s/he": "subject",
    "(s)he": "subject",
    "him": "object",
    "hers": "possessive",
    "herself": "reflexive",
    "himself": "reflexive",
}
"""What a pronoun is in every context; *her* and *his* are not listed."""


class Pronoun(NamedTuple):
    """A pronoun, or a pair of pronouns that stands for everybody.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        first: Index of its first token in the sentence.
        last: Index of its last token.
        kind: What it is there.
        pair: Whether it names both genders already: *he or she*.
    """

    start: int
    end: int
    first: int
    last: int
    kind: PronounFunction
    pair: bool


class _Word(NamedTuple):
    start: int
    end: int
    first: int
    last: int
    low: str


def find_pronouns(text: str, sentence: Sentence) -> list[Pronoun]:
    """Find the pronouns of a sentence; pairs such as *he or she* are one pronoun."""
    tokens = sentence.tokens
    words: list[_Word] = []
    index = 0
    for match in PRONOUN.finditer(text, sentence.start, sentence.end):
        while index + 1 < len(tokens) and tokens[index].end <= match.start():
            index += 1
        last = index
        while last + 1 < len(tokens) and tokens[last + 1].start < match.end():
            last += 1
        low = match[0].lower()
        # without regard to case, s also stands for the long s, and i for the Turkish ones
        if low.isascii():
            words.append(_Word(match.start(), match.end(), index, last, low))
    found: list[Pronoun] = []
    number = 0
    while number < len(words):
        word = words[number]
        after = words[number + 1] if number + 1 < len(words) else None
        pair = _pair(text, tokens, word, after) if after is not None else None
        if pair is None:
            pair = Pronoun(
                word.start, word.end, word.first, word.last, kind_of(tokens, word.last, word.low), word.low in BOTH
            )
        else:
            number += 1
        found.append(pair)
        number += 1
    return found


def _pair(text: str, tokens: Sequence[Token], word: _Word, after: _Word) -> Pronoun | None:
    """Join *he or she*, *his/her*, *him and her*; None where two pronouns only stand near each other."""
    gap = text[word.end : after.start]
    if "nor" in gap.lower() and word.first and tokens[word.first - 1].text.lower() == "neither":
        return None
    if (word.low in FEMININE) == (after.low in FEMININE) or BOTH & {word.low, after.low} or not JOINT.fullmatch(gap):
        return None
    kind = kind_of(tokens, after.last, after.low)
    if word.low in SUBJECTS:
        fits = kind == "subject"
    elif word.low == "him":
        fits = kind in ("object", "reflexive")
        if kind == "determiner" and after.low == "her" and "and" not in gap:
            # him or her question your motives
            fits, kind = True, "object"
    elif word.low == "his":
        fits = kind in ("determiner", "possessive")
    elif word.low == "her":
        fits = kind in ("object", "reflexive", "determiner")
    else:
        fits = kind == CASES[word.low] or (word.low == "hers" and after.low == "his")
    if not fits:
        return None
    end, last = after.end, after.last
    if "(" in gap:
        if not text.startswith(")", end):
            return None
        end, last = end + 1, min(last + 1, len(tokens) - 1)
    return Pronoun(word.start, end, word.first, last, kind, True)


def kind_of(tokens: Sequence[Token], index: int, low: str) -> PronounFunction:
    """Tell what a pronoun is where it stands."""
    if low == "her":
        return "determiner" if her_is_determiner(tokens, index) else "object"
    if low == "his":
        return "determiner" if his_is_determiner(tokens, index) else "possessive"
    return CASES[low]


def cased(original: str, form: str) -> str:
    """Give a form the capitals of the word that it replaces."""
    letters = [letter for letter in original if letter.isalpha()]
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return form.upper()
    return form[0].upper() + form[1:] if letters and (letters[0].isupper() or original.startswith("(S)")) else form
