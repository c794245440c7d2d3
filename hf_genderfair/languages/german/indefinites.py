"""German indefinite pronouns that stand for a person: *einer*, *keiner*, *jeder*, *mancher*, *ein anderer*."""

from __future__ import annotations

from typing import cast

from hf_genderfair.languages.clauses import finite_verb, has_preposition, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.candidates import Candidate
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, PLURAL, agreement, stands_alone, verb_is_plural
from hf_genderfair.languages.german.relatives import is_subject
from hf_genderfair.languages.german.resolution import Candidates
from hf_genderfair.languages.types import Case
from hf_genderfair.lexicons.word_class import WordValues

FORMS = WordValues("pronoun_forms_de", "alone", agreement)
"""Pronouns that stand alone, with bits of what they agree with."""

OTHERS = frozenset({"andere", "anderer", "anderen", "anderem"})


def _gender_and_case(cell: str) -> tuple[int, Case]:
    gender, case = cell.split()
    return agreement(gender), cast(Case, case)


BEFORE_OTHERS = WordValues("pronoun_forms_de", "before_other", _gender_and_case)
"""What stands before *andere* in the singular, with gender and case; plurals have the other articles too."""

FARTHEST_PART = 8


def is_pronoun(document: Document, index: int) -> bool:
    """Return whether one of `FORMS` stands for a noun; so it does in *jeder zweite*."""
    if stands_alone(document, index):
        return True
    head = document.heads[index]
    word = document.tokens[head].text
    return head == index + 1 and word.islower() and word.endswith(("te", "ne"))


def gender_of(document: Document, index: int) -> int:
    """Return the bit of the gender of one of `FORMS`: *keiner* is a nominative for men, behind *von* one for women."""
    form = document.tokens[index].text.lower()
    if not form.endswith("er"):
        return FORMS[form]
    return FEMININE if has_preposition(document, index) and not is_subject(document, index) else MASCULINE


def case_of(document: Document, index: int, gender: int) -> Case:
    """Return the case of one of `FORMS`."""
    form = document.tokens[index].text.lower()
    if form == "eine" and index and document.tokens[index - 1].text.lower() in ("als", "wie"):
        # wie eine, die weiß, was sie will
        return "Nom"
    if form.endswith("em") or (form.endswith("er") and gender == FEMININE):
        return "Dat"
    if form.endswith("en"):
        return "Acc"
    # 'jeder zweite': the number is what its parser attaches to the verb
    index = index if stands_alone(document, index) else document.heads[index]
    return "Nom" if form.endswith("er") or is_subject(document, index) else "Acc"


def part_of(document: Document, candidates: Candidates, index: int) -> Candidate | None:
    """Return the group of which somebody is one: *einer der Spieler*, *keine von ihnen*."""
    for candidate in candidates.of(document.sentence_of[index]):
        near = index < candidate.token_index <= index + FARTHEST_PART and document.heads[candidate.token_index] == index
        if near and candidate.agreement & PLURAL:
            return candidate
    return None


def is_one_of_them(document: Document, index: int) -> bool:
    """Return whether a group follows by its pronoun: *einer von ihnen*; parsers may take *Einer* for a noun there."""
    following = [token.text for token in document.tokens[index + 1 : index + 3]]
    return len(following) == 2 and following[0] == "von" and following[1] in ("uns", "euch", "ihnen", "Ihnen")


def is_plural(document: Document, index: int) -> bool:
    """Return whether *keine* and *manche* are plurals, by the verb."""
    verb = finite_verb(document, document.heads[index])
    plural = verb >= 0 and verb_is_plural(document.tokens[verb])
    return plural and document.tokens[index].text.lower().endswith("e")


def is_somebody(document: Document, index: int) -> bool:
    """Return whether one of `FORMS` is likely a person: of *einer* only *einer, der*, *einer von uns* are."""
    tokens = document.tokens
    if not tokens[index].text.lower().startswith("ein"):
        return True
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    return (
        is_one_of_them(document, index)
        or after == ","
        or (index > 0 and tokens[index - 1].text.lower() in ("manch", "irgend"))
    )


def counted(document: Document, index: int) -> int:
    """Return the noun of *ein Buch nach dem anderen*, of which *anderen* is one; -1 where there is none."""
    tokens = document.tokens
    if index < 4 or tokens[index - 2].text != "nach" or tokens[index - 3].pos != "NOUN":
        return -1
    before = tokens[index - 4 : index - 3] if tokens[index - 4].pos != "ADJ" else tokens[index - 5 : index - 4]
    return index - 3 if before and before[0].text.lower() in BEFORE_OTHERS else -1


def is_other(document: Document, index: int) -> bool:
    """Return whether *andere* stands for a noun: *ein anderer*, *eine nach der anderen*."""
    tokens = document.tokens
    if index == 0 or tokens[index].text not in OTHERS:
        return False
    before = tokens[index - 1].text.lower()
    if before not in BEFORE_OTHERS and not (before == "der" and index > 1 and tokens[index - 2].text == "nach"):
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else tokens[index]
    if after.pos in ("NOUN", "PROPN", "ADJ", "NUM") or after.text == "als":
        return False
    # 'die Lage ist eine andere'
    return not subjects(document, index)
