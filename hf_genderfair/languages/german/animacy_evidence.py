"""Evidence from the words around a German pronoun that it stands for a person or for a thing.

Evidence is a number: above zero for persons, below for things. The numbers were set by judgement and say nothing of
genders.
"""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import SUBJECTS, has_copula, has_word_below, prepositions, subjects
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.german.clauses import finite_verb
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.verbs import verb_lemma
from hf_genderfair.languages.types import GrammaticalGender, grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

SURE, LIKELY, SLIGHT = 2.5, 1.5, 0.6
"""Weights of a single word."""

DONE_BY_PERSONS = WordClass("animacy_evidence_de", "done_by_persons")
"""Verbs whose subject in the active voice is mostly a person."""

DONE_BY_THINGS = WordClass("animacy_evidence_de", "done_by_things")
"""Verbs whose subject is a thing more often than that of other verbs."""

HARDLY_OF_PERSONS = WordClass("animacy_evidence_de", "hardly_of_persons")
"""Those of them whose subject is next to never a person."""

DONE_TO_PERSONS = WordClass("animacy_evidence_de", "done_to_persons")
"""Verbs whose objects, and subjects in the passive, are mostly persons."""

DONE_TO_THINGS = WordClass("animacy_evidence_de", "done_to_things")
"""Verbs whose objects, and subjects in the passive, are mostly things."""

OF_PERSONS = WordClass("animacy_evidence_de", "of_persons")
"""Bodies, lives, minds and offices, that persons have and things seldom."""

OF_THINGS = WordClass("animacy_evidence_de", "of_things")
"""Measures and parts, that things have."""

MINDS = WordClass("animacy_evidence_de", "predicate_of_persons")
"""Adjectives that are mostly said of persons."""

MEASURED = WordClass("animacy_evidence_de", "predicate_of_things")
"""Adjectives that are mostly said of things."""

COLLECTIVES = WordClass("animacy_evidence_de", "collective")
"""Ends of words for bodies of persons, which speak and act as persons do."""

INSIDE_THINGS = frozenset("in auf aus durch unter entlang innerhalb".split())
"""Prepositions that name places more often than persons."""

UNSPOKEN = WordClass("verb_frames_de", "also_of_things")
"""Verbs of saying whose subject may as well be a thing: *Der Vertrag sieht vor, …*."""


def _speaking_verbs() -> frozenset[str]:
    rows = load_lexicon("reporting_verbs_de").rows
    return frozenset(row[0] for row in rows if "impersonal" not in " ".join(row[3:])) - UNSPOKEN.as_set


def _is_speaking(document: Document, verb: int) -> bool:
    """Return whether a predicate says, asks or thinks something."""
    return _lemma(document, verb) in resource(("German speaking verbs",), _speaking_verbs)


def _lemma(document: Document, index: int) -> str:
    token = document.tokens[index]
    lemma = _infinitive(token.text, token.lemma)
    for child in document.children[index]:
        if document.tokens[child].relation == "compound:prt":
            return document.tokens[child].text.lower() + lemma
    return lemma


@lru_cache(maxsize=50_000)
def _infinitive(form: str, lemma: str) -> str:
    return verb_lemma(form, lemma)


def animacy_of_personal(document: Document, index: int) -> float:
    """Return the animacy evidence for a personal or demonstrative pronoun without a noun, from its verb."""
    tokens, heads = document.tokens, document.heads
    head = heads[index]
    relation = tokens[index].relation
    preposition = next(iter(prepositions(document, index)), "")
    if preposition:
        return -SLIGHT if preposition in INSIDE_THINGS else -0.1
    dative = tokens[index].text.lower() in ("ihm", "ihr")
    if dative and relation in SUBJECTS:
        # 'Ihr droht ein Verfahren', which is taken for a subject
        return SLIGHT
    if relation == "nsubj:pass" and _lemma(document, head) in DONE_BY_PERSONS and _has_gone(document, head):
        # 'ist gestorben', which is taken for a passive
        return LIKELY
    if relation == "nsubj:pass" or (relation == "nsubj" and is_passive(document, head)):
        return _animacy_of_object(document, head)
    if relation == "nsubj":
        return _animacy_of_subject(document, head)
    lemma = _lemma(document, head)
    if dative:
        return LIKELY if lemma in resource(("German speaking verbs",), _speaking_verbs) else SLIGHT
    return _animacy_of_object(document, head)


def is_hardly_of_person(document: Document, index: int) -> bool:
    """Return whether what is said of a subject is next to never said of a person.

    By its verb (*sie beinhaltet*), or by the things among which it is counted (*sie gehört zu den ältesten Kirchen*,
    *er gilt als Beleg*).
    """
    tokens, head = document.tokens, document.heads[index]
    if tokens[index].relation != "nsubj" or is_passive(document, head) or len(subjects(document, head)) > 1:
        # 'Das kostete sie den Sieg', of two subjects one is none
        return False
    lemma = _lemma(document, head)
    if lemma in HARDLY_OF_PERSONS:
        return True
    if lemma not in ("gehören", "zählen", "gelten"):
        return False
    joining = ("als",) if lemma == "gelten" else ("zu", "zum", "zur")
    return any(
        tokens[child].pos == "NOUN"
        and has_word_below(document, child, joining)
        and (lemma == "gelten" or tokens[child].morph.get("Number") == "Plur")
        and not _is_person(tokens[child].text, grammatical_gender(tokens[child].morph))
        for child in document.children[head]
    )


def _has_gone(document: Document, head: int) -> bool:
    """Return whether the only auxiliary of a participle is *sein*, as in the perfect of *sterben*."""
    below = (document.tokens[child] for child in document.children[head])
    return {token.lemma for token in below if token.relation.startswith("aux")} == {"sein"}


def is_passive(document: Document, head: int) -> bool:
    """Return whether a predicate is passive (*wird gebaut*) or means as much (*ist auszubauen*, *ist zu bauen*)."""
    tokens = document.tokens
    auxiliary = "werden" if tokens[head].morph.get("VerbForm") == "Part" else "sein"
    with_zu = "zu" in tokens[head].text or has_word_below(document, head, ("zu",))
    if auxiliary == "sein" and not (tokens[head].text.endswith("n") and with_zu):
        return False
    return any(
        tokens[child].lemma == auxiliary
        for child in document.children[head]
        if tokens[child].relation.startswith("aux")
    )


def _animacy_of_object(document: Document, head: int) -> float:
    lemma = _lemma(document, head)
    if lemma in DONE_TO_PERSONS:
        return SURE
    return -LIKELY if lemma in DONE_TO_THINGS else 0.0


def _animacy_of_subject(document: Document, head: int) -> float:
    tokens = document.tokens
    predicate = tokens[head]
    if has_copula(document, head):
        if predicate.pos == "NOUN":
            if _is_person(predicate.text, grammatical_gender(predicate.morph)):
                return SURE
            return -LIKELY if predicate.text.lower() in MEASURED else -SLIGHT
        word = predicate.text.lower()
        return LIKELY if word in MINDS else -LIKELY if word in MEASURED else 0.0
    if any(child > head and tokens[child].text == "als" for child in document.children[head]):
        return 0.0
    lemma = _lemma(document, head)
    if lemma in resource(("German speaking verbs",), _speaking_verbs):
        return SURE
    if lemma in DONE_BY_PERSONS:
        return LIKELY
    if lemma in DONE_BY_THINGS:
        return -LIKELY
    verb = finite_verb(document, head)
    wants = verb >= 0 and tokens[verb].text.lower() in ("will", "wollte", "möchte", "mag")
    return SLIGHT if wants else 0.0


@lru_cache(maxsize=50_000)
def _is_person(word: str, gender: GrammaticalGender | None) -> bool:
    return person_form(word, gender) is not None


def animacy_of_possessive(document: Document, index: int) -> float:
    """Return the animacy evidence for the owner that a possessive stands for, from what is owned."""
    owned = document.tokens[document.heads[index]]
    word = owned.text.lower()
    if is_kin(owned.text) or is_kin(owned.lemma):
        return SURE
    if word in OF_PERSONS:
        return LIKELY
    return -LIKELY if word in OF_THINGS else 0.0


@lru_cache(maxsize=50_000)
def is_kin(word: str) -> bool:
    """Return whether a German noun is one for kin, or for a person with whom one lives."""
    evidence = person_noun_gender(word, "de", "Sing")
    return evidence is not None and (evidence.kind == "kinship" or word.lower() in ("frau", "mann", "freundin"))


def is_done_by_persons(document: Document, verb: int) -> bool:
    """Return whether a verb says what mostly persons do, or what somebody says, thinks or wants: *das wusste*."""
    lemma = _lemma(document, verb)
    return lemma in DONE_BY_PERSONS or lemma == "wollen" or _is_speaking(document, verb)


def is_done_to_persons(document: Document, verb: int) -> bool:
    """Return whether the object of a verb is mostly a person: *tröstete*."""
    return _lemma(document, verb) in DONE_TO_PERSONS


def speaks(document: Document, index: int) -> bool:
    """Return whether a token is the subject of a verb of saying or thinking."""
    return document.tokens[index].relation in SUBJECTS and _is_speaking(document, document.heads[index])


def acts_as_persons(document: Document, index: int) -> bool:
    """Return whether a noun is an organisation or another body of persons, which speak and act as persons do."""
    token = document.tokens[index]
    if token.text.lower().endswith(COLLECTIVES.as_tuple):
        return True
    entity = document.entity_at(token.start)
    return entity is not None and entity.type == "ORG"
