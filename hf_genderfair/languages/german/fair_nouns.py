"""German nouns that name all genders, as units: ``Lehrer*innen``, *EU-Bürgerinnen und -Bürger*, ``der*die Kranke``.

Pipelines cut such forms into tokens of any part of speech, so that they are found in the text and not among the nouns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.gender_fair_forms import APOSTROPHES, DOTS, NO_SIGNS, GenderFairForm, gender_fair_forms
from hf_genderfair.languages.gender_fair_pairs import OR, two_word_forms
from hf_genderfair.languages.german.agreement import adjective_ending, determiner
from hf_genderfair.languages.german.person_forms import person_form

PARTS = re.compile(rf"[ \\]*(?:[*:_~!/({APOSTROPHES}{DOTS}]|(?<=[a-zäöüß])(?=I))")
"""What stands between the stem of a form and its endings."""

SINGULAR = frozenset({"in", "frau", "mann", "r", "n", "rin"})
ADJECTIVES = re.compile(r"[ \n](?:[a-zäöüß-]+(?:e|en)[ \n]){0,2}$")


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


def fair_nouns(document: Document) -> Mapping[int, FairNoun]:
    """Return the nouns of a German text that name all genders, by the index of their first token."""
    return document.derived(_read)


def _read(document: Document) -> dict[int, FairNoun]:
    starts = [token.start for token in document.tokens]
    forms = [form for form in gender_fair_forms(document.text, "de") if form.form not in NO_SIGNS]
    return {bisect_right(starts, noun.start) - 1: noun for noun in _nouns(document, forms)}


def _nouns(document: Document, forms: list[GenderFairForm]) -> Iterator[FairNoun]:
    text = document.text
    articles = resource(("German determiners in pairs",), lambda: {word for pair in two_word_forms() for word in pair})
    for form in forms:
        written = text[form.start : form.end]
        first = re.match(r"[^\W\d_]+", written)
        if first and (first[0].lower() in articles or determiner(first[0]) is not None):
            yield from _determined(document, form)
        elif text[form.end : form.end + 1] != "-":
            noun = _noun(written, form)
            if noun:
                yield noun


def _noun(written: str, form: GenderFairForm) -> FairNoun | None:
    low = written.lower()
    if form.form == "pair":
        plural = "innen" in low
        # 'der Koch und die Köchin' are two persons
        one = plural or "/" in low or not OR.isdisjoint(low.split())
        return FairNoun(form.start, form.end, plural, not plural) if one and written[0].isupper() else None
    sign = PARTS.search(written, 1)
    ending = re.sub(r"[\W_]", "", low[sign.start() :]) if sign else ""
    if ending in ("innen", "nen", "innnen"):
        return FairNoun(form.start, form.end, True)
    if ending not in SINGULAR or not written[0].isupper() or sign is None:
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
    if index == len(tokens) or not ADJECTIVES.fullmatch(document.text, form.end, tokens[index].start):
        return
    noun = tokens[index]
    known = person_form(noun.text) if noun.text[0].isupper() and noun.text.isalpha() else None
    if known is not None and known.gender == "common":
        yield FairNoun(noun.start, noun.end, False)
