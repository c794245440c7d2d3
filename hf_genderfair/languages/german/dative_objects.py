"""German objects that look the same in accusative and dative: which verbs leave which to a person."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

WINDOW = 60
"""Children of a verb that are looked at: what is taken for one sentence may be a long table."""

DATIVE_VERBS = WordClass("verb_frames_de", "dative")
"""Verbs whose only object is a dative: *Sie hilft den Kollegen*."""

GIVING = WordClass("verb_frames_de", "ditransitive")
"""Verbs whose object for a person is a dative, and that for a thing an accusative or a clause."""

TAKING = WordClass("verb_frames_de", "reflexive_dative")
"""Verbs whose *sich* is the dative: *Sie holt sich den Zeugen*."""

ACCUSATIVES = WordClass("closed_classes_de", "accusative_pronoun")
"""Pronouns that as objects leave a person the dative."""


def siblings_of(document: Document, head: int) -> list[int]:
    """Return what depends on the same word as a noun; what is taken for one sentence may be a table of a megabyte."""
    return document.children[document.heads[head]][:WINDOW]


def has_dative(document: Document, head: int) -> bool:
    """Return whether the verb of an object leaves it the dative: by what it means, or by its other object."""
    tokens = document.tokens
    above = document.heads[head]
    beside = [child for child in siblings_of(document, head) if child != head]
    prefix = "".join(tokens[child].text.lower() for child in beside if tokens[child].relation == "compound:prt")
    verb = prefix + tokens[above].lemma.lower()
    after = tokens[head + 1].text.lower() if head + 1 < len(tokens) else ""
    if verb in DATIVE_VERBS or (verb in GIVING and after not in ("als", "für")):
        return True
    relations = {tokens[child].relation for child in beside}
    if relations & {"nsubj:pass", "cop"} or tokens[above].pos == "ADJ":
        # wurde den Athleten aberkannt, ist den Kunden wichtig
        return True
    has_subject = "nsubj" in relations or tokens[above].morph.get("VerbForm") == "Inf"
    return any(
        (tokens[child].text == "sich" and verb not in TAKING)
        or (has_subject and tokens[child].relation == "obj" and _is_accusative(document, child, head))
        for child in beside
    )


def _is_accusative(document: Document, index: int, head: int) -> bool:
    """Return whether an object beside one that may be a dative is the accusative."""
    tokens = document.tokens
    if tokens[index].pos == "PRON":
        return tokens[index].text.lower() in ACCUSATIVES
    if tokens[index].pos not in ("NOUN", "PROPN"):
        return False
    articles = [
        tokens[child].text.lower() for child in document.children[index] if tokens[child].relation.startswith("det")
    ]
    if any(article.endswith("en") for article in articles):
        # den Gästen den Präsidenten vorstellen: the dative comes first
        return index > head
    return not any(article.endswith(("em", "er")) for article in articles)
