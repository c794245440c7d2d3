"""English verbs in the third person singular, and those that are joined to another and have its subject."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.clauses import is_finite
from hf_genderfair.lexicons.word_class import WordClass, WordValues

IRREGULAR = WordValues("verb_forms_en", "plural", str)
"""Forms that no rule makes; a negation is part of the token where the pipeline does not divide it."""

CLITICS = frozenset({"'s", "’s"})
NOT_THIRD = WordClass("closed_classes_en", "in_s")
"""Words in *-s* that are no verbs where they follow a pronoun."""

RELATIVES = frozenset({"who", "that", "which", "whoever"})
COORDINATORS = frozenset({"and", "or", "but", "nor", "yet", "then", "&", "&amp;"})
NOMINATIVES = WordClass("closed_classes_en", "nominative")

SILENT_E = WordClass("verb_forms_en", "silent_e")
"""Verbs whose plain form ends in *-e*, against the rule for their ending."""

DOUBLED = frozenset({"quizzes", "gasses", "focusses", "whizzes"})
S_STEMS = frozenset({"focuses", "biases", "gases", "canvases", "buses", "refocuses"})


def word_of(token: Token) -> str:
    """Return a token in lower case, without a full stop that the pipeline left at it, as in capitals."""
    low = token.text.lower()
    return low[:-1] if low.endswith(".") and low[:-1] in IRREGULAR else low


def third(tokens: Sequence[Token], index: int, pronoun: int = -1) -> bool:
    """Whether a token is a verb in the third person singular, *was* included."""
    token = tokens[index]
    low = word_of(token)
    if low in IRREGULAR:
        return token.pos in ("AUX", "VERB") or index == pronoun + 1
    if low in CLITICS:
        return index == pronoun + 1
    if not low.endswith("s") or low.endswith("ss") or low in NOT_THIRD or not low.isalpha():
        return False
    if token.pos == "VERB":
        return token.morph.get("Tense") != "Past" and token.morph.get("VerbForm") in (None, "", "Fin")
    return index == pronoun + 1 and token.pos in ("NOUN", "ADJ", "PROPN", "X", "AUX") and len(low) > 2


def plural_form(low: str) -> str:
    """Return the form after *they* of a verb in the third person singular."""
    if low in IRREGULAR:
        return IRREGULAR[low]
    if low in SILENT_E:
        return low[:-1]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low in DOUBLED:
        return low[:-3]
    if low in S_STEMS or low.endswith(("sses", "shes", "ches", "xes", "zzes", "tzes", "oes")):
        return low[:-2]
    return low[:-1]


AUXILIARIES = WordClass("verb_forms_en", "auxiliary")
NEGATIONS = frozenset({"n't", "n’t", "not"})

SINGULAR_SUBJECTS = WordClass("closed_classes_en", "singular_subject")
"""Subjects that do what no person does: of the verbs after them a lively one belongs to the person before."""

JOINING = frozenset({",", "...", "…"})

VERB_FOLLOWERS = frozenset({"PUNCT", "CCONJ", "DET", "PRON", "ADP", "ADV"})

AMOUNTS = frozenset({"much", "more", "most", "little", "less", "enough"})
"""Words that are subjects right before a finite verb, whatever the tagger says: *but much is unknown*."""

COMPOUNDED = WordClass("noun_classes_en", "first_in_compound")
"""Words in *-s* that stand before a noun: *sports cars*."""

PAIRED = frozenset({",", "-", "--", "–", "—", "(", ")", "...", "…"})


class _Clause(NamedTuple):
    kind: str
    loose: bool


class _Word(NamedTuple):
    """What one word says of the clauses of its sentence.

    Attributes:
        low: The word in lower case.
        ends: Whether it is a sign that parts sentences.
        joins: Whether it is a sign or conjunction that may join a verb.
        verbal: Whether it is a finite verb.
        third: Whether it is one in the third person singular.
        subject: Index of the last word of its own subject; -1 where it has none in front of it.
        sign: Index of the sign or conjunction that joins its clause to the whole sentence; -1 where none does.
        clause: The clause of which it is the verb; None where it has no subject.
    """

    low: str
    ends: bool
    joins: bool
    verbal: bool
    third: bool
    subject: int
    sign: int
    clause: _Clause | None


class JoinedVerbs:
    """The verbs of one sentence that are joined to others; what its words say is found once for all of its pronouns.

    Args:
        tokens: The tokens of the sentence.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Keep the sentence; its words are read when a verb asks for them."""
        self.tokens = tokens
        self._word = cache(partial(_word, tokens))
        self._joined = cache(partial(_joined_verb, tokens))

    def of(self, start: int, opens: bool) -> Iterator[int]:
        """Yield the indices of verbs that are joined to the clause whose verb stands at `start`."""
        # Clauses within it are kept on a stack: a joined verb belongs to the innermost one that it fits. `opens` says
        # whether the clause is no relative clause, so that a comma can join *is* and *has* too.
        clauses: list[_Clause] = []
        own = start
        index = start + 1
        while index < len(self.tokens):
            word = self._word(index)
            if word.ends:
                return
            if word.joins:
                if word.low == "," and clauses and clauses[-1].loose:
                    clauses.pop()
                verb = self._joined(index, opens, index - 1 == own)
                if verb is not None:
                    while clauses and not _takes(clauses[-1].kind, self.tokens[verb]):
                        clauses.pop()
                    if not clauses and third(self.tokens, verb, verb - 1):
                        own = verb
                        yield verb
                    index = verb + 1
                    continue
            if word.verbal:
                if index == start + 1 and word.third and self.tokens[start].pos == "VERB":
                    # somebody who she says is kind
                    clauses.append(_Clause("singular", False))
                if word.clause is not None and word.subject > start:
                    if word.sign > start:
                        return
                    clauses.append(word.clause)
            index += 1


def _word(tokens: Sequence[Token], index: int) -> _Word:
    low = tokens[index].text.lower()
    ends = low in (";", ":") and not is_coordinator(tokens, index + 1)
    joins = low in COORDINATORS or low in JOINING
    singular = third(tokens, index)
    verbal = singular or is_finite(tokens[index])
    subject = _subject(tokens, index) if verbal else -1
    if subject < 0:
        return _Word(low, ends, joins, verbal, singular, -1, -1, None)
    sign = _sentence_sign(tokens, subject)
    return _Word(low, ends, joins, verbal, singular, subject, sign, _clause(tokens, subject, index))


def verb_like(tokens: Sequence[Token], index: int, pronoun: int) -> bool:
    """Whether a token is such a verb, or a word in *-s* in a position where only a verb can stand."""
    if third(tokens, index, pronoun):
        return True
    after = tokens[index + 1].pos if index + 1 < len(tokens) else "PUNCT"
    return after in VERB_FOLLOWERS and third(tokens, index, index - 1) and tokens[index].text.lower() not in CLITICS


def closing_sign(tokens: Sequence[Token], index: int) -> int | None:
    """Return the index of the comma, dash or bracket that closes what is opened at an index; None without one."""
    opened = tokens[index].text
    wanted = {"(": (")",), ",": (",",)}.get(opened, (opened,))
    for after in range(index + 1, min(index + 14, len(tokens))):
        if tokens[after].text in wanted:
            return after
        if tokens[after].text in (".", ";", "?", "!"):
            return None
    return None


def is_coordinator(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word such as *and* stands at an index, which may lie behind the sentence."""
    return index < len(tokens) and tokens[index].text.lower() in COORDINATORS


def _joined_verb(tokens: Sequence[Token], index: int, opens: bool, bare: bool) -> int | None:
    """Return the index of the finite verb that a coordinator or comma joins without a subject of its own."""
    # Right after a verb of the pronoun, which `bare` says, no noun can be joined: *she sings and dances*.
    comma = tokens[index].text in JOINING
    after = index + 1
    if comma and is_coordinator(tokens, after):
        return None
    while after < len(tokens):
        token = tokens[after]
        verbal = third(tokens, after) or (bare and _joins(tokens, after, comma)) or _has_plural_object(tokens, after)
        if is_finite(token) or verbal:
            if _question(tokens, after) or (comma and (not verbal or (token.pos == "AUX" and not opens))):
                return None
            return after
        if token.text in PAIRED and not comma:
            closing = closing_sign(tokens, after)
            if closing is None:
                return None
            after = closing
        elif token.pos == "ADP" and not comma:
            after = _phrase_end(tokens, after)
        elif token.pos not in ("ADV", "PART") or _begins_clause(tokens, after):
            return None
        after += 1
    return None


def _begins_clause(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word that a tagger calls an adverb begins a clause of its own: *so is Bo*, *much is unknown*."""
    low = tokens[index].text.lower()
    if low in AMOUNTS:
        return index + 1 < len(tokens) and is_finite(tokens[index + 1])
    return low in ("so", "neither", "nor", "that")


def _joins(tokens: Sequence[Token], index: int, comma: bool) -> bool:
    """Whether a word in *-s* that may be a noun is a verb, since a verb stands before the coordinator or comma."""
    if not verb_like(tokens, index, index - 1):
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return not comma or after is None or after.text == "," or after.pos in ("CCONJ", "DET", "PRON")


def _has_plural_object(tokens: Sequence[Token], index: int) -> bool:
    """Whether two words in *-s* follow each other that a tagger calls nouns: the first is a verb, *fixes nets*."""
    if index + 1 >= len(tokens) or tokens[index].text.lower() in COMPOUNDED or not third(tokens, index, index - 1):
        return False
    after = tokens[index + 1]
    return tokens[index].pos == after.pos == "NOUN" and after.morph.get("Number") == "Plur"


def _phrase_end(tokens: Sequence[Token], index: int) -> int:
    """Return the index of the last token of the noun phrase after a preposition."""
    while index + 1 < len(tokens) and tokens[index + 1].pos in ("DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"):
        if tokens[index + 1].text.lower() in NOMINATIVES and tokens[index].pos != "ADP":
            break
        index += 1
        if tokens[index].pos in ("NOUN", "PROPN") and index + 1 < len(tokens) and tokens[index + 1].pos == "DET":
            break
    return index


def _question(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a verb is followed by its subject: *and is it*, *, says Bob*."""
    after = verb + 1
    if after < len(tokens) and tokens[after].text.lower() in NEGATIONS:
        after += 1
    if after >= len(tokens):
        return False
    low = tokens[after].text.lower()
    if tokens[verb].text.lower() in AUXILIARIES:
        return low in NOMINATIVES
    return tokens[after].pos == "PROPN" and tokens[verb - 1].pos == "PUNCT"


def _subject(tokens: Sequence[Token], verb: int) -> int:
    """Return the index of the last word of a finite verb's own subject; -1 where it has none in front of it."""
    index = verb - 1
    while index >= 0 and (tokens[index].pos in ("ADV", "PART", "AUX") or tokens[index].text in (",", '"', ")", "(")):
        index -= 1
    return index if index >= 0 and tokens[index].pos in ("NOUN", "PROPN", "PRON", "DET", "NUM") else -1


def _sentence_sign(tokens: Sequence[Token], subject: int) -> int:
    """Return the index of what joins a clause to the whole sentence: *, and the dog barks*; -1 where nothing does."""
    index = subject
    while index >= 0 and tokens[index].pos in ("NOUN", "PROPN", "PRON", "DET", "ADJ", "NUM"):
        if tokens[index].text.lower() in RELATIVES or tokens[index].text.lower().startswith("wh"):
            return -1
        index -= 1
    joined = index > 0 and tokens[index].pos == "CCONJ" and tokens[index - 1].text in (",", ";")
    return index if index >= 0 and (joined or tokens[index].text in (";", ":")) else -1


def _clause(tokens: Sequence[Token], subject: int, verb: int) -> _Clause:
    low = tokens[subject].text.lower()
    loose = low in RELATIVES and tokens[subject - 1].text == ","
    if low in SINGULAR_SUBJECTS:
        return _Clause("thing", loose)
    present = tokens[verb].morph.get("Tense") == "Pres"
    if low in ("i", "you", "we", "they") or tokens[subject].morph.get("Number") == "Plur":
        return _Clause("plural", loose)
    if not third(tokens, verb) and present and tokens[verb].pos != "AUX":
        return _Clause("plural", loose)
    return _Clause("past" if tokens[verb].morph.get("Tense") == "Past" else "singular", loose)


def _takes(clause: str, verb: Token) -> bool:
    """Whether a clause within the pronoun's may have the joined verb as its own."""
    low = verb.text.lower()
    past = verb.morph.get("Tense") == "Past" or low == "was"
    if clause == "plural":
        return not low.endswith("s") or (past and low != "was")
    if clause == "thing":
        return low in IRREGULAR and low not in ("goes", "does")
    return not (clause == "past" and not past and low.endswith("s"))
