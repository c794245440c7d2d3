"""Role nouns inside German compounds that are not role nouns: *Mitarbeiterversammlung*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import Forms
from hf_genderfair.languages.german.nouns import (
    INTERNAL_I,
    ONE_WORD,
    PART_END,
    is_trade_rank,
    noun_lexicon,
    person_part,
    role_noun,
    star_part,
)
from hf_genderfair.languages.german.person_forms import SOFT_HYPHEN
from hf_genderfair.lexicons.word_class import WordClass

NAMED_AFTER = WordClass("word_patterns_de", "named_after_person")
"""Second parts of names after the name of a person and a hyphen: *Koch-Institut*."""
HYPHENS = frozenset("-‐‑")
JOINING = frozenset({"und", "oder", "sowie", "bzw.", "wie", ",", "bis"})
"""Words after a truncated first part: *Lehrer- und Elternabend*."""
KNOWN_COMPOUNDS = 100_000
SHORTEST_BEGINNING = 5
SHORTEST_REST = 3
BEFORE_SIGN = re.compile(r"[A-ZÄÖÜ][\w-]+")
FARTHEST_END = 3
"""So many words behind *Bäcker- und* may stand before *Metzgermeister*."""

VOWEL_REST = WordClass("word_patterns_de", "vowel_part")
"""Beginnings in a vowel of parts after *-er-*; other letters there are endings (*Ministerium*, *Malerei*)."""
ONSETS = WordClass("word_patterns_de", "onset")
"""Pairs of consonants at the start of a German word: *Patent-pool*, not *Paten-tpool*."""
CONSONANTS = frozenset("bcdfghjklmnpqrstvwxz")
NO_REST = WordClass("word_patterns_de", "no_part")
"""What after a role noun is an ending, or a part of which the word must be divided otherwise (*Spiel-ergebnis*), or
makes the name of a place, an association or a congress."""


@lru_cache(maxsize=KNOWN_COMPOUNDS)
def compound(word: str) -> Forms | None:
    """Return the forms of a noun whose first or middle part is a role noun."""
    if len(word) < SHORTEST_BEGINNING or word[0].islower() or not ONE_WORD.fullmatch(word.removesuffix("-")):
        return None
    noun = role_noun(word)
    # an ending alone is weak evidence without the gender: Kandidatenlisten, Finalisten
    if INTERNAL_I.search(word) or (noun and (noun.source, noun.gender) != ("suffix", "masculine")):
        return None
    plain = word.replace(SOFT_HYPHEN, "")
    if plain.endswith("-"):
        return _forms(plain[:-1], "-")
    low = plain.lower()
    part_ends = noun_lexicon().part_ends
    for end in range(len(plain) - SHORTEST_REST, SHORTEST_BEGINNING - 1, -1):
        possible = low[end - PART_END : end] in part_ends or low[end - 1] == "-"
        if possible and _is_rest(low, end) and (forms := _forms(plain[:end], plain[end:])):
            return forms
    return None


class CompoundWord(NamedTuple):
    """A compound with a role noun that is not a role noun itself.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        forms: Its masculine, feminine and gender-fair form.
    """

    start: int
    end: int
    forms: Forms


def compounds(document: Document) -> Iterator[CompoundWord]:
    """Yield the nouns of a text that hold a role noun and are none, in order; parts joined by hyphens are one word."""
    tokens = document.tokens
    first = 0
    for index, token in enumerate(tokens):
        joined = index + 1 < len(tokens) and tokens[index + 1].start == token.end
        if joined and (token.text[-1] in HYPHENS or tokens[index + 1].text[0] in HYPHENS):
            continue
        start, first = first, index + 1
        while start < index and not tokens[start].text[0].isalnum():
            start += 1
        word = document.text[tokens[start].start : token.end]
        if word[-1] in HYPHENS and not _is_completed(document, first):
            continue
        if (token.pos == "NOUN" or start < index) and (forms := compound(word)):
            yield CompoundWord(tokens[start].start, token.end, forms)


def _is_completed(document: Document, joining: int) -> bool:
    """Return whether a word follows whose end a truncated first part shares; that of a trade stays: *Bäcker-*."""
    tokens = document.tokens
    if joining >= len(tokens) or tokens[joining].text not in JOINING:
        return False
    following = tokens[joining + 1 : joining + 1 + FARTHEST_END]
    # what stands before the sign of Metzgermeister*innen
    words = (BEFORE_SIGN.match(token.text) for token in following)
    end = next((word[0] for word in words if word), "")
    noun = role_noun(end) or role_noun(end + "in")
    return noun is None or not is_trade_rank(noun.masculine)


def _is_rest(low: str, end: int) -> bool:
    """Return whether the letters after an offset can be the next part of a word."""
    rest = low[end:]
    if low[end - 1] == "-":
        return not NAMED_AFTER.pattern.match(rest)
    if rest[0] == "-":
        return False
    if rest[0] in "aeiouäöü" and low[end - 1] != "n":
        return bool(VOWEL_REST.pattern.match(rest))
    if len(rest) > 1 and CONSONANTS.issuperset(rest[:2]) and rest[:2] not in ONSETS:
        return False
    return not NO_REST.pattern.match(rest)


def _forms(beginning: str, rest: str) -> Forms | None:
    part = person_part(beginning)
    if part is None or _is_fixed(beginning + rest, len(part.masculine)):
        return None
    masculine, feminine = part.masculine + rest, part.feminine + rest
    return Forms(masculine, feminine, star_part(part.masculine, part.feminine) + rest)


def _is_fixed(word: str, end: int) -> bool:
    low = word.lower()
    fixed = noun_lexicon().fixed
    return any(low[start:stop] in fixed for start in range(end - 4) for stop in range(end + 2, len(low) + 1))
