"""Person references in English: words for persons, whose gender is their meaning, titles, names and pronouns."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Sentence, Token, word_end
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import HOME, first_name, is_frequent, person_form
from hf_genderfair.languages.evidence import title_gender
from hf_genderfair.languages.types import WORD_GENDERS, MarkedGender, Reference, ReferenceKind
from hf_genderfair.lexicons.word_class import WordClass

ROLES = WordClass("noun_classes_en", "role_of_thing")
HEADS = WordClass("noun_classes_en", "has_role")
"""Things that have such a role in front: *process*, *ship*."""

PARTS = WordClass("noun_classes_en", "machine_role")
"""Roles that things have without a noun behind them where machines are spoken of: *the driver is loaded*."""

MACHINES = WordClass("noun_classes_en", "machine")
PERSONAL = WordClass("closed_classes_en", "gendered_pronoun")
NOUNS = ("NOUN", "PROPN", "ADJ", "VERB")
"""What taggers take a noun for before another noun."""


def roles_of_things(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the indices of words for persons in a sentence that mean things."""
    lows = [token.text.lower() for token in tokens]
    compounds = {
        index
        for index, low in enumerate(lows[:-1])
        if (low in ROLES and lows[index + 1] in HEADS and tokens[index + 1].pos in NOUNS)
    } | {
        index
        for index, low in enumerate(lows)
        if index and low in PARTS and lows[index - 1] in MACHINES and tokens[index - 1].pos in NOUNS
    }
    parts = {index for index, low in enumerate(lows) if low in PARTS}
    if parts <= compounds:
        return frozenset(compounds)
    technical = any(lows[index] in PARTS for index in compounds) or any(low in MACHINES for low in lows)
    return frozenset(compounds | parts if technical and not _has_person(tokens, compounds | parts) else compounds)


def _has_person(tokens: Sequence[Token], things: set[int]) -> bool:
    """Whether a sentence has a word for a person besides words that may mean things."""
    for index, token in enumerate(tokens):
        low = token.text.lower()
        if low in PERSONAL or low == "who":
            return True
        form = person_form(token.text) if token.pos == "NOUN" and index not in things else None
        if form is not None and form.sense != "mostly_thing" and low not in MACHINES:
            return True
    return False


NEEDS = frozenset({"pos", "entities"})
"""Layers of the pipeline that the rules read; entities tell names of persons from other names."""


PRONOUNS: tuple[tuple[WordClass, MarkedGender, bool], ...] = (
    (WordClass("closed_classes_en", "reference_to_man"), "masculine", True),
    (WordClass("closed_classes_en", "reference_to_woman"), "feminine", True),
    (WordClass("closed_classes_en", "reference_to_thing"), "neuter", False),
    (WordClass("closed_classes_en", "reference_to_person"), "none", True),
)
"""Gender of pronouns, and whether they stand for persons; those of the first and second person are left out."""

SEVERAL = frozenset("they them theirs themselves".split())

GIVEN_NAME_TITLES = WordClass("name_words_en", "title_of_given_name")
"""Titles that stand before a first name alone: *Queen Anne*, *Aunt Mary*."""

PARTICLES = WordClass("name_words_en", "particle")


def find(document: Document) -> list[Reference]:
    """Return the nouns and pronouns of a text in order (Derner et al. 2025, section 3.2, for English)."""
    # The gender of a word is its meaning: *woman* and *actress* are feminine, *uncle* masculine, *teacher* and *table*
    # have none; *it* is neuter. First names are references to persons, surnames and pronouns of the first and second
    # person are left out. A word's meaning may have a gender that the person meant has not: *actor* is masculine here
    # because there is *actress*, and many actors are women.
    sentences = (_Sentence(sentence, document) for sentence in document.analysis.sentences)
    return [reference for sentence in sentences for reference in sentence.find()]


class _Sentence:
    """Finds the references of one sentence."""

    def __init__(self, sentence: Sentence, document: Document) -> None:
        self.tokens = sentence.tokens
        self.document = document
        self.text = document.text
        self.found: list[Reference] = []
        self.things = roles_of_things(sentence.tokens)

    def find(self) -> list[Reference]:
        index = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            pos = token.pos
            end = index + 1
            if pos == "NOUN" or pos == "PROPN":
                end = word_end(self.tokens, index)
                if index in self.things:
                    self.add(index, end, "noun", False, "none", "lexicon")
                elif self.tokens[end - 1].pos == "PROPN":
                    end = self.name(index)
                else:
                    self.noun(index, end)
            elif pos == "PRON":
                self.pronoun(token)
            index = end
        return self.found

    def word(self, start: int, end: int) -> str:
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def noun(self, start: int, end: int) -> None:
        word = self.word(start, end)
        if not word[0].isalnum() or len(word) == 1:
            return
        form = person_form(word)
        if form is None or (form.sense == "mostly_thing" and not self.before_name(end)):
            self.add(start, end, "noun", False, "none", "pipeline")
        else:
            self.add(start, end, "noun", True, form.gender, form.source, form.generic)

    def before_name(self, index: int) -> bool:
        return index < len(self.tokens) and self.entity(index) == "PER" and self.tokens[index].pos == "PROPN"

    def entity(self, index: int) -> str:
        return self.document.entity_type(self.tokens[index].start)

    def name(self, start: int) -> int:
        """Add the titles, first names or non-person name in a run of names, and return the index after it."""
        words = self.name_words(start)
        end = words[-1][1]
        before = self.tokens[start - 1].text if start else ""
        title = before if before and (title_gender(before, "en") or person_form(before)) else None
        while words and self.title(words[0], len(words) == 1, title):
            title = self.word(*words[0])
            words = words[1:]
        if not words:
            return end
        kind = self.entity(words[0][0])
        known = first_name(self.word(*words[0]))
        named = known is not None and len(words) > 1 and is_frequent(known)
        if kind == "PER" or (not kind and (title is not None or named)):
            self.person(words, title)
        else:
            for word in words:
                self.non_person(word)
        return end

    def name_words(self, start: int) -> list[tuple[int, int]]:
        """Return first and last index of each word of a name, without particles."""
        words = []
        index = start
        while index < len(self.tokens):
            if self.tokens[index].pos == "PROPN" or index == start:
                end = word_end(self.tokens, index)
                words.append((index, end))
                index = end
            elif self.tokens[index].text in PARTICLES and self.is_name(index + 1):
                index += 1
            else:
                break
        return words

    def is_name(self, index: int) -> bool:
        return index < len(self.tokens) and self.tokens[index].pos == "PROPN"

    def title(self, indices: tuple[int, int], last: bool, before: str | None) -> bool:
        """Add a title or a word for persons in a name, such as *Dr.* or *Americans*, and return whether it is one."""
        word = self.word(*indices)
        evidence = title_gender(word, "en") if word[0].isupper() and not word.isupper() else None
        form = person_form(word)
        if evidence is None and form is None:
            return False
        named = not last and self.is_first_name(indices[1])
        if self.entity(indices[0]) in ("LOC", "ORG") and not named:
            return False
        if last:
            alone = before is None and first_name(word) is None
            is_title = alone or (evidence is not None and before is not None)
        else:
            is_title = named or evidence is not None or (form is not None and form.sense == "person")
        if not is_title:
            return False
        gender: MarkedGender
        gender = form.gender if form is not None else WORD_GENDERS.get(evidence.gender if evidence else "", "none")
        self.add(*indices, "noun", True, gender, "title" if evidence else "lexicon", form is not None and form.generic)
        return True

    def is_first_name(self, index: int) -> bool:
        return self.entity(index) == "PER" or first_name(self.tokens[index].text) is not None

    def person(self, words: list[tuple[int, int]], title: str | None) -> None:
        """Add the first names of a person; the last word is a surname, unless it can only be a first name."""
        given = words[:-1]
        if not given:
            evidence = first_name(self.word(*words[0]))
            royal = title is not None and title.lower().rstrip(".") in GIVEN_NAME_TITLES
            if not royal and (title is not None or evidence is None or HOME.isdisjoint(evidence.source.split()[1:])):
                return
            given = words
        for number, indices in enumerate(given):
            name = self.word(*indices)
            evidence = first_name(name)
            if len(name.rstrip(".")) < 2 or (number and evidence is None):
                continue
            titled = title_gender(title, "en") if title else None
            gender: MarkedGender = WORD_GENDERS.get(titled.gender if titled else "", "none")
            if gender == "none" and evidence is not None:
                gender = WORD_GENDERS.get(evidence.gender, "none")
            self.add(*indices, "name", True, gender, "first name" if evidence else "name")

    def non_person(self, indices: tuple[int, int]) -> None:
        word = self.word(*indices)
        if len(word) > 1 and word[0].isalnum():
            self.add(*indices, "name", False, "none", "name")

    def pronoun(self, token: Token) -> None:
        low = token.text.lower()
        known = next(((gender, person) for words, gender, person in PRONOUNS if low in words), None)
        if known is None:
            return
        gender, person = known
        if low in SEVERAL and self.found:
            person = self.found[-1].person or any(reference.person for reference in self.found)
        self.found.append(Reference(token.start, token.end, "pronoun", person, gender, False, False, "pronoun"))

    def add(
        self,
        start: int,
        end: int,
        kind: ReferenceKind,
        person: bool,
        gender: MarkedGender,
        source: str,
        generic: bool = False,
    ) -> None:
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        self.found.append(Reference(first, last, kind, person, gender, False, generic, source))
