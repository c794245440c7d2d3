"""Words of a German text that its pronouns may stand for, and which of them a pronoun takes up.

Nouns for things compete with persons, since *er*, *sie*, *sein* and *ihr* agree with the gender of nouns. Constraints
come first (agreement, binding: Chomsky 1981), then salience as in Lappin and Leass (1994): subjects and what stands
first go before objects, near before far. Weights were set by judgement, and no word for a gender or an occupation has
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german_forms import person_form
from hf_genderfair.rewriting.german.clauses import CLAUSES, SUBJECTS, clause_of, subject_of
from hf_genderfair.rewriting.german.person_phrase import PersonPhrase
from hf_genderfair.rewriting.german.person_signs import speaks

MASCULINE, FEMININE, NEUTER, PLURAL = 1, 2, 4, 8
"""Bits of agreement."""

SINGULAR = MASCULINE | FEMININE | NEUTER
BITS = {"Masc": MASCULINE, "Fem": FEMININE, "Neut": NEUTER}
NOUN_BITS = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER, "common": MASCULINE | FEMININE}

THING, LEFT = "thing", "antecedent not rewritten"
"""Reasons to leave a pronoun, by what it stands for."""

REACH = 3
"""Sentences before its own that a pronoun may reach back."""

DISTANCE = (0.0, 0.9, 1.9, 2.7)
"""What is taken off for each sentence of distance."""

SLOT = {"subject": 1.0, "object": 0.3, "possessor": -0.1, "oblique": -0.2}
SLOTS = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "obj": "object",
    "iobj": "object",
    "obl:arg": "object",
    "nmod:poss": "possessor",
}
FIRST, MAIN_CLAUSE, INSIDE, BARE, AGAIN, PARALLEL = 0.4, 0.2, -0.4, -0.5, 0.6, 0.4
"""For what stands first in its sentence; in a main clause; inside another noun's phrase; for things without article;
for pronouns, by which what is in the centre goes on; for the same role."""

PER_WORD, FARTHEST = 0.03, 1.0
"""What is taken off for each word between, and at most."""

INNER = frozenset({"nmod", "nmod:poss", "appos", "compound", "conj"})
PARTS = frozenset({"compound", "flat", "flat:name", "fixed"})

AGAINST_THINGS = {"subject": -1.4, "object": -0.6, "oblique": -0.6, "possessor": -0.7}
"""What is taken off for things, by the role of the pronoun: texts go on with persons as subjects."""

OTHER_NAME = -0.6
"""What is taken off where a first name is mostly given to others: the text may be a rewritten one."""

NO_ANTECEDENTS = frozenset(
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar jänner februar märz april mai "
    "juni juli august september oktober november dezember jahr jahre jahren jahres monat monate monaten woche "
    "wochen tag tage tagen stunde stunden minute minuten uhr prozent euro dollar mark mal male anfang ende seite teil "
    "zeit beispiel frage morgen abend nacht vormittag nachmittag mittag million millionen milliarde milliarden "
    "rahmen fall grund weg".split()
)
"""Nouns of time, measure and fixed phrases, to which pronouns seldom refer."""

INDEFINITE = {
    **dict.fromkeys(
        "jeder jeden jedem keiner keinen keinem niemand niemanden niemandem man wer wen wem jemand jemanden jemandem "
        "einer derjenige demjenigen denjenigen mancher".split(),
        MASCULINE,
    ),
    **dict.fromkeys(("jede", "keine", "diejenige", "eine"), FEMININE),
}
"""Pronouns for nobody in particular, that later pronouns agree with."""

ANYBODY = frozenset("niemand niemanden niemandem man wer wen wem jemand jemanden jemandem".split())
"""Those of them that keep their form, whoever is meant."""


class Candidate(NamedTuple):
    """A word that a pronoun may stand for.

    Attributes:
        place: Index of the token.
        agreement: Bits of gender and number that it has by grammar.
        slot: ``subject``, ``object``, ``possessor`` or ``oblique``.
        prominence: What speaks for it, whatever the pronoun.
        reason: Why pronouns for it are left alone; empty where they are rewritten.
        leaning: Bit of the gender to whose bearers a first name is mostly given; 0 where none is known.

    Example:
        >>> Candidate(0, FEMININE, "subject", 1.6, THING).leaning
        0
    """

    place: int
    agreement: int
    slot: str
    prominence: float
    reason: str = ""
    leaning: int = 0


class Pronoun(NamedTuple):
    """A pronoun whose antecedent is looked for.

    Attributes:
        place: Index of the token.
        kind: ``personal``, ``possessive``, ``demonstrative`` or ``indefinite``.
        agreement: Bits of the genders and the number that its antecedent may have.
        sign: What the words around it say: above zero for persons, below for things.

    Example:
        >>> Pronoun(3, "personal", MASCULINE, 0.0).kind
        'personal'
    """

    place: int
    kind: str
    agreement: int
    sign: float


class Antecedents:
    """The words of one text that pronouns may stand for.

    Args:
        document: The text.
        phrases: Its role nouns.
        refused: For each phrase the reason why it is left alone, or None.
        names: Whether pronouns for persons with names are rewritten.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Der Tisch wackelt, denn er ist alt."
        >>> document = Document(text, next(iter(pipeline("de").analyse([text]))), "de")
        >>> antecedents = Antecedents(document, [], [], True)
        >>> found = antecedents.best(Pronoun(5, "personal", MASCULINE, 0.0))
        >>> document.tokens[found.place].text, found.reason
        ('Tisch', 'thing')
    """

    def __init__(
        self, document: Document, phrases: Sequence[PersonPhrase], refused: Sequence[str | None], names: bool
    ) -> None:
        """Keep the text; its sentences are read when a pronoun asks for them."""
        self.document = document
        self.phrases = {phrase.head: number for number, phrase in enumerate(phrases)}
        self.all_phrases = phrases
        self.refused = refused
        self.names = names
        self.found: dict[int, list[Candidate]] = {}
        self.taken: dict[int, Candidate] = {}
        self.entity_of = self._entities()

    def best(self, pronoun: Pronoun) -> Candidate | None:
        """Return the candidate for which most speaks; None where none agrees."""
        barred = self._barred(pronoun)
        forward = self._forward(pronoun)
        owner = subject_of(self.document, clause_of(self.document, pronoun.place))
        sentence = self.document.sentence_of[pronoun.place]
        found, highest = None, 0.0
        for number in range(max(0, sentence - REACH), sentence + 1):
            for candidate in self.candidates(number):
                if candidate.place >= pronoun.place and candidate.place != forward:
                    continue
                if candidate.place in barred or not candidate.agreement & pronoun.agreement:
                    continue
                score = self.score(pronoun, candidate, sentence - number, owner)
                if found is None or score >= highest:
                    found, highest = candidate, score
        return found

    def take(self, pronoun: Pronoun, antecedent: Candidate) -> None:
        """Let later pronouns go on with what a pronoun stands for."""
        slot = SLOTS.get(self.document.tokens[pronoun.place].relation, "oblique")
        slot = "possessor" if pronoun.kind == "possessive" else slot
        prominence = SLOT[slot] + AGAIN + self._standing(pronoun.place)
        agreement = antecedent.agreement & pronoun.agreement or pronoun.agreement
        sentence = self.document.sentence_of[pronoun.place]
        self.candidates(sentence).append(Candidate(pronoun.place, agreement, slot, prominence, antecedent.reason))

    def candidates(self, sentence: int) -> list[Candidate]:
        """Return what pronouns may stand for in a sentence, in order."""
        if sentence not in self.found:
            places = range(*self.document.sentences[sentence])
            self.found[sentence] = [found for found in map(self.candidate, places) if found is not None]
        return self.found[sentence]

    def candidate(self, place: int) -> Candidate | None:
        """Read one token as something that a pronoun may stand for."""
        token = self.document.tokens[place]
        number = self.phrases.get(place)
        if number is not None:
            return self._phrase(place, number)
        if token.pos in ("NOUN", "PROPN"):
            if token.relation in PARTS:
                return None
            return self._name(place) if token.pos == "PROPN" else self._noun(place)
        form = token.text.lower()
        if form in INDEFINITE and token.pos in ("PRON", "DET") and stands_alone(self.document, place):
            return self._at(place, INDEFINITE[form])
        return None

    def _at(self, place: int, agreement: int, reason: str = "", leaning: int = 0) -> Candidate:
        slot = SLOTS.get(self.document.tokens[place].relation, "oblique")
        return Candidate(place, agreement, slot, SLOT[slot] + self._standing(place), reason, leaning)

    def _phrase(self, place: int, number: int) -> Candidate:
        phrase, reason = self.all_phrases[number], self.refused[number]
        agreement = PLURAL if phrase.number == "Plur" else NOUN_BITS[phrase.noun.gender]
        if phrase.noun.gender == "common" and agreement != PLURAL:
            agreement = self._article_bits(place) or agreement
        if reason is None:
            return self._at(place, agreement)
        return self._at(place, agreement, THING if "thing" in reason or "organi" in reason else LEFT)

    def _name(self, place: int) -> Candidate:
        token = self.document.tokens[place]
        entity = self.entity_of.get(place, "")
        if entity in ("LOC", "ORG"):
            agreement = self._article_bits(place) or (NEUTER if entity == "LOC" else SINGULAR)
            return self._at(place, agreement, THING)
        leaning = _leaning(token.text)
        if not (entity or leaning or self._is_nameless_speaker(place)):
            return self._at(place, self._article_bits(place) or SINGULAR, THING)
        return self._at(place, MASCULINE | FEMININE, "" if self.names else LEFT, leaning)

    def _is_nameless_speaker(self, place: int) -> bool:
        return speaks(self.document, place) or self.document.tokens[place].relation in SUBJECTS

    def _noun(self, place: int) -> Candidate | None:
        token = self.document.tokens[place]
        if self.entity_of.get(place) == "PER":
            return self._at(place, MASCULINE | FEMININE, "" if self.names else LEFT, _leaning(token.text))
        if token.text.lower() in NO_ANTECEDENTS and token.relation not in SUBJECTS:
            return None
        tagged = token.morph.get("Gender", "")
        form = _person(token.text, tagged)
        if token.morph.get("Number") == "Plur" or (form is not None and form == "plural"):
            return self._at(place, PLURAL, THING if form is None else LEFT)
        agreement = self._article_bits(place) or BITS.get(tagged, SINGULAR)
        if form is not None:
            return self._at(place, agreement, LEFT)
        candidate = self._at(place, agreement, THING)
        bare = not self._has_article(place)
        return candidate._replace(prominence=candidate.prominence + BARE) if bare else candidate

    def _has_article(self, place: int) -> bool:
        tokens = self.document.tokens
        return any(tokens[child].relation in ("det", "det:poss") for child in self.document.children[place])

    def _article_bits(self, place: int) -> int:
        """Return the gender that the determiner of a noun shows; it is surer than that of the noun."""
        tokens = self.document.tokens
        for child in self.document.children[place]:
            if tokens[child].relation == "det" and tokens[child].morph.get("Number") == "Sing":
                return BITS.get(tokens[child].morph.get("Gender", ""), 0)
        return 0

    def _standing(self, place: int) -> float:
        document = self.document
        token, head = document.tokens[place], document.heads[place]
        found = FIRST if place - document.sentences[document.sentence_of[place]][0] <= 2 else 0.0
        if document.heads[head] == head:
            found += MAIN_CLAUSE
        if token.relation in INNER:
            found += INSIDE
        return found

    def score(self, pronoun: Pronoun, candidate: Candidate, distance: int, owner: int) -> float:
        """Return what speaks for a candidate that agrees with a pronoun."""
        slot = "possessor" if pronoun.kind == "possessive" else self._slot(pronoun.place)
        score = candidate.prominence - DISTANCE[distance] + (PARALLEL if candidate.slot == slot else 0.0)
        score -= min(FARTHEST, PER_WORD * abs(pronoun.place - candidate.place))
        if candidate.reason == THING:
            score += AGAINST_THINGS[slot] - pronoun.sign
        if candidate.agreement == PLURAL and pronoun.agreement & SINGULAR:
            score -= 0.5
        if candidate.leaning and not candidate.leaning & pronoun.agreement:
            score += OTHER_NAME
        if pronoun.kind == "possessive":
            score += self._possessor_bonus(pronoun.place, candidate, owner)
        elif pronoun.kind == "demonstrative":
            # 'dieser' picks what was named last, and mostly not the subject
            score -= 1.6 if candidate.slot == "subject" else 0.0
            score -= min(1.5, (pronoun.place - candidate.place) / 6) + DISTANCE[distance]
        return score

    def _slot(self, place: int) -> str:
        return SLOTS.get(self.document.tokens[place].relation, "oblique")

    def _possessor_bonus(self, place: int, candidate: Candidate, owner: int) -> float:
        """Prefer the subject of the clause (*Eva liebt ihren Hund*) and what stands before (*Eva und ihr Mann*)."""
        document = self.document
        owned = document.heads[place]
        if document.tokens[owned].relation == "conj" and document.heads[owned] == candidate.place:
            return 2.0
        if candidate.place == owner:
            return 0.4 if self._is_nobody(owner) else 1.6
        beside = document.heads[candidate.place] == document.heads[owned] and candidate.slot == "object"
        return 1.0 if beside and place - candidate.place <= 2 else 0.0

    def _is_nobody(self, place: int) -> bool:
        tokens = self.document.tokens
        return any(tokens[child].text.lower().startswith("kein") for child in self.document.children[place])

    def _forward(self, pronoun: Pronoun) -> int:
        """Return the subject that follows a pronoun: of its clause for a possessive, else of the clause above.

        *In ihrer Rede sagte Eva*; *Als er kam, schlief Jan*; *Er sei müde, sagte Jan*.
        """
        document = self.document
        clause = clause_of(document, pronoun.place)
        if pronoun.kind == "possessive":
            subject = subject_of(document, clause)
            if subject >= 0 and self._owns_itself(pronoun.place, subject):
                return -1
            return subject
        if pronoun.kind != "personal":
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

    def _owns_itself(self, place: int, subject: int) -> bool:
        return subject == self.document.heads[place] or place in self._inside(subject)

    def _inside(self, place: int) -> range:
        return range(*self.document.subtree(place))

    def _barred(self, pronoun: Pronoun) -> set[int]:
        """Return the words that binding keeps apart from a pronoun.

        A personal pronoun is none of the other arguments of its verb; no pronoun is the noun inside whose phrase it
        stands.
        """
        tokens, heads, children = self.document.tokens, self.document.heads, self.document.children
        places: set[int] = set()
        at = pronoun.place
        while tokens[at].relation not in CLAUSES and heads[at] != at and heads[at] not in places:
            if tokens[at].relation == "conj":
                break
            at = heads[at]
            if tokens[at].relation in CLAUSES and tokens[at].pos not in ("NOUN", "PROPN", "PRON"):
                break
            places.add(at)
        governor = heads[pronoun.place]
        if pronoun.kind == "possessive":
            # 'Er ist sein Vater'
            if any(tokens[child].relation == "cop" for child in children[governor]):
                places.update(child for child in children[governor] if tokens[child].relation in SUBJECTS)
        elif pronoun.kind != "indefinite":
            for child in children[governor]:
                if child != pronoun.place:
                    places.add(child)
                    places.update(below for below in children[child] if tokens[below].relation in ("conj", "appos"))
            if tokens[pronoun.place].relation not in SUBJECTS:
                places.add(subject_of(self.document, clause_of(self.document, pronoun.place)))
        return places

    def _entities(self) -> dict[int, str]:
        """Return the type of the name in which a token stands."""
        found: dict[int, str] = {}
        place, tokens = 0, self.document.tokens
        for entity in self.document.entities:
            while place < len(tokens) and tokens[place].end <= entity.start:
                place += 1
            while place < len(tokens) and tokens[place].start < entity.end:
                found[place] = entity.type
                place += 1
        return found


def stands_alone(document: Document, place: int) -> bool:
    """Return whether a determiner or pronoun stands for a noun, and not before one."""
    token = document.tokens[place]
    if token.relation in ("det", "det:poss", "amod", "nummod"):
        return False
    after = document.tokens[place + 1] if place + 1 < len(document.tokens) else token
    return document.heads[place] != place + 1 or after.pos not in ("NOUN", "PROPN", "ADJ")


@lru_cache(maxsize=50_000)
def _leaning(name: str) -> int:
    evidence = first_name_gender(name, "de")
    return {"female": FEMININE, "male": MASCULINE}.get(evidence.gender, 0) if evidence is not None else 0


@lru_cache(maxsize=50_000)
def _person(word: str, tagged: str) -> str | None:
    form = person_form(word, tagged)
    return None if form is None else form.number
