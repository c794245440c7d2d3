"""Words by which a text names a demographic group, from the lexicons ``category_labels_*``."""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import normalised, word_list
from hf_genderfair.stereotypes.indicators import VALENCES, Valence
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES

LONGEST = 4
"""Tokens of the longest listed phrase, hyphens not counted."""

COLOURS = frozenset({"black", "blacks", "white", "whites"})


class CategoryWord(NamedTuple):
    """A word for a group in one of its uses.

    Attributes:
        attribute: Such as ``nationality``.
        group: Such as ``Mexican``.
        form: ``noun``, ``adjective`` or ``pronoun``.
        number: ``singular``, ``plural``, ``both``, or empty where the form does not show it.
        connotation: Of the word without its context.

    Example:
        >>> category_words("en")["mexicans"][0].number
        'plural'
    """

    attribute: str
    group: str
    form: str
    number: str
    connotation: Valence


class CategoryMatch(NamedTuple):
    """A listed word in a sentence.

    Attributes:
        first: Index of its first token in the document.
        last: Index after its last token.
        uses: Its entries in the lexicon.
    """

    first: int
    last: int
    uses: tuple[CategoryWord, ...]


def category_words(lang: str) -> dict[str, tuple[CategoryWord, ...]]:
    """Return the words of a language by their form in lower case, hyphens written as spaces; read once per process."""
    return resource(("category words", lang), lambda: _read(lang))


def category_key(word: str) -> str:
    """Return the form by which a word is looked up in `category_words`."""
    return normalised(word).removesuffix(".").replace("-", " ")


def _read(lang: str) -> dict[str, tuple[CategoryWord, ...]]:
    words: dict[str, tuple[CategoryWord, ...]] = {}
    for word, group, attribute, form, number, connotation, _ in load_lexicon(f"category_labels_{lang}").rows:
        key = category_key(word)
        words[key] = (*words.get(key, ()), CategoryWord(attribute, group, form, number, VALENCES[connotation]))
    for attribute in STEREOTYPE_RULES[lang].group_lists:
        for entry in word_list(attribute).entries:
            known = CategoryWord(attribute, entry.group, "noun", "", "neutral")
            words.setdefault(category_key(entry.word), (known,))
    return words


def find_category_words(document: Document, sentence: int) -> list[CategoryMatch]:
    """Find listed words and phrases in a sentence, in order; the longest match at each token wins, without overlap."""
    words = category_words(document.lang)
    starts = resource(("category word starts", document.lang), lambda: frozenset(key.split()[0] for key in words))
    first, end = document.sentences[sentence]
    lowered = [normalised(token.text).removesuffix(".") or "." for token in document.tokens[first:end]]
    found = []
    index = 0
    while index < len(lowered):
        word = lowered[index]
        match = _longest(words, lowered, index) if word in starts or "-" in word or word in words else None
        if match:
            last, uses = match
            found.append(CategoryMatch(first + index, first + last, uses))
            index = last
        else:
            index += 1
    return found


def _longest(
    words: dict[str, tuple[CategoryWord, ...]], lowered: list[str], index: int
) -> tuple[int, tuple[CategoryWord, ...]] | None:
    """Return the end of the longest listed phrase that begins at a token."""
    best = None
    key = ""
    parts = 0
    for last in range(index, len(lowered)):
        if lowered[last] == "-" and key:
            continue
        key = f"{key} {lowered[last].replace('-', ' ')}".strip()
        parts += 1
        if key in words:
            best = last + 1, words[key]
        if parts == LONGEST:
            break
    return best
