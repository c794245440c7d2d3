"""The words of a text as parts of names: titles, entities, what stands around them.

Small pipelines know few names and tag many persons as places. The context distinguishes them: the subject of *write*
or *marry* and the antecedent of *his* or *her* is a person, the object of *live in* is a place.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hf_genderfair.languages.clauses import has_word_below
from hf_genderfair.languages.coreference.mention import GenderEvidence, TokenRange
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import Evidence, frequent_surnames, names_of_no_persons
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


class Group(NamedTuple):
    """Words of a sequence that belong to the same entity, or to none.

    Attributes:
        words: The words, as pairs of token indices.
        kind: The type of the entity; empty without one.

    Example:
        >>> Group([(0, 1)], "PER").kind
        'PER'
    """

    words: list[TokenRange]
    kind: str


def entity_numbers(document: Document) -> list[int]:
    """Return for each token the number of its entity; -1 where it has none."""
    numbers = [-1] * len(document.tokens)
    index = 0
    for number, entity in enumerate(document.entities):
        while index < len(numbers) and document.tokens[index].end <= entity.start:
            index += 1
        while index < len(numbers) and document.tokens[index].start < entity.end:
            numbers[index] = number
            index += 1
    return numbers


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


BESIDE = {"PER": 1.5, "LOC": -1.0, "ORG": -1.0, "": 0.5}
"""Weight of the entity type of a name in coordination or apposition with the name in question."""


@dataclass(frozen=True)
class ContextRules:
    """The words of a language that tell whether a name beside them is that of a person.

    Attributes:
        personal_verbs: Lemmas of verbs whose subjects are mostly persons.
        before_place: Prepositions before places.
        before_person: Prepositions before persons, more than before places.
        pronouns: Pronouns that refer to a person.
        enough: Sum of evidence from which a name is a person's.
        modifiers: Relations in which a name before a noun only says which one is meant: *Austin schools*.
        shown: Adds up what else a name shows by its head, first token and the end of its last.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> "marry" in actor_rules("en").names.context.personal_verbs
        True
    """

    personal_verbs: Container[str]
    before_place: Container[str]
    before_person: Container[str]
    pronouns: Container[str]
    enough: float
    modifiers: frozenset[str]
    shown: Callable[[Document, int, int, int], float] = lambda document, head, first, last: 0.0


def person_evidence(
    document: Document, first: int, last: int, kind_of: Callable[[int], str], rules: ContextRules
) -> float:
    """Add up the evidence of the context that a name is that of a person."""
    tokens, heads = document.tokens, document.heads
    head = next((index for index in range(first, last) if not first <= heads[index] < last), first)
    relation = tokens[head].relation
    weight = _before(document, first, rules) + _below(document, head)
    if relation.startswith("nsubj") or relation in ("obl:agent", "vocative", "iobj"):
        weight += 1.0 + (tokens[heads[head]].lemma.lower() in rules.personal_verbs)
    elif relation == "obj":
        weight += 0.5 + 0.5 * (tokens[heads[head]].lemma.lower() in rules.personal_verbs)
    elif relation == "nmod:poss":
        weight += 0.5
    elif relation in ("conj", "appos", "flat"):
        weight += BESIDE.get(kind_of(heads[head]), 0.0)
    elif heads[head] >= last and relation in rules.modifiers:
        weight -= 1.0
    return weight + rules.shown(document, head, first, last) + _taken_up(document, last, rules)


def _before(document: Document, first: int, rules: ContextRules) -> float:
    low = document.tokens[first - 1].text.lower() if first else ""
    return -1.5 if low in rules.before_place else 0.75 * (low in rules.before_person)


def _below(document: Document, head: int) -> float:
    """Return the evidence of the dependents of a name: an article counts against a person, *who* for one."""
    weight = 0.0
    for child in document.children[head]:
        token = document.tokens[child]
        if token.relation == "det" and child < head:
            weight -= 2.0
        elif token.relation == "acl:relcl" and has_word_below(document, child, ("who", "whom", "whose")):
            weight += 2.0
    return weight


def _taken_up(document: Document, last: int, rules: ContextRules) -> float:
    """Return 1 where a pronoun for a person follows in the sentence, 0.5 where one follows in the next sentence."""
    number = document.sentence_of[last - 1]
    if any(token.text.lower() in rules.pronouns for token in document.tokens[last : document.sentences[number][1]]):
        return 1.0
    if number + 1 < len(document.sentences):
        start, end = document.sentences[number + 1]
        return 0.5 * any(token.text.lower() in rules.pronouns for token in document.tokens[start : min(end, start + 8)])
    return 0.0


PARTICLES = WordClass("name_words_any", "particle")
"""Particles of names."""

LATER_PARTICLES = WordClass("name_words_any", "particle_behind_particle")
"""Words that are particles only behind another one: *von und zu*, *von dem*."""

SUFFIXES = WordClass("name_words_any", "suffix")
"""Words after a name that belong to it: *Jr.*, *II.*."""

ADDRESSES = WordClass("name_words_any", "address")
"""Words after which a capitalised noun is a surname: *Herr Richter*."""

AS = frozenset({"als", "as", "wie"})
"""Words before a predicative noun without article."""

NO_NAMES = frozenset({"ADJ", "AUX", "VERB"})
"""Tags of words that are first names only where a surname follows: *Christian Moss*, *Will Moss*."""

LONGEST_PREFIX = 3

SHORTEST_ACRONYM = 2


class NameWords:
    """The words of one text, to be asked whether they may be parts of names.

    Args:
        document: The text.
        language: The words for persons in its language.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> document = Document("Frau Bode kam.", next(pipeline("de").analyse(["Frau Bode kam."])), "de")
        >>> words = NameWords(document, actor_rules("de").words)
        >>> words.titles_before([(1, 2)]), words.is_address((0, 1)), words.is_title((1, 2))
        (((0, 1),), True, False)
    """

    def __init__(self, document: Document, language: NamingRules) -> None:
        """Read the entities of the text."""
        self.document = document
        self.tokens = document.tokens
        self.language = language
        self.entities = entity_numbers(document)
        self.non_persons = names_of_no_persons(document.lang)
        self.surnames = frequent_surnames()

    def text(self, word: TokenRange) -> str:
        """Return a word, with its hyphens."""
        return self.document.text[self.tokens[word[0]].start : self.tokens[word[1] - 1].end]

    def kind(self, index: int) -> str:
        """Return the type of the entity of a token; empty without one."""
        number = self.entities[index]
        return "" if number < 0 else self.document.entities[number].type

    def is_given(self, text: str) -> bool:
        """Return whether a word is a first name."""
        evidence = self.language.first_name(text)
        return evidence is not None and self.language.is_given_name(evidence)

    def is_given_before_surname(self, index: int) -> bool:
        """Return whether a first name that is tagged as another word stands before a surname: *Christian Moss*."""
        word, after = self.tokens[index], self.tokens[index + 1 : index + 2]
        named = bool(after) and after[0].pos == "PROPN" and after[0].text.casefold() in self.surnames
        _, end = self.document.sentences[self.document.sentence_of[index]]
        asked = word.pos == "AUX" and self.tokens[end - 1].text == "?"
        return named and not asked and word.pos in NO_NAMES and word.text[0].isupper() and self.is_given(word.text)

    def is_listed(self, text: str) -> bool:
        """Return whether a word is a frequent first name or surname."""
        return self.is_given(text) or any(bare.casefold() in self.surnames for bare in self.language.bare(text))

    def is_non_person(self, texts: Sequence[str]) -> bool:
        """Return whether the first word, the last one or all together name something else than a person."""
        return any(text.casefold() in self.non_persons for text in (texts[0], texts[-1], " ".join(texts)))

    def is_title(self, word: TokenRange) -> bool:
        """Return whether a word may be a title of the name behind it."""
        text = self.text(word)
        return self.language.title(text) is not None or (len(text) > 2 and self.language.is_person_word(text))

    def is_address(self, word: TokenRange) -> bool:
        """Return whether a word is a form of address or an academic title, which stand before names alone."""
        evidence = self.language.title(self.text(word))
        return evidence is not None and evidence.kind in SURE_KINDS.union(ACADEMIC)

    def titles_before(self, words: Sequence[TokenRange]) -> tuple[TokenRange, ...]:
        """Return the titles directly before the words of a name."""
        return titles_before(self.document, self.language, words[0][0], words[-1][1]) if words else ()

    def follows_address(self, index: int) -> bool:
        """Return whether a word follows a form of address, with titles between them or not."""
        index -= 1
        while index > 0 and self.is_title((index, index + 1)) and self.tokens[index].text not in ADDRESSES:
            index -= 1
        return index >= 0 and self.tokens[index].text in ADDRESSES

    def is_bare(self, word: TokenRange) -> bool:
        """Return whether a word has no determiner."""
        return not any(self.tokens[at].relation.startswith("det") for at in self.document.children[word[1] - 1])

    def stands_as_name(self, word: TokenRange) -> bool:
        """Return whether a word without article is a name, not a predicative noun: *als König*, *ist Koch*."""
        children = [self.tokens[index] for index in self.document.children[word[1] - 1]]
        return not any(
            child.relation in ("cop", "amod") or (child.relation == "case" and child.text.lower() in AS)
            for child in children
        )

    def has_digit(self, words: Sequence[TokenRange]) -> bool:
        """Return whether there is a digit in the words of a name."""
        return any(char.isdigit() for char in self.text((words[0][0], words[-1][1])))
