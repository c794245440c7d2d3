"""Spanish and Catalan words for both genders: *director/a*, *un(a)*, *alumn@s*, and pairs, *alumnas y alumnos*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.romance.person_forms import plain
from hf_genderfair.languages.romance.words import RomanceWords
from hf_genderfair.languages.types import OTHER_GENDER, PAIRED_GENDERS, PairedGender, Reference, ReferenceKind
from hf_genderfair.lexicons.word_class import WordClass

SPLIT = regex.compile(
    r"(?<![\p{L}\d@/])(?P<word>\p{L}{2,40}+)"
    r"(?:(?P<open>[ ]?\(-?)(?P<ending>\p{L}{1,12}+)\)|(?:/-?|-)(?P<ending>\p{L}{1,12}+))(?![\p{L}\d@(-]|/\p{L})"
)
"""A word and the ending of the other gender after it."""

LETTER = regex.compile(
    r"(?<![\p{L}\d@/.*_])(?P<stem>\p{L}{1,40}?)(?:[@*_·]|[xX](?!\p{L}{2}))(?P<plural>s?)(?![\p{L}\d@*_]|\.\p{L})"
)
"""A word with a sign or letter for the vowel that shows its gender."""

VOWEL_E = regex.compile(r"(?<![\p{L}\d@/.-])(?P<stem>\p{L}{3,40}?)es(?![\p{L}\d@])")
"""Spanish plurals that may have *e* for the vowel that shows their gender."""

BEFORE_E = (("qu", "c"), ("gu", "g"), ("c", "z"))
"""Letters before *e*, and the same sounds before *o* and *a*."""

REGULAR = {"a": "o", "o": "a", "as": "os", "os": "as"}
"""Endings that make an adjective one for both: *contento/a*."""


class FormForBoth(NamedTuple):
    """A word written once for both genders.

    Attributes:
        start: Offset of its first character in the text.
        end: Offset after its last character.
        word_end: Offset after the word that is written in full.
        word: That word in lower case; where a sign stands for the vowel, the masculine.
        gender: Its gender.
        other: The word of the other gender in lower case; empty for adjectives in no list.
        signed: Whether a sign or letter stands for the vowel, so that neither word is written.
    """

    start: int
    end: int
    word_end: int
    word: str
    gender: PairedGender
    other: str
    signed: bool


def forms_for_both(text: str, words: RomanceWords) -> list[FormForBoth]:
    """Find the words of a text that are written once for both genders."""
    # An ending counts where it makes a word of the lists that of the other gender, or an adjective in *-o* one in *-a*;
    # so *y/o* and *km/h* are none, and no word is invented.
    found = [*_split(text, words), *_signed(text, words)]
    kept: list[FormForBoth] = []
    for form in sorted(found):
        if not kept or form.start >= kept[-1].end:
            kept.append(form)
    return kept


def _split(text: str, words: RomanceWords) -> Iterator[FormForBoth]:
    """Yield the words with the ending of the other gender after a slash, hyphen or in parentheses."""
    for match in SPLIT.finditer(text):
        low, ending = match["word"].lower(), match["ending"].lower()
        options = ((gender, other) for gender in PAIRED_GENDERS for other in words.counterparts(low, gender))
        gender, other = next(
            ((gender, other) for gender, other in options if _completes(low, ending, other)), (None, None)
        )
        if gender is not None and other is not None:
            yield FormForBoth(match.start(), match.end(), match.end("word"), low, OTHER_GENDER[gender], other, False)
        elif low.endswith(REGULAR.get(ending, " ")) and len(low) > len(ending) + 2 and match["open"] != " (":
            own: PairedGender = "masculine" if ending[0] == "a" else "feminine"
            yield FormForBoth(match.start(), match.end(), match.end("word"), low, own, "", False)


def _completes(low: str, ending: str, other: str) -> bool:
    """Return whether an ending turns a word into its counterpart: *ciutadans* and *anes* into *ciutadanes*."""
    stem = other.removesuffix(ending)
    return 0 < len(stem) < len(other) and plain(low).startswith(plain(stem))


def _signed(text: str, words: RomanceWords) -> Iterator[FormForBoth]:
    """Yield the words in which a sign, *x* or *e* stands for the vowel that shows the gender."""
    for match in LETTER.finditer(text):
        yield from _with_vowels(match, match["stem"].lower(), match["plural"], words)
    if words.lang != "es":
        return
    for match in VOWEL_E.finditer(text):
        stem = match["stem"].lower()
        if match[0].lower() in words.persons or match[0].lower() in words.nouns:
            continue
        last = next((end for end, _ in BEFORE_E if stem.endswith(end)), "")
        yield from _with_vowels(match, stem.removesuffix(last) + dict(BEFORE_E).get(last, ""), "s", words, "o")


def _with_vowels(
    match: regex.Match[str], stem: str, plural: str, words: RomanceWords, vowels: str = "oe"
) -> Iterator[FormForBoth]:
    """Yield the form whose masculine has one of the vowels, or none, after a stem and whose feminine has the stem."""
    for vowel in (*vowels, ""):
        masculine = stem + vowel + plural
        shared = masculine in words.persons and len(words.persons[masculine].senses) > 1
        others = words.counterparts(masculine, "feminine") or (masculine,) * (shared and not vowels.endswith("o"))
        feminine = next((other for other in others if other.startswith(stem)), None)
        if feminine is not None:
            yield FormForBoth(match.start(), match.end(), match.start(), masculine, "masculine", feminine, True)
            return


JOINING = WordClass("closed_classes_romance", "joining")
"""Conjunctions and signs between the words of a pair."""

BETWEEN = frozenset({"DET", "ADP", "ADJ", "CCONJ", "SCONJ", "NUM", "PUNCT"})
"""Parts of speech that may stand between them."""

APART = 6
"""Words between them, at most."""

SOURCE = "form for both"
"""What decided that such a word stands for persons."""

SAME_PRONOUN = 2
"""First letters that pronouns share with their counterparts: *ellos*, *ellas*."""


def tokens_for_both(tokens: Sequence[Token], text: str, words: RomanceWords) -> dict[int, FormForBoth]:
    """Return the forms for both genders by the index of each token that they cover."""
    covered: dict[int, FormForBoth] = {}
    index = 0
    for form in forms_for_both(text, words):
        while index < len(tokens) and tokens[index].end <= form.start:
            index += 1
        while index < len(tokens) and tokens[index].start < form.end:
            covered[index] = form
            index += 1
    return covered


def references_for_both(form: FormForBoth, kind: ReferenceKind, person: bool) -> list[Reference]:
    """Return the references of a word for both genders: its two words, or one where a sign stands for the vowel."""
    if form.signed:
        return [Reference(form.start, form.end, kind, person, "none", False, False, SOURCE)]
    first = Reference(form.start, form.word_end, kind, person, form.gender, False, False, SOURCE)
    if not form.other:
        return [first]
    return [first, first._replace(end=form.end, gender=OTHER_GENDER[form.gender], form=form.other)]


def without_pairs(
    found: list[Reference], tokens: Sequence[Token], low: Sequence[str], pos: Sequence[str], words: RomanceWords
) -> list[Reference]:
    """Return the references, those of masculines with their feminine beside them not generic."""
    if not any(reference.generic for reference in found):
        return found
    index_at = {token.start: index for index, token in enumerate(tokens)}
    indices = [index_at.get(reference.start, -1) for reference in found]

    def is_pair(one: int, two: int) -> bool:
        first, second = indices[one], indices[two]
        between = range(first + 1, second)
        if min(first, second) < 0 or not 0 < len(between) <= APART:
            return False
        if not any(low[index] in JOINING for index in between) or any(pos[index] not in BETWEEN for index in between):
            return False
        if low[first] == low[second]:
            return found[one].gender != found[two].gender
        masculine, feminine = (low[first], low[second]) if found[one].generic else (low[second], low[first])
        alike = masculine not in words.pronouns or masculine[:SAME_PRONOUN] == feminine[:SAME_PRONOUN]
        return alike and feminine in words.counterparts(masculine, "feminine")

    kept = list(found)
    for number, reference in enumerate(found):
        beside = [(number - 1, number)] * (number > 0) + [(number, number + 1)] * (number + 1 < len(found))
        if reference.generic and any(is_pair(*both) for both in beside):
            kept[number] = reference._replace(generic=False)
    return kept
