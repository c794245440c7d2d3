"""Whether a predicate describes an episode, a lasting characteristic, or an event that happens to somebody."""

from __future__ import annotations

from hf_genderfair.languages.clauses import has_preposition
from hf_genderfair.languages.document import Document
from hf_genderfair.stereotypes.abstraction import is_copular, is_light
from hf_genderfair.stereotypes.indicators import Situation
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES
from hf_genderfair.stereotypes.predicate_words import situation_words, verb_class
from hf_genderfair.stereotypes.predicates import LabelPredicate

ENDURING: Situation = "enduring characteristics"
SITUATIONAL: Situation = "situational behaviour"
OTHER: Situation = "other"


class _Clause:
    """The grammar of the clause of one predicate."""

    def __init__(self, document: Document, head: int) -> None:
        self.lang = document.lang
        self.words = situation_words(document.lang)
        self.rules = STEREOTYPE_RULES[document.lang]
        self.token = document.tokens[head]
        children = [document.tokens[child] for child in document.children[head]]
        self.auxiliaries = [token for token in children if token.relation.startswith(("aux", "cop"))]
        if not self.auxiliaries and self.token.relation == "conj" and self.token.morph.get("VerbForm") != "Fin":
            above = document.children[document.heads[head]]
            self.auxiliaries = [document.tokens[child] for child in above if document.tokens[child].relation == "aux"]
        verbs = [self.token, *self.auxiliaries]
        if self.token.relation == "xcomp" and not self.auxiliaries:
            verbs.append(document.tokens[document.heads[head]])
        copula, passive = (any(t.relation in r for t in children) for r in (("cop",), ("aux:pass", "nsubj:pass")))
        # a participle that judges is no event: son amargadas
        vice = self.rules.vices is not None and self.token.text.lower() in self.rules.vices
        self.copula, self.passive = copula or (vice and passive), passive and not vice
        # taggers sometimes take a simple past for a participle
        finite = ("Fin",) if self.auxiliaries else ("Fin", "Part")
        self.past = any(token.morph.get("Tense") == "Past" and token.morph.get("VerbForm") in finite for token in verbs)
        self.past = self.past or any(self.rules.is_preterite(token) for token in verbs)
        self.imperfect = any(token.morph.get("Tense") == "Imp" for token in verbs)
        self.passive = self.passive or self.has("getting")
        if self.token.lemma.lower() in self.words["moving"]:
            self.passive = self.copula = False
        self.adverbs = {word for token in children for word in (token.text.lower(), token.lemma.lower())}
        if self.passive and self._is_quality(document, head):
            self.passive, self.copula = False, True
        self.habitual = bool(self.adverbs & self.words["habitual"]) or self._has_time(document, head, "each")
        self.episodic = bool(self.adverbs & self.words["episodic"]) or self._has_time(document, head, "this")

    def _is_quality(self, document: Document, head: int) -> bool:
        """Return whether a participle describes a quality, not an action: *is gifted*, *can't be taught*."""
        # What can be done with somebody, or is easily done, is a disposition, as with adjectives in *-able*.
        children = [document.tokens[child] for child in document.children[head]]
        if any(child.relation == "obl:agent" for child in children):
            return False
        if self.has("possible") or self.adverbs & self.words["disposed"]:
            return True
        purpose = any(child.relation in ("xcomp", "advcl") or child.text.lower() == "for" for child in children)
        word = self.token.text.lower()
        return word in self.words["quality"] or (purpose and word in self.words["destined"])

    def _has_time(self, document: Document, head: int, kind: str) -> bool:
        """Return whether a time phrase makes the clause habitual (``each``) or episodic (``this``)."""
        for child in document.children[head]:
            token = document.tokens[child]
            if token.relation in ("obl", "nmod", "advmod", "obl:tmod", "obj"):
                inside = (document.tokens[index].text.lower() for index in document.children[child])
                time = kind == "each" or bool({token.text.lower(), token.lemma.lower()} & self.words["time"])
                if time and any(word in self.words[kind] for word in inside):
                    return True
        return False

    def has(self, *kinds: str) -> bool:
        """Return whether an auxiliary is a word of these kinds."""
        words = frozenset().union(*(self.words[kind] for kind in kinds))
        return any(token.text.lower() in words or token.lemma.lower() in words for token in self.auxiliaries)


PROGRESSIVE = frozenset({"Part", "Ger"})


def situation_of(document: Document, predicate: LabelPredicate, generic: bool) -> Situation:
    """Return the kind of situation that a predicate describes."""
    clause = _Clause(document, predicate.head)
    words = clause.words
    if predicate.role == "attribute":
        return ENDURING
    if predicate.role == "patient":
        return OTHER
    if _is_treated(document, predicate, clause):
        return OTHER
    if clause.passive and clause.token.text.lower() in words["believed"]:
        return ENDURING
    if clause.habitual or _is_habit(clause):
        return ENDURING
    if clause.has("modal"):
        return ENDURING
    if clause.has("conditional"):
        # "she would not let him" is a refusal, "she would let him" a disposition
        episode = clause.has("perfect") or bool(clause.adverbs & words["refusing"])
        return SITUATIONAL if episode and not generic else ENDURING
    if clause.has("past_modal", "future"):
        return ENDURING if generic else SITUATIONAL
    if clause.token.pos not in ("VERB", "AUX") or clause.copula:
        return _of_quality(document, predicate.head, clause, generic)
    return _of_verb(document, predicate.head, clause, generic)


def _is_treated(document: Document, predicate: LabelPredicate, clause: _Clause) -> bool:
    """Return whether something happens to the label or is allowed to it, rather than done by it."""
    if clause.has("denied"):
        return True
    word = clause.token.text.lower()
    if document.tokens[predicate.bearer].relation == "obl:agent" or word in clause.words["believed"]:
        return False
    if clause.passive:
        return verb_class(clause.token, clause.lang) != "state_action"
    if word in clause.words["getting"]:
        children = (document.tokens[child] for child in document.children[predicate.head])
        return any(child.relation == "xcomp" and child.morph.get("Voice") == "Pass" for child in children)
    return False


def _is_habit(clause: _Clause) -> bool:
    token = clause.token
    if token.text.lower() == "used":
        return not clause.passive
    return bool({token.text.lower(), token.lemma.lower()} & clause.words["habit_verb"])


def _of_quality(document: Document, head: int, clause: _Clause, generic: bool) -> Situation:
    """Distinguish a lasting quality from a temporary state (Carlson 1977)."""
    token = clause.token
    passing = token.text.lower() in clause.words["passing"] or token.lemma.lower() in clause.words["passing"]
    passing = passing or clause.has("passing_copula")
    # "is being rude" is how somebody behaves, "is rude" how somebody is
    passing = passing or clause.passive or (len(clause.auxiliaries) > 1 and clause.has("being"))
    if token.pos == "NOUN":
        passing = passing or has_preposition(document, head)
    return SITUATIONAL if passing and not generic else ENDURING


def _of_verb(document: Document, head: int, clause: _Clause, generic: bool) -> Situation:
    token = clause.token
    kind = verb_class(token, clause.lang)
    having = clause.has("perfect") and (token.morph.get("VerbForm") == "Part" or clause.rules.participles_are_ambiguous)
    if kind == "appearance" and is_copular(document, head):
        return SITUATIONAL if clause.past and not generic else ENDURING
    lasting = kind == "state" and not is_light(document, head) and not having
    if clause.imperfect or (lasting and not (clause.episodic and not generic)):
        return ENDURING
    if clause.past or having or clause.episodic:
        return SITUATIONAL
    progressive = token.morph.get("VerbForm") in PROGRESSIVE and token.morph.get("Tense", "Pres") == "Pres"
    return SITUATIONAL if progressive and not generic else ENDURING
