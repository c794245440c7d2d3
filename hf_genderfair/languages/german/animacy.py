"""Whether a German pronoun or noun stands for a person or a thing, and who speaks and acts as persons do."""

from __future__ import annotations

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import SUBJECTS, dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.verbs import verb_lemma
from hf_genderfair.languages.reader.generic_reference import log_odds
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

SURE, LIKELY = 2.5, 1.5
"""Logarithms of the odds that somebody is meant."""

LEAST = 0.08
"""Probability that is taken for 0: what is seen once is no proof."""

UNSPOKEN = WordClass("verb_frames_de", "also_of_things")
"""Verbs of saying whose subject may as well be a thing: *Der Vertrag sieht vor, …*."""

COLLECTIVES = WordClass("animacy_evidence_de", "collective")
"""Ends of words for bodies of persons, which speak and act as persons do."""


def animacy(document: Document, index: int) -> float:
    """Return the logarithm of the odds that a word stands for a person, as the reader sees it."""
    return log_odds(document.derived(read).persons[index], LEAST)


def _speaking_verbs() -> frozenset[str]:
    rows = load_lexicon("reporting_verbs_de").rows
    return frozenset(row[0] for row in rows if "impersonal" not in " ".join(row[3:])) - UNSPOKEN.as_set


def speaks(document: Document, index: int) -> bool:
    """Return whether a token is the subject of a verb of saying, asking or thinking."""
    verb = document.heads[index]
    known = resource(("German speaking verbs",), _speaking_verbs)
    return document.tokens[index].relation in SUBJECTS and _lemma(document, verb) in known


def _lemma(document: Document, index: int) -> str:
    """Return the infinitive of a verb, with a particle that stands apart: *reist … ab*."""
    token = document.tokens[index]
    lemma = verb_lemma(token.text, token.lemma)
    particle = next(iter(dependents(document, index, "compound:prt")), -1)
    return document.tokens[particle].text.lower() + lemma if particle >= 0 else lemma


def acts_as_persons(document: Document, index: int) -> bool:
    """Return whether a noun is an organisation or another body of persons, which speak and act as persons do."""
    token = document.tokens[index]
    return token.text.lower().endswith(COLLECTIVES.as_tuple) or document.entity_type(token.start) == "ORG"
