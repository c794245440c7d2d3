"""The record by which a language finds the actors of a text: names, roles in clauses, verbs of saying and quotes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import dependents, has_dependent, subject_of
from hf_genderfair.languages.coreference.mention import Mention, Quote, Role
from hf_genderfair.languages.coreference.name_words import NamingRules
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PersonGender
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_class import WordClass

PronounKind = Literal["personal", "reflexive", "relative", "neutral"]


class PronounForm(NamedTuple):
    """What the grammar of a text says of a word that may be a pronoun of the third person.

    Attributes:
        kind: ``personal`` with possessives and demonstratives, ``reflexive``, ``relative``, or ``neutral`` for
            neopronouns.
        shows: The genders that it may show, ``neuter`` and ``plural`` among them; empty where it shows nothing.
    """

    kind: PronounKind
    shows: Collection[str]


def never(*_: object) -> bool:
    """Find nothing, as in languages without such words."""
    return False


def _never_by_grammar(document: Document, mention: Mention) -> PersonGender | None:
    """Find no noun whose gender is only grammatical."""
    del document, mention
    return None


@dataclass(frozen=True)
class RoleRules:
    """What of a language tells the roles of persons, beyond the relations of Universal Dependencies.

    Attributes:
        argument: Returns the role of a subject or object, where its form or order tells more than its relation.
        is_participle_passive: Returns whether a verb without an auxiliary of the passive is passive as a participle.
        bearer_of: Returns the index of the word of which a noun is predicated, or None.
        agent_prepositions: Prepositions of the agent of a passive.
        openers: First words of forms of address, in lower case and without full stops.
        stands_for_person: Returns whether a noun stands for one person, so that a form of address may be its
            apposition.
        is_spoken_to: Returns whether what stands beside a form of address, from the first to the last of its tokens,
            makes it one for sure.
        talk: Words, one of which stands in every sentence with a form of address; None where commas tell enough.
        giving: Verbs of which the first of two bare objects is the receiver.
        hyphens: Whether parsers attach a name to the first part of a noun with a hyphen: *SPD-Chef Karl Bode*.
        genitive: Whether a noun without preposition modifies another in the genitive, as its possessor.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> sorted(actor_rules("de").roles.agent_prepositions), actor_rules("en").roles.genitive
        (['vom', 'von'], False)
    """

    argument: Callable[[Document, int, Role], Role]
    bearer_of: Callable[[Document, int], int | None]
    agent_prepositions: frozenset[str]
    openers: Container[str]
    stands_for_person: Callable[[Token], bool]
    is_participle_passive: Callable[[Document, int], bool] = never
    is_spoken_to: Callable[[Document, int, int], bool] = never
    talk: Container[str] | None = None
    giving: Container[str] = frozenset()
    hyphens: bool = False
    genitive: bool = False


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


def clause_around(
    document: Document, first: int, stop: int, opening: int, closing: int, speaker: int
) -> ReportedClause:
    """Return the reported clause around a parenthesis: after it, before it, or both with the parenthesis inside."""
    if opening <= first:
        first = closing
    elif closing >= stop:
        stop = opening
    return ReportedClause(*trimmed(document, first, stop), speaker)


Reports = Callable[[Document, Mapping[int, ReportingVerb], Sequence[Quote], Collection[int]], Iterable[ReportedClause]]
"""Finds the reported clauses of a text by its verbs of saying, direct quotes and tokens in mentions of persons."""


@dataclass(frozen=True)
class QuoteRules:
    """How a language reports what somebody says, in its grammar and in its punctuation.

    Attributes:
        verbs: Returns the verbs of saying, asking and thinking of a text by the index of their token, in order.
        reports: Finds reported clauses; one may contain another.
        verb_second: Whether the finite verb is the second part of a main clause. Then the subject of a verb of saying
            follows it where what is said stands before: *„Ja“, sagte sie*, but *“Yes,” she said*.
        comma_after_marks: Whether a comma stands between a closing mark and the frame, also where the quotation has a
            sign of its own: *„Wer?“, fragte sie*, but *“Who?” she asked*.
        speaker_by_paragraph: Whether a new speaker begins a paragraph, so that one paragraph is one turn of a dialogue.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> actor_rules("de").quotes.verb_second, actor_rules("en").quotes.verb_second
        (True, False)
    """

    verbs: Callable[[Document], dict[int, ReportingVerb]]
    reports: Reports
    verb_second: bool = False
    comma_after_marks: bool = False
    speaker_by_paragraph: bool = False


@dataclass(frozen=True)
class ActorRules:
    """What of a language finds the actors of a text.

    Attributes:
        words: The words that name persons.
        definite: Determiners of somebody who is known, and contracted prepositions.
        means_another: Whether an adjective in lower case says that somebody else is meant: *other*, *zweite*.
        first_person: Pronouns of who speaks, in lower case.
        generic_masculine: Finds generic masculines, as offsets; takes the heads of mentions of persons whose name or
            gender the text tells, and of those with a name.
        roles: How the roles of persons in their clauses are told.
        quotes: How quotes and their speakers are found.
        pronouns: Returns the words of a text that may be pronouns of the third person, by the indices of their tokens.
        agrees_by_grammar: Returns the gender of pronouns that agree with a noun whoever is meant: *die Geisel … sie*;
            None where a pronoun tells of the person.
        least_of_pronoun: Least probability of a person at a pronoun; more where pronouns of things are the same.
        introducing: Subjects of sentences that introduce somebody, where a noun that only says what somebody is else
            mentions nobody: *This is my sister*, but *The winner was a mare*; None where such nouns mention persons.

    Example:
        >>> from hf_genderfair.languages.coreference.languages import actor_rules
        >>> "der" in actor_rules("de").definite, "the" in actor_rules("en").definite
        (True, True)
    """

    words: NamingRules
    definite: WordClass
    means_another: Callable[[str], bool]
    first_person: Container[str]
    generic_masculine: Callable[[Document, Container[int], Container[int]], list[tuple[int, int]]]
    roles: RoleRules
    quotes: QuoteRules
    pronouns: Callable[[Document], Mapping[int, PronounForm]]
    least_of_pronoun: float = 0.5
    introducing: Container[str] | None = None
    agrees_by_grammar: Callable[[Document, Mention], PersonGender | None] = _never_by_grammar
