"""What the reader learns from: words of a window, and what is known of each of them.

A word about which nothing is known has `UNKNOWN` in a column; such words add nothing to the loss. What concerns a
mention (its reference, its gender, its antecedent) stands at its last word, and a pointer is the number of that word.
Words that somebody says point to who says them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.persons.labels import GENDERS, KINDS, REFERENCES, Labels, Mention
from benchmarks.persons.windows import Window
from hf_genderfair.languages.tokens import TokenisedSentence, tokenise

EDITED = Path(__file__).parent / "edited"
"""Sentences with what they are when all men in them are women, and when all women are men."""

UNKNOWN = -100

TAGS = ("none", *KINDS, "inside")
"""Tags of the head *mention*: the first word of a mention has its kind, the others are inside."""

TAGGED = {"mention": TAGS, "reference": REFERENCES, "gender": GENDERS, "gendered": ("no", "yes")}
"""Heads that choose a label for a word. *Gendered* is a word that would be another one for another gender."""

POINTING = ("controller", "antecedent", "speaker")
"""Heads that choose another word for a word, or the word itself: no controller; nobody mentioned before; no speech."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Example:
    """A window with what is known of its words.

    Attributes:
        lang: Language code.
        text: The text.
        words: Its words, as the pipelines of the package cut it.
        columns: For each head the number of a label, or of a word, for each word.
    """

    lang: str
    text: str
    words: TokenisedSentence
    columns: Mapping[str, Numbers]

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.words.forms)


def read_words(text: str, lang: str) -> TokenisedSentence:
    """Return the words of a text, of all of its sentences.

    Example:
        >>> read_words("Er kam. Sie ging.", "de").forms
        ['Er', 'kam', '.', 'Sie', 'ging', '.']
    """
    (sentences,) = tokenise([text], lang)
    columns = ([list(chain.from_iterable(column)) for column in zip(*sentences, strict=True)]) or [[], [], [], []]
    return TokenisedSentence(*columns)


def _nothing_known(count: int) -> dict[str, Numbers]:
    return {name: np.full(count, UNKNOWN, np.int64) for name in (*TAGGED, *POINTING)}


def labelled(window: Window, labels: Labels) -> Example:
    """Return a window whose persons are labelled.

    Args:
        window: The text.
        labels: What is labelled in it, by the numbers of the window's words.

    Returns:
        An example in which everything is known but whether a word is gendered.
    """
    words = read_words(window.text, window.lang)
    count = len(words.forms)
    columns = _nothing_known(count)
    columns["mention"][:] = 0
    columns["controller"][:] = columns["speaker"][:] = np.arange(count)
    places = window.words
    of_words = {each.words: _within(words, [places[at] for at in each.words]) for each in labels.mentions}
    for each in labels.mentions:
        own = of_words[each.words]
        if own:
            _set_mention(columns, each, own, of_words.get(each.antecedent, []))
            for at in _within(words, [places[at] for at in each.agreeing]):
                columns["controller"][at] = own[-1]
    for speech in labels.speech:
        by = of_words.get(speech.speaker, [])
        columns["speaker"][_within(words, [places[at] for at in speech.words])] = by[-1] if by else UNKNOWN
    return Example(window.lang, window.text, words, columns)


def _set_mention(columns: Mapping[str, Numbers], mention: Mention, own: Sequence[int], before: Sequence[int]) -> None:
    columns["mention"][own] = TAGS.index("inside")
    columns["mention"][own[0]] = TAGS.index(mention.kind)
    columns["reference"][own[-1]] = REFERENCES.index(mention.reference)
    columns["gender"][own[-1]] = GENDERS.index(mention.gender)
    columns["antecedent"][own[-1]] = before[-1] if before else own[-1]


def _within(words: TokenisedSentence, places: Iterable[tuple[int, int]]) -> list[int]:
    """Return the numbers of the words that share a character with one of some places, in order."""
    spans = list(places)
    return [
        at
        for at, (start, end) in enumerate(zip(words.starts, words.ends, strict=True))
        if any(start < last and first < end for first, last in spans)
    ]


def unlabelled(window: Window) -> Example:
    """Return a window of which nothing is known."""
    words = read_words(window.text, window.lang)
    return Example(window.lang, window.text, words, _nothing_known(len(words.forms)))


def swapped(text: str, places: Sequence[Sequence[int]], lang: str) -> Example:
    """Return a sentence of which the rules know which words change with the gender of the person it tells of."""
    words = read_words(text, lang)
    columns = _nothing_known(len(words.forms))
    columns["gendered"][:] = 0
    columns["gendered"][_within(words, [(start, end) for start, end in places])] = 1
    return Example(lang, text, words, columns)


def twin(text: str, other: str, lang: str) -> Example:
    """Return a sentence about a person of whom a twin tells that is of the other gender: the words that differ.

    Args:
        text: A sentence.
        other: The same with the other gender.
        lang: Language of both.

    Returns:
        An example in which it is known of each word whether it is gendered, and nothing else.

    Example:
        >>> found = twin("Die Ärztin kam heute.", "Der Arzt kam heute.", "de")
        >>> found.columns["gendered"].tolist()
        [1, 1, 0, 0, 0]
    """
    return edited(text, [other], lang)


def edited(text: str, others: Sequence[str], lang: str) -> Example:
    """Return a sentence of which it is known what others have in place of its words: whether each is gendered.

    Args:
        text: A sentence.
        others: The same with persons of another gender.
        lang: Language of all.

    Returns:
        An example of whose words nothing else is known.

    Example:
        >>> found = edited("She met him.", ["She met her.", "He met him."], "en")
        >>> found.columns["gendered"].tolist()
        [1, 0, 1, 0]
    """
    words = read_words(text, lang)
    columns = _nothing_known(len(words.forms))
    columns["gendered"][:] = 0
    for other in others:
        matcher = SequenceMatcher(None, words.forms, read_words(other, lang).forms, autojunk=False)
        for kind, start, end, _, _ in matcher.get_opcodes():
            if kind != "equal":
                columns["gendered"][start:end] = 1
    return Example(lang, text, words, columns)
