"""German nouns that are said of somebody, beyond the predicates that parsers mark.

*Neuer Trainer wird Karl Bode*, *Ihr Stellvertreter heißt Jan Rolf*, *Sie wurde zur Vorsitzenden gewählt*.
"""

from __future__ import annotations

from hf_genderfair.languages.clauses import dependents, has_copula, prepositions
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

COPULAS = frozenset("sein werden bleiben heißen".split())

TO = frozenset("zu zum zur".split())

MAKING = WordClass("verb_frames_de", "making")
"""Verbs that give somebody an office with *zu*: *zur Vorsitzenden wählen*."""

ARGUMENTS = ("nsubj", "nsubj:pass", "obj", "xcomp")


def said_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which a German noun is said, or that is said of it; None without one.

    Args:
        document: The text.
        index: Index of the head of a noun.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Sie wurde zur Vorsitzenden gewählt."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> said_of(document, 3)
        0
    """
    tokens = document.tokens
    above = document.heads[index]
    if above == index or tokens[index].text.lower() in ("es", "das"):
        return None
    if not TO.isdisjoint(prepositions(document, index)):
        return _made(document, above) if tokens[above].lemma in MAKING else None
    if tokens[index].relation not in ARGUMENTS or prepositions(document, index):
        return None
    if has_copula(document, above):
        return above if tokens[above].pos == "PROPN" and not prepositions(document, above) else None
    if tokens[above].lemma not in COPULAS:
        return None
    others = [other for other in dependents(document, above, *ARGUMENTS) if other != index]
    nominal = len(others) == 1 and tokens[others[0]].pos in ("NOUN", "PROPN", "PRON")
    return others[0] if nominal and not prepositions(document, others[0]) else None


def is_compared(document: Document, index: int) -> bool:
    """Return whether *als* before a noun compares: *Sie spricht besser als ein Redner*.

    Args:
        document: The text.
        index: Index of the head of the noun.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Sie spricht besser als ein Redner."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> is_compared(document, 5)
        True
    """
    tokens = document.tokens
    above = document.heads[index]
    beside = (above, *(child for child in document.children[above] if child < index))
    return any(tokens[near].morph.get("Degree") == "Cmp" for near in beside)


def _made(document: Document, verb: int) -> int | None:
    """Return who gets an office: the object or the subject of a passive, a name where the parser sees two subjects."""
    for relation in ("obj", "nsubj:pass"):
        found = dependents(document, verb, relation)
        if found:
            return found[0]
    subjects = dependents(document, verb, "nsubj")
    return subjects[-1] if subjects else None
