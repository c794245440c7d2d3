"""What each capability says of the nouns, and of *él* and *ella*, of a Spanish sentence."""

from __future__ import annotations

from benchmarks.languages.answers import Answer, Answers
from hf_genderfair.counterfactual.languages import NAMING, swap
from hf_genderfair.counterfactual.swap import GENERIC
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.persons import persons
from hf_genderfair.languages.types import BinaryGender

PRONOUNS = frozenset("él ella ellos ellas".split())
SIDES: tuple[tuple[str, BinaryGender], ...] = (("masculine", "female"), ("feminine", "male"))
"""The gender of words, and that to which they are swapped."""


def references(document: Document) -> Answers:
    """Return the nouns and pronouns that references find; masculine plurals mean somebody or women and men alike."""
    found: Answers = {}
    for each in persons(document):
        if each.kind == "noun" or document.text[each.start : each.end].lower() in PRONOUNS:
            gendered = each.person and each.gender in ("masculine", "feminine")
            generic = each.generic if gendered and each.kind == "noun" else None
            found[each.end] = Answer(each.person, None, each.gender if gendered else None, generic)
    return found


def swaps(document: Document) -> Answers:
    """Return the nouns and pronouns that swaps take for women, men, or women and men alike."""
    plurals = {token.end for token in document.tokens if token.morph.get("Number") == "Plur"}
    found: Answers = {}
    for gender, to in SIDES:
        swapping = swap(document, to, SwapOptions("keep"))
        for change in swapping.changes:
            if change.rule in NAMING:
                asked = change.rule == "noun" and gender == "masculine" and change.end in plurals
                found[change.end] = Answer(True, None, gender, False if asked else None)
        for refusal in swapping.refusals:
            if refusal.reason == GENERIC and refusal.end in plurals:
                found[refusal.end] = Answer(True, None, gender, True)
    return found


CAPABILITIES = {"references": references, "swaps": swaps}
