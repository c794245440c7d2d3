"""The record by which a language gets counterfactual sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

EXPECTED = 3.0
"""How much likelier a form is that the analysis of a sentence expects."""


def _none_listed(document: Document, index: int, to: BinaryGender) -> Sequence[str]:
    return ()


def _no_joined(document: Document, index: int, new: str) -> None:
    return None


def _no_article(article: str, word: str) -> None:
    return None


@dataclass(frozen=True)
class SwapForms:
    """The forms of the words for women and men of a language, and what other words a swap has to mind.

    Attributes:
        layers: Layers of the pipeline that are read.
        mentions: Returns whether a text may hold a word that would be swapped to a gender.
        listed: Returns the forms for a gender of which the word at an index has one, in its capitals; none where no
            table knows it.
        form: Returns the form that rules make of a word, where the reader tells none; None where they know none.
        joined: Returns what a new word makes with the word before it: *de* and *el* make *del*; None for most.
        resuming: Pronouns that need an antecedent, in lower case.
        before_place: Prepositions after which a name of a place is no person's.
        agree: Whether articles and adjectives have another form wherever their noun has, so that they change together.
        lists_gender: Whether a word list knows the words for women and men, so that sentences are found by the columns
            of `GroupWords`; otherwise the swap itself finds them.
        is_name_alone: Whether of the first two words of a sentence the first is a name that looks like a noun.
        nouns_have_capitals: Whether a noun is written with a capital, so that it makes no name of it.
        fitting_article: Returns the article that fits a word in place of the one before it, where articles go by the
            sound of the word; None where that fits.
        other_pronoun: Returns the pronoun of the other gender by its place among tokens; None for other words.
        is_word: Whether a form in lower case is a word, where tables know all that have a gender: no *surveyoress*.

    Example:
        >>> from hf_genderfair.counterfactual.languages import swap_forms
        >>> swap_forms("en").mentions("She left.", "male"), swap_forms("en").mentions("She left.", "female")
        (True, False)
    """

    layers: frozenset[str]
    mentions: Callable[[str, BinaryGender], bool]
    form: Callable[[Document, int, BinaryGender], str | None]
    resuming: WordClass
    before_place: WordClass
    listed: Callable[[Document, int, BinaryGender], Sequence[str]] = _none_listed
    joined: Callable[[Document, int, str], str | None] = _no_joined
    agree: bool = False
    lists_gender: bool = False
    is_name_alone: Callable[[Token, Token], bool] = lambda token, after: False
    nouns_have_capitals: bool = False
    fitting_article: Callable[[str, str], str | None] = _no_article
    other_pronoun: Callable[[Sequence[Token], int, str], str | None] | None = None
    is_word: Callable[[str], bool] = lambda form: True
