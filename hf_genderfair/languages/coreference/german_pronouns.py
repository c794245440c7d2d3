"""Resolution of German pronouns.

A pronoun whose best antecedent is a non-person noun is not a mention of a person. How the best is found stands in
`languages.german.resolution`; here is what the discourse adds: the known gender of actors, how often they were named,
quotes and who speaks. The weights were set manually by the analysis of errors, not fitted to a corpus; no word for a
gender or an occupation has a weight.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Sequence
from functools import partial
from math import log2

from hf_genderfair.languages.clauses import dependents, finite_verb, has_word_below, subject_of, subjects
from hf_genderfair.languages.coreference.mention import PRONOUN, GenderEvidence, Mention, Quote, Role
from hf_genderfair.languages.coreference.name_words import word_start
from hf_genderfair.languages.coreference.quotes.spans import reporting_verbs
from hf_genderfair.languages.coreference.roles import role_of
from hf_genderfair.languages.coreference.salience import SLOTS, Discourse, Standing
from hf_genderfair.languages.coreference.self_descriptions import listed_pronouns
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy import SURE, animacy
from hf_genderfair.languages.german.candidates import (
    ANYBODY,
    JOINING,
    POSSESSORS,
    THING,
    Anaphor,
    Candidate,
    candidate_at,
    indefinite_at,
    pronoun_at,
    thing_at,
)
from hf_genderfair.languages.german.clauses import (
    ANY,
    BITS,
    FEMININE,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
    article_gender,
)
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.phrases import person_phrases
from hf_genderfair.languages.german.pronoun_readings import PronounInterpretation, interpreted_pronouns
from hf_genderfair.languages.german.pronouns import is_one_of_them
from hf_genderfair.languages.german.relatives import antecedent
from hf_genderfair.languages.german.resolution import NOUNS, Candidates, Policy, best
from hf_genderfair.languages.german.role_nouns import role_nouns
from hf_genderfair.languages.types import PersonGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

NOT_INTRODUCED = -1.0
"""Prominence of predicates and forms of address."""

SOMEBODY_FORMS = frozenset({"jemand", "jemanden", "jemandem"})


def person_at(document: Document, mention: Mention) -> Candidate:
    """Return a name or noun with the genders of pronouns that agree with it; 0 for a name, which has none."""
    agreement, epicene = PLURAL, False
    if not mention.plural:
        agreement, epicene = (0, False) if mention.kind == "name" else _grammatical(document, mention)
    found = candidate_at(document, mention.head, agreement, SLOTS.get(mention.role, "oblique"))
    prominence = found.prominence
    said_of_another = mention.role == "predicate" and mention.kind == "noun"
    if mention.role == "vocative" or (said_of_another and not _is_presented(document, mention.head)):
        prominence += NOT_INTRODUCED
    return found._replace(referent=mention.actor, epicene=epicene, prominence=prominence)


def _is_presented(document: Document, index: int) -> bool:
    """Return whether a predicate introduces a person: *Es war eine Polizistin*, not *Sie war Polizistin*."""
    return has_word_below(document, index, ("es", "das", "dies"))


def _grammatical(document: Document, mention: Mention) -> tuple[int, bool]:
    """Return the grammatical gender of a noun for one person, and whether the noun is epicene."""
    token = document.tokens[mention.head]
    tagged = grammatical_gender(token.morph)
    form = person_form(token.text, tagged)
    if form is None or form.gender == "common":
        phrase = document.derived(person_phrases).get(mention.head)
        shown = phrase.gender if phrase is not None and phrase.determiner >= 0 else tagged
        return BITS.get(article_gender(document, mention.head) or shown, MASCULINE | FEMININE), False
    lexical = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER}[form.gender]
    return lexical, form.epicene or lexical == NEUTER


def somebody_at(document: Document, index: int, mentions: Container[int]) -> Candidate | None:
    """Return an indefinite pronoun: *jemand* and *einer der Gäste* are somebody, *jeder* and *man* are anybody."""
    found = indefinite_at(document, index)
    if found is None:
        return None
    form = document.tokens[index].text.lower()
    of_persons = any(child in mentions for child in document.children[index])
    one_of = form.startswith("ein") and (of_persons or is_one_of_them(document, index))
    somebody = form in SOMEBODY_FORMS or one_of
    # of 'jemand', grammar makes 'er'
    agreement = found.agreement & MASCULINE or found.agreement
    return found._replace(agreement=agreement, leaning=0, epicene=somebody, reason="" if somebody else ANYBODY)


def covered_tokens(document: Document, mentions: Sequence[Mention]) -> dict[int, int]:
    """Return the head of the mention for each token inside one, and for titles on which a name depends."""
    covered = {index: mention.head for mention in mentions for index in mention.tokens}
    for mention in mentions:
        above = document.heads[mention.head]
        relation = document.tokens[mention.head].relation
        first = word_start(document, mention.head) if mention.head else 0
        if relation in ("appos", "flat", "flat:name") and first <= above < mention.head:
            covered.setdefault(mention.head - 1, mention.head)
    return covered


GENDERS: dict[int, PersonGender] = {MASCULINE: "male", FEMININE: "female"}

REACH = 5
"""Largest distance of an antecedent before the sentence of a pronoun, in sentences."""

AGREES = {"marked": 0.4, "hinted": 0.3, "open": -0.5, "doubtful": -3.75}
"""Score by the agreement of gender; see `Salient.agreement`."""

FAR_FETCHED = -3.0
"""Smallest score of a non-person noun as the antecedent of *er* or *ihn*."""

HALF = 0.5
"""Weight of the evidence around a pronoun, for texts that are full of things that do what persons do."""

GROUP = -0.5
"""Penalty of groups: plural pronouns often refer to non-persons."""

OFTEN = 0.25
"""What speaks for those that were named often, by the logarithm of how often."""

UNNAMED = -0.6
"""Prominence of pronouns for actors without a name or noun."""

TOGETHER = 0.3
"""What speaks for several together, beside what speaks for the first of them."""

APPOSING = frozenset({",", "–", "—"})

ROLES_BY_KIND: dict[str, Role] = {"possessive": "possessor", "genitive": "possessor", "reflexive": "other"}
"""Roles by kind of pronoun: *sich* is mostly part of a reflexive verb (*sich freuen*), not a patient."""


def resolve(document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> list[Mention]:
    """Find the pronouns that refer to persons, and their actors."""
    return _Resolver(document, mentions, quotes).run()


class _Resolver:
    """The resolution of the pronouns of one text, in the order of the text."""

    def __init__(self, document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> None:
        self.document = document
        self.discourse = Discourse(document, quotes)
        self.mentions = {mention.head: mention for mention in mentions}
        self.covered = covered_tokens(document, mentions)
        listed, read = listed_pronouns(document), document.derived(interpreted_pronouns)
        self.pronouns = {at: pronoun for at, pronoun in read.items() if at not in listed}
        self.candidates = Candidates(document, self.read)
        self.next_actor = 1 + max((mention.actor for mention in mentions), default=-1)
        self.unnamed: dict[int, int] = {}
        self.coordinated: set[int] = set()
        self.found: list[Mention] = []
        self.verbs = reporting_verbs(document)
        self.starts = [token.start for token in document.tokens]
        self.speakers: dict[int, int] = {}

    def run(self) -> list[Mention]:
        reflexives = []
        for index in sorted({*self.mentions, *self.pronouns}):
            mention = self.mentions.get(index)
            if mention is not None:
                self.discourse.see(mention)
                self.add_coordination(index)
            elif index not in self.covered and not self.pronouns[index].polite:
                if self.pronouns[index].kind == "reflexive":
                    reflexives.append(self.pronouns[index])
                else:
                    self.resolve(self.pronouns[index])
        for pronoun in reflexives:
            self.bind(pronoun)
        return sorted(self.found, key=lambda mention: mention.start)

    def read(self, index: int) -> Candidate | None:
        """Read one token as something that a pronoun may stand for."""
        mention = self.mentions.get(index)
        if mention is not None:
            return person_at(self.document, mention)
        if index in self.covered or index in self.pronouns:
            return None
        if self.document.tokens[index].pos not in NOUNS:
            return somebody_at(self.document, index, self.mentions)
        thing = thing_at(self.document, index)
        decided = self.document.derived(role_nouns).get(index)
        anybody = thing is not None and decided is not None and decided.person
        return thing._replace(reason=ANYBODY) if thing is not None and anybody else thing

    def add_coordination(self, index: int) -> None:
        """Record *Anna und Peter* as one candidate for plural pronouns."""
        if self.document.tokens[index].relation != "conj" or not has_word_below(self.document, index, JOINING):
            return
        first = self.candidates.at(self.document.heads[index])
        if first is not None and first.referent >= 0:
            self.coordinated.add(first.token_index)
            together = first._replace(agreement=PLURAL, prominence=first.prominence + TOGETHER)
            self.candidates.add(together._replace(referent=~first.token_index, taken=False, epicene=False))

    def resolve(self, pronoun: PronounInterpretation) -> None:
        """Find the antecedent of one pronoun, and record the pronoun as a candidate for the next ones."""
        mention = self.mention(pronoun)
        if pronoun.kind == "relative":
            fits = partial(self.fits_relative, pronoun)
            chosen = antecedent(self.document, self.candidates, pronoun.token_index, self.covered, fits)
        else:
            chosen = self.apposed(pronoun) or self.best(pronoun, self.discourse.standing(mention))
        if chosen is None:
            plural_or_es = pronoun.agreement & PLURAL or pronoun.agreement == NEUTER
            if pronoun.kind in ("personal", "neutral") and not plural_or_es:
                self.take(pronoun, mention, None)
        elif not chosen.reason:
            self.take(pronoun, mention, chosen)
        else:
            agreement = pronoun.agreement & chosen.agreement or pronoun.agreement
            self.add(mention, agreement, chosen.referent, chosen.reason)

    def add(self, mention: Mention, agreement: int, referent: int, reason: str = "") -> None:
        """Record a pronoun as a candidate for the next ones."""
        slot = SLOTS.get(mention.role, "oblique")
        self.candidates.add(pronoun_at(self.document, mention.head, agreement, slot, referent, reason))

    def mention(self, pronoun: PronounInterpretation) -> Mention:
        token = self.document.tokens[pronoun.token_index]
        role = ROLES_BY_KIND.get(pronoun.kind) or role_of(self.document, pronoun.token_index)
        if role == "subject" and pronoun.kind == "personal" and not pronoun.subject:
            role = "dative_object" if token.text.lower() == "ihr" else "object"
        return Mention(token.start, token.end, pronoun.token_index, "pronoun", role=role)

    def take(self, pronoun: PronounInterpretation, mention: Mention, chosen: Candidate | None) -> None:
        """Assign a pronoun its actor and its evidence of gender."""
        agreement = pronoun.agreement
        mention.actor = self.number_of(~pronoun.token_index if chosen is None else chosen.referent)
        if chosen is not None:
            if chosen.agreement != PLURAL:
                agreement &= ~PLURAL
            agreement = agreement & chosen.agreement or agreement
        if agreement == MASCULINE | NEUTER and (chosen is None or chosen.agreement in (0, MASCULINE)):
            agreement = MASCULINE
        mention.plural = agreement == PLURAL
        mention.evidence = self.evidence(pronoun, agreement, chosen)
        self.discourse.see(mention)
        self.found.append(mention)
        epicene = chosen is not None and chosen.epicene and bool(chosen.agreement & agreement)
        slot = SLOTS.get(mention.role, "oblique")
        found = pronoun_at(self.document, mention.head, agreement & ~ANY, slot, mention.actor, "")
        # actors with a name or noun are preferred
        prominence = found.prominence + (UNNAMED if chosen is None else 0.0)
        self.candidates.add(found._replace(prominence=prominence, epicene=epicene))

    def number_of(self, referent: int) -> int:
        """Return the number of an actor; one without name or noun gets it when a pronoun first refers to it."""
        if referent >= 0:
            return referent
        if referent not in self.unnamed:
            self.unnamed[referent] = self.next_actor
            self.next_actor += 1
        return self.unnamed[referent]

    def evidence(
        self, pronoun: PronounInterpretation, agreement: int, chosen: Candidate | None
    ) -> tuple[GenderEvidence, ...]:
        """Return the evidence of a pronoun: none where it only agrees with the grammatical gender of a noun."""
        word = self.document.tokens[pronoun.token_index].text
        if pronoun.kind == "neutral":
            return (GenderEvidence("neutral", "pronoun", PRONOUN, word),)
        singular = agreement & SINGULAR
        by_grammar = chosen is not None and (
            (chosen.epicene and chosen.agreement & agreement) or (pronoun.kind == "relative" and chosen.agreement)
        )
        if by_grammar or singular not in GENDERS or agreement & PLURAL:
            return ()
        return (GenderEvidence(GENDERS[singular], "pronoun", PRONOUN, word),)

    def fits_relative(self, pronoun: PronounInterpretation, candidate: Candidate, agreement: int) -> bool:
        """Return whether a candidate may be what a relative clause is about."""
        mention = self.mentions.get(candidate.token_index)
        if mention is not None and mention.role == "vocative":
            return False
        fit = self.agrees(pronoun._replace(agreement=agreement), candidate)
        return fit is not None and fit > AGREES["doubtful"] and not self.is_owner(pronoun, candidate)

    def is_owner(self, pronoun: PronounInterpretation, candidate: Candidate) -> bool:
        """Return whether a candidate is the genitive of a noun that agrees: *den Mut Adas, der sie trug*."""
        noun = self.document.heads[candidate.token_index]
        genitive = not candidate.agreement and self.document.tokens[candidate.token_index].text.endswith("s")
        agreement = BITS.get(article_gender(self.document, noun), 0)
        return genitive and noun == candidate.token_index - 1 and bool(agreement & pronoun.agreement)

    def apposed(self, pronoun: PronounInterpretation) -> Candidate | None:
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
        after = mention.tokens.stop
        if after < len(tokens) and tokens[after].text != tokens[first - 1].text and tokens[after].pos != "PUNCT":
            return None
        candidate = person_at(self.document, mention)
        return candidate if self.agrees(pronoun, candidate) is not None else None

    def bind(self, pronoun: PronounInterpretation) -> None:
        """Assign a reflexive the actor of the subject of its clause."""
        candidate = self.candidates.at(self.subject_of(pronoun.clause))
        if candidate is None or candidate.reason:
            return
        mention = self.mention(pronoun)
        together = candidate.token_index in self.coordinated
        mention.actor = self.number_of(~candidate.token_index if together else candidate.referent)
        mention.plural = together or candidate.agreement == PLURAL
        self.found.append(mention)

    def best(self, pronoun: PronounInterpretation, standing: Standing) -> Candidate | None:
        """Return the best candidate; None where none agrees."""
        slot = "subject" if pronoun.subject else standing.slot
        anaphor = Anaphor(pronoun.token_index, pronoun.kind, pronoun.agreement, self.animacy(pronoun), slot)
        fit = partial(self.fit, pronoun, standing, self.speaker(pronoun) if pronoun.subject else -1)
        is_likely = partial(self.is_likely, pronoun)
        return best(self.document, self.candidates, anaphor, Policy(REACH, self.covered, fit, is_likely))

    def animacy(self, pronoun: PronounInterpretation) -> float:
        if pronoun.kind in ("relative", "genitive"):
            # these are no mentions to the reader
            return 0.0
        if pronoun.kind in POSSESSORS:
            return animacy(self.document, pronoun.token_index)
        return HALF * (SURE if self.speaks(pronoun) else animacy(self.document, pronoun.token_index))

    def is_likely(self, pronoun: PronounInterpretation, thing: Candidate, score: float, rival: bool) -> bool:
        """Return whether a non-person noun is likely: of *er* and *ihn*, an unnamed person is preferred otherwise."""
        return rival or score >= FAR_FETCHED or pronoun.kind != "personal" or pronoun.agreement != MASCULINE

    def agrees(self, pronoun: PronounInterpretation, candidate: Candidate) -> float | None:
        """Return the score of gender and number; None where they do not agree."""
        if candidate.referent < 0 or candidate.agreement == PLURAL:
            return 0.0 if candidate.agreement & pronoun.agreement else None
        if not pronoun.agreement & SINGULAR:
            return None
        salient = self.discourse.actors.get(candidate.referent)
        # one that is not seen yet follows
        salient = salient or self.discourse.unseen(self.mentions[candidate.token_index])
        if pronoun.kind == "neutral":
            # a first name does not contradict it
            return {"marked": 0.4, "conflict": None}.get(salient.shown.agreement("neutral"), -0.2)
        if candidate.agreement & pronoun.agreement:
            return 0.3
        fits = [
            AGREES.get(salient.shown.agreement(gender))
            for bit, gender in GENDERS.items()
            if pronoun.agreement & bit and (not candidate.agreement or salient.shown.agreement(gender) == "marked")
        ]
        return max((fit for fit in fits if fit is not None), default=None)

    def fit(
        self, pronoun: PronounInterpretation, standing: Standing, speaker: int, candidate: Candidate
    ) -> float | None:
        """Return what the discourse says for a candidate; None where it does not agree."""
        score = self.agrees(pronoun, candidate)
        # 'sie' beside Karl is rather the things of which he spoke
        several = pronoun.agreement & PLURAL and not pronoun.subject
        if score is None or (several and score <= AGREES["doubtful"]):
            return None
        quote = self.quote_of(candidate)
        if not candidate.reason:
            salient = self.discourse.actors.get(candidate.referent)
            score += OFTEN * min(3.0, log2(1 + salient.count)) if salient is not None else 0.0
            score += GROUP if candidate.agreement == PLURAL else 0.0
            if pronoun.subject and quote == standing.quote:
                score += self.speaker_bonus(pronoun, speaker, candidate)
        elif candidate.reason == THING and self.speaks(pronoun) and self.is_said_by(pronoun, standing, candidate):
            return None
        return score if quote == standing.quote else score - self.across_quotes(standing, candidate)

    def quote_of(self, candidate: Candidate) -> int:
        """Return the number of the direct quote in which a candidate stands; -1 outside."""
        return self.discourse.quote_at(self.starts[candidate.token_index]) if self.discourse.direct else -1

    def is_said_by(self, pronoun: PronounInterpretation, standing: Standing, thing: Candidate) -> bool:
        """Return whether a thing is part of the reported speech of a pronoun: *Die Lage sei ernst, sagte sie*."""
        below = self.document.heads[thing.token_index] in self.document.children[pronoun.clause]
        return below or self.quote_of(thing) > standing.quote

    def speaks(self, pronoun: PronounInterpretation) -> bool:
        verb = self.verbs.get(pronoun.clause)
        passive = self.document.tokens[pronoun.token_index].relation == "nsubj:pass"
        return pronoun.subject and verb is not None and verb.direct and not passive

    def speaker_bonus(self, pronoun: PronounInterpretation, speaker: int, candidate: Candidate) -> float:
        """Prefer the speaker for the subject of a reported clause: *Sie sagte, sie komme*."""
        if candidate.token_index == speaker:
            return 1.5
        return 0.5 if candidate.slot == "subject" and self.document.derived(_is_reported, pronoun.clause) else 0.0

    def subject_of(self, clause: int) -> int:
        """Return the index of the subject of a clause, or of the head of its mention; -1 where there is none."""
        subject = subject_of(self.document, clause)
        return self.covered.get(subject, subject)

    def speaker(self, pronoun: PronounInterpretation) -> int:
        """Return the subject of the verb of saying that a clause depends on, or that follows it; -1 without one."""
        tokens, heads = self.document.tokens, self.document.heads
        if tokens[pronoun.clause].relation in ("ccomp", "parataxis") and heads[pronoun.clause] in self.verbs:
            return self.subject_of(heads[pronoun.clause])
        below = dependents(self.document, pronoun.clause, "parataxis", "ccomp")
        return next((self.subject_of(at) for at in below if at > pronoun.clause and at in self.verbs), -1)

    def across_quotes(self, standing: Standing, candidate: Candidate) -> float:
        """Return the penalty of a quotation mark between pronoun and candidate; speakers are not *er* or *sie*."""
        if standing.quote < 0:
            return 1.0
        return 4.0 if 0 <= candidate.referent == self.quoted(standing.quote) else 0.4

    def quoted(self, quote: int) -> int:
        """Return the actor of the reporting clause before or after a quote; -1 where there is none."""
        if quote not in self.speakers:
            index = bisect_left(self.starts, self.discourse.direct[quote].start)
            after = bisect_left(self.starts, self.discourse.direct[quote].end)
            near = (*range(after, min(after + 5, len(self.starts))), *range(index - 1, max(-1, index - 10), -1))
            verb = next((at for at in near if at in self.verbs and self.verbs[at].direct), -1)
            subject = next(iter(subjects(self.document, verb)), -1) if verb >= 0 else -1
            known = self.candidates.at(self.covered.get(subject, subject))
            self.speakers[quote] = known.referent if known is not None else -1
        return self.speakers[quote]


SUBJUNCTIVE = WordClass("verb_forms_de", "present_subjunctive")
"""Forms of the subjunctive I that differ from the indicative of the third person."""


def _is_reported(document: Document, clause: int) -> bool:
    """Return whether the verb of a clause has a form of reported speech."""
    verb = finite_verb(document, clause)
    return verb >= 0 and document.tokens[verb].text.lower() in SUBJUNCTIVE
