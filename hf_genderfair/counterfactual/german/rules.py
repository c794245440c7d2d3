"""What swaps of German words for women and men are made of."""

from __future__ import annotations

from hf_genderfair.counterfactual.german.swap import NEEDS, mentions_gender, swap
from hf_genderfair.counterfactual.rules import SwapRules
from hf_genderfair.lexicons.word_class import WordClass

RULES = SwapRules(
    layers=NEEDS,
    mentions=mentions_gender,
    swap=swap,
    resuming=WordClass("closed_classes_de", "resuming"),
    nouns_have_capitals=True,
    before_place=WordClass("prepositions_de", "before_place"),
)
"""How German is swapped."""
