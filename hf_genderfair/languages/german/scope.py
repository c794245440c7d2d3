"""Which phrases are rewritten: what is no person stays as it is, and so does, if asked for, whom the text knows."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from hf_genderfair.languages.clauses import has_preposition
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.names import ADDRESS, NAME, ORGANISATION, PLACE, WORK, name_reason, titles_of_works
from hf_genderfair.languages.german.non_person_nouns import BEING, BODY, FIRM, THING, non_person_reason
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.specific_reference import (
    MEN,
    NAMED,
    SPECIFIC,
    WOMEN,
    specific_reason,
)
from hf_genderfair.languages.quotation_marks import quotation_spans
from hf_genderfair.languages.types import Scope
from hf_genderfair.lexicons.word_class import WordClass

FAIR = "gender-fair already"
QUOTATION = "a quotation"
NEUTRAL = "a plural without gender"
EXPRESSION = "a fixed expression"

REASONS: tuple[str, ...] = (
    FAIR,
    NEUTRAL,
    QUOTATION,
    WORK,
    NAME,
    ADDRESS,
    PLACE,
    ORGANISATION,
    THING,
    BEING,
    BODY,
    FIRM,
    EXPRESSION,
    NAMED,
    SPECIFIC,
    WOMEN,
    MEN,
)
"""What `refusal` returns; the last four and `FIRM` in scope ``generic`` only."""

SAYINGS = WordClass("word_patterns_de", "saying")
"""Sayings whose words no one would change."""

QUANTITIES = frozenset("weiterer anderer einiger mehrerer vieler zahlreicher verschiedener".split())

INNER_CAPITAL = re.compile(r"\w*[a-zäöüß]I(?:n|nnen|NNEN)")
"""*LehrerInnen* and *LehrerINNEN*, should nobody have seen before that they are gender-fair."""


@dataclass(frozen=True)
class GermanOptions:
    """Settings of the German rules: which words they leave as they are.

    Attributes:
        scope: ``generic`` leaves a particular person as she or he is, and firms; ``all`` rewrites everybody.
        quotations: Whether direct speech is rewritten too.
        organisations: Whether names of organisations are rewritten too: *Deutscher Anwaltverein*, *Ärzte ohne Grenzen*.

    Example:
        >>> GermanOptions(scope="all").quotations
        True
    """

    scope: Scope = "generic"
    quotations: bool = True
    organisations: bool = False


class _Spans(NamedTuple):
    """Starts and ends of parts of a text, in order and without overlap."""

    starts: list[int]
    ends: list[int]

    def meet(self, start: int, end: int) -> bool:
        index = bisect_right(self.ends, start)
        return index < len(self.starts) and self.starts[index] < end


def refusal(document: Document, phrase: PersonPhrase, options: GermanOptions) -> str | None:
    """Return the reason to leave a phrase as it is, or None where it is to be rewritten."""
    reason = reason_by_words(document, phrase, options)
    if reason is not None or options.scope == "all":
        return reason
    return specific_reason(document, phrase)


def reason_by_words(document: Document, phrase: PersonPhrase, options: GermanOptions) -> str | None:
    """Return the reason to leave a phrase as it is, whoever is meant: it is no person, a name, or no role here."""
    if _is_neutral_plural(document, phrase):
        return NEUTRAL
    reason = part_refusal(document, phrase.start, phrase.end, options) or name_reason(document, phrase)
    if reason == ORGANISATION and options.organisations:
        reason = None
    return reason or non_person_reason(document, phrase)


def _is_neutral_plural(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether an adjective of quantity makes a genitive plural: *weiterer Abgeordneter*."""
    nominalised = phrase.noun.gender == "common" or phrase.noun.masculine.lower().endswith("beamter")
    if not nominalised or phrase.determiner >= 0 or document.tokens[phrase.head].relation == "nsubj":
        return False
    alone = not has_preposition(document, phrase.head)
    if alone and document.tokens[phrase.head].relation == "nmod" and document.tokens[phrase.head].text.endswith("er"):
        # 'die Zahl eingesetzter Beamter'
        return bool(phrase.adjectives)
    return any(document.tokens[index].text.lower() in QUANTITIES for index in phrase.adjectives)


def part_refusal(document: Document, start: int, end: int, options: GermanOptions) -> str | None:
    """Return the reason to leave any word of a part of a text alone, be it a noun, a compound or a pronoun."""
    if INNER_CAPITAL.fullmatch(document.text, start, end):
        return FAIR
    if document.derived(_works).meet(start, end):
        return WORK
    if is_in_saying(document, start, end):
        return EXPRESSION
    if not options.quotations and document.derived(_quotations).meet(start, end):
        return QUOTATION
    return None


def is_in_saying(document: Document, start: int, end: int) -> bool:
    """Return whether a part of a text belongs to a saying: *Viele Köche verderben den Brei*."""
    return document.derived(_sayings).meet(start, end)


def _works(document: Document) -> _Spans:
    return _spans(titles_of_works(document))


def _sayings(document: Document) -> _Spans:
    return _spans([match.span() for match in SAYINGS.pattern.finditer(document.text)])


def _quotations(document: Document) -> _Spans:
    return _spans(quotation_spans(document.text, document.lang))


def _spans(spans: list[tuple[int, int]]) -> _Spans:
    return _Spans([start for start, _ in spans], [end for _, end in spans])
