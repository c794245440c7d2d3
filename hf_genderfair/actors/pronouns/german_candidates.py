"""Candidate antecedents of German pronouns: persons, groups, non-person nouns, and indefinite pronouns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Sequence
from typing import NamedTuple

from hf_genderfair.actors.mention import Mention
from hf_genderfair.actors.names.titles import word_start
from hf_genderfair.actors.pronouns.salience import Discourse, Standing
from hf_genderfair.actors.roles import role_of
from hf_genderfair.languages.clauses import has_word_below
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.candidates import (
    AGAIN,
    BARE,
    INNER,
    SLOT,
    SLOTS,
    has_article,
    indefinite_agreement,
    is_no_antecedent,
    noun_agreement,
    place_prominence,
)
from hf_genderfair.languages.german.clauses import (
    BITS,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    article_gender,
)
from hf_genderfair.languages.german.indefinites import is_one_of_them
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.role_nouns import role_nouns
from hf_genderfair.languages.types import grammatical_gender

NON_PERSON, SOMEBODY = -1, -2
"""Numbers in place of that of an actor."""

NOT_INTRODUCED = -1.0
"""Prominence of predicates and forms of address."""

SOMEBODY_FORMS = frozenset({"jemand", "jemanden", "jemandem"})


class ActorCandidate(NamedTuple):
    """A possible antecedent of a pronoun.

    Attributes:
        token_index: Index of the token.
        sentence: Number of its sentence.
        clause: Index of the predicate of its clause.
        actor: `NON_PERSON`, `SOMEBODY`, or the number of an actor.
        agreement: Bits of its grammatical gender and number; 0 for names, where the gender of the actor decides.
        slot: ``subject``, ``object``, ``possessor`` or ``oblique``.
        quote: Number of the direct quote it stands in; -1 outside.
        prominence: Its score before that of a pronoun.
        named: Whether it is a name.
        taken: Whether it is a pronoun that takes up another candidate.
        epicene: Whether its grammatical gender is independent of the person (*die Person*, *das Kind*).
        generic: Whether it is non-specific (*jeder*, *man*).
        members: Index of the first word of a coordination (*Anna und Peter*), or of *jemand*; else -1.
    """

    token_index: int
    sentence: int
    clause: int
    actor: int
    agreement: int
    slot: str
    quote: int
    prominence: float
    named: bool = False
    taken: bool = False
    epicene: bool = False
    generic: bool = False
    members: int = -1


class Candidates:
    """Builds the candidates of a text.

    Args:
        discourse: The discourse so far.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Die Person schwieg."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> candidate = Candidates(Discourse(document, [])).person(Mention(4, 10, 1, "noun", actor=0))
        >>> candidate.agreement == FEMININE, candidate.epicene
        (True, True)
    """

    def __init__(self, discourse: Discourse) -> None:
        """Keep the text."""
        self.discourse = discourse
        self.document: Document = discourse.document
        self.starts = [quote.start for quote in discourse.direct]

    def _at(self, index: int, standing: Standing, actor: int, agreement: int) -> ActorCandidate:
        inside = self.document.tokens[index].relation in INNER
        prominence = SLOT[standing.slot] + place_prominence(self.document, index, standing.clause, inside)
        return ActorCandidate(
            index, standing.sentence, standing.clause, actor, agreement, standing.slot, standing.quote, prominence
        )

    def person(self, mention: Mention) -> ActorCandidate:
        """Return a name or noun with the genders of pronouns that agree with it."""
        agreement, epicene = PLURAL, False
        if not mention.plural:
            agreement, epicene = (0, False) if mention.kind == "name" else self._grammatical(mention)
        found = self._at(mention.head, self.discourse.standing(mention), mention.actor, agreement)
        prominence = found.prominence
        said_of_another = mention.role == "predicate" and mention.kind == "noun"
        if mention.role == "vocative" or (said_of_another and not self._is_presented(mention.head)):
            prominence += NOT_INTRODUCED
        return found._replace(named=mention.kind == "name", epicene=epicene, prominence=prominence)

    def pronoun(self, mention: Mention, agreement: int, epicene: bool) -> ActorCandidate:
        """Return a resolved pronoun, which keeps its antecedent prominent."""
        found = self._at(mention.head, self.discourse.standing(mention), mention.actor, agreement)
        return found._replace(taken=True, epicene=epicene, prominence=found.prominence + AGAIN)

    def non_person(self, index: int) -> ActorCandidate | None:
        """Return a non-person noun, which competes with persons; None for times, measures and parts of names."""
        document = self.document
        token = document.tokens[index]
        if is_no_antecedent(document, index):
            return None
        agreement = noun_agreement(document, index)
        slot = SLOTS.get(token.relation, "oblique")
        head = document.heads[index]
        sentence = document.sentence_of[index]
        prominence = place_prominence(document, index, head, token.relation in INNER, SLOT[slot])
        if agreement != PLURAL and not has_article(document, index):
            prominence += BARE
        quote = self._quote(token.start)
        decided = role_nouns(document).get(index)
        anybody = decided is not None and decided.person
        return ActorCandidate(index, sentence, head, NON_PERSON, agreement, slot, quote, prominence, generic=anybody)

    def _quote(self, start: int) -> int:
        number = bisect_right(self.starts, start) - 1 if self.starts else -1
        return number if number >= 0 and start < self.discourse.direct[number].end else -1

    def indefinite(self, index: int, mentions: Container[int]) -> ActorCandidate:
        """Return an indefinite pronoun: *jemand* and *einer der Gäste* are specific, *jeder* and *man* are not."""
        token = self.document.tokens[index]
        form = token.text.lower()
        role = role_of(self.document, index)
        standing = self.discourse.standing(Mention(token.start, token.end, index, "pronoun", role=role))
        # of 'jemand', grammar makes 'er'
        bits = indefinite_agreement(self.document, index)
        agreement = bits & MASCULINE or bits
        of_persons = any(child in mentions for child in self.document.children[index])
        one_of = form.startswith("ein") and (of_persons or is_one_of_them(self.document, index))
        if form in SOMEBODY_FORMS or one_of:
            return self._at(index, standing, SOMEBODY, agreement)._replace(members=index, epicene=True)
        return self._at(index, standing, NON_PERSON, agreement)._replace(generic=True)

    def _is_presented(self, index: int) -> bool:
        """Return whether a predicate introduces a person: *Es war eine Polizistin*, not *Sie war Polizistin*."""
        return has_word_below(self.document, index, ("es", "das", "dies"))

    def _grammatical(self, mention: Mention) -> tuple[int, bool]:
        """Return the grammatical gender of a noun for one person, and whether the noun is epicene."""
        token = self.document.tokens[mention.head]
        tagged = grammatical_gender(token.morph)
        form = person_form(token.text, tagged)
        if form is None or form.gender == "common":
            return BITS.get(article_gender(self.document, mention.head) or tagged, MASCULINE | FEMININE), False
        lexical = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER}[form.gender]
        return lexical, form.epicene or lexical == NEUTER


def covered_tokens(document: Document, mentions: Sequence[Mention]) -> dict[int, int]:
    """Return the head of the mention for each token inside one, and for titles on which a name depends."""
    covered: dict[int, int] = {}
    index = 0
    for mention in sorted(mentions, key=lambda mention: mention.start):
        while index < len(document.tokens) and document.tokens[index].end <= mention.start:
            index += 1
        while index < len(document.tokens) and document.tokens[index].start < mention.end:
            covered[index] = mention.head
            index += 1
    for mention in mentions:
        above = document.heads[mention.head]
        relation = document.tokens[mention.head].relation
        first = word_start(document, mention.head) if mention.head else 0
        if relation in ("appos", "flat", "flat:name") and first <= above < mention.head:
            covered.setdefault(mention.head - 1, mention.head)
    return covered
