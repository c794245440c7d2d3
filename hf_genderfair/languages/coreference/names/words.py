"""The words of a text as the parts of names: titles, first names, surnames, and words that are no names."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.coreference.mention_words import ACADEMIC, SURE_KINDS, NamingRules
from hf_genderfair.languages.coreference.names.parts import entity_numbers
from hf_genderfair.languages.coreference.names.titles import TokenRange, titles_before
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.hyphens import word_end
from hf_genderfair.languages.person_words import frequent_surnames, names_of_no_persons
from hf_genderfair.lexicons.word_class import WordClass

PARTICLES = WordClass("name_parts", "particle")
"""Particles of names."""

LATER_PARTICLES = WordClass("name_parts", "particle_behind_particle")
"""Words that are particles only behind another one: *von und zu*, *von dem*."""

SUFFIXES = WordClass("name_parts", "suffix")
"""Words after a name that belong to it: *Jr.*, *II.*."""

ADDRESSES = WordClass("name_parts", "address")
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
        self.non_persons = names_of_no_persons(document.lang)
        self.surnames = frequent_surnames()
        self.entities = entity_numbers(document)

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
        known = (texts[0], texts[-1], " ".join(texts))
        return any(text.casefold() in self.non_persons for text in known)

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

    def is_prefix(self, index: int) -> bool:
        """Return whether a short word in lower case is joined to the surname behind it: *ul-Haq*, *az-Zayani*."""
        text, end = self.tokens[index].text, word_end(self.tokens, index)
        joined = end == index + 3 and self.tokens[end - 1].pos == "PROPN" and self.tokens[end - 1].text[0].isupper()
        return joined and text.islower() and len(text) <= LONGEST_PREFIX

    def is_bare(self, word: TokenRange) -> bool:
        """Return whether a word has no determiner."""
        children = self.document.children[word[1] - 1]
        return not any(self.tokens[index].relation.startswith("det") for index in children)

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
