"""A German word that agrees with a person: how it reads for men, for women and for all."""

from __future__ import annotations

from typing import NamedTuple

RULES: tuple[str, ...] = (
    "noun",
    "compound",
    "nominalised",
    "determiner",
    "adjective",
    "contraction",
    "personal",
    "possessive",
    "relative",
    "demonstrative",
    "indefinite",
)
"""Values of `GenderedWord.rule`: what kind of word it is."""


class GenderedWord(NamedTuple):
    """A German word, or a contraction, and how it reads for women, for men and for all.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character; equal to `start` where a word is added (*von* → *vom*von der*).
        masculine: The word as it reads of men, in the case and number it has here: *Arzt*, *einem*.
        feminine: The word as it reads of women: *Ärztin*, *einer*.
        star: The form for all genders, with ``*`` as its sign: ``Ärzt*in``, ``einem*r``. Other forms are made of it.
        rule: One of `RULES`.
        reason: Why it is taken for such a word, in a few words for a reader.
        phrase: Number of the noun phrase in the text; articles, adjectives and the noun share it, since a pair form
            repeats the whole phrase (*die neue Ärztin oder der neue Arzt*). -1 for pronouns and compounds.
        plural: Whether the word is in the plural.
    """

    start: int
    end: int
    masculine: str
    feminine: str
    star: str
    rule: str
    reason: str
    phrase: int = -1
    plural: bool = False
