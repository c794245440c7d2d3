"""*Male* and *female* as words for animals or plants."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.counterfactual.english.words import PRONOUNS, counterpart
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.person_forms import person_form
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

ANIMAL = "an animal"

NEAR = 250
"""Number of characters around a word that are searched for words about animals."""

SIGNS = WordClass("noun_classes_en", "sign_of_animal")
PLANTS = re.compile(r" (?:flower|cone|plant|catkin|gamete|organ)s?\b")
GROWN = re.compile(r"\b(?:adult|juvenile|immature|breeding|mature) (?:fe)?males?\b", re.IGNORECASE)
SIZE = re.compile(r"\b\d[\d.,]*\s?(?:mm|cm|millimet\w+|centimet\w+)\b")
PETS = WordClass("noun_classes_en", "kept_animal")
"""Animals of which people speak as *he* or *she*, and who treats them."""

CARE = WordClass("noun_classes_en", "animal_care")
"""What animals have or get, wherever it stands in a text: a vet, a cage, hay."""

BREEDS = re.compile(r"\b(?:german|australian|belgian) shepherds?\b|\bgreat danes?\b|\bpit ?bulls?\b", re.IGNORECASE)
"""Breeds of dogs with names of several words."""

KEPT = re.compile(r"\b(?:[Mm]y|[Yy]our|[Oo]ur|[Tt]heir) $")
"""Before *male* they make it an animal of somebody's: *your male guards the nest*."""

ALONE = re.compile(r"\s*[.,;!?)]|\s+(?:and|or|is|are|will|has|have)\b")
"""What stands behind a noun, and seldom between an adjective and its noun."""

NEXT = re.compile(r" ([a-z]+)")
BEINGS = WordClass("noun_classes_en", "of_any_species")
"""Words for persons that are said of animals as well: *the female parent*."""

OWNERS = frozenset({"his", "her"})
OF_ANIMALS = WordClass("noun_classes_en", "of_animals")
"""Persons beside animals, who are not meant where a pronoun goes on about the animal."""

LETTERS = re.compile(r"[a-z]+")


def is_animal(text: str, start: int, end: int) -> bool:
    """Tell whether *male*, *females* and the like mean animals, by the words around."""
    after = NEXT.match(text, end)
    if after is not None and after[1] not in BEINGS and person_form(after[1]) is not None:
        # the female nurse has a dog
        return False
    near = text[max(0, start - NEAR) : end + NEAR]
    if BREEDS.search(near) or (KEPT.search(text, max(0, start - 6), start) and ALONE.match(text, end)):
        return True
    if PLANTS.match(text, end) or not SIGNS.as_set.isdisjoint(LETTERS.findall(near.lower())):
        return True
    return GROWN.search(near) is not None and SIZE.search(near) is not None


def tells_of_animal(tokens: Sequence[Token], pronouns: Sequence[int], to: BinaryGender) -> bool:
    """Whether the pronouns of one gender may go on about an animal, in a text without a word for a person of it."""
    low = [token.text.lower() for token in tokens]
    animals = [index for index, word in enumerate(low) if word in PETS or word in CARE]
    if not animals or not pronouns:
        return False
    owners = OWNERS - PRONOUNS[to].as_set
    first = pronouns[0]
    beasts = {at: bool(owners.intersection(low[max(0, at - 2) : at])) for at in animals if low[at] not in CARE}
    free = any(at < first and not is_owned for at, is_owned in beasts.items())
    owned = not free and any(beasts.values())
    if owned or not (animals[0] < first or any(low[at] in CARE for at in animals)):
        return False
    persons = (index for index in range(first) if low[index] not in OF_ANIMALS and low[index] not in PETS)
    return not any(
        tokens[at].pos == "NOUN" and person_form(low[at]) is not None and not _is_of_other_gender(low, at, first, to)
        for at in persons
    )


def _is_of_other_gender(low: list[str], person: int, pronoun: int, to: BinaryGender) -> bool:
    """Whether a noun or a pronoun behind it shows another gender than a pronoun: *my aunt*, *a friend, her*."""
    same: BinaryGender = "male" if to == "female" else "female"
    if counterpart(low[person], same) is not None:
        return True
    return counterpart(low[person], to) is None and any(word in PRONOUNS[to] for word in low[person + 1 : pronoun])
