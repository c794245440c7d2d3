"""Whether the structure of an English sentence binds a pronoun to a noun with generic reference, whoever was named."""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.english.pronouns import CASES, Pronoun
from hf_genderfair.languages.english.verb_forms import finite
from hf_genderfair.lexicons.word_class import WordClass
from hf_genderfair.rewriting.english.noun_reference import (
    CONDITIONS,
    RULES,
    SUPPOSING,
    is_past,
    is_subject,
    phrase_start,
    reference_words,
    verb_after,
)

REPORTING_MODALS = frozenset({"would", "could"})
"""Modal verbs that are not of rules alone: they also report what somebody said."""


OPENING = (
    WordClass("closed_classes_en", "subordinator"),
    WordClass("closed_classes_en", "interrogative"),
    WordClass("closed_classes_en", "object_gap"),
)
PARTITIVES = WordClass("closed_classes_en", "before_of_them")


def is_bound(tokens: Sequence[Token], noun: int, pronoun: Pronoun) -> bool:
    """Return whether a pronoun goes back to a noun by one of three structures, none of them in the past."""
    # The pronoun stands in the noun's own clause (*a singer should spare her voice*), in a clause right after the noun
    # (*it is easy for a rower if he waits*), or begins the main clause after a condition (*if a judge doubts, she
    # asks*).
    start = phrase_start(tokens, noun)
    if start >= 0 and tokens[start].text.lower() == "the":
        return False
    between = tokens[noun + 1 : pronoun.first]
    verbs = sum(map(finite, between))
    if any(map(is_past, between)) or any(map(is_subject, between)) or not between:
        return False
    if pronoun.kind == "subject":
        if not _is_real(tokens, pronoun):
            return False
        before = between[-1].text.lower()
        if before in RULES | reference_words()["subordinating"]:
            return verbs <= 1 and all(token.pos != "PUNCT" for token in between)
        return before in (",", "then") and verbs <= 2 and _is_condition(tokens, noun)
    if pronoun.kind == "object" or _is_apposition(tokens, noun) or _emphasises(between, pronoun):
        return False
    joined = any(token.pos == "SCONJ" or token.text in (";", ":") for token in between)
    attributed = verbs == 0 and between[0].text.lower() not in ("of", "to") and not any(map(is_past, tokens[:noun]))
    return (verbs == 1 or attributed) and not joined and not _is_reported(tokens, noun)


def goes_on(tokens: Sequence[Token], bound: int, pronoun: Pronoun) -> bool:
    """Return whether a pronoun goes on with the person of a bound one: *a singer who loves her voice, she …*."""
    between = tokens[bound + 1 : pronoun.first]
    return not any(map(is_past, between)) and (pronoun.kind != "subject" or _is_real(tokens, pronoun))


def is_below(tokens: Sequence[Token], subject: int, pronoun: Pronoun) -> bool:
    """Whether a pronoun stands in a clause below the one whose subject is a word such as *nobody*."""
    # What somebody says or knows is about others as often (*nobody knows what he wants*), unless *himself* stands
    # beside it, or the word is *each of us*.
    verb = verb_after(tokens, subject)
    if verb is None or verb >= pronoun.first or any(token.text in ";:" for token in tokens[subject : pronoun.first]):
        return False
    opening = max((n for n in range(verb + 1, pronoun.first) if _opens_clause(tokens[n])), default=verb)
    if opening == verb or any(map(is_subject, tokens[opening + 1 : pronoun.first])):
        return False
    after = tokens[pronoun.last + 1 : pronoun.last + 2]
    one_of_them = tokens[subject].text.lower() in PARTITIVES and tokens[subject + 1].text.lower() == "of"
    if one_of_them or (after and CASES.get(after[0].text.lower()) == "reflexive"):
        return True
    words = reference_words()
    content = tokens[opening - 1].text.lower() in words["reporting"] | words["knowing"]
    return not content and tokens[opening].text.lower() != "that"


def _opens_clause(token: Token) -> bool:
    """Whether a word begins a clause below another."""
    low = token.text.lower()
    return low == "that" or any(low in words for words in OPENING)


def _is_real(tokens: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether the verb of a subject is in the present, or a modal verb of rules."""
    verb = verb_after(tokens, pronoun.last)
    if verb is None or is_past(tokens[verb]):
        return False
    return tokens[verb].text.lower() not in REPORTING_MODALS


def _is_condition(tokens: Sequence[Token], noun: int) -> bool:
    """Whether a noun is the first in a condition: *if a judge*."""
    start = phrase_start(tokens, noun)
    return start > 0 and tokens[start - 1].text.lower() in SUPPOSING


def _is_apposition(tokens: Sequence[Token], noun: int) -> bool:
    """Whether a noun says who somebody named before a comma is: *Lee, a doctor*; not *as Lee says, a doctor must*."""
    start = phrase_start(tokens, noun)
    if start < 1 or tokens[start - 1].text not in (",", "–", "—") or finite(tokens[noun + 1]):
        return False
    return CONDITIONS.as_set.isdisjoint(token.text.lower() for token in tokens[:start])


def _emphasises(between: Sequence[Token], pronoun: Pronoun) -> bool:
    """Whether a reflexive pronoun belongs to the word before it: *the mayor himself*."""
    return pronoun.kind == "reflexive" and between[-1].pos in ("NOUN", "PROPN", "PUNCT")


def _is_reported(tokens: Sequence[Token], noun: int) -> bool:
    """Whether a verb of saying or thinking stands before a noun, so that its subject may be meant."""
    start = max((index for index in range(noun) if tokens[index].pos == "PUNCT"), default=0)
    words = reference_words()["reporting"]
    return any(token.text.lower() in words for token in tokens[start:noun])
