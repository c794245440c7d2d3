"""Gender-fair words in the spelling that a writer wants: with a sign, as a pair of words, as participles.

The rules speak of stars (``Lehrer*in``), in which the references of Amrhein 2023 are written; every other form is made
of a `FairWord`. What a form cannot say stays as near to it as German allows: a participle of *Ärzte* is a star.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hf_genderfair.core.spans import Edit
from hf_genderfair.rewriting.fair_words import FairWord
from hf_genderfair.rewriting.participles import participle

FORMS: tuple[str, ...] = ("star", "colon", "gap", "slash", "internal_i", "pair", "participle")
"""Spellings: ``Lehrer*in``, *Lehrer:in*, *Lehrer_in*, *Lehrer/-in*, *LehrerIn*, *Lehrerin oder Lehrer*, *Lehrende*."""

NOUNS = frozenset({"noun", "nominalised", "compound"})
"""Rules of words that keep their capital within a sentence."""

ENDINGS = frozenset("e n r s m E N R S M".split())
NOUN_ENDING = re.compile(r"\*([iI][nN](?:[nN][eE][nN])?)$")
COMPOUND = re.compile(r"([^*]+)\*([iI][nN][nN][eE][nN])(-?\w[^*]*)$")
DERIVED = ("schaft", "schaften", "tum", "tums", "haft")
"""What follows the word for persons in words that are no compounds, so that no hyphen can stand before it."""

AND = re.compile(r" (und) (?:[a-zäöüß]+ ){0,2}$")


class _Piece(NamedTuple):
    """What comes for a part of the text; an empty replacement leaves it as it is."""

    start: int
    end: int
    replacement: str
    rule: str
    reason: str


def render(text: str, words: Sequence[FairWord], form: str) -> list[Edit]:
    """Write gender-fair words in one form.

    *Pair* names women first; it repeats the whole phrase in the singular (*der neue Arzt* → *die neue Ärztin oder der
    neue Arzt*) and the noun in the plural (*die neuen Ärztinnen und Ärzte*). *jede* and *keine* are joined by *und*,
    and so are compounds, which share their end (*Bürgerinnen- und Bürgerinitiative*); words such as *Ärzteschaft* stay
    as they are. A phrase around another one (*der von seinem Arzt behandelte Lehrer*) gets stars instead. *Slash* is
    written after the official rules: *Lehrer/-in*, but *Arzt/Ärztin*, since what stands before the stroke has to be a
    word. *Participle* holds of plurals with a usual participle (*Studierende*); others get stars.

    Args:
        text: The text.
        words: The words to write, in any order; of words that overlap, the first counts.
        form: One of `FORMS`.

    Returns:
        Edits in order, without overlap; none where the text is written so already.

    Raises:
        KeyError: There is no such form.

    Example:
        >>> words = [FairWord(0, 3, "Der", "Die", "Der*die", "determiner", "", 0)]
        >>> words.append(FairWord(4, 8, "Arzt", "Ärztin", "Ärzt*in", "noun", "", 0))
        >>> [edit.replacement for edit in render("Der Arzt", words, "star")]
        ['Der*die', 'Ärzt*in']
        >>> [edit.replacement for edit in render("Der Arzt", words, "pair")]
        ['Die Ärztin oder der Arzt']
    """
    write = _WRITERS[form]
    return [
        Edit(piece.start, piece.end, text[piece.start : piece.end], piece.replacement, piece.rule, piece.reason)
        for piece in write(text, _with_additions(text, sorted(words)))
        if piece.replacement and text[piece.start : piece.end] != piece.replacement
    ]


def _with_additions(text: str, words: Iterable[FairWord]) -> list[FairWord]:
    """Join a word that is added (*der* after *von*) to the word before it, and leave out what overlaps."""
    kept: list[FairWord] = []
    for word in words:
        if word.start == word.end and kept and not text[kept[-1].end : word.start].strip():
            before = kept[-1]
            kept[-1] = before._replace(
                masculine=f"{before.masculine} {word.masculine.strip()}".strip(),
                feminine=f"{before.feminine} {word.feminine.strip()}".strip(),
                star=f"{before.star} {word.star.strip()}".strip(),
            )
        elif not kept or word.start >= kept[-1].end:
            kept.append(word)
    return kept


def _one_by_one(spell: Callable[[FairWord], str]) -> Callable[[str, list[FairWord]], Iterator[_Piece]]:
    def write(text: str, words: list[FairWord]) -> Iterator[_Piece]:
        for word in words:
            yield _Piece(word.start, word.end, spell(word), word.rule, word.reason)

    return write


def _spelled(word: FairWord, spell: Callable[[FairWord], str]) -> str:
    """Spell a word; several words are spelled one by one where all three forms have as many."""
    parts = list(zip(word.masculine.split(), word.feminine.split(), word.star.split(), strict=False))
    if len(parts) < 2 or len({len(form.split()) for form in (word.masculine, word.feminine, word.star)}) > 1:
        return spell(word)
    return " ".join(spell(word._replace(masculine=man, feminine=woman, star=star)) for man, woman, star in parts)


def _slash(word: FairWord) -> str:
    return _spelled(word, _slash_word)


def _slash_word(word: FairWord) -> str:
    ending = NOUN_ENDING.search(word.star)
    if ending and word.star.count("*") == 1:
        short = word.masculine + ending[1] == word.feminine
        return f"{word.masculine}/-{ending[1]}" if short else f"{word.masculine}/{word.feminine}"
    inside = COMPOUND.match(word.star)
    if inside:
        stem, mark, tail = inside.groups()
        if word.masculine == stem + tail:
            return f"{stem}/-{mark}{tail}"
        first = _first_part(word, tail)
        return f"{first}-/{stem}{mark}{tail}" if first else ""
    if "*in" in word.star:
        return f"{word.masculine}/{word.feminine}"
    return _joined(word.star, "/", "/-")


def _joined(star: str, between_words: str, before_ending: str) -> str:
    first, *others = star.split("*")
    return first + "".join((before_ending if other in ENDINGS else between_words) + other for other in others)


def _first_part(word: FairWord, tail: str) -> str:
    """Return the masculine first part of a compound; empty where it is none, or the parts cannot be divided."""
    if tail.lower() in DERIVED or not word.masculine.endswith(tail):
        return ""
    return word.masculine.removesuffix(tail)


def _internal_i(word: FairWord) -> str:
    return " ".join(map(_internal_i_word, word.star.split(" ")))


def _internal_i_word(star: str) -> str:
    if star.isupper():
        # *LEHRERIN* would be a woman
        return star.replace("*", "/")
    if "*in" in star:
        return star.replace("*i", "I")
    head, _, last = star.rpartition("*")
    if last not in ENDINGS or not head:
        return star.replace("*", "/")
    if head[-1] not in "ms":
        return head.replace("*", "/") + last.upper()
    # a capital stands for one letter more, and *einer* has another one than *einem*
    return head.replace("*", "/") + "/" + (last if "*" in head else head[:-1] + last)


def _participles(text: str, words: list[FairWord]) -> Iterator[_Piece]:
    for word in words:
        yield _Piece(word.start, word.end, participle(text, word) or word.star, word.rule, word.reason)


def _pairs(text: str, words: list[FairWord]) -> Iterator[_Piece]:
    phrases: dict[int, list[FairWord]] = {}
    for word in words:
        if word.phrase >= 0 and not word.plural:
            phrases.setdefault(word.phrase, []).append(word)
    last: FairWord | None = None
    place = 0
    while place < len(words):
        word = words[place]
        phrase = phrases.get(word.phrase, []) if not word.plural else []
        if not phrase:
            between = AND.match(text[last.end : word.start]) if last and _is_group(last) and _is_group(word) else None
            if between and last:
                start = last.end + between.start(1)
                yield _Piece(start, start + 3, "sowie", word.rule, "joins two pairs")
            last = word
            yield _Piece(word.start, word.end, _pair(word), word.rule, word.reason)
            place += 1
        elif phrase == words[place : place + len(phrase)]:
            yield _repeated(text, phrase)
            place += len(phrase)
        else:
            yield _Piece(word.start, word.end, word.star, word.rule, word.reason)
            place += 1


def _is_group(word: FairWord) -> bool:
    return word.plural and word.rule == "noun"


def _pair(word: FairWord) -> str:
    """Return both forms of a word that stands for itself, the feminine one first; empty where it has to stay."""
    if "*" not in word.star:
        return word.star
    inside = COMPOUND.match(word.star) if word.rule == "compound" else None
    if inside:
        stem, mark, tail = inside.groups()
        first = _first_part(word, tail)
        return f"{stem}{mark}- und {word.masculine}" if first else ""
    if word.rule == "compound":
        return ""
    joint = "und" if word.plural and word.rule in NOUNS else _conjunction(word)
    return _both(word.feminine, word.masculine, joint, _is_noun(word))


def _repeated(text: str, phrase: list[FairWord]) -> _Piece:
    """Return a phrase in the singular once for women and once for men, with what stands between its words."""
    women, men, place = "", "", phrase[0].start
    for word in phrase:
        women += text[place : word.start] + word.feminine
        men += text[place : word.start] + word.masculine
        place = word.end
    head = phrase[-1]
    both = _both(women, men, _conjunction(phrase[0]), _is_noun(phrase[0]))
    return _Piece(phrase[0].start, place, both, head.rule, head.reason)


def _is_noun(word: FairWord) -> bool:
    """Return whether a word keeps its capital in the middle of a sentence; a phrase begins with an article."""
    return word.rule in NOUNS and " " not in word.masculine


def _conjunction(first: FairWord) -> str:
    return "und" if first.masculine.lower().startswith(("kein", "jed")) else "oder"


def _both(women: str, men: str, joint: str, noun: bool) -> str:
    if women.isupper() and len(women) > 1:
        joint = joint.upper()
    elif not noun:
        men = men[0].lower() + men[1:]
    return f"{women} {joint} {men}"


_WRITERS: dict[str, Callable[[str, list[FairWord]], Iterator[_Piece]]] = {
    "star": _one_by_one(lambda word: word.star),
    "colon": _one_by_one(lambda word: word.star.replace("*", ":")),
    "gap": _one_by_one(lambda word: word.star.replace("*", "_")),
    "slash": _one_by_one(_slash),
    "internal_i": _one_by_one(_internal_i),
    "pair": _pairs,
    "participle": _participles,
}
