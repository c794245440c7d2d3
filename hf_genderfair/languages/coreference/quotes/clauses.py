"""Reported clauses, and the verbs of saying that report them with their subjects."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.clauses import dependents, has_dependent, subject_of
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

VerbForm = Literal["finite", "participle", "infinitive"]

NOMINAL = frozenset(("NOUN", "PROPN", "PRON"))
EDGE = frozenset((",", ";", ":", ".", "!", "?", "-", "–", "—", "…", "..."))
"""Punctuation that is trimmed from the edges of a reported clause."""

RELATIVE_SUBJECTS = WordClass("quote_words", "relative_subject")


class ReportingVerb(NamedTuple):
    """An occurrence of a verb of saying, asking or thinking.

    Attributes:
        lemma: Its infinitive; a separable verb with its particle (*mitteilen*).
        form: ``finite``, ``participle`` or ``infinitive``.
        last: Index of the token of its particle, or of the verb itself.
        direct: Whether it can introduce words in quotation marks.
        indirect: Whether a clause can be its content.
        note: Kind of the verb, as the lexicon has it: ``thought``, ``question``, ``request``, ``promise``, ``sound``.
    """

    lemma: str
    form: VerbForm
    last: int
    direct: bool
    indirect: bool
    note: str


class ReportedClause(NamedTuple):
    """A reported clause as a range of tokens.

    Attributes:
        first: Index of its first token.
        end: Index after its last token.
        speaker: Index of the token that names the speaker; -1 where the text names none.
    """

    first: int
    end: int
    speaker: int


def saying_verbs(lang: str) -> dict[str, tuple[bool, bool, str]]:
    """Return the infinitives of the listed verbs of a language, with the last three attributes of `ReportingVerb`."""
    return resource(
        ("reporting verbs", lang, "list"),
        lambda: {
            lemma: (bool(direct), bool(indirect), note)
            for lemma, direct, indirect, note in load_lexicon(f"reporting_verbs_{lang}").rows
        },
    )


def trimmed(document: Document, first: int, end: int) -> tuple[int, int]:
    """Return a range of tokens without commas, stops and dashes at its edges."""
    tokens = document.tokens
    while first < end and tokens[first].text in EDGE:
        first += 1
    while first < end and tokens[end - 1].text in EDGE:
        end -= 1
    return first, end


def agent_of(document: Document, verb: int) -> int:
    """Find who does what a verb says: the agent of a passive, else the subject, relatives resolved; -1 without one."""
    agent = next(iter(dependents(document, verb, "obl:agent")), -1)
    if agent >= 0 or has_dependent(document, verb, "aux:pass"):
        return agent
    found = subject_of(document, verb)
    return _antecedent(document, found) if found >= 0 else -1


def _antecedent(document: Document, index: int) -> int:
    """Return the antecedent of a relative pronoun; any other word itself; -1 for expletive *es* and *it*."""
    token = document.tokens[index]
    relative = token.pos == "PRON" and document.tokens[document.heads[index]].relation.startswith("acl")
    if relative and token.text.lower() in RELATIVE_SUBJECTS:
        head = document.heads[document.heads[index]]
        return head if head < index and document.tokens[head].pos in NOMINAL else index
    return -1 if token.text.lower() in ("es", "it", "there") else index
