"""The languages whose words for women and men can be swapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hf_genderfair.core.choices import language
from hf_genderfair.counterfactual.swapping import SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.languages.types import BinaryGender

LANGUAGES = ("de", "en", "es")

NAMING = frozenset({"pronoun", "possessive", "reflexive", "noun", "title"})
"""Rules of the words that refer to a person; words of other rules agree with these."""


class GenderSwap(NamedTuple):
    """How the words for women and men of a language are swapped.

    Attributes:
        needs: Layers of the pipeline that are read.
        mentions: Returns whether a text may hold a word that would be swapped to a gender.
        swap: Proposes the changes of a document.

    Example:
        >>> gender_swap("en").mentions("She left.", "male"), gender_swap("en").mentions("She left.", "female")
        (True, False)
    """

    needs: frozenset[str]
    mentions: Callable[[str, BinaryGender], bool]
    swap: Callable[[Document, BinaryGender, SwapOptions], Swapping]


def gender_swap(lang: str) -> GenderSwap:
    """Return how words for women and men are swapped.

    Args:
        lang: One of `LANGUAGES`.

    Raises:
        GenderfairError: The language is not offered.
    """
    lang = language(lang, LANGUAGES)
    if lang == "en":
        from hf_genderfair.counterfactual.english import swap as english

        return GenderSwap(english.NEEDS, english.mentions_gender, english.swap)
    if lang == "de":
        from hf_genderfair.counterfactual.german import swap as german

        return GenderSwap(german.NEEDS, german.mentions_gender, german.swap)
    from hf_genderfair.counterfactual.spanish import swap as spanish

    return GenderSwap(spanish.NEEDS, spanish.mentions_gender, spanish.swap)


def gendered_words(document: Document) -> tuple[GroupWord, ...]:
    """Find the words of a text that name women or men, for languages without a list of them.

    Args:
        document: The text, with the layers of its language's swap.

    Returns:
        The words, in order; their entry is the word as written.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Die Köchin kennt meinen Bruder."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [(word.group, word.entry) for word in gendered_words(document)]
        [('female', 'Köchin'), ('male', 'Bruder')]
    """
    swap = gender_swap(document.lang).swap
    sides: tuple[tuple[str, BinaryGender], ...] = (("male", "female"), ("female", "male"))
    return tuple(
        sorted(
            GroupWord(change.start, change.end, "gender", group, document.text[change.start : change.end])
            for group, to in sides
            for change in document.derived(swap, to, SwapOptions()).changes
            if change.rule in NAMING
        )
    )
