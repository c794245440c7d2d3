"""What each role noun of a text is, decided once for all who ask, and the nouns that name all genders already.

Such nouns (``Lehrer*innen``, *EU-Bürgerinnen und -Bürger*, ``der*die Kranke``) are found in the text and not among the
tokens: pipelines cut them into tokens of any part of speech.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.core.spans import overlaps
from hf_genderfair.languages.clauses import has_preposition
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_forms import APOSTROPHES, DOTS, NO_SIGNS, GenderFairForm, gender_fair_forms
from hf_genderfair.languages.gender_fair_pairs import OR, two_word_forms
from hf_genderfair.languages.german.agreement import adjective_ending, determiner
from hf_genderfair.languages.german.no_persons import (
    ADDRESS,
    BEING,
    BODY,
    FIRM,
    NAME,
    ORGANISATION,
    PLACE,
    THING,
    WORK,
    name_reason,
    non_person_reason,
    titles_of_works,
)
from hf_genderfair.languages.german.person_forms import GermanPersonForm, person_form
from hf_genderfair.languages.german.person_phrase import PersonPhrase
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.quotation_marks import quotation_spans
from hf_genderfair.languages.reader.generic_reference import odds_of_anybody, others_of_person
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.languages.types import Scope
from hf_genderfair.lexicons.word_class import WordClass

NAMED = "a name beside it"
SPECIFIC = "a particular person"
WOMEN = "women are meant"
MEN = "men are meant"
SPECIFIC_REASONS = frozenset({NAMED, SPECIFIC, WOMEN, MEN})
"""What `specific_reason` returns."""

OF_ONE_GENDER = {"männlich": MEN, "weiblich": WOMEN}
"""Lemmas of adjectives by which one gender is meant."""

MARGIN = 2.0
"""Odds, in logarithms, that are asked beside gender-fair forms: who wrote these has left other words as they are."""


def reason_of_gender(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a phrase means women alone or men alone by its form, whoever they are."""
    lemmas = [document.tokens[index].lemma.lower() for index in phrase.adjectives]
    told = next((OF_ONE_GENDER[lemma] for lemma in lemmas if lemma in OF_ONE_GENDER), None)
    common = phrase.noun.gender == "common" and phrase.number == "Sing" and phrase.determiner >= 0
    if common and document.tokens[phrase.determiner].text.lower().endswith(("die", "eine", "jede", "keine")):
        return WOMEN
    return told or (WOMEN if phrase.noun.gender == "feminine" else None)


def specific_reason(document: Document, phrase: PersonPhrase) -> str | None:
    """Say whether a phrase has specific reference: it means one person, whose gender others may know."""
    if document.entity_type(phrase.end + 1) == "PER":
        return NAMED
    told = reason_of_gender(document, phrase)
    if told or phrase.number == "Plur":
        # groups are of all genders whoever they are
        return told
    if odds_of_anybody(document, phrase.head) > (MARGIN if document.derived(_has_fair_forms) else 0):
        return None
    number = document.derived(read).mention_of[phrase.head]
    named = number >= 0 and any(each.kind == "name" for each in others_of_person(document, number))
    return NAMED if named else SPECIFIC


def _has_fair_forms(document: Document) -> bool:
    return bool(gender_fair_forms(document.text, document.lang))


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
    if overlaps(document.derived(titles_of_works), start, end):
        return WORK
    if is_in_saying(document, start, end):
        return EXPRESSION
    if not options.quotations and overlaps(document.derived(_quotations), start, end):
        return QUOTATION
    return None


def is_in_saying(document: Document, start: int, end: int) -> bool:
    """Return whether a part of a text belongs to a saying: *Viele Köche verderben den Brei*."""
    return overlaps(document.derived(_sayings), start, end)


def _sayings(document: Document) -> list[tuple[int, int]]:
    return [match.span() for match in SAYINGS.pattern.finditer(document.text)]


def _quotations(document: Document) -> list[tuple[int, int]]:
    return quotation_spans(document.text, document.lang)


NO_PERSONS = frozenset({WORK, BODY, FIRM, THING, PLACE, ORGANISATION})
"""Reasons for which a role noun is no person to anybody who asks."""


@dataclass(frozen=True)
class Decided:
    """A role noun and what is meant by it.

    Attributes:
        document: The text.
        phrase: The noun, with its case and number.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "Jeder Arzt kennt Minister Lauterbach."
        >>> document = Document(text, next(pipeline("de").analyse([text])), "de")
        >>> [(found.phrase.number, found.reason) for found in role_nouns(document).values()]
        [('Sing', None), ('Sing', 'a name beside it')]
    """

    document: Document
    phrase: PersonPhrase

    @cached_property
    def reason(self) -> str | None:
        """None where anybody of the role is meant; else what `refusal` says in scope ``generic``."""
        return refusal(self.document, self.phrase, GermanOptions())

    @cached_property
    def person(self) -> bool:
        """Whether a person is meant, anybody or somebody."""
        return reason_by_words(self.document, self.phrase, GermanOptions()) is None

    @property
    def form(self) -> GermanPersonForm:
        """What the noun says as a word for persons."""
        noun, role = self.phrase.noun, self.phrase.noun.gender == "masculine"
        return GermanPersonForm(noun.gender, self.phrase.number, "person", False, role, noun.source)


def role_nouns(document: Document) -> dict[int, Decided]:
    """Return the role nouns of a German text that has all layers, by the indices of their last tokens."""
    return {phrase.head: Decided(document, phrase) for phrase in document.derived(phrases)}


FAIR_ENDING = re.compile(rf"[ \\]*(?:[*:_~!/({APOSTROPHES}{DOTS}]|(?<=[a-zäöüß])(?=I))")
"""What stands between the stem of a form and its endings."""

SINGULAR_ENDINGS = frozenset({"in", "frau", "mann", "r", "n", "rin"})
BEFORE_COMMON = re.compile(r"[ \n](?:[a-zäöüß-]+(?:e|en)[ \n]){0,2}$")


class FairNoun(NamedTuple):
    """A noun for persons of all genders.

    Attributes:
        start: Offset of its first character in the text of the document.
        end: Offset after its last character.
        plural: Whether it is a plural.
        alternatives: Whether it is two words of the singular, which name nobody in particular: *Ärztin oder Arzt*.
    """

    start: int
    end: int
    plural: bool
    alternatives: bool = False


def fair_nouns(document: Document) -> dict[int, FairNoun]:
    """Return the nouns of a German text that name all genders, by the index of their first token."""
    starts = [token.start for token in document.tokens]
    forms = [form for form in gender_fair_forms(document.text, "de") if form.form not in NO_SIGNS]
    return {bisect_right(starts, noun.start) - 1: noun for noun in _fair_nouns(document, forms)}


def _fair_nouns(document: Document, forms: list[GenderFairForm]) -> Iterator[FairNoun]:
    text = document.text
    articles = resource(("German determiners in pairs",), lambda: {word for pair in two_word_forms() for word in pair})
    for form in forms:
        written = text[form.start : form.end]
        first = re.match(r"[^\W\d_]+", written)
        if first and (first[0].lower() in articles or determiner(first[0]) is not None):
            yield from _determined(document, form)
        elif text[form.end : form.end + 1] != "-":
            noun = _fair_noun(written, form)
            if noun:
                yield noun


def _fair_noun(written: str, form: GenderFairForm) -> FairNoun | None:
    low = written.lower()
    if form.form == "pair":
        plural = "innen" in low
        # 'der Koch und die Köchin' are two persons
        one = plural or "/" in low or not OR.isdisjoint(low.split())
        return FairNoun(form.start, form.end, plural, not plural) if one and written[0].isupper() else None
    sign = FAIR_ENDING.search(written, 1)
    ending = re.sub(r"[\W_]", "", low[sign.start() :]) if sign else ""
    if ending in ("innen", "nen", "innnen"):
        return FairNoun(form.start, form.end, True)
    if ending not in SINGULAR_ENDINGS or not written[0].isupper() or sign is None:
        return None
    known = person_form(written[: sign.start()])
    if ending in ("r", "n") and (known is None or known.gender != "common"):
        return None
    return FairNoun(form.start, form.end, False)


def _determined(document: Document, form: GenderFairForm) -> Iterator[FairNoun]:
    """Yield the nominalised adjective whose article shows that it is of any gender: ``der*die neue Beauftragte``."""
    tokens = document.tokens
    index = next((index for index, token in enumerate(tokens) if token.start > form.end), len(tokens))
    while index < len(tokens) and tokens[index].text[0].islower() and adjective_ending(tokens[index].text):
        index += 1
    if index == len(tokens) or not BEFORE_COMMON.fullmatch(document.text, form.end, tokens[index].start):
        return
    noun = tokens[index]
    known = person_form(noun.text) if noun.text[0].isupper() and noun.text.isalpha() else None
    if known is not None and known.gender == "common":
        yield FairNoun(noun.start, noun.end, False)
