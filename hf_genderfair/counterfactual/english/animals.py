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

LONGEST_PREDICATE = 6
OWNERS = frozenset({"his", "her"})
OF_ANIMALS = WordClass("noun_classes_en", "of_animals")
"""Persons beside animals, who are not meant where a pronoun goes on about the animal."""

SPEAKING = WordClass("verb_frames_en", "speaking")
LETTERS = re.compile(r"[a-z]+")


def is_animal(text: str, start: int, end: int) -> bool:
    """Tell whether *male*, *females* and the like mean animals, by the words around.

    Returns:
        Whether a word nearby says so: *the male builds the nest*, *the adult male is 12 mm long*.

    Example:
        >>> text = "The male feeds the young in the nest."
        >>> is_animal(text, 4, 8), is_animal("The male was arrested.", 4, 8)
        (True, False)
    """
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
    """Tell whether the pronouns of one gender may go on about an animal, in a text without a word for a person of it.

    Args:
        tokens: All tokens.
        pronouns: The indices of *he* and *his*, or *she* and *her*, in order.
        to: The other gender.

    Returns:
        Whether an animal stands before the first of them or is said of it, is nobody's of whom they tell, and no other
        person whom they may mean stands between: *take your dog out so that he can run*, *a woman gave away one of her
        cats, he is three*, not *he loves his dog*.
    """
    low = [token.text.lower() for token in tokens]
    animals = [
        index for index, word in enumerate(low) if word in PETS or word in CARE or _is_one_of_several(low, index)
    ]
    if not animals or not pronouns:
        return False
    owners = OWNERS - PRONOUNS[to].as_set
    first = pronouns[0]
    beasts = {at: bool(owners.intersection(low[max(0, at - 2) : at])) for at in animals if low[at] not in CARE}
    free = any(at < first and not is_owned for at, is_owned in beasts.items())
    owned = not free and any(beasts.values())
    said = any(first < at <= first + LONGEST_PREDICATE and _is_said(low, first, at) for at in animals)
    if owned or any(_speaks(low, at) for at in pronouns):
        return False
    if not (animals[0] < first or said or any(low[at] in CARE for at in animals)):
        return False
    persons = (index for index in range(first) if low[index] not in OF_ANIMALS and low[index] not in PETS)
    return not any(
        tokens[at].pos == "NOUN" and person_form(low[at]) is not None and not _is_of_other_gender(low, at, first, to)
        for at in persons
    )


def _speaks(low: list[str], pronoun: int) -> bool:
    """Whether a pronoun says something, as no animal does: *the bear ran, he said*."""
    return any(word in SPEAKING for word in low[pronoun + 1 : pronoun + 2])


def _is_one_of_several(low: list[str], index: int) -> bool:
    """Whether a plural names animals of which one is spoken of: *one of her cats*."""
    return low[index].removesuffix("s") in PETS and "one" in low[max(0, index - 4) : index]


def _is_of_other_gender(low: list[str], person: int, pronoun: int, to: BinaryGender) -> bool:
    """Whether a noun or a pronoun behind it shows another gender than a pronoun: *my aunt*, *a friend, her*."""
    same: BinaryGender = "male" if to == "female" else "female"
    if counterpart(low[person], same) is not None:
        return True
    return counterpart(low[person], to) is None and any(word in PRONOUNS[to] for word in low[person + 1 : pronoun])


def _is_said(low: list[str], pronoun: int, animal: int) -> bool:
    """Whether a form of *be* and an article make an animal a predicate: *he is just a kitty*."""
    between = low[pronoun + 1 : animal]
    return bool({"is", "was", "'s", "’s"}.intersection(between[:1])) and bool({"a", "an"}.intersection(between))
