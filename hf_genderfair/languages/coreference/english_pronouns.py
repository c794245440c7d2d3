"""Resolution of English pronouns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import clause_of, dependents, has_copula, has_dependent
from hf_genderfair.languages.coreference.english_candidates import (
    NEW,
    acts_as_person,
    group_kind,
    is_of_persons,
    lowest,
    possible_groups,
    possible_persons,
)
from hf_genderfair.languages.coreference.english_mentions import NEOPRONOUNS
from hf_genderfair.languages.coreference.mention import PRONOUN, STRONG, GenderEvidence, Mention, Quote
from hf_genderfair.languages.coreference.roles import role_of
from hf_genderfair.languages.coreference.salience import (
    Discourse,
    Option,
    Salient,
    Standing,
    best,
    clause_link,
    clauses_above,
    own_subject,
)
from hf_genderfair.languages.coreference.self_descriptions import listed_pronouns
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.pronouns import find_pronouns
from hf_genderfair.languages.english.reasons import before_title
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

FEMALE = frozenset("she her hers herself".split())
MALE = frozenset("he him his himself".split())
THEY = frozenset("they them their theirs themselves themself".split())
GENDERS: dict[str, PersonGender] = {
    **dict.fromkeys(sorted(FEMALE), "female"),
    **dict.fromkeys(sorted(MALE), "male"),
    **dict.fromkeys(sorted(THEY | NEOPRONOUNS), "neutral"),
}
REFLEXIVES = frozenset(form for form in GENDERS if form.endswith(("self", "selves")))
RELATIVES = frozenset("who whom whose".split())

LATER = 6
"""Number of mentions after a pronoun that are considered in its sentence."""

GROUPS = 8
"""Number of the most recently mentioned groups that are considered."""

JOINED = re.compile(r"\band\b|&", re.IGNORECASE)
"""What joins the pronouns of two persons."""

NEAR = 2
"""Number of sentences within which a group or a plural noun excludes singular *they*."""

CALLED_SHE = (WordClass("noun_classes_en", "vessel"), WordClass("noun_classes_en", "kept_animal"))
"""What people speak of as *she*, though it is no person."""

PHRASE = frozenset("nmod nmod:poss appos".split())
OBJECTS = frozenset("obj iobj".split())


RELATIONAL = WordClass("noun_classes_en", "relational_person")
"""Nouns for somebody by whom he or she belongs to: *wife*, *boss*."""


class PronounDecision(NamedTuple):
    """A resolved pronoun with the actors that were considered.

    Attributes:
        mention: The pronoun, with its actor.
        options: The actors that were considered; empty where syntax decides.
        of_persons: Whether it is for a person, or for a group that the text tells to be of persons.
    """

    mention: Mention
    options: Sequence[Option]
    of_persons: bool = True


def resolve(document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote]) -> list[Mention]:
    """Find the pronouns of the third person that refer to persons, and their actors."""
    # Pipelines take many surnames for places. Where a pronoun proves that such a name is a person's (*Avila … her
    # book*), or where it refers to *someone*, these words are returned as well, with the new actor; so is a noun for a
    # group of persons to which *they* refers (*the crew … they*). Several persons together (*Ann and Bob … they*) are a
    # group of their own, whose mentions are pronouns.
    # Not returned are *it*, *they* for non-persons and for unnamed people (*they say*), interrogative *who*, *one*,
    # *you*, and the writer's *I* and *we*: the writer is not an actor of the text.
    return _Resolver(document, mentions, quotes, _weights()).resolve()


def decide(
    document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote], weights: Mapping[str, float]
) -> Iterator[PronounDecision]:
    """Resolve pronouns by given weights, with the actors that were considered; for fitting weights."""
    return _Resolver(document, mentions, quotes, weights).run()


def _weights() -> Mapping[str, float]:
    return resource(
        ("pronoun weights", "en"),
        lambda: {feature: float(weight) for feature, weight in load_lexicon("pronoun_weights_en").rows},
    )


def _pairs(document: Document) -> frozenset[int]:
    """Return the tokens of pairs that stand for one person of whatever gender: *he or she*, *his/her*."""
    found = set[int]()
    for number, sentence in enumerate(document.analysis.sentences):
        first = document.sentences[number][0]
        for pronoun in find_pronouns(document.text, sentence):
            if pronoun.pair and not JOINED.search(document.text, pronoun.start, pronoun.end):
                found.update(range(first + pronoun.first, first + pronoun.last + 1))
    return frozenset(found)


class _Resolver:
    """The resolution of the pronouns of one document, in the order of the text."""

    def __init__(
        self, document: Document, mentions: Sequence[Mention], quotes: Sequence[Quote], weights: Mapping[str, float]
    ) -> None:
        self.document = document
        self.weights = weights
        self.listed = listed_pronouns(document)
        self.pairs = document.derived(_pairs)
        self.possible = possible_persons(document, mentions)
        self.mentions = sorted([*mentions, *self.possible], key=lambda mention: (mention.start, mention.end))
        self.persons = Discourse(document, quotes)
        self.persons.expect(self.mentions)
        self.groups = Discourse(document, quotes)
        self.groups.expect(self.mentions)
        self.at: dict[int, Mention] = {}
        self.possible_groups = possible_groups(document, mentions, lowest(self.possible) - 1)
        for mention in (*self.mentions, *(group for group in self.possible_groups if group.kind != "name")):
            for index in mention.tokens:
                self.at.setdefault(index, mention)
        self.groups.expect(self.possible_groups)
        self.kinds = {mention.actor: group_kind(document, mention) for mention in self.possible_groups}
        self.last_group = min(lowest(self.possible), lowest(self.possible_groups))
        self.bodies = {actor for actor, kind in self.kinds.items() if kind == "body"}
        self.only_called: set[int] = set()
        self.next_group = 0
        self.possible_names = {mention.actor for mention in self.possible if mention.kind == "name"}
        self.proven: set[int] = set()
        self.next_mention = 0
        self.next_actor = max((mention.actor for mention in mentions), default=-1) + 1

    def resolve(self) -> list[Mention]:
        """Return the pronouns, and the names that they prove to be of persons, with their numbers of actors."""
        pronouns = [decision.mention for decision in self.run() if decision.of_persons]
        numbers: dict[int, int] = {}
        for pronoun in pronouns:
            if pronoun.actor < NEW:
                pronoun.actor = numbers.setdefault(pronoun.actor, self.next_actor + len(numbers))
        nouns = [mention for mention in self.possible_groups if mention.kind != "name"]
        proven = [
            replace(mention, actor=numbers[mention.actor])
            for mention in (*self.possible, *nouns)
            if mention.actor in numbers
        ]
        return sorted([*pronouns, *proven], key=lambda mention: mention.start)

    def run(self) -> Iterator[PronounDecision]:
        """Yield the pronouns, each with what was considered, and whether it is for persons."""
        decisions = list(self.decisions())
        pronouns = [decision.mention for decision in decisions]
        called = Counter(mention.actor for mention in pronouns)
        for mention in (*self.possible_groups, *pronouns):
            # those who are called 'they' once are nobody in particular: 'they say'
            known = mention.actor not in self.bodies and mention.actor not in self.only_called
            if mention.plural and known and is_of_persons(self.document, mention):
                self.proven.add(mention.actor)
        kin = {mention.actor for mention in pronouns if self.owns_kin(mention.head)}
        self.proven |= {actor for actor in self.only_called if called[actor] > 1 or actor in kin}
        for decision in decisions:
            mention = decision.mention
            certain = not mention.plural or mention.actor > NEW or mention.actor in self.proven
            yield decision._replace(of_persons=certain and decision.of_persons)

    def decisions(self) -> Iterator[PronounDecision]:
        for index, token in enumerate(self.document.tokens):
            form = token.text.lower()
            decision = None
            if form in RELATIVES:
                decision = self.relative(index)
            elif index in self.listed or index in self.pairs:
                continue
            elif form in GENDERS and index not in self.at and self.is_pronoun(index, form):
                decision = self.personal(index, form)
            elif self.is_body(index):
                self.see_body(index)
            if decision is not None:
                self.at[index] = decision.mention
                if not decision.of_persons:
                    yield decision
                    continue
                if not decision.mention.plural:
                    self.proven.add(decision.mention.actor)
                self.see(decision.mention)
                yield decision

    def owns_kin(self, index: int) -> bool:
        """Whether a possessive is that of whom a man or woman belongs to, and nobody is said to be: *their wife*."""
        noun = self.at.get(self.document.heads[index])
        if self.document.tokens[index].relation != "nmod:poss" or noun is None or noun.kind != "noun" or noun.plural:
            return False
        told = noun.role not in ("predicate", "other") and self.document.tokens[noun.head].lemma in RELATIONAL
        return told and any(item.weight >= STRONG for item in noun.evidence)

    def is_body(self, index: int) -> bool:
        """Whether a word is a name that does something and is hardly a person's: *Leeds Rovers won, … they*."""
        token = self.document.tokens[index]
        if token.pos != "PROPN" or not token.relation.startswith("nsubj"):
            return False
        return index not in self.at or self.at[index].actor in self.possible_names

    def is_pronoun(self, index: int, form: str) -> bool:
        if form not in NEOPRONOUNS:
            return not self.honours_name(index)
        return not has_dependent(self.document, index, "det", "amod", "compound")

    def honours_name(self, index: int) -> bool:
        """Whether a possessive is part of the titles before a name: *Her Excellency Ambassador Hale*."""
        tokens = self.document.tokens
        if not before_title(self.document.text, tokens[index].end):
            return False
        index += 1
        while index < len(tokens) and index not in self.at and tokens[index].text[0].isupper():
            index += 1
        return index in self.at and self.at[index].kind == "name"

    def see(self, mention: Mention) -> None:
        (self.groups if mention.plural else self.persons).see(mention)

    def advance(self, start: int) -> None:
        """Record the mentions before an offset."""
        while self.next_mention < len(self.mentions) and self.mentions[self.next_mention].start < start:
            self.see(self.mentions[self.next_mention])
            self.next_mention += 1
        while self.next_group < len(self.possible_groups) and self.possible_groups[self.next_group].end <= start:
            self.groups.see(self.possible_groups[self.next_group])
            self.next_group += 1

    def see_body(self, index: int) -> None:
        """Record a name of no person, to which *they* may refer."""
        token = self.document.tokens[index]
        self.advance(token.start)
        number = self.new_group()
        self.bodies.add(number)
        self.groups.see(Mention(token.start, token.end, index, "noun", True, (), role_of(self.document, index), number))

    def new_group(self) -> int:
        """Return a number for a group that may be none of persons; below those of all others."""
        self.last_group -= 1
        return self.last_group

    def relative(self, index: int) -> PronounDecision | None:
        """Resolve *who* to the noun that its clause modifies."""
        token = self.document.tokens[index]
        self.advance(token.start)
        tokens, heads = self.document.tokens, self.document.heads
        clauses = (above for above in self.document.ancestors(index) if tokens[above].relation in ("acl:relcl", "acl"))
        antecedent = next((self.at.get(heads[clause]) for clause in clauses), None)
        if antecedent is None and index > 1 and tokens[index - 1].text == ",":
            antecedent = self.at.get(index - 2)
        if antecedent is None or antecedent.start >= token.start:
            return None
        return PronounDecision(self.pronoun(index, antecedent.plural, antecedent.actor), ())

    def pronoun(self, index: int, plural: bool, actor: int) -> Mention:
        token = self.document.tokens[index]
        gender = GENDERS.get(token.text.lower())
        evidence = (GenderEvidence(gender, "pronoun", PRONOUN, token.text),) if gender and not plural else ()
        return Mention(token.start, token.end, index, "pronoun", plural, evidence, role_of(self.document, index), actor)

    def personal(self, index: int, form: str) -> PronounDecision | None:
        mention = self.pronoun(index, False, NEW)
        self.advance(mention.start)
        standing = self.persons.standing(mention)
        if form in REFLEXIVES:
            antecedent = self.reflexive(index)
            if antecedent is not None and self.agrees(antecedent, form):
                return PronounDecision(self.pronoun(index, antecedent.plural, antecedent.actor), ())
        if form in THEY:
            return self.they(standing)
        apposed = self.apposed(index)
        if apposed is not None and self.persons.unseen(apposed).shown.agreement(GENDERS[form]) != "conflict":
            return PronounDecision(self.pronoun(index, False, apposed.actor), ())
        options = self.options(standing, self.persons, GENDERS[form])
        mention.actor = best(options, self.weights).actor
        if mention.actor == NEW and self.is_of_thing(standing):
            return PronounDecision(mention, options, of_persons=False)
        if mention.actor == NEW:
            mention.actor = self.next_actor
            self.next_actor += 1
        return PronounDecision(mention, options)

    def is_of_thing(self, standing: Standing) -> bool:
        """Return whether a possessive is that of a ship, an animal or a country: *The ship lost her mast*."""
        subject = own_subject(self.document, standing.clause)
        if standing.slot != "possessor" or subject is None or subject >= standing.mention.head or subject in self.at:
            return False
        token = self.document.tokens[subject]
        entity = self.document.entity_at(token.start)
        place = token.pos == "PROPN" and entity is not None and entity.type == "LOC"
        return place or any(token.lemma.lower() in words for words in CALLED_SHE)

    def apposed(self, index: int) -> Mention | None:
        """Return the noun in apposition to a personal pronoun: *She, the chancellor, laughed*."""
        tokens, heads = self.document.tokens, self.document.heads
        after = tokens[index + 1 : index + 8]
        if len(after) < 3 or after[0].text != "," or after[1].text.lower() != "the":
            return None
        head = next((at for at in range(index + 3, index + 1 + len(after)) if at in self.at), -1)
        if head < 0 or any(heads[at] != head for at in range(index + 2, head)):
            return None
        closing = tokens[head + 1 : head + 3]
        listed = len(closing) > 1 and closing[1].pos == "CCONJ"
        if not closing or closing[0].pos != "PUNCT" or listed or self.at[head].plural:
            return None
        return self.at[head]

    def agrees(self, antecedent: Mention, form: str) -> bool:
        if antecedent.plural:
            return form in THEY
        salient = self.persons.actors.get(antecedent.actor)
        if form in THEY:
            return antecedent.actor > NEW
        # the grammar of a reflexive is surer than a first name
        return salient is None or not salient.shown.marked or salient.shown.agreement(GENDERS[form]) != "conflict"

    def they(self, standing: Standing) -> PronounDecision | None:
        """Resolve *they* to a group, or to one person where no group and no plural noun is near."""
        owner = self.owner(standing)
        if owner is not None:
            return PronounDecision(self.pronoun(standing.mention.head, False, owner.actor), ())
        near = any(self.is_near(salient, standing) for salient in self.groups.recent())
        single = set() if near else self.single(standing)
        options = [option for option in self.options(standing, self.persons, "neutral") if option.actor in single]
        if options:
            actor = best(options, self.weights).actor
            return PronounDecision(self.pronoun(standing.mention.head, False, actor), options)
        options = self.options(standing, self.groups, None)
        actor = best(options, self.weights).actor
        if actor == NEW:
            actor = self.new_group()
            self.only_called.add(actor)
        return PronounDecision(self.pronoun(standing.mention.head, True, actor), options)

    def owner(self, standing: Standing) -> Mention | None:
        """Return the subject whose *their* is, a single person without gender: *the plumber packed their tools*."""
        groups = any(salient.standings[-1].sentence == standing.sentence for salient in self.groups.recent())
        if standing.slot != "possessor" or groups:
            return None
        found = self.at.get(subject) if (subject := own_subject(self.document, standing.clause)) is not None else None
        if found is None or found.plural or found.start > standing.mention.start or found.actor in self.possible_names:
            return None
        salient = self.persons.actors.get(found.actor)
        return found if salient is not None and salient.shown.agreement("neutral") in ("open", "marked") else None

    def single(self, standing: Standing) -> set[int]:
        """Return the persons to whom singular *they* may refer."""
        # These are persons with an earlier *they*, and persons without name and gender in the text. Where several
        # persons are near, *they* mostly refers to all of them, unless they are in the same sentence (*The plumber told
        # the owner that they …*).
        near = [
            salient
            for salient in self.persons.recent()
            if standing.sentence - salient.standings[-1].sentence < NEAR and salient.actor not in self.possible_names
        ]
        found = set()
        for salient in near:
            agreement = salient.shown.agreement("neutral")
            here = salient.standings[-1].sentence == standing.sentence and not salient.shown.named
            if agreement == "marked" or (agreement == "open" and (here or len(near) == 1)):
                found.add(salient.actor)
        return found

    def options(self, standing: Standing, discourse: Discourse, gender: PersonGender | None) -> list[Option]:
        """Return the actors to whom a pronoun may refer, and a new one."""
        bindings = self.bound(standing)
        anticipated = self.later(standing, discourse, gender is None, bindings)
        agreeing: list[tuple[Salient, str]] = []
        for salient in (*anticipated, *islice(discourse.recent(), None if gender else GROUPS)):
            if "" not in bindings.get(salient.actor, ()):
                agreement = salient.shown.agreement(gender) if gender else "open"
                if agreement != "conflict":
                    agreeing.append((salient, agreement))
        marked = any(agreement == "marked" and self.is_beside(salient, standing) for salient, agreement in agreeing)
        if marked:
            # 'She told somebody her name'
            agreeing = [pair for pair in agreeing if not self.is_somebody(pair[0])]
        most = max((salient.count for salient, _ in agreeing), default=0)
        found = []
        for rank, (salient, agreement) in enumerate(agreeing, -len(anticipated)):
            features = discourse.features(standing, salient, agreement, rank, most)
            features += bindings.get(salient.actor, ())
            if marked and gender and agreement == "open":
                features.append("open beside marked")
            if salient.actor < NEW:
                features += self.doubts(salient) if gender else self.group_features(salient, standing)
            # groups have weights of their own
            found.append(Option(salient.actor, features if gender else [f"group: {name}" for name in features]))
        if gender or not found or not any(self.is_near(salient, standing) for salient in discourse.recent()):
            new = "new" if gender else "group: new"
            found.append(Option(NEW, (new, f"{new} {standing.slot}", f"{new} among {min(len(found), 4)}")))
        return found

    @staticmethod
    def is_near(salient: Salient, standing: Standing) -> bool:
        return standing.sentence - salient.standings[-1].sentence < NEAR

    def is_beside(self, salient: Salient, standing: Standing) -> bool:
        return not self.is_somebody(salient) and salient.standings[-1].sentence == standing.sentence

    def is_somebody(self, salient: Salient) -> bool:
        return salient.actor < NEW and salient.actor not in self.possible_names

    def doubts(self, salient: Salient) -> Iterator[str]:
        """Yield the features of an actor that may not be a person."""
        last = salient.standings[-1]
        yield f"possible {last.mention.kind}"
        yield f"possible {last.slot}"
        if salient.actor in self.proven:
            yield "possible, proven before"

    def group_features(self, salient: Salient, standing: Standing) -> Iterator[str]:
        """Yield what a group is that may be none of persons, and whether the pronoun for it does what persons do."""
        kind = self.kinds.get(salient.actor, "body" if salient.actor in self.bodies else "pronoun")
        yield kind
        if acts_as_person(self.document, standing.mention.head):
            yield f"{kind} acts"

    def later(
        self, standing: Standing, discourse: Discourse, plural: bool, bindings: dict[int, list[str]]
    ) -> list[Salient]:
        """Record the features of known actors that are named after a pronoun in its sentence."""
        # A pronoun cannot refer to a name that it c-commands (Chomsky 1981, principle C).
        unseen: dict[int, Salient] = {}
        for mention in self.mentions[self.next_mention : self.next_mention + LATER]:
            if self.document.sentence_of[mention.head] != standing.sentence:
                break
            other = discourse.standing(mention)
            link = clause_link(self.document, standing.clause, other.clause)
            if standing.slot != "possessor" and link.startswith(("same", "in ")) and link != "in conjunct":
                bindings.setdefault(mention.actor, []).append("commanded")
                unseen.pop(mention.actor, None)
            elif mention.actor in discourse.actors:
                bindings.setdefault(mention.actor, []).append("again " + discourse.later(standing, other))
            elif mention.plural == plural and mention.actor not in bindings:
                unseen.setdefault(mention.actor, discourse.unseen(mention))
        return list(unseen.values())

    def bound(self, standing: Standing) -> dict[int, list[str]]:
        """Return the actors to whom a pronoun cannot, or hardly, refer by its position (Chomsky 1981, principle B)."""
        index = standing.mention.head
        bindings: dict[int, list[str]] = {}
        if standing.slot == "possessor":
            for part, feature in self.owned(index):
                if part in self.at:
                    bindings.setdefault(self.at[part].actor, []).append(feature)
        elif standing.slot in ("subject", "object"):
            verb = self.document.heads[index]
            for child in self.document.children[verb]:
                if child != index and child in self.at and self.document.tokens[child].relation in OBJECTS:
                    bindings.setdefault(self.at[child].actor, []).append("bound by object")
            subject, feature = self.controller(verb) if standing.slot == "object" else (None, "")
            if subject is not None and subject != index and subject in self.at:
                bindings.setdefault(self.at[subject].actor, []).append(feature)
        return bindings

    def owned(self, index: int) -> Iterator[tuple[int, str]]:
        """Yield the words whose phrase contains a possessive, which cannot refer to them: *her mother*."""
        document, tokens = self.document, self.document.tokens
        noun = document.heads[index]
        yield noun, ""
        for child in document.children[noun]:
            if tokens[child].relation in ("appos", "flat", "compound"):
                yield child, ""
            elif tokens[child].relation == "nsubj" and has_copula(document, noun):
                yield child, "owned by predicate"
        while tokens[noun].relation in PHRASE and document.heads[noun] != noun:
            feature = f"owned by {tokens[noun].relation}"
            noun = document.heads[noun]
            yield noun, feature

    def controller(self, verb: int) -> tuple[int | None, str]:
        """Return the index of the subject of a verb, and the feature of an object with the same actor."""
        # The subject of the infinitive in *ask somebody to do* is the object (Chomsky 1981, control).
        links = []
        for clause, link in self.document.derived(clauses_above, clause_of(self.document, verb)).items():
            subject = own_subject(self.document, clause)
            links.append(link)
            if link == "complement":
                objects = dependents(self.document, clause, *OBJECTS)
                subject = objects[0] if objects else subject
            if subject is not None:
                doubt = next((link for link in links[1:] if link != "conjunct"), "")
                return subject, doubt and f"bound over {doubt}"
        return None, ""

    def reflexive(self, index: int) -> Mention | None:
        """Return the antecedent of a reflexive: the word that it emphasises, or the subject of its clause."""
        head = self.document.heads[index]
        if self.document.tokens[index].relation not in OBJECTS and head in self.at:
            return self.at[head]
        subject, _ = self.controller(head)
        return self.at.get(subject) if subject is not None and subject != index else None
