"""What tells that a German name of unknown type is that of a person: verbs, prepositions, genitives, appositions."""

from __future__ import annotations

from hf_genderfair.languages.coreference.names.context import ContextRules
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.lexicons.word_class import WordClass

PERSONAL_VERBS = WordClass("verb_frames_de", "personal")
"""Lemmas of verbs whose subjects are mostly persons."""

OF_PERSON = WordClass("noun_classes_de", "of_person_ending")
"""Ends of nouns for what somebody says, and for what happens in the life of somebody."""

BELONGING = WordClass("noun_classes_de", "belonging_ending")
"""Ends of nouns for somebody who belongs to somebody else."""

APOSTROPHES = frozenset({"’", "'"})

ENOUGH_EVIDENCE = 2.5
"""Sum of evidence from which a name is a person's; capitals make more words look like names than in English."""


def _shown(document: Document, head: int, first: int, last: int) -> float:
    return _owns(document, head, last) + _is_apposed(document, head, first)


def _owns(document: Document, head: int, last: int) -> float:
    """Return the evidence of a genitive whose noun is somebody's: *Bodes Aussage*, *die Vereidigung Bodes*."""
    # An apostrophe shows it whatever the parser attaches the name to: *weist Pilz’ Vorwurf zurück*.
    tokens = document.tokens
    apostrophe = (
        last + 1 < len(tokens) and tokens[last].text in APOSTROPHES and tokens[last - 1].end == tokens[last].start
    )
    genitive = apostrophe or tokens[last - 1].text.endswith("s")
    owned = last + 1 if apostrophe else document.heads[head]
    noun = tokens[owned].text.lower() if owned != head else ""
    belonging = noun.endswith(BELONGING.as_tuple)
    of_person = belonging or noun.endswith(OF_PERSON.as_tuple)
    return genitive * (1.5 * of_person + 0.75 * belonging + 1.0 * apostrophe)


def _is_apposed(document: Document, head: int, first: int) -> float:
    """Return the evidence of a comma between a name and a word for a person: *die Leiterin, Zorka Balt*."""
    tokens, above = document.tokens, document.heads[head]
    if tokens[head].relation != "appos" or not first or tokens[first - 1].text != ",":
        return 0.0
    return 1.75 * (tokens[above].pos == "NOUN" and person_form(tokens[above].text) is not None)


CONTEXT = ContextRules(
    personal_verbs=PERSONAL_VERBS,
    before_place=WordClass("prepositions_de", "before_place"),
    before_person=WordClass("prepositions_de", "before_person"),
    pronouns=WordClass("closed_classes_de", "pronoun_of_person"),
    enough=ENOUGH_EVIDENCE,
    modifiers=frozenset({"compound"}),
    shown=_shown,
)
"""The words around German names."""
