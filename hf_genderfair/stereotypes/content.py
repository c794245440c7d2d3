"""What a sentence says of its category label: of which kind and how abstract it is, and the indicators by rules."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.clauses import has_copula, has_preposition
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Content, Generalization, Indicators, Label, Situation
from hf_genderfair.stereotypes.labels import find_label
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES
from hf_genderfair.stereotypes.predicates import LabelPredicate, case_of, evaluate, find_predicates, has_subject
from hf_genderfair.stereotypes.words import reference_words, situation_words, verb_class


def generalization_of(document: Document, head: int, enduring: bool) -> Generalization:
    """Return how abstract a predicate is."""
    # An infinitive after a verb such as *love*, *try* or *know how* names the behaviour, and decides. An interpretive
    # action that somebody does habitually describes a character, and is abstract (Semin and Fiedler 1988: the more
    # lasting a quality, the more abstract the category).
    head = _behaviour(document, head)
    token = document.tokens[head]
    quality = token.text.lower() in situation_words(document.lang)["quality"]
    if quality or token.pos not in ("VERB", "AUX") or is_copular(document, head):
        return "abstract"
    if is_light(document, head):
        return "concrete"
    found = verb_class(token, document.lang)
    doing = found in ("action", "appearance") or (found == "interpretive" and not enduring)
    return "concrete" if doing else "abstract"


def is_copular(document: Document, head: int) -> bool:
    """Return whether an adjective, a noun or a likeness completes a verb: *looks tired*, *sounds like a bell*."""
    verb = document.tokens[head]
    if verb.lemma.lower() in situation_words(document.lang)["moving"]:
        return False
    if has_copula(document, head):
        return True
    appears = verb_class(verb, document.lang) == "appearance"
    for child in document.children[head]:
        token = document.tokens[child]
        if token.relation == "xcomp" and token.pos in ("ADJ", "NOUN"):
            return True
        if appears and (
            token.relation in ("obl", "advcl") and case_of(document, child) & reference_words(document.lang)["likeness"]
        ):
            return True
    return False


def is_light(document: Document, head: int) -> bool:
    """Return whether a verb such as *have* only carries an event: *had trouble sleeping*, *had to go*."""
    if verb_class(document.tokens[head], document.lang) != "state":
        return False
    words = situation_words(document.lang)
    for child in document.children[head]:
        if document.tokens[child].relation == "xcomp" and document.tokens[head].text.lower() in words["having_to"]:
            return document.tokens[child].pos == "VERB"
        if document.tokens[child].relation == "obj":
            inside = (child, *document.children[child])
            return any(document.tokens[index].text.lower() in words["event"] for index in inside)
    return False


def _behaviour(document: Document, head: int) -> int:
    """Follow infinitives down to the last one: *they love to try to cook*."""
    for _ in range(len(document.tokens)):
        below = next((child for child in document.children[head] if _goes_on(document, head, child)), None)
        if below is None:
            return head
        head = below
    return head


def _goes_on(document: Document, head: int, child: int) -> bool:
    token = document.tokens[child]
    if verb_class(document.tokens[head], document.lang) == "state_action":
        return False
    follows = token.relation in ("xcomp", "ccomp") and document.tokens[head].pos == "VERB" and token.pos == "VERB"
    return follows and not has_subject(document, child)


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
    if predicate.role == "patient" or _is_treated(document, predicate, clause):
        return OTHER
    if clause.passive and clause.token.text.lower() in words["believed"]:
        return ENDURING
    if clause.habitual or _is_habit(clause) or clause.has("modal"):
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


JOINED = 2
"""Tokens that may stand between two predicates of one piece of information: a comma and a conjunction."""

EDGES = frozenset({"mark", "cc", "punct"})
"""Relations of tokens that begin or end a clause and say nothing of the label."""


def read_content(document: Document, sentence: int, label: Label) -> Content:
    """Return what a sentence says of its label (Görge et al. 2025, appendix D.2, questions 7 to 10)."""
    # A lasting characteristic takes precedence over an episode, and an episode over an event that only happens to the
    # label. Predicates of pronouns that refer to the label in the same sentence count.
    predicates = find_predicates(document, sentence, label)
    generic = label.target_type == "generic target"
    situations = [situation_of(document, predicate, generic) for predicate in predicates]
    for situation in (ENDURING, SITUATIONAL):
        if situation in situations:
            main = predicates[situations.index(situation)]
            assessed = [each for each, found in zip(predicates, situations, strict=True) if found != OTHER]
            indices = _information(document, assessed, main)
            start, end = _span(document, indices, label)
            generalization = generalization_of(document, main.head, situation == ENDURING)
            return Content(
                start, end, situation, evaluate(document, _unlabelled(document, indices, label)), generalization
            )
    if not predicates:
        return Content(label.end, label.end, NOT_APPLICABLE, NOT_APPLICABLE, NOT_APPLICABLE)
    start, end = _span(document, _information(document, predicates, predicates[0]), label)
    return Content(start, end, OTHER, NOT_APPLICABLE, NOT_APPLICABLE)


def _span(document: Document, indices: Sequence[int], label: Label) -> tuple[int, int]:
    if not indices:
        return label.end, label.end
    return document.tokens[indices[0]].start, document.tokens[indices[-1]].end


def _information(document: Document, predicates: Sequence[LabelPredicate], main: LabelPredicate) -> list[int]:
    """Return the tokens of a predicate and of those coordinated with it, in order and without gaps."""
    first, last, reached = -1, -1, False
    for predicate in predicates:
        indices = _clause(document, predicate)
        if not indices:
            continue
        if first < 0 or indices[0] > last + JOINED:
            if reached:
                break
            first, last = indices[0], indices[-1] + 1
        last = max(last, indices[-1] + 1)
        reached = reached or predicate == main
    return list(range(first, last)) if reached else []


def _clause(document: Document, predicate: LabelPredicate) -> list[int]:
    """Return the tokens below a predicate, without its subject where that stands at the edge, and without edges."""
    first, last = document.subtree(predicate.head)
    for child in document.children[predicate.head]:
        relation = document.tokens[child].relation
        further = relation == "parataxis" or (relation == "conj" and has_subject(document, child))
        if further and child > predicate.head:
            last = min(last, document.subtree(child)[0])
    for child in document.children[predicate.head]:
        if document.tokens[child].relation.startswith("nsubj"):
            subject = document.subtree(child)
            if all(document.tokens[index].relation in EDGES for index in range(first, subject[0])):
                first = subject[1]
            elif all(document.tokens[index].relation in EDGES for index in range(subject[1], last)):
                last = subject[0]
    return _trimmed(document, first, last)


def _unlabelled(document: Document, indices: Sequence[int], label: Label) -> list[int]:
    tokens = document.tokens
    apart = [index for index in indices if tokens[index].end <= label.start or tokens[index].start >= label.end]
    # where an adjective inside the label is its only predicate, nothing lies outside
    return apart or list(indices)


def _trimmed(document: Document, first: int, last: int) -> list[int]:
    while first < last and document.tokens[first].relation in EDGES:
        first += 1
    while first < last and document.tokens[last - 1].relation in EDGES:
        last -= 1
    return list(range(first, last))


def sentence_indicators(
    document: Document, sentence: int, words: Sequence[GroupWord]
) -> tuple[Indicators, Label | None, Content | None]:
    """Return the indicators of a sentence by rules on its analysis."""
    label = find_label(document, sentence, words)
    if label is None:
        return Indicators(False, ""), None, None
    content = read_content(document, sentence, label)
    named = document.text[label.start : label.end], *label[5:]
    said = document.text[content.start : content.end], *content[2:]
    indicators = Indicators(True, *named, *said)
    return indicators, label, content
