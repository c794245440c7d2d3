"""The words that a German pronoun may stand for, and which of them the syntax of its clause rules out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.languages.clauses import (
    CLAUSES,
    LONGEST_CHAIN,
    SUBJECTS,
    VERBAL,
    clause_of,
    dependents,
    has_copula,
    has_dependent,
    has_preposition,
    has_word_below,
    subject_of,
    subjects,
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

POSSESSORS = frozenset({"possessive", "genitive"})
"""Kinds of pronouns that stand before what somebody has: *sein*, *dessen*."""


def barred_words(document: Document, index: int, kind: str) -> set[int]:
    """Return the words that binding keeps apart from a pronoun."""
    # A personal pronoun is none of the other arguments of its verb; no pronoun is the noun inside whose phrase it
    # stands.
    tokens, heads = document.tokens, document.heads
    governor = heads[index]
    if kind in POSSESSORS:
        return _not_possessors(document, governor)
    found = _phrases_around(document, index)
    # Sie nahm die von ihr erfundene Maschine mit
    if index > 1 and tokens[index - 2].pos == "DET" and has_preposition(document, index):
        return found
    one_of_many = kind == "indefinite"
    for child in document.children[governor]:
        if child == index or (one_of_many and has_preposition(document, index)):
            continue
        if not (one_of_many and has_preposition(document, child)):
            found.add(child)
            # 'Wer den Schirm sieht, soll ihn bringen'
            found.update(below for below in document.children[child] if tokens[below].text.lower() == "wer")
            found.update(dependents(document, child, "conj", "appos"))
    if tokens[governor].relation.startswith("acl"):
        # 'ein Plan, den er hat'
        found.add(heads[governor])
    if tokens[index].relation not in SUBJECTS:
        found.add(subject_of(document, clause_of(document, index)))
    return found


def _phrases_around(document: Document, index: int) -> set[int]:
    """Return the words of its clause whose phrases contain a pronoun."""
    tokens, heads = document.tokens, document.heads
    found: set[int] = set()
    for _ in range(LONGEST_CHAIN):
        if tokens[index].relation in CLAUSES or tokens[index].relation == "conj" or heads[index] == index:
            break
        index = heads[index]
        if tokens[index].relation in CLAUSES and tokens[index].pos not in ("NOUN", "PROPN", "PRON"):
            break
        found.add(index)
    return found


def _not_possessors(document: Document, owned: int) -> set[int]:
    """Return what does not own a noun: itself, the noun of which it is the genitive, and what is said to be it."""
    tokens, heads = document.tokens, document.heads
    found = {owned}
    if tokens[owned].relation.startswith("nmod") and not has_preposition(document, owned):
        found.add(heads[owned])
    if tokens[owned].relation == "conj" and has_dependent(document, heads[owned], "det:poss"):
        # sein Blick und seine Faust
        found.add(heads[owned])
    # 'Er ist sein Vater'
    if has_copula(document, owned):
        found.update(subjects(document, owned))
    return found


SLOT = {"subject": 1.0, "object": 0.3, "possessor": -0.1, "oblique": -0.2}
"""Prominence by role: subjects are the most prominent."""

SLOTS = {"nsubj": "subject", "nsubj:pass": "subject", "obj": "object", "iobj": "object", "obl:arg": "object"} | {
    "nmod:poss": "possessor"
}
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

JOINING = frozenset({"und", "sowie", "&"})
"""Conjunctions that make one antecedent of several words."""

PARTS = frozenset({"compound", "flat", "flat:name", "fixed"})
"""Relations of words that are parts of another."""

INNER = frozenset({"nmod", "nmod:poss", "appos", "compound"})
"""Relations of nouns inside another noun phrase."""

THING, ANYBODY, LEFT = "thing", "anybody", "antecedent not rewritten"
"""Reasons to leave a pronoun: it stands for a thing; for nobody in particular, as after *jeder* and *man*; for a person
whose words are left as they are."""


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
        agreement: Bits of its gender and number by grammar; 0 where only what is known of a person decides.
        slot: ``subject``, ``object``, ``possessor`` or ``oblique``.
        prominence: Score of the word itself, which counts for every pronoun.
        referent: Number of whom or what it stands for: candidates with the same number stand for the same.
        reason: Why pronouns for it are left alone; empty where they are not.
        leaning: Bit of the gender of most persons with this first name; 0 where it is not known.
        taken: Whether it is a pronoun that takes up another candidate.
        epicene: Whether its grammatical gender is independent of the person (*die Person*, *das Kind*).
    """

    token_index: int
    agreement: int
    slot: str
    prominence: float
    referent: int
    reason: str = ""
    leaning: int = 0
    taken: bool = False
    epicene: bool = False

    def agrees(self, bits: int) -> bool:
        """Return whether it has one of some genders and numbers by grammar."""
        return self.agreement & bits != 0


class Anaphor(NamedTuple):
    """A pronoun whose antecedent is looked for.

    Attributes:
        token_index: Index of the token.
        kind: ``personal``, ``possessive``, ``demonstrative`` or ``indefinite``.
        agreement: Bits of the genders and the number that its antecedent may have.
        animacy: Animacy evidence of the words around it: above zero for persons, below for things.
        slot: Its role; that of its relation where it is empty.
    """

    token_index: int
    kind: str
    agreement: int
    animacy: float
    slot: str = ""


def candidate_at(document: Document, index: int, agreement: int, slot: str = "") -> Candidate:
    """Return a word as a candidate that stands for itself, with the prominence of its role and its place."""
    slot = slot or slot_of(document, index)
    prominence = SLOT[slot]
    if index - document.sentences[document.sentence_of[index]][0] <= 2:
        prominence += FIRST
    above = document.heads[index]
    clause = above if document.tokens[above].pos in VERBAL else clause_of(document, above)
    if document.heads[clause] == clause:
        prominence += MAIN_CLAUSE
    if document.tokens[index].relation in INNER:
        prominence += INSIDE
    return Candidate(index, agreement, slot, prominence, ~index)


def slot_of(document: Document, index: int) -> str:
    """Return the role of a word by its relation."""
    return SLOTS.get(document.tokens[index].relation, "oblique")


def thing_at(document: Document, index: int) -> Candidate | None:
    """Return a noun as a thing, which competes with persons; None for times, measures and parts of names."""
    if is_no_antecedent(document, index):
        return None
    agreement = noun_agreement(document, index)
    found = candidate_at(document, index, agreement | PLURAL if is_joined(document, index) else agreement)
    bare = agreement != PLURAL and not has_article(document, index)
    return found._replace(prominence=found.prominence + (BARE if bare else 0.0), reason=THING)


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
    return candidate_at(document, index, bits)._replace(leaning=MASCULINE if bits & FEMININE else 0)


def pronoun_at(document: Document, index: int, agreement: int, slot: str, referent: int, reason: str) -> Candidate:
    """Return a pronoun as a candidate for later ones, which keeps what it stands for prominent."""
    found = candidate_at(document, index, agreement, slot)
    return found._replace(prominence=found.prominence + AGAIN, referent=referent, reason=reason, taken=True)


@lru_cache(maxsize=50_000)
def leaning_of(name: str) -> int:
    """Return the bit of the gender to which a first name is mostly given; 0 for other words."""
    evidence = first_name_gender(name, "de")
    return {"female": FEMININE, "male": MASCULINE}.get(evidence.gender, 0) if evidence is not None else 0
