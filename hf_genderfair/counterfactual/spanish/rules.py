"""What swaps of Spanish words for women and men are made of."""

from __future__ import annotations

from hf_genderfair.counterfactual.rules import SwapRules
from hf_genderfair.counterfactual.spanish.swap import NEEDS, mentions_gender, swap
from hf_genderfair.lexicons.word_class import WordClass

RULES = SwapRules(
    layers=NEEDS,
    mentions=mentions_gender,
    swap=swap,
    resuming=WordClass("closed_classes_romance", "resuming_es"),
    before_place=WordClass("closed_classes_romance", "before_place_es"),
)
"""How Spanish is swapped."""
