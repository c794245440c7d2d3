"""*Male* and *female* as words for animals or plants."""

from __future__ import annotations

import re

from hf_genderfair.lexicons.word_class import WordClass

ANIMAL = "an animal"

NEAR = 250
"""Number of characters around a word that are searched for words about animals."""

SIGNS = WordClass("noun_classes_en", "sign_of_animal")
PLANTS = re.compile(r" (?:flower|cone|plant|catkin|gamete|organ)s?\b")
GROWN = re.compile(r"\b(?:adult|juvenile|immature|breeding|mature) (?:fe)?males?\b", re.IGNORECASE)
SIZE = re.compile(r"\b\d[\d.,]*\s?(?:mm|cm|millimet\w+|centimet\w+)\b")
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
    near = text[max(0, start - NEAR) : end + NEAR]
    if PLANTS.match(text, end) or not SIGNS.as_set.isdisjoint(LETTERS.findall(near.lower())):
        return True
    return GROWN.search(near) is not None and SIZE.search(near) is not None
