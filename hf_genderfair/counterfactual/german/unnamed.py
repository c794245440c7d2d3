"""German pronouns for somebody or something that a text does not name: whether they rather stand for things.

A single sentence often is all that there is: *Später wurde er im Hafen versenkt*. What the words around all pronouns of
the chain say is added up (`languages/german/animacy_evidence.py`), with the tense: what is told in the past is told of
persons more often, what is the case now of laws, parties and plans. The limits are lower for *er* than for *sie* and
*ihr*, since most nouns for things and bodies of which texts go on are feminine, or plurals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from hf_genderfair.languages.clauses import SUBJECTS
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import animacy_of_personal, animacy_of_possessive
from hf_genderfair.languages.german.clauses import clause_of, finite_verb
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_class import WordClass

TOLD = 0.5
"""What the past says, and the present against it."""

SUBJUNCTIVE = WordClass("verb_forms_de", "present_subjunctive")
"""Forms of reported speech, of which the tense says nothing."""

ENOUGH: dict[BinaryGender, float] = {"male": -0.4, "female": -0.6}
"""What must at least be said of persons for a swap to a gender."""

ENOUGH_WITHOUT_SUBJECT: dict[BinaryGender, float] = {"male": 0.4, "female": -0.6}
"""The same where no word of the chain is a subject: *ihre* and *sie* are of several more often than of one."""


def unnamed_things(
    document: Document,
    pronouns: Mapping[int, GenderedWord],
    alone: Collection[int],
    stands_for: Mapping[int, int],
    to: BinaryGender,
) -> Iterator[int]:
    """Yield the pronouns without antecedent that rather stand for a thing, a body or several, as their chain does.

    Args:
        document: The text.
        pronouns: The pronouns that would change, by their indices.
        alone: Those of them without antecedent.
        stands_for: The index of the first word for the same by that of a pronoun.
        to: The gender of the swap.
    """
    sentence_of = document.sentence_of
    chains: dict[int, list[int]] = {}
    for index in sorted(pronouns):
        if index in alone or stands_for.get(index) in alone:
            chains.setdefault(sentence_of[index], []).append(index)
    for chain in chains.values():
        if _are_things(document, pronouns, chain, to):
            yield from (index for index in chain if index in alone)


def _are_things(document: Document, pronouns: Mapping[int, GenderedWord], chain: list[int], to: BinaryGender) -> bool:
    evidence = 0.0
    for index in chain:
        if pronouns[index].rule == "possessive":
            evidence += animacy_of_possessive(document, index)
        elif pronouns[index].rule == "personal":
            evidence += animacy_of_personal(document, index)
    acts = any(document.tokens[index].relation in SUBJECTS for index in chain)
    enough = ENOUGH if acts else ENOUGH_WITHOUT_SUBJECT
    return evidence + _of_tense(document, chain[0]) < enough[to]


def _of_tense(document: Document, index: int) -> float:
    verb = finite_verb(document, clause_of(document, index))
    if verb < 0 or document.tokens[verb].text.lower() in SUBJUNCTIVE:
        return 0.0
    told = document.tokens[verb].morph.get("Tense") == "Past" and document.tokens[verb].morph.get("Mood") != "Sub"
    return TOLD if told else -TOLD
