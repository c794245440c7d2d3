"""Words for both genders among Spanish and Catalan references: pairs (*alumnas y alumnos*) and forms (*alumno/a*)."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.reference import Reference, ReferenceKind
from hf_genderfair.languages.romance.forms_for_both import FormForBoth, forms_for_both
from hf_genderfair.languages.romance.words import RomanceWords
from hf_genderfair.languages.types import OTHER_GENDER
from hf_genderfair.lexicons.word_class import WordClass

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
