"""Which of the words that a German pronoun may stand for are likelier than others, whatever they mean.

Salience is that of Lappin and Leass (1994), for German of Strube and Hahn (1999): subjects and what stands first go
before objects, near before far. Weights were set by judgement, and no word for a gender or an occupation has one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hf_genderfair.languages.clauses import clause_of, has_preposition, has_word_below, subject_of, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.binding import POSSESSORS
from hf_genderfair.languages.german.candidates import ANYBODY, THING, Anaphor, Candidate, slot_of
from hf_genderfair.languages.german.clauses import SINGULAR, has_plural_verb

DISTANCE = (0.0, 0.9, 1.9, 2.7, 3.3, 3.8)
"""What is taken off for each sentence of distance."""

PARALLEL = 0.4
"""For the same role."""

PER_WORD, FARTHEST = 0.03, 1.0
"""What is taken off for each word between, and at most."""

INSIDE_MODIFIED = 1.4
"""For what owns the noun that a pronoun's relative clause is about: *der Plan der Stadt, den sie verwarf*."""

SUBJECT_ABOVE = 0.5
"""For the subject of the clause on which a pronoun's clause depends."""

CONTROLLER = 2.2
"""For the object that does what an infinitive says, as owner: *Sie lehrt die Kinder, ihre Fehler zu sehen*."""

AGAINST_THINGS = {"subject": -1.4, "dative": -1.8, "object": -0.6, "oblique": -1.0, "possessor": -0.9}
"""What is taken off for things by the role of the pronoun: subjects and datives mostly stand for persons."""

JOINING = frozenset("und oder sowie &".split())

NOUNS = frozenset({"NOUN", "PROPN"})


class AnaphorContext(NamedTuple):
    """What of the words around a pronoun makes some antecedents likelier than others.

    Attributes:
        slot: Its role; ``possessor`` for *sein* and *dessen*.
        owner: The subject of its clause; -1 where there is none.
        modified: The noun that the relative clause of a personal pronoun is about; -1 where there is none.
        above: For a personal pronoun in an adverbial clause the subject of the clause above; -1 elsewhere.
        holders: The nouns that the phrase of a possessive further describes, the nearest first.
        against_things: What is taken off for things.
    """

    slot: str
    owner: int
    modified: int
    above: int
    holders: list[int]
    against_things: float


def context_of(document: Document, pronoun: Anaphor, persons: Mapping[int, int]) -> AnaphorContext:
    """Return the words around a pronoun that more speaks for."""
    clause = clause_of(document, pronoun.token_index)
    relation = document.tokens[clause].relation if pronoun.kind == "personal" else ""
    modified = document.heads[clause] if relation.startswith("acl") else -1
    above = subject_of(document, clause_of(document, document.heads[clause])) if relation == "advcl" else -1
    holders = _holders(document, document.heads[pronoun.token_index]) if pronoun.kind == "possessive" else []
    slot = "possessor" if pronoun.kind in POSSESSORS else pronoun.slot or slot_of(document, pronoun.token_index)
    owner = _owner(document, clause, persons)
    return AnaphorContext(
        slot,
        persons.get(owner, owner),
        modified,
        persons.get(above, above),
        holders,
        _against_things(document, pronoun, slot),
    )


def preference(
    document: Document, pronoun: Anaphor, around: AnaphorContext, candidate: Candidate, distance: int
) -> float:
    """Return how likely a candidate that agrees with a pronoun is, by its place."""
    apart = abs(pronoun.token_index - candidate.token_index)
    score = candidate.prominence - DISTANCE[distance] - min(FARTHEST, PER_WORD * apart)
    if candidate.slot == around.slot:
        score += PARALLEL
    if pronoun.kind == "personal":
        if candidate.token_index == around.above and candidate.reason not in (THING, ANYBODY):
            score += SUBJECT_ABOVE
        elif around.modified >= 0 and _is_inside_modified(document, around.modified, candidate.token_index):
            score += INSIDE_MODIFIED
    elif pronoun.kind in ("demonstrative", "genitive"):
        # 'dieser' picks what was named last, and mostly not the subject
        score -= 1.6 if candidate.slot == "subject" else 0.0
        score -= min(1.5, (pronoun.token_index - candidate.token_index) / 6) + DISTANCE[distance]
        score += _genitive_bonus(document, pronoun, candidate)
    return score


def possessor_preference(document: Document, pronoun: Anaphor, around: AnaphorContext, candidate: Candidate) -> float:
    """Prefer the subject of the clause (*Eva liebt ihren Hund*) and what stands before (*Eva und ihr Mann*)."""
    index = pronoun.token_index
    owned = document.heads[index]
    above = document.heads[owned]
    if candidate.token_index == above and _is_joining(document, owned):
        return 2.0
    if candidate.taken and candidate.token_index == index - 2 and document.tokens[index - 1].text in JOINING:
        # Sie bat für ihn und seine Freunde
        return CONTROLLER
    if candidate.token_index in around.holders:
        return 1.4 - 0.4 * around.holders.index(candidate.token_index)
    beside = document.heads[candidate.token_index] == above and candidate.slot == "object"
    if beside and index - candidate.token_index <= 2:
        return 1.7
    if candidate.token_index == around.owner:
        tokens = document.tokens
        if any(tokens[child].text.lower().startswith("kein") for child in document.children[candidate.token_index]):
            return 0.4
        if candidate.slot != "subject":
            return CONTROLLER
        return 1.1 if document.heads[candidate.token_index] != clause_of(document, index) else 1.6
    return 0.0


def _against_things(document: Document, pronoun: Anaphor, slot: str) -> float:
    index = pronoun.token_index
    if pronoun.kind == "demonstrative" or not pronoun.agreement & SINGULAR:
        return 0.0
    dative = document.tokens[index].text.lower() in ("ihm", "ihr") and not has_preposition(document, index)
    return AGAINST_THINGS["dative" if dative and slot != "possessor" else slot]


def _is_inside_modified(document: Document, modified: int, candidate: int) -> bool:
    """Return whether a noun stands in the phrase that a pronoun's relative clause is about: *Evas Plan, den …*."""
    inside = document.heads[candidate] == modified != candidate
    return inside and document.tokens[candidate].relation.startswith("nmod")


def _owner(document: Document, clause: int, persons: Mapping[int, int]) -> int:
    """Return the subject of a pronoun's clause; of two that a parser finds, one that is a person."""
    subject = subject_of(document, clause)
    if subject < 0 and document.tokens[clause].pos in NOUNS and has_plural_verb(document, clause):
        return clause
    others = subjects(document, clause)
    return next((other for other in others if other in persons), subject) if len(others) > 1 else subject


def _holders(document: Document, owned: int) -> list[int]:
    """Return the nouns that a phrase further describes: *die Frau mit Hut*, *die aus dem Amt entlassene Frau*."""
    tokens, heads = document.tokens, document.heads
    found: list[int] = []
    if tokens[owned].relation in ("obl", "obj", "obl:arg") and tokens[heads[owned]].relation == "amod":
        found.append(heads[heads[owned]])
    while tokens[owned].relation in ("nmod", "conj") and len(found) < 5:
        owned = heads[owned]
        found.append(owned)
    return found


def _genitive_bonus(document: Document, pronoun: Anaphor, candidate: Candidate) -> float:
    """Prefer the first conjunct, and its own genitive: *der Rat des Chefs und dessen Tat*."""
    heads = document.heads
    owned = heads[pronoun.token_index]
    if pronoun.kind != "genitive" or not _is_joining(document, owned):
        return 0.0
    beside = heads[owned] == candidate.token_index
    return 2.0 if beside else 3.0 if heads[candidate.token_index] == heads[owned] else 0.0


def _is_joining(document: Document, index: int) -> bool:
    """Return whether a word is the second of two that *und* or *oder* joins."""
    tokens = document.tokens
    joined = has_word_below(document, index, JOINING)
    return joined and tokens[index].relation == "conj"
