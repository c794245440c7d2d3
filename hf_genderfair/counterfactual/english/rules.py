"""What swaps of English words for women and men are made of."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.counterfactual.english.mentions import FORMS
from hf_genderfair.counterfactual.english.swap import NEEDS, mentions_gender, named_words, swap
from hf_genderfair.counterfactual.english.words import PRONOUNS
from hf_genderfair.counterfactual.rules import SwapRules
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.articles import fitting_article
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.english.pronouns import kind_of
from hf_genderfair.lexicons.word_class import WordClass


def other_pronoun(tokens: Sequence[Token], index: int, pronoun: str) -> str | None:
    """Return the pronoun of the other gender: *her* is *his* or *him*, by its place."""
    if pronoun in PRONOUNS["female"]:
        return FORMS["male"][kind_of(tokens, index, pronoun)]
    if pronoun in PRONOUNS["male"]:
        return FORMS["female"][kind_of(tokens, index, pronoun)]
    return None


TOLD = WordClass("verb_forms_en", "told")


def is_name_alone(token: Token, after: Token) -> bool:
    """Return whether a noun is a name, since it has no article: *Love scored*, *Nurse, too*; or says: *Eales said*."""
    if token.pos != "NOUN":
        return False
    if token.morph.get("Number") != "Sing":
        return after.text in TOLD and person_form(token.text.lower()) is None
    return after.morph.get("VerbForm") == "Fin" or person_form(token.text.lower()) is not None


RULES = SwapRules(
    layers=NEEDS,
    mentions=mentions_gender,
    swap=swap,
    resuming=WordClass("closed_classes_en", "resuming"),
    before_place=WordClass("closed_classes_en", "before_place"),
    lists_gender=True,
    named_otherwise=named_words,
    is_name_alone=is_name_alone,
    fitting_article=fitting_article,
    other_pronoun=other_pronoun,
)
"""How English is swapped."""
