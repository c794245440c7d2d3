"""What swaps of every language and attribute share: changes, options, the record of a language, and draws."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hf_genderfair.core.settings import Checked
from hf_genderfair.core.spans import Edit, Refusal
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

Names = Literal["keep", "swap", "refuse"]

RULES: tuple[str, ...] = (
    "pronoun",
    "possessive",
    "reflexive",
    "relative",
    "noun",
    "title",
    "determiner",
    "adjective",
    "participle",
    "contraction",
    "article",
    "name",
    "group word",
    "companion word",
)
"""Values of `Change.rule`: what kind of word is changed."""


class Change(NamedTuple):
    """A word of a person and what replaces it, with its coreference chain.

    Attributes:
        start: Offset of its first character in the text, in code points.
        end: Offset after its last character.
        replacement: What stands there afterwards, in the case (capitals) of the original.
        rule: One of `RULES`.
        chain: Number of its coreference chain; words of one chain are changed together or not at all.
    """

    start: int
    end: int
    replacement: str
    rule: str
    chain: int

    def edit(self, text: str, reason: str = "") -> Edit:
        """Return the edit of a text that makes the change."""
        return Edit(self.start, self.end, text[self.start : self.end], self.replacement, self.rule, reason)


class Swapping(NamedTuple):
    """The changes proposed for one text.

    Attributes:
        changes: Changes in order, without overlap; whole chains only.
        refusals: Words of the group to be swapped that stay, with the reason.
    """

    changes: list[Change]
    refusals: list[Refusal]


@dataclass(frozen=True)
class SwapOptions(Checked):
    """How persons with names are treated.

    Attributes:
        names: Leave sentences that name somebody (``refuse``), ``swap`` first names too, or ``keep`` only the names.
            More exactly, ``refuse`` leaves sentences that name a person, a place or an organisation whose words would
            change, and those that may go on about one, as they are, so that nothing false is said of anybody; ``swap``
            takes another first name from the list of name pairs; ``keep`` changes all words but the names.
        seed: Another seed gives other names and words where several fit.

    Example:
        >>> SwapOptions().names
        'refuse'
    """

    names: Names = "refuse"
    seed: int = 0


EXPECTED = 3.0
"""How much likelier a form is that the analysis of a sentence expects."""


def has_letters(text: str, to: BinaryGender) -> bool:
    """Return whether a text has a letter; the reader sees persons whom no list of words knows."""
    return any(map(str.isalpha, text))


@dataclass(frozen=True)
class SwapForms:
    """The forms of the words for women and men of a language, and what other words a swap has to mind.

    Attributes:
        form: Returns the form that rules make of a word, where the reader tells none; None where they know none.
        listed: Returns the forms for a gender of which the word at an index has one, in its capitals; none where no
            table knows it.
        resuming: Pronouns that need an antecedent, in lower case.
        before_place: Prepositions after which a name of a place is no person's.
        mentions: Returns whether a text may hold a word that would be swapped to a gender; the others need no analysis.
        joined: Returns what a new word makes with the word before it: *de* and *el* make *del*; None for most.
        agree: Whether articles and adjectives have another form wherever their noun has, so that they change together.
        lists_gender: Whether a word list knows the words for women and men, so that sentences are found by the columns
            of `GroupWords`; otherwise the swap itself finds them.
        is_name_alone: Whether of the first two words of a sentence the first is a name that looks like a noun.
        nouns_have_capitals: Whether a noun is written with a capital, so that it makes no name of it.
        fitting_article: Returns the article that fits a word in place of the one before it, where articles go by the
            sound of the word; None where that fits.
        other_pronoun: Returns the pronoun of the other gender by its place among tokens; None for other words.
        is_word: Whether a form in lower case is a word, as far as tables or rules tell: no *surveyoress*.

    Example:
        >>> from hf_genderfair.counterfactual.swap import swap_forms
        >>> swap_forms("en").mentions("She left.", "male"), swap_forms("en").mentions("She left.", "female")
        (True, False)
    """

    form: Callable[[Document, int, BinaryGender], str | None]
    listed: Callable[[Document, int, BinaryGender], Sequence[str]]
    resuming: WordClass
    before_place: WordClass
    mentions: Callable[[str, BinaryGender], bool] = has_letters
    joined: Callable[[Document, int, str], str | None] = lambda document, index, new: None
    agree: bool = False
    lists_gender: bool = False
    is_name_alone: Callable[[Token, Token], bool] = lambda token, after: False
    nouns_have_capitals: bool = False
    fitting_article: Callable[[str, str], str | None] = lambda article, word: None
    other_pronoun: Callable[[Sequence[Token], int, str], str | None] = lambda tokens, index, pronoun: None
    is_word: Callable[[str], bool] = lambda form: True


def draw(seed: int, key: str, start: int) -> float:
    """Return the number by which plans choose a sentence: the same in every run, batch and shard."""
    digest = hashlib.sha256(f"{seed}\t{start}\t{key}".encode(errors="surrogatepass")).digest()
    # 53 bits are what a float holds exactly
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)
