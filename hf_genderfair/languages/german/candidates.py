"""The words that a German pronoun may stand for, with their gender and number by grammar."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from hf_genderfair.languages.clauses import (
    SUBJECTS,
    has_dependent,
    has_word_below,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.clauses import (
    BITS,
    FEMININE,
    MASCULINE,
    PLURAL,
    SINGULAR,
    agreement,
    has_plural_verb,
    shown_gender,
    stands_alone,
)
from hf_genderfair.lexicons.word_class import WordClass, WordValues

NO_ANTECEDENTS = WordClass("noun_classes_de", "no_antecedent")
"""Nouns of time, measure and fixed phrases, to which pronouns seldom refer."""

INDEFINITE = WordValues("pronoun_forms_de", "indefinite", agreement)
"""Indefinite pronouns, with which later pronouns agree."""

DETERMINATIVE = frozenset("derjenige diejenige demjenigen denjenigen".split())
"""Those of them that parsers take for nouns and adjectives too."""

POINTING = frozenset("diese dieser diesen dieses diesem".split())

JOINING = frozenset({"und", "sowie", "&"})
"""Conjunctions that make one antecedent of several words."""

PARTS = frozenset({"compound", "flat", "flat:name", "fixed"})
"""Relations of words that are parts of another."""

THING, LEFT = "thing", "antecedent not rewritten"
"""Reasons to leave a pronoun: it stands for a thing, or for a person whose words are left as they are."""


def has_article(document: Document, index: int) -> bool:
    """Return whether a noun has an article, or words for whose it is."""
    return has_dependent(document, index, "det", "det:poss", "nmod:poss")


def is_no_antecedent(document: Document, index: int) -> bool:
    """Return whether pronouns seldom refer to a noun: to parts of names, times, measures, *Als Kind war er krank*."""
    token = document.tokens[index]
    if token.relation in PARTS:
        return True
    if token.text.lower() in NO_ANTECEDENTS and token.relation not in SUBJECTS:
        return not has_word_below(document, index, POINTING)
    return index > 0 and document.tokens[index - 1].text.lower() == "als" and not has_article(document, index)


def noun_agreement(document: Document, index: int) -> int:
    """Return the bits of the gender and number of a noun; a verb may tell that one without article is a plural."""
    morph = document.tokens[index].morph
    if morph.get("Number") == "Plur":
        return PLURAL
    bits = BITS.get(shown_gender(document, index), SINGULAR)
    several = not has_article(document, index) and has_plural_verb(document, index)
    return bits | PLURAL if several else bits


class Candidate(NamedTuple):
    """A possible antecedent of a pronoun.

    Attributes:
        token_index: Index of the token.
        agreement: Bits of its genders and number by grammar.
        reason: Why pronouns for it are left alone; empty where they are not.
        leaning: Bit of the gender of most persons with this first name; 0 where it is not known.
        taken: Whether it is a pronoun that takes up another candidate.
    """

    token_index: int
    agreement: int
    reason: str = ""
    leaning: int = 0
    taken: bool = False

    def agrees(self, bits: int) -> bool:
        """Return whether it has one of some genders and numbers by grammar."""
        return self.agreement & bits != 0


class Anaphor(NamedTuple):
    """A pronoun whose antecedent is looked for.

    Attributes:
        token_index: Index of the token.
        kind: ``personal``, ``possessive``, ``genitive``, ``relative``, ``demonstrative`` or ``indefinite``.
        agreement: Bits of the genders and the number that its antecedent may have.
    """

    token_index: int
    kind: str
    agreement: int


def thing_at(document: Document, index: int) -> Candidate | None:
    """Return a noun as a thing; None for times, measures and parts of names."""
    if is_no_antecedent(document, index):
        return None
    several = PLURAL if is_joined(document, index) else 0
    return Candidate(index, noun_agreement(document, index) | several, THING)


def is_joined(document: Document, index: int) -> bool:
    """Return whether a noun is the first of several (*Eva und Jan*), which make one antecedent together."""
    tokens = document.tokens
    return any(
        tokens[child].relation == "conj" and has_word_below(document, child, JOINING)
        for child in document.children[index]
    )


def indefinite_at(document: Document, index: int) -> Candidate | None:
    """Return an indefinite pronoun that stands alone; of those for either gender, grammar makes *er*."""
    token = document.tokens[index]
    form = token.text.lower()
    if token.pos not in ("PRON", "DET") and form not in DETERMINATIVE:
        return None
    bits = INDEFINITE.as_dict.get(form, 0)
    if not bits or not stands_alone(document, index):
        return None
    return Candidate(index, bits, leaning=MASCULINE if bits & FEMININE else 0)


@lru_cache(maxsize=50_000)
def leaning_of(name: str) -> int:
    """Return the bit of the gender to which a first name is mostly given; 0 for other words."""
    evidence = first_name_gender(name, "de")
    return {"female": FEMININE, "male": MASCULINE}.get(evidence.gender, 0) if evidence is not None else 0


TOKEN_INDEX = attrgetter("token_index")


class Candidates:
    """The possible antecedents of one text, in order; a sentence is read when a pronoun asks for it.

    Args:
        document: The text.
        read: Reads a token as a candidate, where it is one.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Der Tisch wackelt, denn er ist alt."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> candidates = Candidates(document, lambda index: Candidate(index, MASCULINE) if index < 2 else None)
        >>> [candidate.token_index for candidate in candidates.of(0)]
        [0, 1]
    """

    def __init__(self, document: Document, read: Callable[[int], Candidate | None]) -> None:
        """Keep the text."""
        self._document = document
        self._read = read
        self._found: dict[int, list[Candidate]] = {}

    def of(self, sentence: int) -> list[Candidate]:
        """Return what pronouns may stand for in a sentence, in order."""
        found = self._found.get(sentence)
        if found is None:
            indices = range(*self._document.sentences[sentence])
            found = [candidate for candidate in map(self._read, indices) if candidate is not None]
            self._found[sentence] = found
        return found

    def at(self, index: int) -> Candidate | None:
        """Return the candidate at a token, which is -1 for no token; None where there is none."""
        found = self.of(self._document.sentence_of[index]) if index >= 0 else []
        place = bisect_left(found, index, key=TOKEN_INDEX)
        return found[place] if place < len(found) and found[place].token_index == index else None

    def add(self, candidate: Candidate) -> None:
        """Let later pronouns go on with a candidate: a pronoun, or several words together."""
        insort(self.of(self._document.sentence_of[candidate.token_index]), candidate)
