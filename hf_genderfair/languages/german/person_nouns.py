"""Any German noun for persons, with the cases and numbers that its form can have."""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.languages.german.gender_pairs import is_neuter_pair, person_noun
from hf_genderfair.languages.german.noun_declension import PARADIGM_CELLS
from hf_genderfair.languages.german.nouns import INTERNAL_I, ONE_WORD, role_noun
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.person_phrase import RoleNoun
from hf_genderfair.languages.types import GrammaticalGender

OTHER = "other"
"""Value of `RoleNoun.source` for words without counterpart: *Person*, *Gast*, *Kind*."""

KNOWN_NOUNS = 100_000


@lru_cache(maxsize=KNOWN_NOUNS)
def noun_for_persons(word: str, tagged: GrammaticalGender | None = None) -> RoleNoun | None:
    """Interpret a written noun as a word for persons: as a role noun, as a word for a woman or a man, or as another."""
    if not ONE_WORD.fullmatch(word) or INTERNAL_I.search(word):
        return None
    noun = role_noun(word, tagged)
    if noun is not None:
        return noun
    noun = person_noun(word, tagged)
    if noun is not None:
        return noun._replace(gender="neuter") if noun.gender == "feminine" and is_neuter_pair(noun) else noun
    form = person_form(word, tagged)
    if form is None:
        return None
    weak = form.gender == "masculine" and form.number is None and word.endswith("n")
    cells = tuple(
        (case, number)
        for case, number in PARADIGM_CELLS
        if form.number in (None, number) and not (weak and (case, number) == ("Nom", "Sing"))
    )
    gender: GrammaticalGender = "none" if form.gender == "common" and form.number == "Plur" else form.gender
    return RoleNoun(gender, cells, word, word, form.sense, OTHER)
