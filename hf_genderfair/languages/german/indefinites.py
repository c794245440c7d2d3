"""German indefinite pronouns that stand for a person: *einer*, *keiner*, *jeder*, *mancher*, *ein anderer*."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.antecedents import Antecedents, stands_alone
from hf_genderfair.languages.german.candidates import AntecedentCandidate
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, PLURAL, SUBJECTS, finite_verb, verb_is_plural
from hf_genderfair.languages.german.relatives import has_preposition, is_subject
from hf_genderfair.languages.types import Case

FORMS = {
    stem + ending: bits
    for stem in ("jed", "kein", "ein", "manch")
    for ending, bits in (("er", MASCULINE | FEMININE), ("e", FEMININE), ("en", MASCULINE), ("em", MASCULINE))
}
"""Pronouns that stand alone, with bits of what they agree with."""

OTHERS = frozenset({"andere", "anderer", "anderen", "anderem"})

BEFORE_OTHERS: dict[str, tuple[int, Case]] = {
    "ein": (MASCULINE, "Nom"),
    "kein": (MASCULINE, "Nom"),
    "einen": (MASCULINE, "Acc"),
    "keinen": (MASCULINE, "Acc"),
    "einem": (MASCULINE, "Dat"),
    "keinem": (MASCULINE, "Dat"),
    "dem": (MASCULINE, "Dat"),
    "eine": (FEMININE, "Nom"),
    "keine": (FEMININE, "Nom"),
    "einer": (FEMININE, "Dat"),
    "keiner": (FEMININE, "Dat"),
}
"""What stands before *andere* in the singular, with gender and case; plurals have the other articles too."""

FARTHEST_PART = 8


def is_pronoun(document: Document, place: int) -> bool:
    """Return whether one of `FORMS` stands for a noun; so it does in *jeder zweite*."""
    if _holds_noun(document, place):
        return False
    if stands_alone(document, place):
        return True
    head = document.heads[place]
    word = document.tokens[head].text
    return head == place + 1 and word.islower() and word.endswith(("te", "ne"))


def _holds_noun(document: Document, place: int) -> bool:
    """Return whether a participle with a dative stands between it and its noun: *keine der Firma bekannte Zahl*."""
    tokens = document.tokens
    if place + 4 >= len(tokens) or tokens[place + 1].text.lower() not in ("der", "dem", "den"):
        return False
    noun, adjective, owner = tokens[place + 2 : place + 5]
    named = noun.pos in ("NOUN", "PROPN") and owner.pos in ("NOUN", "PROPN")
    return named and adjective.pos == "ADJ" and adjective.text[0].islower()


def gender_of(document: Document, place: int) -> int:
    """Return the bit of the gender of one of `FORMS`: *keiner* is a nominative for men, behind *von* one for women."""
    form = document.tokens[place].text.lower()
    if not form.endswith("er"):
        return FORMS[form]
    return FEMININE if has_preposition(document, place) and not is_subject(document, place) else MASCULINE


def case_of(document: Document, place: int, gender: int) -> Case:
    """Return the case of one of `FORMS`."""
    form = document.tokens[place].text.lower()
    if form.endswith("em") or (form.endswith("er") and gender == FEMININE):
        return "Dat"
    if form.endswith("en"):
        return "Acc"
    # 'jeder zweite': the number is what its parser attaches to the verb
    place = place if stands_alone(document, place) else document.heads[place]
    return "Nom" if form.endswith("er") or is_subject(document, place) else "Acc"


def part_of(document: Document, antecedents: Antecedents, place: int) -> AntecedentCandidate | None:
    """Return the group of which somebody is one: *einer der Spieler*, *keine von ihnen*."""
    for candidate in antecedents.candidates(document.sentence_of[place]):
        near = place < candidate.place <= place + FARTHEST_PART and document.heads[candidate.place] == place
        if near and candidate.agreement & PLURAL:
            return candidate
    return None


def is_one_of_them(document: Document, place: int) -> bool:
    """Return whether a group follows by its pronoun: *einer von ihnen*; parsers may take *Einer* for a noun there."""
    following = [token.text for token in document.tokens[place + 1 : place + 3]]
    return len(following) == 2 and following[0] == "von" and following[1] in ("uns", "euch", "ihnen", "Ihnen")


def is_plural(document: Document, place: int) -> bool:
    """Return whether *keine* and *manche* are plurals, by the verb."""
    verb = finite_verb(document, document.heads[place])
    plural = verb >= 0 and verb_is_plural(document.tokens[verb])
    return plural and document.tokens[place].text.lower().endswith("e")


def is_somebody(document: Document, place: int) -> bool:
    """Return whether one of `FORMS` is likely a person: of *einer* only *einer, der*, *einer von uns* are."""
    tokens = document.tokens
    if not tokens[place].text.lower().startswith("ein"):
        return True
    after = tokens[place + 1].text if place + 1 < len(tokens) else ""
    return (
        is_one_of_them(document, place)
        or after == ","
        or (place > 0 and tokens[place - 1].text.lower() in ("manch", "irgend"))
    )


def counted(document: Document, place: int) -> int:
    """Return the noun of *ein Buch nach dem anderen*, of which *anderen* is one; -1 where there is none."""
    tokens = document.tokens
    if place < 4 or tokens[place - 2].text != "nach" or tokens[place - 3].pos != "NOUN":
        return -1
    before = tokens[place - 4 : place - 3] if tokens[place - 4].pos != "ADJ" else tokens[place - 5 : place - 4]
    return place - 3 if before and before[0].text.lower() in BEFORE_OTHERS else -1


def is_other(document: Document, place: int) -> bool:
    """Return whether *andere* stands for a noun: *ein anderer*, *eine nach der anderen*."""
    tokens = document.tokens
    if place == 0 or tokens[place].text not in OTHERS:
        return False
    before = tokens[place - 1].text.lower()
    if before not in BEFORE_OTHERS and not (before == "der" and place > 1 and tokens[place - 2].text == "nach"):
        return False
    after = tokens[place + 1] if place + 1 < len(tokens) else tokens[place]
    if after.pos in ("NOUN", "PROPN", "ADJ", "NUM") or after.text == "als":
        return False
    # 'die Lage ist eine andere'
    return not any(tokens[child].relation in SUBJECTS for child in document.children[place])
