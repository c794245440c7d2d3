"""Anaphors, the candidates for their antecedents, and the words that make some candidates likelier."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.languages.clauses import SUBJECTS, has_dependent, has_word_below
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.animacy_evidence import SLIGHT
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

SLOT = {"subject": 1.0, "object": 0.3, "possessor": -0.1, "oblique": -0.2}
"""Prominence by role: subjects are the most prominent."""

SLOTS = {"nsubj": "subject", "nsubj:pass": "subject", "obj": "object", "iobj": "object", "obl:arg": "object"}
"""Roles by relation; all others are oblique."""

FIRST, MAIN_CLAUSE, INSIDE, BARE, AGAIN = 0.4, 0.2, -0.4, -0.5, 0.6
"""Prominence of the first words of a sentence; in a main clause; inside another noun phrase; of things without article;
of pronouns, by which what is in the centre goes on."""

NO_ANTECEDENTS = WordClass("noun_classes_de", "no_antecedent")
"""Nouns of time, measure and fixed phrases, to which pronouns seldom refer."""

INDEFINITE = WordValues("pronoun_forms_de", "indefinite", agreement)
"""Indefinite pronouns, with which later pronouns agree."""

DETERMINATIVE = frozenset("derjenige diejenige demjenigen denjenigen".split())
"""Those of them that parsers take for nouns and adjectives too."""

POINTING = frozenset("diese dieser diesen dieses diesem".split())

PARTS = frozenset({"compound", "flat", "flat:name", "fixed"})
"""Relations of words that are parts of another."""

INNER = frozenset({"nmod", "nmod:poss", "appos", "compound"})
"""Relations of nouns inside another noun phrase."""


def place_prominence(document: Document, index: int, clause: int, inside: bool, role: float = 0.0) -> float:
    """Return the prominence of a word by its place.

    Args:
        document: The text.
        index: Index of the word.
        clause: Index of the head of its clause.
        inside: Whether it stands inside another noun phrase.
        role: Prominence of its role, to which that of the place is added.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Heute schrieb die gute alte Frau."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> place_prominence(document, 5, 1, False)
        0.2
    """
    if index - document.sentences[document.sentence_of[index]][0] <= 2:
        role += FIRST
    if document.heads[clause] == clause:
        role += MAIN_CLAUSE
    return role + INSIDE if inside else role


def has_article(document: Document, index: int) -> bool:
    """Return whether a noun has an article, or words for whose it is."""
    return has_dependent(document, index, "det", "det:poss", "nmod:poss")


def is_no_antecedent(document: Document, index: int) -> bool:
    """Return whether pronouns seldom refer to a noun: to parts of names, times, measures, *Als Kind war er krank*."""
    token = document.tokens[index]
    if token.relation in PARTS:
        return True
    pointed_at = has_word_below(document, index, POINTING)
    if token.text.lower() in NO_ANTECEDENTS and token.relation not in SUBJECTS and not pointed_at:
        return True
    return index > 0 and document.tokens[index - 1].text.lower() == "als" and not has_article(document, index)


def noun_agreement(document: Document, index: int) -> int:
    """Return the bits of the gender and number of a noun; a verb may tell that one without article is a plural."""
    morph = document.tokens[index].morph
    if morph.get("Number") == "Plur":
        return PLURAL
    bits = BITS.get(shown_gender(document, index), SINGULAR)
    several = not has_article(document, index) and has_plural_verb(document, index)
    return bits | PLURAL if several else bits


def indefinite_agreement(document: Document, index: int) -> int:
    """Return the bits of the pronouns that refer to an indefinite pronoun that stands alone; 0 for other words."""
    token = document.tokens[index]
    form = token.text.lower()
    bits = INDEFINITE.as_dict.get(form, 0)
    pronoun = token.pos in ("PRON", "DET") or form in DETERMINATIVE
    return bits if bits and pronoun and stands_alone(document, index) else 0


class AntecedentCandidate(NamedTuple):
    """A possible antecedent of a pronoun.

    Attributes:
        token_index: Index of the token.
        agreement: Bits of gender and number that it has by grammar.
        slot: ``subject``, ``object``, ``possessor`` or ``oblique``.
        prominence: Score of the word itself, which counts for every pronoun.
        reason: Why pronouns for it are left alone; empty where they are rewritten.
        leaning: Bit of the gender of most persons with this first name; 0 where it is not known.
        taken: Whether it is a pronoun that takes up another candidate.
    """

    token_index: int
    agreement: int
    slot: str
    prominence: float
    reason: str = ""
    leaning: int = 0
    taken: bool = False


class Anaphor(NamedTuple):
    """A pronoun whose antecedent is looked for.

    Attributes:
        token_index: Index of the token.
        kind: ``personal``, ``possessive``, ``demonstrative`` or ``indefinite``.
        agreement: Bits of the genders and the number that its antecedent may have.
        animacy: Animacy evidence of the words around it: above zero for persons, below for things.
    """

    token_index: int
    kind: str
    agreement: int
    animacy: float


@lru_cache(maxsize=50_000)
def leaning_of(name: str) -> int:
    """Return the bit of the gender to which a first name is mostly given; 0 for other words."""
    evidence = first_name_gender(name, "de")
    return {"female": FEMININE, "male": MASCULINE}.get(evidence.gender, 0) if evidence is not None else 0


def is_alone(
    document: Document, pronoun: Anaphor, thing: AntecedentCandidate, candidates: Sequence[AntecedentCandidate]
) -> bool:
    """Return whether a personal pronoun may stand for nothing but things: *Der Plan ist da; er hilft uns*.

    Args:
        document: The text.
        pronoun: The pronoun.
        thing: A thing of its sentence: a subject or an object, and not the pronoun's own (*sein Auftritt*).
        candidates: All that pronouns may stand for in the sentence.
    """
    at = thing.token_index
    # a name that no list knows may be a person's
    named = document.tokens[at].pos == "PROPN" and document.entity_at(document.tokens[at].start) is None
    if named or has_dependent(document, at, "det:poss") or thing.slot not in ("subject", "object"):
        return False
    if pronoun.kind != "personal" or pronoun.animacy > SLIGHT or at > pronoun.token_index:
        return False
    before = (other for other in candidates if other.token_index < pronoun.token_index)
    return all(other.reason == thing.reason or not other.agreement & pronoun.agreement for other in before)
