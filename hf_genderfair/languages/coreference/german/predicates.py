"""German nouns that are said of somebody, beyond the predicates that parsers mark.

*Neuer Trainer wird Karl Bode*, *Ihr Stellvertreter heißt Jan Rolf*, *Sie wurde zur Vorsitzenden gewählt*,
*Man hielt sie für eine Verräterin*.
"""

from __future__ import annotations

from hf_genderfair.languages.clauses import clause_of, dependents, has_copula, has_dependent, prepositions, subject_of
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.word_class import WordClass

COPULAS = frozenset("sein werden bleiben heißen".split())

TO = frozenset("zu zum zur".split())

MAKING = WordClass("verb_frames_de", "making")
"""Verbs that give somebody an office with *zu*: *zur Vorsitzenden wählen*."""

HOLDING = "halten"
"""The verb with *für* before what somebody takes somebody for."""

ARGUMENTS = ("nsubj", "nsubj:pass", "obj", "xcomp")


def said_of(document: Document, index: int) -> int | None:
    """Return the index of the word of which a German noun is said, or that is said of it; None without one."""
    tokens = document.tokens
    above = document.heads[index]
    if above == index or tokens[index].text.lower() in ("es", "das"):
        return None
    if tokens[index].relation == "conj" and tokens[above].pos == "PROPN" and not has_dependent(document, index, "det"):
        # 'Karl Bode, Minister und Mitglied der Partei'
        return above if any(above < other < index for other in dependents(document, above, "appos")) else None
    if not TO.isdisjoint(prepositions(document, index)):
        # parsers attach it to what stands before it: 'wurde im Mai zur Chefin gewählt'
        verb = next((verb for verb in (above, document.heads[above]) if tokens[verb].lemma in MAKING), None)
        return None if verb is None else _made(document, verb)
    if prepositions(document, index) == ["für"] and tokens[above].lemma == HOLDING:
        return _made(document, above)
    if tokens[index].relation not in ARGUMENTS or prepositions(document, index):
        return None
    first = min((index, *dependents(document, index, "det", "amod")))
    if first > 0 and document.tokens[first - 1].text == "als":
        # parsers see two subjects: 'dass sie als eine Favoritin gilt'
        rivals = [other for other in dependents(document, above, "nsubj", "nsubj:pass") if other != index]
        return rivals[0] if rivals else None
    if has_copula(document, above):
        return above if is_name(document, above) and not prepositions(document, above) else None
    if tokens[above].lemma not in COPULAS:
        return None
    others = [other for other in dependents(document, above, *ARGUMENTS) if other != index]
    nominal = len(others) == 1 and tokens[others[0]].pos in ("NOUN", "PROPN", "PRON")
    return others[0] if nominal and not prepositions(document, others[0]) else None


def is_name(document: Document, index: int) -> bool:
    """Return whether a word is a name, or the noun right before one: *Trainer war der Franzose Jean Roth*."""
    after = index + 1
    named = after < len(document.tokens) and document.tokens[after].pos == "PROPN" and document.heads[after] == index
    return document.tokens[index].pos == "PROPN" or (named and document.tokens[after].relation in ("appos", "flat"))


def subject(document: Document, index: int) -> int | None:
    """Return the index of the subject of a German predicate noun, also one that an earlier clause has."""
    found = subject_of(document, clause_of(document, index))
    return found if found >= 0 and found != index else None


def is_compared(document: Document, index: int) -> bool:
    """Return whether *als* before a noun compares: *Sie spricht besser als ein Redner*."""
    tokens = document.tokens
    above = document.heads[index]
    beside = (above, *(child for child in document.children[above] if child < index))
    return any(tokens[near].morph.get("Degree") == "Cmp" for near in beside)


def _made(document: Document, verb: int) -> int | None:
    """Return who gets an office: the object or the subject of a passive, a name where the parser sees two subjects."""
    # The subject may stand in an earlier clause: *Ada Roth kam 1990 und wurde später zur Leiterin ernannt*.
    for relation in ("obj", "nsubj:pass", "obl:arg"):
        found = dependents(document, verb, relation)
        if found:
            return found[0]
    subjects = dependents(document, verb, "nsubj")
    if subjects:
        return subjects[-1]
    shared = subject_of(document, verb)
    return shared if shared >= 0 else None
