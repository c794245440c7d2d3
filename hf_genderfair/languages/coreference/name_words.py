"""The words of a text as parts of names: titles, entities, what stands around them.

Small pipelines know few names and tag many persons as places. The context distinguishes them: the subject of *write*
or *marry* and the antecedent of *his* or *her* is a person, the object of *live in* is a place.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import NamedTuple

from hf_genderfair.languages.coreference.mention import GenderEvidence, TokenRange
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import Evidence
from hf_genderfair.lexicons.word_class import WordClass

TITLE_TAGS = frozenset({"NOUN", "PROPN", "X", "ADJ"})

MOST_TITLES = 4

FAIR = "academic title for all genders"
"""Kind of a title with a sign before the feminine ending: ``Prof*in``."""

HONORIFIC = "honorific"
"""Kind of a title that tells no gender itself, but by the possessive before it: *Ihre Exzellenz*."""

ACADEMIC = ("academic", FAIR)

SURE_KINDS = frozenset({"address", "nobility", "kinship"})
"""Titles whose form gives the gender of the person; those of offices are role nouns."""


class PersonNoun(NamedTuple):
    """A noun for persons.

    Attributes:
        first: Index of the first token of the noun, with the other parts of a compound.
        end: Offset after its last character, which may lie after the last token (*Lehrer:in*).
        plural: Whether it stands for several persons.
        evidence: Its evidence of gender.
        generic: Whether it means anybody and nobody in particular: *jeder Kunde*.
    """

    first: int
    end: int
    plural: bool
    evidence: tuple[GenderEvidence, ...]
    generic: bool = False


class NamingRules(NamedTuple):
    """The words of a language that name persons.

    Attributes:
        title: Returns the evidence of a title (`title_gender`); None where a word is not a title.
        is_person_word: Whether a word is a singular noun for a person, and thus may be a title before a name.
        first_name: Returns the evidence of a first name; None where a word is not a first name.
        is_given_name: Whether this evidence is strong enough to take a capitalised word for a first name.
        bare: Returns the possible forms of a word without a genitive ending, the word itself first.
        read_noun: Returns the person noun between two token indices; None where the noun does not name persons.
        neopronouns: Pronouns for all genders that pipelines take for names.
        before_name: Returns the evidence of the words before the name at a token index; None where there is none.
        shows_first_name: Whether a first word, or none, of a name shows a first name by the form of both.
        fair_nouns: Returns the nouns that name all genders, by the index of their first token.
        nouns_have_capitals: Whether a word in small letters is no noun, and no title either.
        bare_titles: Whether every noun for a person right before a name is its title, if it has no determiner.
        apposed_titles: Whether a noun right before a name is its title where parsers attach the name to another word.
        belongs: Whether the noun right before a token is of somebody who belongs to whom it names: *Sprecher Bodes*.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> actor_rules("en").words.is_person_word("actress")
        True
    """

    title: Callable[[str], Evidence | None]
    is_person_word: Callable[[str], bool]
    first_name: Callable[[str], Evidence | None]
    is_given_name: Callable[[Evidence], bool]
    bare: Callable[[str], tuple[str, ...]]
    read_noun: Callable[[Document, int, int], PersonNoun | None]
    neopronouns: Container[str]
    before_name: Callable[[Document, int], GenderEvidence | None] = lambda document, index: None
    shows_first_name: Callable[[str, str], bool] = lambda given, name: True
    fair_nouns: Callable[[Document], Mapping[int, PersonNoun]] = lambda document: {}
    nouns_have_capitals: bool = False
    bare_titles: bool = False
    apposed_titles: bool = False
    belongs: Callable[[Document, int], bool] = lambda document, index: False


def titles_before(document: Document, language: NamingRules, first: int, last: int) -> tuple[TokenRange, ...]:
    """Return the titles and person nouns directly before a name."""
    titles: list[TokenRange] = []
    start, _ = document.sentences[document.sentence_of[first]]
    end = first
    while len(titles) < MOST_TITLES and end > start:
        word = (title_start(document, language, end), end)
        if not _is_title_of(document, language, word, (first, last), bool(titles)):
            break
        titles.insert(0, word)
        end = word[0]
    return tuple(titles)


def word_start(document: Document, end: int) -> int:
    """Return the start of a hyphenated word."""
    tokens = document.tokens
    start = end - 1
    while start > 1 and tokens[start - 1].text == "-" and tokens[start - 1].end == tokens[start].start:
        start -= 2
    return start


def title_start(document: Document, language: NamingRules, end: int) -> int:
    """Return the start of a word that may be a title, which a pipeline cuts at its sign: *Prof:in*."""
    tokens, start = document.tokens, word_start(document, end)
    joined = word_start(document, start - 1) if start > 1 else start
    whole = document.text[tokens[joined].start : tokens[end - 1].end]
    one_word = joined < start and whole[0].isalpha() and len(whole.split()) == 1
    return joined if one_word and language.title(whole) is not None else start


def _is_title_of(document: Document, language: NamingRules, word: TokenRange, name: TokenRange, titled: bool) -> bool:
    """Whether a word before a name, or before one of its titles, is a title of the name."""
    text = document.text[document.tokens[word[0]].start : document.tokens[word[1] - 1].end]
    evidence = language.title(text) if text[0].isalpha() else None
    # an abbreviation is tagged as anything
    if document.tokens[word[1] - 1].pos not in TITLE_TAGS and (evidence is None or evidence.kind not in ACADEMIC):
        return False
    adjective = language.nouns_have_capitals and text[0].islower()
    if evidence is None and (adjective or not language.is_person_word(text)):
        # 'die junge Ada Bode' is no boy
        return False
    if name[1] - name[0] == 1 and not titled and language.belongs(document, name[0]):
        return False
    if titled or (evidence is not None and evidence.kind in {"address", *ACADEMIC}):
        return True
    bare = (evidence is not None or language.bare_titles) and not any(
        document.tokens[child].relation.startswith(("det", "nmod:poss"))
        for index in range(*word)
        for child in document.children[index]
    )
    # where parsers attach the name to another one, the words beside each other still show it: 'mit seinem Sohn Jan'
    noun = language.apposed_titles and document.tokens[word[1] - 1].pos == "NOUN"
    apposed = noun and document.tokens[name[0]].relation in ("appos", "flat")
    return bare or apposed or _linked(document, word, name)


def _linked(document: Document, one: TokenRange, other: TokenRange) -> bool:
    """Whether a word of one span depends on a word of the other."""
    heads = document.heads
    return any(other[0] <= heads[index] < other[1] for index in range(*one)) or any(
        one[0] <= heads[index] < one[1] for index in range(*other)
    )


Name = tuple[str, ...]


class NameSpan(NamedTuple):
    """The name of a person.

    Attributes:
        first: Index of its first token.
        last: Index after its last token.
        titles: The words before it that are its titles, as pairs of token indices, in order.

    Example:
        >>> NameSpan(1, 2, ((0, 1),)).titles
        ((0, 1),)
    """

    first: int
    last: int
    titles: tuple[TokenRange, ...]


def same_full(one: Name, other: Name) -> bool:
    """Return whether two full names may be of one person: same first and last word, an initial, or an omitted part."""
    shorter, longer = sorted((one, other), key=len)
    if longer[-len(shorter) :] == shorter or longer[: len(shorter)] == shorter:
        return True
    # surnames come first in some languages
    return one == other[::-1] or (one[-1] == other[-1] and _same_first(one[0], other[0]))


def _same_first(one: str, other: str) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one.rstrip("."), other.rstrip(".")), key=len)
    return len(shorter) == 1 and longer.startswith(shorter)


PARTICLES = WordClass("name_words_any", "particle")
"""Particles of names."""

LATER_PARTICLES = WordClass("name_words_any", "particle_behind_particle")
"""Words that are particles only behind another one: *von und zu*, *von dem*."""

SUFFIXES = WordClass("name_words_any", "suffix")
"""Words after a name that belong to it: *Jr.*, *II.*."""

ADDRESSES = WordClass("name_words_any", "address")
"""Words after which a capitalised noun is a surname: *Herr Richter*."""

LONGEST_PREFIX = 3
