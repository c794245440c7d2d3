"""Salience of actors as antecedents of pronouns, for any language.

The features are known from rule-based and early learned systems: recency and grammatical role (Lappin and Leass 1994),
centering (Grosz, Joshi and Weinstein 1995), parallel roles, and constraints of binding. Here they are features of a
log-linear ranker (Denis and Baldridge 2008). They contain only the agreement of genders, and no words, so that no
weight can express a stereotype of a gender or an occupation.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from hf_genderfair.languages.clauses import SUBJECTS, clause_of, subjects
from hf_genderfair.languages.coreference.mention import Mention, Quote, Role, ShownGender
from hf_genderfair.languages.document import Document

SLOTS: dict[Role, str] = {
    "subject": "subject",
    "passive_subject": "subject",
    "object": "object",
    "dative_object": "object",
    "possessor": "possessor",
}
"""Slots of the features by role; all other roles are oblique."""

LINKS = {
    "acl:relcl": "relative",
    "acl": "relative",
    "advcl": "adverbial",
    "ccomp": "complement",
    "csubj": "complement",
    "csubj:pass": "complement",
    "xcomp": "complement",
    "conj": "conjunct",
    "parataxis": "parataxis",
}
INNER = ("nmod", "appos", "conj", "nmod:poss", "compound", "flat")
"""Relations of nouns inside another noun phrase."""

REMEMBERED = 4
"""Number of the last mentions of an actor that are kept."""

AROUND = 5
"""Number of sentences on both sides of a pronoun in which names are counted."""

REACH = 20
"""Number of the most recently mentioned actors that are considered."""


class Standing(NamedTuple):
    """The syntactic position of a mention.

    Attributes:
        mention: The mention.
        sentence: Number of its sentence.
        clause: Index of the head of its clause, mostly a verb.
        slot: ``subject``, ``object``, ``possessor`` or ``oblique``.
        quote: Number of the direct quote it stands in; -1 outside.
        attribute: Whether it is predicated of another mention: *Ann, a nurse* or *Ann is a nurse*.
    """

    mention: Mention
    sentence: int
    clause: int
    slot: str
    quote: int
    attribute: bool


@dataclass(slots=True)
class Salient:
    """An actor with its mentions so far.

    Attributes:
        actor: Its number.
        plural: Whether it is a group.
        first: Number of actors that were mentioned before it.
        count: Number of its mentions.
        standings: Its last mentions, the latest last.
        shown: What its mentions show of a gender.
    """

    actor: int
    plural: bool
    first: int
    count: int = 0
    standings: list[Standing] = field(default_factory=list)
    shown: ShownGender = field(default_factory=ShownGender)

    def add(self, standing: Standing) -> None:
        """Add a mention."""
        mention = standing.mention
        self.count += 1
        if not (self.standings and standing.attribute and self.standings[-1].sentence == standing.sentence):
            self.standings.append(standing)
            del self.standings[:-REMEMBERED]
        self.shown.add(mention)


def own_subject(document: Document, clause: int) -> int | None:
    """Return the index of the subject that a clause has of its own."""
    return next(iter(subjects(document, clause)), None)


def understood_subject(document: Document, clause: int) -> int | None:
    """Return the index of the subject of a clause, or of the next clause above that has one."""
    above = document.derived(clauses_above, clause)
    return next((subject for at in above if (subject := own_subject(document, at)) is not None), None)


def clauses_above(document: Document, clause: int) -> dict[int, str]:
    """Return a clause and those above it, each with the link to the clause below it."""
    path, above = {clause: ""}, clause
    while document.heads[above] != above:
        link = LINKS.get(document.tokens[above].relation, "other")
        above = clause_of(document, document.heads[above])
        if above in path:
            break
        path[above] = link
    return path


def clause_link(document: Document, clause: int, other: int) -> str:
    """Return the relation of another clause of the sentence to a clause."""
    if clause == other:
        return "same"
    above = document.derived(clauses_above, clause)
    if other in above:
        return "out " + above[other]
    above = document.derived(clauses_above, other)
    return "in " + above[clause] if clause in above else "beside"


class Discourse:
    """The actors of a text up to a position in it.

    Args:
        document: The document.
        quotes: Its quotes.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Ada slept. Bob sang."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> discourse = Discourse(document, [])
        >>> discourse.see(Mention(0, 3, 0, "name", role="subject", actor=0))
        >>> discourse.see(Mention(11, 14, 3, "name", role="subject", actor=1))
        >>> [salient.actor for salient in discourse.recent()]
        [1, 0]
    """

    def __init__(self, document: Document, quotes: Sequence[Quote]) -> None:
        """Start at the beginning of the text."""
        self.document = document
        self.direct = sorted(
            (quote for quote in quotes if quote.kind == "direct"), key=lambda quote: (quote.start, quote.end)
        )
        self.actors: dict[int, Salient] = {}
        self._recent: dict[int, Salient] = {}
        self._named: dict[int, list[int]] = {}
        self._quote_starts = [quote.start for quote in self.direct]

    def expect(self, mentions: Iterable[Mention]) -> None:
        """Record the sentences in which actors are named."""
        for mention in mentions:
            self._named.setdefault(mention.actor, []).append(self.document.sentence_of[mention.head])

    def standing(self, mention: Mention) -> Standing:
        """Return the syntactic position of a mention."""
        quote = self.quote_at(mention.start)
        sentence = self.document.sentence_of[mention.head]
        slot = SLOTS.get(mention.role, "oblique")
        attribute = mention.role == "predicate" or self.document.tokens[mention.head].relation == "appos"
        return Standing(mention, sentence, clause_of(self.document, mention.head), slot, quote, attribute)

    def quote_at(self, start: int) -> int:
        """Return the number of the direct quote in which a character stands; -1 outside."""
        number = bisect_right(self._quote_starts, start) - 1
        return number if number >= 0 and start < self.direct[number].end else -1

    def see(self, mention: Mention) -> None:
        """Add the next mention."""
        salient = self.actors.get(mention.actor)
        if salient is None:
            salient = self.actors[mention.actor] = Salient(mention.actor, mention.plural, len(self.actors))
        salient.add(self.standing(mention))
        self._recent.pop(mention.actor, None)
        self._recent[mention.actor] = salient

    def unseen(self, mention: Mention) -> Salient:
        """Return an actor whose first mention follows later in the sentence."""
        salient = Salient(mention.actor, mention.plural, len(self.actors))
        salient.add(self.standing(mention))
        return salient

    def recent(self) -> Iterator[Salient]:
        """Yield the actors, the last mentioned first, no more than `REACH`."""
        return islice(reversed(self._recent.values()), REACH)

    def features(self, pronoun: Standing, candidate: Salient, agreement: str, rank: int, most: int) -> list[str]:
        """Return the features of an actor as antecedent."""
        last = candidate.standings[-1]
        slot = self.pronoun_slot(pronoun)
        tokens = pronoun.mention.head - last.mention.head
        found = [
            "gender " + agreement,
            f"rank {max(-1, min(rank, 5))}",
            f"sentences {_bucket(pronoun.sentence - last.sentence)}",
            f"tokens {int(math.log2(tokens)) if tokens > 0 else 0}",
            f"role {last.slot} for {slot}",
            f"form {last.mention.kind}",
            f"mentions {_bucket(candidate.count)}",
        ]
        if candidate.count == most and most > 1:
            found.append("most mentions")
        if candidate.first == 0:
            found.append("first actor")
        if not candidate.shown.named:
            found.append("without name")
        relation = self.document.tokens[last.mention.head].relation
        if relation in INNER:
            found.append("inside " + relation)
        if last.quote != pronoun.quote:
            found.append(self._quoted(pronoun, candidate, last))
        found += self._around(pronoun, candidate)
        found += self._within(pronoun, last, slot) if pronoun.sentence == last.sentence else ()
        found += self._before(pronoun, candidate, slot) if pronoun.sentence > last.sentence else ()
        return found

    def pronoun_slot(self, pronoun: Standing) -> str:
        """Return a pronoun's slot; ``owner`` for a possessive in the subject of its clause."""
        owned = self.document.heads[pronoun.mention.head]
        if pronoun.slot == "possessor" and self.document.tokens[owned].relation in SUBJECTS:
            return "owner"
        return pronoun.slot

    def later(self, pronoun: Standing, standing: Standing) -> str:
        """Return the feature of a mention that follows a pronoun in its sentence."""
        link = clause_link(self.document, pronoun.clause, standing.clause)
        return f"later, {link}, {'subject' if standing.slot == 'subject' else 'other'} for {self.pronoun_slot(pronoun)}"

    def _around(self, pronoun: Standing, candidate: Salient) -> Iterator[str]:
        """Yield features of the number of names of the actor near the pronoun."""
        sentences = self._named.get(candidate.actor, [])
        here = bisect_right(sentences, pronoun.sentence)
        back = here - bisect_right(sentences, pronoun.sentence - AROUND - 1)
        ahead = bisect_right(sentences, pronoun.sentence + AROUND) - here
        yield f"names back {_bucket(back)}"
        yield f"names ahead {_bucket(ahead)}"
        yield f"names around {_bucket(back + ahead)}"

    def _quoted(self, pronoun: Standing, candidate: Salient, last: Standing) -> str:
        if pronoun.quote < 0:
            return "out of quote"
        if self.direct[pronoun.quote].actor == candidate.actor:
            return "speaker of quote"
        return "into quote" if last.quote < 0 else "other quote"

    def _within(self, pronoun: Standing, last: Standing, slot: str) -> Iterator[str]:
        """Yield features of an antecedent in the same sentence."""
        index = last.mention.head
        if index == understood_subject(self.document, pronoun.clause):
            yield f"subject of the clause for {slot}"
        if index in (pronoun.mention.head, *self.document.ancestors(pronoun.mention.head)):
            yield "pronoun in its phrase"
        if last.mention.start > pronoun.mention.start:
            yield self.later(pronoun, last)
        else:
            link = clause_link(self.document, pronoun.clause, last.clause)
            yield f"{link}, {last.slot}"
            yield f"{link}, {last.slot} for {slot}"

    def _before(self, pronoun: Standing, candidate: Salient, slot: str) -> Iterator[str]:
        """Yield features of an antecedent in a previous sentence."""
        last = candidate.standings[-1]
        yield "main clause" if self.document.heads[last.clause] == last.clause else "subordinate clause"
        if pronoun.sentence - last.sentence == 1:
            yield f"one before, {last.slot} for {slot}"
            slots = [standing.slot for standing in candidate.standings if standing.sentence == last.sentence]
            if len(slots) > 1 and "subject" in slots:
                yield "subject of the sentence before, and again"


def _bucket(number: int) -> str:
    if number <= 3:
        return str(number)
    return "4-6" if number <= 6 else "7-12" if number <= 12 else "13+"


class Option(NamedTuple):
    """A possible actor of a pronoun, with the features of `Discourse.features`."""

    actor: int
    features: Sequence[str]


def best(options: Sequence[Option], weights: Mapping[str, float]) -> Option:
    """Return the option with the highest sum of weights; the first one of equals."""
    return max(options, key=lambda option: sum(weights.get(feature, 0.0) for feature in option.features))
