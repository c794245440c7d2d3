"""Resolution of German pronouns.

Non-person nouns compete with persons, since *er*, *sie*, *sein* and *ihr* agree with the grammatical gender of nouns: a
pronoun whose best antecedent is a non-person noun is not a mention of a person. Constraints (agreement, binding:
Chomsky 1981) come first, then salience as in Lappin and Leass (1994) and, for German, Strube and Hahn (1999): subjects
and first words are preferred to objects, near antecedents to far ones, known referents to new ones. The weights were
set manually by the analysis of errors, not fitted to a corpus; no word for a gender or an occupation has a weight.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import log2

from hf_genderfair.actors.gender import PRONOUN
from hf_genderfair.actors.mention import GenderEvidence, Mention, Quote, Role
from hf_genderfair.actors.pronouns.german_candidates import (
    NON_PERSON,
    SOMEBODY,
    ActorCandidate,
    Candidates,
    covered_tokens,
)
from hf_genderfair.actors.pronouns.salience import Discourse, Salient, Standing
from hf_genderfair.actors.quotes.reporting_verbs import reporting_verbs
from hf_genderfair.actors.roles import role_of
from hf_genderfair.languages.clauses import (
    has_preposition,
    has_word_below,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import SURE, animacy_of_personal, animacy_of_possessive
from hf_genderfair.languages.german.binding import POSSESSORS, barred_words
from hf_genderfair.languages.german.candidates import indefinite_agreement
from hf_genderfair.languages.german.clauses import (
    ANY,
    BITS,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    article_gender,
    clause_subject,
    finite_verb,
)
from hf_genderfair.languages.german.preferences import (
    AnaphorContext,
    context_of,
    possessor_preference,
    preference,
)
from hf_genderfair.languages.german.pronoun_readings import PronounInterpretation, interpreted_pronouns
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.word_class import WordClass

GENDERS: dict[int, PersonGender] = {MASCULINE: "male", FEMININE: "female"}

REACH = 5
"""Largest distance of an antecedent before the sentence of a pronoun, in sentences."""

MOST_CANDIDATES = 60
"""Number of the nearest candidates that are considered, which bounds the cost of very long sentences."""

AGREES = {"marked": 0.4, "hinted": 0.3, "open": -0.5, "doubtful": -2.5}
"""Score by the agreement of gender; see `Salient.agreement`."""

AGAINST_THINGS = {"subject": -1.4, "dative": -1.8, "object": -0.6, "oblique": -0.6, "possessor": -0.7}
"""Penalty of non-person nouns by the role of the pronoun: subjects and datives mostly refer to persons."""

FAR_FETCHED = -3.0
"""Smallest score of a non-person noun as the antecedent of *er* or *ihn*."""

HALF = 0.5
"""Weight of the evidence around a pronoun, for texts that are full of things that do what persons do."""

GROUP, GROUP_OR_ONE = -0.5, -0.9
"""Penalty of groups: plural pronouns often refer to non-persons, and *sie*, *ihr-* may be singular."""

TOGETHER = 0.3
"""What speaks for several together, beside what speaks for the first of them."""

FIRST_PERSON = WordClass("closed_classes_de", "first_person")

AND = frozenset({"und", "sowie", "&"})

APPOSING = frozenset({",", "–", "—"})

ROLES_BY_KIND: dict[str, Role] = {"possessive": "possessor", "genitive": "possessor", "reflexive": "other"}
"""Roles by kind of pronoun: *sich* is mostly part of a reflexive verb (*sich freuen*), not a patient."""


def resolve(document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> list[Mention]:
    """Find the pronouns that refer to persons, and their actors.

    Args:
        document: The text.
        mentions: Names and nouns for persons, with their actors.
        quotes: Direct and indirect speech, with speakers where they are known.

    Returns:
        Mentions of kind ``pronoun``, in order, each with an actor: one of those given, or a new number for persons and
        coordinations without a name or noun. Pronouns for non-persons are left out.
    """
    return _Resolver(document, mentions, quotes).run()


def resolve_quoted(document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> list[Mention]:
    """Find *ich*, *mich*, *mir* and *mein-* inside direct quotes whose speaker is known.

    Args:
        document: The text.
        mentions: Known mentions, which are left out.
        quotes: Direct and indirect speech; of nested quotes, the inner one counts.

    Returns:
        Mentions of kind ``pronoun``, in order, with the actor of the quote.
    """
    known = {mention.start for mention in mentions}
    direct = sorted((quote for quote in quotes if quote.kind == "direct"), key=lambda quote: (quote.start, -quote.end))
    found, opened, waiting = [], [], 0
    for index, token in enumerate(document.tokens):
        while waiting < len(direct) and direct[waiting].start <= token.start:
            opened.append(direct[waiting])
            waiting += 1
        while opened and opened[-1].end <= token.start:
            opened.pop()
        if opened and opened[-1].actor >= 0 and token.start not in known and token.text.lower() in FIRST_PERSON:
            role = "possessor" if token.pos == "DET" else role_of(document, index)
            found.append(Mention(token.start, token.end, index, "pronoun", role=role, actor=opened[-1].actor))
    return found


class _Resolver:
    """The resolution of the pronouns of one text, in the order of the text."""

    def __init__(self, document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> None:
        self.document = document
        self.discourse = Discourse(document, quotes)
        self.syntax = self.discourse.syntax
        self.mentions = {mention.head: mention for mention in mentions}
        self.covered = covered_tokens(document, mentions)
        self.read = Candidates(self.discourse)
        self.candidates: list[ActorCandidate] = []
        self.at: dict[int, ActorCandidate] = {}
        self.next_actor = 1 + max((mention.actor for mention in mentions), default=-1)
        self.unseen: dict[int, Salient] = {}
        self.unnamed: dict[int, int] = {}
        self.coordinated: set[int] = set()
        self.found: list[Mention] = []
        self.verbs = reporting_verbs(document)
        self.starts = [token.start for token in document.tokens]
        self.speakers: dict[int, int] = {}
        self.around: AnaphorContext | None = None
        self.against = -1, 0.0

    def run(self) -> list[Mention]:
        pronouns = interpreted_pronouns(self.document)
        reflexives = []
        for index, token in enumerate(self.document.tokens):
            mention = self.mentions.get(index)
            if mention is not None:
                self.discourse.see(mention)
                self.add(self.read.person(mention))
                self.add_coordination(index)
            elif index in pronouns and index not in self.covered and not pronouns[index].polite:
                if pronouns[index].kind == "reflexive":
                    reflexives.append(pronouns[index])
                else:
                    self.resolve(pronouns[index])
            elif token.pos in ("NOUN", "PROPN"):
                non_person = self.read.non_person(index) if index not in self.covered else None
                if non_person is not None:
                    self.add(non_person)
            elif indefinite_agreement(self.document, index):
                self.add(self.read.indefinite(index, self.mentions))
        for pronoun in reflexives:
            self.bind(pronoun)
        return sorted(self.found, key=lambda mention: mention.start)

    def add(self, candidate: ActorCandidate) -> None:
        self.candidates.append(candidate)
        self.at[candidate.token_index] = candidate

    def add_coordination(self, index: int) -> None:
        """Record *Anna und Peter* as one candidate for plural pronouns."""
        tokens = self.document.tokens
        first = self.at.get(self.document.heads[index])
        if tokens[index].relation != "conj" or first is None or first.actor < 0:
            return
        if has_word_below(self.document, index, AND):
            self.coordinated.add(first.token_index)
            prominence = first.prominence + TOGETHER
            together = first._replace(agreement=PLURAL, members=first.token_index, prominence=prominence)
            self.candidates.append(together._replace(named=False, taken=False))

    def resolve(self, pronoun: PronounInterpretation) -> None:
        """Find the antecedent of one pronoun, and record the pronoun as a candidate for the next ones."""
        mention = self.mention(pronoun)
        if pronoun.kind == "relative":
            chosen = self.modified(pronoun)
        else:
            chosen = self.apposed(pronoun) or self.best(pronoun, self.discourse.standing(mention))
        if chosen is None:
            plural_or_es = pronoun.agreement & PLURAL or pronoun.agreement == NEUTER
            if pronoun.kind in ("personal", "neutral") and not plural_or_es:
                self.take(pronoun, mention, None)
        elif chosen.actor != NON_PERSON:
            self.take(pronoun, mention, chosen)
        else:
            mention.actor = NON_PERSON
            agreement = pronoun.agreement & chosen.agreement or pronoun.agreement
            self.add(self.read.pronoun(mention, agreement, False)._replace(generic=chosen.generic))

    def mention(self, pronoun: PronounInterpretation) -> Mention:
        token = self.document.tokens[pronoun.token_index]
        role = ROLES_BY_KIND.get(pronoun.kind) or role_of(self.document, pronoun.token_index)
        if role == "subject" and pronoun.kind == "personal" and not pronoun.subject:
            role = "dative_object" if token.text.lower() == "ihr" else "object"
        return Mention(token.start, token.end, pronoun.token_index, "pronoun", role=role)

    def take(self, pronoun: PronounInterpretation, mention: Mention, chosen: ActorCandidate | None) -> None:
        """Assign a pronoun its actor and its evidence of gender."""
        agreement = pronoun.agreement
        if chosen is None:
            mention.actor = self.next_actor
            self.next_actor += 1
        else:
            mention.actor = chosen.actor
            if chosen.agreement != PLURAL:
                agreement &= ~PLURAL
            if chosen.agreement & agreement:
                agreement &= chosen.agreement
            if chosen.members >= 0:
                mention.actor = self.number_of(chosen.members)
        if agreement == MASCULINE | NEUTER and (chosen is None or chosen.agreement in (0, MASCULINE)):
            agreement = MASCULINE
        mention.plural = agreement == PLURAL
        mention.evidence = self.evidence(pronoun, agreement, chosen)
        self.discourse.see(mention)
        self.found.append(mention)
        epicene = chosen is not None and chosen.epicene and bool(chosen.agreement & agreement)
        candidate = self.read.pronoun(mention, agreement & ~ANY, epicene)
        # actors with a name or noun are preferred
        self.add(candidate._replace(prominence=candidate.prominence - 0.6) if chosen is None else candidate)

    def number_of(self, first: int) -> int:
        """Return the number of a coordination or of *jemand*, assigned when a pronoun first refers to it."""
        if first not in self.unnamed:
            self.unnamed[first] = self.next_actor
            self.next_actor += 1
        return self.unnamed[first]

    def evidence(
        self, pronoun: PronounInterpretation, agreement: int, chosen: ActorCandidate | None
    ) -> tuple[GenderEvidence, ...]:
        """Return the evidence of a pronoun: none where it only agrees with the grammatical gender of a noun."""
        word = self.document.tokens[pronoun.token_index].text
        if pronoun.kind == "neutral":
            return (GenderEvidence("neutral", "pronoun", PRONOUN, word),)
        singular = agreement & SINGULAR
        by_grammar = chosen is not None and (chosen.epicene and chosen.agreement & agreement)
        if pronoun.kind == "relative" and chosen is not None and not chosen.named:
            by_grammar = True
        if by_grammar or singular not in GENDERS or agreement & PLURAL:
            return ()
        return (GenderEvidence(GENDERS[singular], "pronoun", PRONOUN, word),)

    def modified(self, pronoun: PronounInterpretation) -> ActorCandidate | None:
        """Return the antecedent of a relative pronoun: the noun that its clause modifies, if it agrees."""
        index = pronoun.modified
        if index >= 0:
            for candidate in reversed(self.candidates[-MOST_CANDIDATES:]):
                if index in (candidate.token_index, candidate.members) and self.agrees(pronoun, candidate) is not None:
                    return candidate
            head = self.covered.get(index)
            if head in self.at and self.agrees(pronoun, self.at[head]) is not None:
                return self.at[head]
        sentence = self.document.sentence_of[pronoun.token_index]
        for candidate in reversed(self.candidates[-12:]):
            mention = self.mentions.get(candidate.token_index)
            if mention is not None and mention.role == "vocative":
                continue
            fit = self.agrees(pronoun, candidate) if candidate.sentence == sentence else None
            if fit is not None and fit > AGREES["doubtful"] and not self.is_owner(pronoun, candidate):
                return candidate
        return None

    def is_owner(self, pronoun: PronounInterpretation, candidate: ActorCandidate) -> bool:
        """Return whether a candidate is the genitive of a noun that agrees: *den Mut Adas, der sie trug*."""
        noun = self.document.heads[candidate.token_index]
        genitive = candidate.named and self.document.tokens[candidate.token_index].text.endswith("s")
        agreement = BITS.get(article_gender(self.document, noun), 0)
        return genitive and noun == candidate.token_index - 1 and bool(agreement & pronoun.agreement)

    def apposed(self, pronoun: PronounInterpretation) -> ActorCandidate | None:
        """Return the noun in apposition to a personal pronoun: *Sie, die Kanzlerin, lachte*."""
        tokens, heads = self.document.tokens, self.document.heads
        first = pronoun.token_index + 2
        if pronoun.kind != "personal" or first >= len(tokens) or tokens[first - 1].text not in APPOSING:
            return None
        head = next((at for at in range(first, min(first + 5, len(tokens))) if at in self.mentions), -1)
        if head < 0 or any(heads[at] != head for at in range(first, head)):
            return None
        if tokens[first].morph.get("Definite") == "Ind":
            # 'er, ein Bäcker' is a predicate, not the antecedent
            return None
        mention = self.mentions[head]
        after = bisect_left(self.starts, mention.end)
        if after < len(tokens) and tokens[after].text != tokens[first - 1].text and tokens[after].pos != "PUNCT":
            return None
        self.unseen[mention.actor] = self.discourse.unseen(mention)
        candidate = self.read.person(mention)
        return candidate if self.agrees(pronoun, candidate) is not None else None

    def bind(self, pronoun: PronounInterpretation) -> None:
        """Assign a reflexive the actor of the subject of its clause."""
        candidate = self.at.get(self.subject_of(pronoun.clause))
        if candidate is None or candidate.actor == NON_PERSON:
            return
        mention = self.mention(pronoun)
        together = candidate.token_index in self.coordinated
        unnamed = together or candidate.actor == SOMEBODY
        mention.actor = self.number_of(candidate.token_index) if unnamed else candidate.actor
        mention.plural = together or candidate.agreement == PLURAL
        self.found.append(mention)

    def best(self, pronoun: PronounInterpretation, standing: Standing) -> ActorCandidate | None:
        """Return the best candidate; None where none agrees."""
        barred_actors, barred_places = self.barred(pronoun)
        found: ActorCandidate | None = None
        highest = 0.0
        seen = 0
        for candidate in self.forward(pronoun):
            score = self.score(pronoun, standing, candidate)
            if score is not None and candidate.actor not in barred_actors:
                found, highest = candidate, score - (0.2 if pronoun.kind == "possessive" else 1.0)
        for candidate in reversed(self.candidates):
            seen += 1
            if standing.sentence - candidate.sentence > REACH or seen > MOST_CANDIDATES:
                break
            if candidate.actor in barred_actors or candidate.token_index in barred_places:
                continue
            score = self.score(pronoun, standing, candidate)
            if score is not None and (found is None or score > highest):
                found, highest = candidate, score
        if pronoun.kind == "personal" and pronoun.agreement == MASCULINE and found is not None:
            # 'er' and 'ihn' mostly refer to persons: an unnamed one is preferred to an unlikely non-person noun
            return None if found.actor == NON_PERSON and highest < FAR_FETCHED else found
        return found

    def forward(self, pronoun: PronounInterpretation) -> list[ActorCandidate]:
        """Return the cataphoric antecedent: the subject of the clause of a possessive, else of the clause above.

        *In ihrer Rede sagte Merkel*; *Als er kam, schlief Peter*; *Er sei müde, sagte Peter*.
        """
        clause = pronoun.clause
        if pronoun.kind not in ("possessive", "personal"):
            return []
        if pronoun.kind == "possessive":
            subject = self.subject_outside(pronoun)
            if subject <= self.document.heads[pronoun.token_index] and self.is_reported(pronoun):
                # 'Seine Partei sei müde, sagte Peter'
                subject = self.speaker(pronoun)
        elif self.document.tokens[clause].relation == "advcl":
            subject = self.subject_of(self.syntax.clause(self.document.heads[clause]))
        else:
            subject = self.speaker(pronoun) if self.is_reported(pronoun) else -1
        if subject <= pronoun.token_index:
            return []
        mention = self.mentions.get(subject)
        if mention is None or mention.head < pronoun.token_index:
            return []
        self.unseen[mention.actor] = self.discourse.unseen(mention)
        return [self.read.person(mention)]

    def subject_outside(self, pronoun: PronounInterpretation) -> int:
        """Return the subject of the clause of a possessive that does not contain it: *Seine Rede lobte Brandt*."""
        own = {pronoun.token_index, self.document.heads[pronoun.token_index]}
        others = [subject for subject in subjects(self.document, pronoun.clause) if subject not in own]
        first = self.subject_of(pronoun.clause)
        return self.covered.get(others[0], others[0]) if first in own and others else first

    def barred(self, pronoun: PronounInterpretation) -> tuple[set[int], set[int]]:
        """Return the actors and the tokens to which a pronoun cannot refer by binding."""
        indices = barred_words(self.document, pronoun.token_index, pronoun.kind)
        known = (self.at.get(self.covered.get(index, index)) for index in indices)
        later = (self.mentions.get(self.covered.get(index, index)) for index in indices)
        actors = {found.actor for found in (*known, *later) if found is not None and found.actor >= 0}
        return actors, indices

    def agrees(self, pronoun: PronounInterpretation, candidate: ActorCandidate) -> float | None:
        """Return the score of gender and number; None where they do not agree."""
        if candidate.actor < 0 or candidate.agreement == PLURAL:
            return 0.0 if candidate.agreement & pronoun.agreement else None
        if not pronoun.agreement & SINGULAR:
            return None
        salient = self.discourse.actors.get(candidate.actor) or self.unseen.get(candidate.actor)
        if salient is None:
            return None
        if pronoun.kind == "neutral":
            # a first name does not contradict it
            return {"marked": 0.4, "conflict": None}.get(salient.agreement("neutral"), -0.2)
        if candidate.agreement & pronoun.agreement:
            return 0.3
        fits = [
            AGREES.get(salient.agreement(gender))
            for bit, gender in GENDERS.items()
            if pronoun.agreement & bit and (candidate.named or salient.agreement(gender) == "marked")
        ]
        return max((fit for fit in fits if fit is not None), default=None)

    def score(self, pronoun: PronounInterpretation, standing: Standing, candidate: ActorCandidate) -> float | None:
        """Return the score of a candidate; None where it does not agree."""
        fit = self.agrees(pronoun, candidate)
        # 'sie' beside Karl is rather the things of which he spoke
        several = pronoun.agreement & PLURAL and not pronoun.subject
        if fit is None or (several and fit <= AGREES["doubtful"]):
            return None
        around = self.context(pronoun, standing.slot)
        score = fit + preference(self.document, around, candidate, standing.sentence - candidate.sentence)
        if pronoun.kind == "possessive":
            score += possessor_preference(self.document, around, candidate)
        if candidate.actor >= 0:
            salient = self.discourse.actors.get(candidate.actor)
            if salient is not None:
                score += 0.25 * min(3.0, log2(1 + salient.count))
            if candidate.agreement == PLURAL:
                score += GROUP_OR_ONE if pronoun.agreement & SINGULAR else GROUP
            score += self.speaker_bonus(pronoun, candidate) if candidate.quote == standing.quote else 0.0
        elif candidate.actor == NON_PERSON and not candidate.generic:
            if self.is_said_by(pronoun, standing, candidate):
                return None
            if self.against[0] != pronoun.token_index:
                self.against = pronoun.token_index, self.against_things(pronoun, standing)
            score += self.against[1]
        if candidate.quote != standing.quote:
            score -= self.across_quotes(standing, candidate)
        if pronoun.kind in ("demonstrative", "genitive") and candidate.taken:
            score -= 0.8
        return score

    def context(self, pronoun: PronounInterpretation, slot: str) -> AnaphorContext:
        """Return the words around a pronoun that more speaks for."""
        if self.around is None or self.around.token_index != pronoun.token_index:
            found = context_of(self.document, pronoun.token_index, pronoun.kind, slot, self.mentions)
            # a thing above an adverbial clause is none the likelier in texts that are full of things
            above = self.covered.get(found.above, -1)
            self.around = found._replace(owner=self.covered.get(found.owner, found.owner), above=above)
        return self.around

    def against_things(self, pronoun: PronounInterpretation, standing: Standing) -> float:
        """Return the penalty of things: by the role of a pronoun, and by what the words around it say of persons."""
        if pronoun.kind in POSSESSORS:
            return AGAINST_THINGS["possessor"] - animacy_of_possessive(self.document, pronoun.token_index)
        animacy = HALF * (SURE if self.speaks(pronoun) else animacy_of_personal(self.document, pronoun.token_index))
        if not pronoun.agreement & SINGULAR or pronoun.kind == "demonstrative":
            return -animacy
        dative = self.document.tokens[pronoun.token_index].text.lower() in ("ihm", "ihr")
        if dative and not has_preposition(self.document, pronoun.token_index):
            return AGAINST_THINGS["dative"] - animacy
        return AGAINST_THINGS["subject" if pronoun.subject else standing.slot] - animacy

    def is_said_by(self, pronoun: PronounInterpretation, standing: Standing, candidate: ActorCandidate) -> bool:
        """Return whether a candidate is part of the reported speech of a pronoun: *Die Lage sei ernst, sagte sie*."""
        if not self.speaks(pronoun):
            return False
        return candidate.quote > standing.quote or candidate.clause in self.document.children[pronoun.clause]

    def speaks(self, pronoun: PronounInterpretation) -> bool:
        verb = self.verbs.get(pronoun.clause)
        passive = self.document.tokens[pronoun.token_index].relation == "nsubj:pass"
        return pronoun.subject and verb is not None and verb.direct and not passive

    def speaker_bonus(self, pronoun: PronounInterpretation, candidate: ActorCandidate) -> float:
        """Prefer the speaker for the subject of a reported clause: *Sie sagte, sie komme*."""
        if not pronoun.subject:
            return 0.0
        if candidate.token_index == self.speaker(pronoun):
            return 1.5
        return 0.5 if candidate.slot == "subject" and self.is_reported(pronoun) else 0.0

    def subject_of(self, clause: int) -> int:
        """Return the index of the subject of a clause, or of the head of its mention; -1 where there is none."""
        subject = clause_subject(self.document, clause)
        return self.covered.get(subject, subject)

    def speaker(self, pronoun: PronounInterpretation) -> int:
        """Return the subject of the verb of saying that a clause depends on, or that follows it; -1 without one."""
        tokens, heads = self.document.tokens, self.document.heads
        if tokens[pronoun.clause].relation in ("ccomp", "parataxis") and heads[pronoun.clause] in self.verbs:
            return self.subject_of(heads[pronoun.clause])
        for child in self.document.children[pronoun.clause]:
            if tokens[child].relation in ("parataxis", "ccomp") and child > pronoun.clause and child in self.verbs:
                return self.subject_of(child)
        return -1

    def is_reported(self, pronoun: PronounInterpretation) -> bool:
        verb = finite_verb(self.document, pronoun.clause)
        return verb >= 0 and self.document.tokens[verb].text.lower() in SUBJUNCTIVE

    def across_quotes(self, standing: Standing, candidate: ActorCandidate) -> float:
        """Return the penalty of a quotation mark between pronoun and candidate; speakers are not *er* or *sie*."""
        if standing.quote < 0:
            return 1.0
        return 4.0 if 0 <= candidate.actor == self.quoted(standing.quote) else 0.4

    def quoted(self, quote: int) -> int:
        """Return the actor of the reporting clause before or after a quote; -1 where there is none."""
        if quote not in self.speakers:
            index = bisect_left(self.starts, self.discourse.direct[quote].start)
            after = bisect_left(self.starts, self.discourse.direct[quote].end)
            near = (*range(after, min(after + 5, len(self.starts))), *range(index - 1, max(-1, index - 10), -1))
            verb = next((at for at in near if at in self.verbs and self.verbs[at].direct), -1)
            subject = self.syntax.subject(verb) if verb >= 0 else None
            mention = self.mentions.get(-1 if subject is None else self.covered.get(subject, subject))
            known = self.at.get(-1 if subject is None else subject)
            self.speakers[quote] = mention.actor if mention is not None else known.actor if known is not None else -1
        return self.speakers[quote]


SUBJUNCTIVE = WordClass("verb_forms_de", "present_subjunctive")
"""Forms of the subjunctive I that differ from the indicative of the third person."""
