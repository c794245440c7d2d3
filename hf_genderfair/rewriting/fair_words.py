"""What the rules say of a text: words with their gender-fair form, and words left alone with the reason."""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.core.spans import Edit

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
"""Values of `FairWord.rule`: what kind of word is rewritten."""


class FairWord(NamedTuple):
    """A German word, or a contraction, and how it reads for women, for men and for all.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character; equal to `start` where a word is added (*von* → *vom*von der*).
        masculine: The word as it reads of men, in the case and number it has here: *Arzt*, *einem*.
        feminine: The word as it reads of women: *Ärztin*, *einer*.
        star: The form for all genders, with ``*`` as its sign: ``Ärzt*in``, ``einem*r``. Other forms are made of it.
        rule: One of `RULES`.
        reason: Why it is rewritten, in a few words for a reader.
        phrase: Number of the noun phrase in the text; articles, adjectives and the noun share it, since a pair form
            repeats the whole phrase (*die neue Ärztin oder der neue Arzt*). -1 for pronouns and compounds.
        plural: Whether the word is in the plural.

    Example:
        >>> FairWord(4, 8, "Arzt", "Ärztin", "Ärzt*in", "noun", "a person", 0).star
        'Ärzt*in'
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


class Refusal(NamedTuple):
    """A word that has a gender-fair form and is left as it is.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        rule: One of `RULES`, or the rule of an English edit.
        reason: Why it is left alone: one of the reasons of the language's module, such as ``thing``.

    Example:
        >>> Refusal(0, 8, "noun", "thing").reason
        'thing'
    """

    start: int
    end: int
    rule: str
    reason: str


class Rewriting(NamedTuple):
    """What is proposed for one text.

    Attributes:
        edits: Edits in order, without overlap.
        refusals: Words left alone, in order.

    Example:
        >>> Rewriting([], []).edits
        []
    """

    edits: list[Edit]
    refusals: list[Refusal]
