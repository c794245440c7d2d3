"""The record by which a language gets counterfactual sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hf_genderfair.counterfactual.swapping import SwapOptions, Swapping
from hf_genderfair.counterfactual.weighed import Weighed
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass


@dataclass(frozen=True)
class SwapRules:
    """How the words for women and men of a language are swapped, and what other words a swap has to mind.

    Attributes:
        layers: Layers of the pipeline that `swap` reads.
        mentions: Returns whether a text may hold a word that would be swapped to a gender.
        propose: Proposes the changes of a document, by rules or of the words that have been weighed.
        has_form: Returns whether the token at an index may have another form for a gender.
        resuming: Pronouns that need an antecedent, in lower case.
        before_place: Prepositions after which a name of a place is no person's.
        lists_gender: Whether a word list knows the words for women and men, so that sentences are found by the columns
            of `GroupWords`; otherwise grammar finds them.
        named_otherwise: Finds the words for persons who have a first name of the gender that they do not have then.
        is_name_alone: Returns of the first two words of a sentence whether the first is a name that looks like a noun.
        nouns_have_capitals: Whether a noun is written with a capital, so that it makes no name of it.
        fitting_article: Returns the article that fits a word in place of the one before it, where articles go by the
            sound of the word; None where that fits.
        other_pronoun: Returns the pronoun of the other gender by its place among tokens; None for other words.

    Example:
        >>> from hf_genderfair.counterfactual.languages import swap_rules
        >>> swap_rules("en").mentions("She left.", "male"), swap_rules("en").mentions("She left.", "female")
        (True, False)
    """

    layers: frozenset[str]
    mentions: Callable[[str, BinaryGender], bool]
    propose: Callable[[Document, BinaryGender, SwapOptions, Weighed], Swapping]
    has_form: Callable[[Document, int, BinaryGender], bool]
    resuming: WordClass
    before_place: WordClass
    lists_gender: bool = False
    named_otherwise: Callable[[Document, BinaryGender], Sequence[tuple[int, int]]] | None = None
    is_name_alone: Callable[[Token, Token], bool] = lambda token, after: False
    nouns_have_capitals: bool = False
    fitting_article: Callable[[str, str], str | None] | None = None
    other_pronoun: Callable[[Sequence[Token], int, str], str | None] | None = None
