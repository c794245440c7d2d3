"""What is true of Spanish where stereotypes are found."""

from __future__ import annotations

from hf_genderfair.languages.romance.person_forms import person_forms
from hf_genderfair.lexicons.word_class import WordClass, WordValues
from hf_genderfair.stereotypes.indicators import VALENCES
from hf_genderfair.stereotypes.rules import StereotypeRules

RULES = StereotypeRules(
    names_person=lambda token: token.text.lower() in person_forms("es"),
    collectives=WordClass("stereotype_words", "people_es"),
    judging=WordValues("stereotype_words", "valence_es", VALENCES.__getitem__),
    vices=WordClass("stereotype_words", "vice_es"),
    articles_show_number=True,
    plural_definites_are_generic=True,
)
"""What is true of Spanish."""
