"""The actors of German texts."""

from __future__ import annotations

from hf_genderfair.languages.coreference.german.generic_masculine import generic_masculines
from hf_genderfair.languages.coreference.german.mentions import WORDS
from hf_genderfair.languages.coreference.german.names import NAMES
from hf_genderfair.languages.coreference.pronouns.german import resolve
from hf_genderfair.languages.coreference.rules import ActorRules
from hf_genderfair.lexicons.word_class import WordClass

ANOTHER = WordClass("determiners_de", "another_stem")


def _means_another(word: str) -> bool:
    return word.startswith(ANOTHER.as_tuple)


RULES = ActorRules(
    words=WORDS,
    names=NAMES,
    definite=WordClass("closed_classes_de", "definite"),
    means_another=_means_another,
    resolve=resolve,
    first_person=WordClass("closed_classes_de", "first_person"),
    generic_masculine=generic_masculines,
)
"""How German tells actors."""
