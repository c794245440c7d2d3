"""Whether the words around a German pronoun or noun, and what verbs ask for, tell a person or a thing.

Every word has a weight for what stands beside it, like the logarithm of odds: above zero for persons, below for things.
The weights were set by judgement; they say nothing of genders. Words that are not listed say nothing.

Evidence is a number: above zero for persons, below for things. The numbers were set by judgement and say nothing of
genders.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import (
    SUBJECTS,
    dependents,
    finite_verb,
    has_copula,
    has_dependent,
    has_word_below,
    is_predicate,
    prepositions,
    subjects,
)
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.verbs import verb_lemma
from hf_genderfair.languages.types import grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass, WordValues

SUBJECT = WordValues("animacy_weights_de", "subject", float)
"""Verbs, alone or with *sich*, an object or a preposition (*sich irren*, *bestehen aus*), by their subject."""

OBJECT = WordValues("animacy_weights_de", "object", float)
"""Verbs by their object, or by their subject in the passive."""

DATIVE = WordValues("animacy_weights_de", "dative", float)
"""Verbs by their object in the dative."""

OWNER = WordValues("animacy_weights_de", "owner", float)
"""Nouns by whom they belong to."""

BESIDE = WordValues("animacy_weights_de", "beside", float)
"""Nouns that are objects, by the subject beside them: *den Kopf schütteln*."""

OBLIQUE = WordValues("animacy_weights_de", "oblique", float)
"""Nouns behind prepositions, by the subject beside them: *in Haft*, *aus Holz*."""

PREDICATE = WordValues("animacy_weights_de", "predicate", float)
"""Predicative adjectives and nouns, by their subject."""

ADVERB = WordValues("animacy_weights_de", "adverb", float)
"""Adverbs, by the subject beside them."""

PERSON, THING = 2.5, -1.5
"""What a predicative noun says that is a word for persons, and any other one with *ein*."""

JOINING = {("halten", True): "für", ("gehören", False): "zu", ("zählen", False): "zu"}
"""Verbs, and whether the pronoun is their object, with the preposition of what is said of it."""

ONE = frozenset({"eine", "einer", "eines", "einen"})

ENDINGS = ("e", "es", "s", "n", "en")
"""Ends of cases and plurals, with which nouns are not listed."""

SHORTEST_HEAD = 4
"""Letters that the last part of a compound must have to count for the compound."""

BECOMING = frozenset({"werden", "bleiben", "heißen"})
"""Verbs with a noun for their subject."""


UNSPOKEN = WordClass("verb_frames_de", "also_of_things")
"""Verbs of saying whose subject may as well be a thing: *Der Vertrag sieht vor, …*."""


def _speaking_verbs() -> frozenset[str]:
    rows = load_lexicon("reporting_verbs_de").rows
    return frozenset(row[0] for row in rows if "impersonal" not in " ".join(row[3:])) - UNSPOKEN.as_set


def is_speaking(document: Document, verb: int) -> bool:
    """Return whether a predicate says, asks or thinks something."""
    return lemma_of(document, verb) in resource(("German speaking verbs",), _speaking_verbs)


def lemma_of(document: Document, index: int) -> str:
    """Return the infinitive of a verb, with a particle that stands apart: *reist … ab*."""
    token = document.tokens[index]
    lemma = verb_lemma(token.text, token.lemma)
    particle = next(iter(dependents(document, index, "compound:prt")), -1)
    return document.tokens[particle].text.lower() + lemma if particle >= 0 else lemma


def noun_weight(role: WordValues[float], token: Token) -> float:
    """Return what a noun says in a role: itself, or the last part of a compound; 0.0 where it is not listed."""
    return _noun_weight(role, token.text.lower(), token.lemma.lower())


@lru_cache(maxsize=50_000)
def _noun_weight(role: WordValues[float], form: str, lemma: str) -> float:
    weights = role.as_dict
    # 'von ihrem Munde', 'seines Charakters', 'ihren Küssen'
    for word in (form, lemma, *(form.removesuffix(ending) for ending in ENDINGS)):
        if word in weights:
            return weights[word]
    for word in (lemma.rpartition("-")[2], form.rpartition("-")[2]):
        for start in range(1, len(word) - SHORTEST_HEAD + 1):
            if word[start:] in weights:
                return weights[word[start:]]
    stem = lemma.removesuffix("ung")
    # 'seine Verhaftung', 'seine Umsetzung': whoever or whatever that is done to
    done = OBJECT.as_dict.get(f"{stem}en", OBJECT.as_dict.get(f"{stem}n", 0.0))
    return 0.0 if role is not OWNER or stem == lemma else done / 2


def is_person(token: Token) -> bool:
    """Return whether a noun is a word for persons."""
    return person_form(token.text, grammatical_gender(token.morph)) is not None


def predicate_weight(document: Document, index: int) -> float:
    """Return what a noun says of whom it is said: *ein Fluss*, *Expertin*; or what *eine* is one of."""
    token = document.tokens[index]
    if token.text.lower() in ONE:
        return max((predicate_weight(document, at) for at in dependents(document, index, "nmod", "obl")), default=0.0)
    if token.pos != "NOUN":
        return PREDICATE.as_dict.get(token.text.lower(), 0.0)
    listed = noun_weight(PREDICATE, token)
    if listed or is_person(token):
        return listed or PERSON
    articles = (document.tokens[at].text.lower() for at in dependents(document, index, "det"))
    # 'der Schnellste', 'Zweite' are persons that no list knows
    return THING if any(article.startswith(("ein", "kein")) for article in articles) else THING / 3


def weight_of_verb(document: Document, verb: int) -> float:
    """Return what a verb says of its subject, with an object, *sich* or a preposition where these are listed."""
    lemma, weights = lemma_of(document, verb), SUBJECT.as_dict
    found = PERSON if is_speaking(document, verb) else weights.get(lemma, 0.0)
    for child in document.children[verb]:
        token = document.tokens[child]
        if token.text.lower() == "sich":
            found = weights.get(f"sich {lemma}", found)
        elif token.relation == "obj" and token.pos == "NOUN":
            found = weights.get(f"{lemma} {token.lemma.lower()}", weights.get(f"{lemma} {token.text.lower()}", found))
        else:
            for preposition in dependents(document, child, "case"):
                found = weights.get(f"{lemma} {document.tokens[preposition].lemma}", found)
    return found


def weight_beside(document: Document, verb: int, pronoun: int, passive: bool) -> float:
    """Return what objects, nouns behind prepositions, and adverbs beside a verb say of its subject, added up."""
    found = 0.0
    lemma = lemma_of(document, verb)
    for child in document.children[verb]:
        token = document.tokens[child]
        if token.relation == "advmod":
            found += ADVERB.as_dict.get(token.text.lower(), 0.0)
        elif child != pronoun and (token.pos == "NOUN" or token.text.lower() in ONE):
            found += _weight_of_noun_beside(document, child, passive, lemma)
    return found


def _weight_of_noun_beside(document: Document, noun: int, passive: bool, verb: str) -> float:
    token, before = document.tokens[noun], prepositions(document, noun)
    becoming = verb in BECOMING and not before and token.relation != "obl"
    joined = {"als", JOINING.get((verb, passive), "als")}
    if becoming or has_word_below(document, noun, joined):
        return predicate_weight(document, noun)
    if before:
        office = before[0] in ("zum", "zur") and is_person(token)
        return PERSON if office and passive else noun_weight(OBLIQUE, token)
    return noun_weight(BESIDE, token) if token.relation == "obj" and not passive else 0.0


SURE, LIKELY, SLIGHT = 2.5, 1.5, 0.6
"""Weights of a single word."""

HARDLY = -2.5
"""What is said of persons next to never has this weight, or one below it."""

COLLECTIVES = WordClass("animacy_evidence_de", "collective")
"""Ends of words for bodies of persons, which speak and act as persons do."""

INSIDE_THINGS = frozenset("in auf aus durch unter entlang innerhalb".split())
"""Prepositions that name places more often than persons."""


def animacy_of_personal(document: Document, index: int) -> float:
    """Return the animacy evidence for a personal or demonstrative pronoun without a noun, from its clause."""
    # What the words around it say is added up, within `HARDLY` and `SURE`.
    return max(HARDLY, min(SURE, _sum_for_personal(document, index)))


def _sum_for_personal(document: Document, index: int) -> float:
    tokens, head = document.tokens, document.heads[index]
    relation = tokens[index].relation
    preposition = next(iter(prepositions(document, index)), "")
    if preposition:
        return -SLIGHT if preposition in INSIDE_THINGS else -0.1
    if tokens[index].text.lower() in ("ihm", "ihr"):
        # 'Ihr droht ein Verfahren', which is taken for a subject; 'Das macht ihr Mut', for an owner
        verb = document.heads[head] if tokens[head].pos == "NOUN" else head
        return DATIVE.as_dict.get(lemma_of(document, verb), SLIGHT)
    # 'Das kostete sie den Sieg': of two subjects one is none
    second = tokens[index].text.lower() == "sie" and len(subjects(document, head)) > 1
    if relation not in SUBJECTS or (second and not is_speaking(document, head)):
        return OBJECT.as_dict.get(lemma_of(document, head), 0.0) + weight_beside(document, head, index, True)
    # 'ist gestorben', which is taken for a passive
    passive = relation == "nsubj:pass" and not _has_gone(document, head)
    return sum(_said(document, predicate, index, passive) for predicate in _predicates(document, head))


def _predicates(document: Document, head: int) -> Iterator[int]:
    """Yield a predicate, and those that are joined to it and have its subject: *Er wurde gebaut und versenkt*."""
    yield head
    for child in dependents(document, head, "conj"):
        joined = has_dependent(document, child, "cc") and not subjects(document, child)
        if joined and is_predicate(document, child):
            yield child


def _said(document: Document, predicate: int, pronoun: int, passive: bool) -> float:
    """Return what one predicate and the words below it say of a subject."""
    token = document.tokens[predicate]
    if token.pos == "NOUN" or has_copula(document, predicate):
        placed = token.pos == "NOUN" and prepositions(document, predicate)
        if placed and not is_person(token):
            return noun_weight(OBLIQUE, token)
        return predicate_weight(document, predicate)
    participle = token.morph.get("VerbForm") == "Part" and finite_verb(document, predicate) < 0
    passive = is_passive(document, predicate) or (passive and (participle or predicate == document.heads[pronoun]))
    verb = OBJECT.as_dict.get(lemma_of(document, predicate), 0.0) if passive else weight_of_verb(document, predicate)
    finite = finite_verb(document, predicate)
    wants = finite >= 0 and document.tokens[finite].text.lower() in ("will", "wollte", "möchte", "mag")
    return verb + (SLIGHT if wants else 0.0) + weight_beside(document, predicate, pronoun, passive)


def _has_gone(document: Document, head: int) -> bool:
    """Return whether the only auxiliary of a participle is *sein*, as in the perfect of *sterben*."""
    below = (document.tokens[child] for child in document.children[head])
    return {token.lemma for token in below if token.relation.startswith("aux")} == {"sein"}


def is_passive(document: Document, head: int) -> bool:
    """Return whether a predicate is passive (*wird gebaut*) or means as much (*ist auszubauen*, *ist zu bauen*)."""
    tokens = document.tokens
    auxiliary = "werden" if tokens[head].morph.get("VerbForm") == "Part" else "sein"
    with_zu = "zu" in tokens[head].text or has_word_below(document, head, ("zu",))
    possible = auxiliary == "werden" or (tokens[head].text.endswith("n") and with_zu)
    below = (tokens[child] for child in document.children[head] if tokens[child].relation.startswith("aux"))
    return possible and any(token.lemma == auxiliary for token in below)


def animacy_of_possessive(document: Document, index: int) -> float:
    """Return the animacy evidence for the owner that a possessive stands for, from what is owned."""
    owned = document.tokens[document.heads[index]]
    return SURE if is_kin(owned.text) or is_kin(owned.lemma) else noun_weight(OWNER, owned)


@lru_cache(maxsize=50_000)
def is_kin(word: str) -> bool:
    """Return whether a German noun is one for kin, or for a person with whom one lives."""
    evidence = person_noun_gender(word, "de", "Sing")
    return evidence is not None and (evidence.kind == "kinship" or word.lower() in ("frau", "mann", "freundin"))


def speaks(document: Document, index: int) -> bool:
    """Return whether a token is the subject of a verb of saying or thinking."""
    return document.tokens[index].relation in SUBJECTS and is_speaking(document, document.heads[index])


def acts_as_persons(document: Document, index: int) -> bool:
    """Return whether a noun is an organisation or another body of persons, which speak and act as persons do."""
    token = document.tokens[index]
    return token.text.lower().endswith(COLLECTIVES.as_tuple) or document.entity_type(token.start) == "ORG"
