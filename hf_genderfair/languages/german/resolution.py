"""Which of the words before it a German pronoun stands for: the one way in which all capabilities choose.

Salience is that of Lappin and Leass (1994), for German of Strube and Hahn (1999): subjects and what stands first go
before objects, near before far. Weights were set by judgement, and no word for a gender or an occupation has one.

Nouns for things compete with persons, since *er*, *sie*, *sein* and *ihr* agree with the gender of nouns. Constraints
come first (agreement, binding: Chomsky 1981), then salience as in Lappin and Leass (1994) and, for German, Strube and
Hahn (1999): subjects and what stands first go before objects, near before far. Weights were set by judgement, and no
word for a gender or an occupation has one. What a capability knows beside grammar it says in a `Policy`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from operator import attrgetter, itemgetter
from typing import NamedTuple

from hf_genderfair.languages.clauses import clause_of, has_preposition, has_word_below, subject_of, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy import acts_as_persons, speaks
from hf_genderfair.languages.german.candidates import (
    ANYBODY,
    POSSESSORS,
    THING,
    Anaphor,
    Candidate,
    barred_words,
    slot_of,
)
from hf_genderfair.languages.german.clauses import PLURAL, SINGULAR, has_plural_verb

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
    against_things = _against_things(document, pronoun, slot)
    return AnaphorContext(slot, persons.get(owner, owner), modified, persons.get(above, above), holders, against_things)


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
    return document.tokens[index].relation == "conj" and has_word_below(document, index, JOINING)


NEAREST = 30
"""Candidates before a pronoun that are compared: more only stand in lists, and time must not grow with their square."""

ACTING = 0.4
"""How much of what is taken off for things is taken off for things that act as persons do."""

OTHER_NAME = -0.6
"""What is taken off where a first name is mostly given to others: the text may be a rewritten one."""

SEVERAL = -0.5
"""What is taken off for several where a pronoun may stand for one."""

LATER = -1.0
"""What is taken off for what follows a personal pronoun."""

TOKEN_INDEX = attrgetter("token_index")


class Candidates:
    """The possible antecedents of one text, in order; a sentence is read when a pronoun asks for it.

    Args:
        document: The text.
        read: Reads a token as a candidate, where it is one.

    Example:
        >>> from hf_genderfair.languages.german.candidates import candidate_at
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Der Tisch wackelt, denn er ist alt."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> candidates = Candidates(document, lambda index: candidate_at(document, index, 1) if index < 2 else None)
        >>> [candidate.token_index for candidate in candidates.before(5, 3)]
        [1, 0]
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

    def before(self, index: int, reach: int) -> Iterator[Candidate]:
        """Yield what stands before a token, the nearest first."""
        sentence = self._document.sentence_of[index]
        found = self.of(sentence)
        yield from reversed(found[: bisect_left(found, index, key=TOKEN_INDEX)])
        for number in range(sentence - 1, max(0, sentence - reach) - 1, -1):
            yield from reversed(self.of(number))

    def add(self, candidate: Candidate) -> None:
        """Let later pronouns go on with a candidate: a pronoun, or several words together."""
        insort(self.of(self._document.sentence_of[candidate.token_index]), candidate)


class Policy(NamedTuple):
    """What a capability knows of a pronoun beside the grammar of its text.

    Attributes:
        reach: Sentences before its own that a pronoun may reach back.
        persons: For each word inside a phrase for persons the index of its head.
        fit: What else speaks for a candidate; None where it does not agree.
        is_likely: Whether the score of a thing is enough for it; the last argument says whether a person agrees too.
    """

    reach: int
    persons: Mapping[int, int]
    fit: Callable[[Candidate], float | None]
    is_likely: Callable[[Candidate, float, bool], bool]


def best(document: Document, candidates: Candidates, pronoun: Anaphor, policy: Policy) -> Candidate | None:
    """Return the candidate for which most speaks; None where none agrees."""
    sentence_of = document.sentence_of
    sentence = sentence_of[pronoun.token_index]
    words, referents = _barred(document, candidates, pronoun, policy.persons)
    around = context_of(document, pronoun, policy.persons)
    scored: list[tuple[float, Candidate]] = []
    for candidate in _options(document, candidates, pronoun, policy):
        if candidate.token_index in words or candidate.referent in referents:
            continue
        fit = policy.fit(candidate)
        if fit is not None:
            distance = sentence - sentence_of[candidate.token_index]
            scored.append((fit + score_of(document, pronoun, candidate, distance, around), candidate))
    rival = any(candidate.reason != THING for _, candidate in scored)
    for score, candidate in sorted(scored, key=itemgetter(0), reverse=True):
        if candidate.reason != THING or policy.is_likely(candidate, score, rival):
            return candidate
    return None


def _options(document: Document, candidates: Candidates, pronoun: Anaphor, policy: Policy) -> Iterable[Candidate]:
    """Return what a pronoun may stand for: what follows where that may be, and then what stands before it."""
    later = following_subject(document, pronoun)
    found = candidates.at(policy.persons.get(later, later))
    before = islice(candidates.before(pronoun.token_index, policy.reach), NEAREST)
    if found is None or found.token_index < pronoun.token_index:
        return before
    prominence = found.prominence + (LATER if pronoun.kind == "personal" else 0.0)
    return chain([found._replace(prominence=prominence)], before)


def score_of(
    document: Document, pronoun: Anaphor, candidate: Candidate, distance: int, around: AnaphorContext
) -> float:
    """Return what speaks for a candidate that agrees with a pronoun."""
    score = preference(document, pronoun, around, candidate, distance)
    if pronoun.kind == "possessive":
        preferred = possessor_preference(document, pronoun, around, candidate)
        score += preferred / 2 if candidate.reason == THING and pronoun.animacy > 0 else preferred
    if candidate.reason == THING:
        acts = document.derived(acts_as_persons, candidate.token_index)
        score += around.against_things * (ACTING if acts else 1.0)
        score -= min(0.0, pronoun.animacy) if acts else pronoun.animacy
    if candidate.agreement == PLURAL and pronoun.agreement & SINGULAR:
        score += SEVERAL
    if candidate.leaning and not candidate.leaning & pronoun.agreement:
        score += OTHER_NAME
    return score


def following_subject(document: Document, pronoun: Anaphor) -> int:
    """Return the subject that a pronoun may point at: of its clause for a possessive, else of the clause above."""
    # *In ihrer Rede sagte Eva*; *Als er kam, schlief Jan*; *Er sei müde, sagte Jan*.
    clause = clause_of(document, pronoun.token_index)
    if pronoun.kind == "possessive":
        for subject in (subject_of(document, clause), *subjects(document, clause)):
            if subject >= 0 and pronoun.token_index not in range(*document.subtree(subject)):
                return subject
    elif pronoun.kind != "personal":
        return -1
    relation = document.tokens[clause].relation
    if relation in ("advcl", "ccomp"):
        above = clause_of(document, document.heads[clause])
        return subject_of(document, above) if above != clause else -1
    for child in document.children[clause]:
        if child > clause and document.tokens[child].relation in ("parataxis", "ccomp"):
            subject = subject_of(document, child)
            return subject if subject >= 0 and speaks(document, subject) else -1
    return -1


def _barred(
    document: Document, candidates: Candidates, pronoun: Anaphor, persons: Mapping[int, int]
) -> tuple[set[int], set[int]]:
    """Return the words that binding keeps apart from a pronoun, and whom or what they stand for."""
    words = barred_words(document, pronoun.token_index, pronoun.kind)
    if pronoun.kind == "indefinite":
        # 'Er lachte wie kein anderer'
        return words, set()
    known = (candidates.at(persons.get(word, word)) for word in words)
    return words, {candidate.referent for candidate in known if candidate is not None}
