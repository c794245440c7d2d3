"""Which nouns of a Spanish text name persons of one gender, which of them a swap changes, and into what."""

from __future__ import annotations

import re
from typing import NamedTuple

from hf_genderfair.core.spans import protected_spans
from hf_genderfair.counterfactual.swapping import BOTH
from hf_genderfair.languages.clauses import agrees, dependents, has_copula, is_coordinated
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.persons import persons
from hf_genderfair.languages.reference import Reference
from hf_genderfair.languages.romance.agreement import own_subject
from hf_genderfair.languages.romance.antecedents import entity_types, things
from hf_genderfair.languages.romance.gender_forms import other_form, person_nouns
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import OTHER_GENDER, PairedGender
from hf_genderfair.lexicons.word_class import WordClass

FIXED = WordClass("noun_classes_romance", "fixed_expression_es")
"""Expressions whose word for a person names something else, or nobody."""

TITLES = WordClass("noun_classes_romance", "form_of_address_es")
POSSESSIVES = WordClass("closed_classes_romance", "possessive_of_spouse_es")
SPOUSES = {"mujer": "marido", "mujeres": "maridos"}
"""Counterparts after a possessive: *su mujer* means the wife."""

ANYBODY = frozenset("cada todo cualquier cualquiera ningún".split())
"""Determiners of anybody: *cada alumno*."""

JOINS = frozenset(("y", "e", "o", "u", "/"))
QUOTED = re.compile(r"«[^«»]{1,200}»|“[^“”]{1,200}”|\"[^\"]{1,200}\"")
PROSE = re.compile(r"[,.;!?¡¿]")
TITLE_WORDS = 8
"""Quoted text that begins with a capital is the title of a work up to this number of words."""

NO_COUNTERPART = "no counterpart"
"""Reason for words without a form for the other gender; all words of the same person stay."""


class SwappedNoun(NamedTuple):
    """The replacement of a noun for a person of the source gender.

    Attributes:
        replacement: Its form for the other gender, in lower case; the same form for words of common gender.
        reason: Why it stays; empty where it is changed.
    """

    replacement: str
    reason: str = ""


def swapped_nouns(document: Document, source: PairedGender) -> dict[int, SwappedNoun]:
    """Find the nouns for persons of one gender."""
    places = {token.start: index for index, token in enumerate(document.tokens)}
    found = {}
    for reference in persons(document):
        index = places.get(reference.start)
        if index is not None and _is_noun(reference, source):
            noun = _swapped(document, index, reference, source)
            common = noun.replacement == document.tokens[index].text.lower() and noun.reason != NO_COUNTERPART
            if not common or _shows_gender(document, index):
                found[index] = noun
    return found


def _is_noun(reference: Reference, source: PairedGender) -> bool:
    """Whether a reference is a noun for a person of the gender, and not for women and men alike."""
    person = reference.person and reference.kind == "noun" and reference.gender == source
    return person and not reference.epicene and not reference.form


def _shows_gender(document: Document, index: int) -> bool:
    """Whether an article or adjective shows the gender of a word of common gender."""
    beside = [document.tokens[child] for child in dependents(document, index, "det", "amod")]
    contracted = index > 0 and document.tokens[index - 1].text.lower() in ("al", "del")
    return contracted or any("Gender" in token.morph for token in beside)


def _swapped(document: Document, index: int, reference: Reference, source: PairedGender) -> SwappedNoun:
    """Return what becomes of a noun for a person."""
    word = document.tokens[index].text.lower()
    other = _counterpart(word, OTHER_GENDER[source])
    if other is None:
        # a name, as San in San Juan, has none either
        return SwappedNoun(word, "name or code" if document.tokens[index].pos == "PROPN" else NO_COUNTERPART)
    spouse = word in SPOUSES and index and document.tokens[index - 1].text.lower() in POSSESSIVES
    return SwappedNoun(SPOUSES[word] if spouse else other, _reason(document, index, other, reference))


def _counterpart(word: str, to: PairedGender) -> str | None:
    """Return the form of a noun for the other gender; itself where that is the same."""
    words = romance_words("es")
    form = words.persons.get(word) or words.suffixed(word)
    known = person_nouns().to(to).get(word)
    if known is not None or form is None:
        return known
    if to in form.senses:
        return word
    return None if word in words.persons else other_form(word, to)


def _reason(document: Document, index: int, other: str, reference: Reference) -> str:
    """Return why a noun for a person stays; empty where it changes."""
    token, word = document.tokens[index], document.tokens[index].text.lower()
    if any(first <= token.start < last for first, last in document.derived(_fixed_expressions)):
        return "fixed expression"
    if any(first <= token.start < last for first, last in document.derived(no_prose)):
        return "name or code"
    types = document.derived(entity_types)
    titled = word in TITLES or (index > 0 and document.tokens[index - 1].text.lower() in TITLES)
    if types.get(index) in ("ORG", "LOC") and not titled and not _begins_name(document, index):
        return "name of an organisation or a place"
    children = document.children[index]
    anybody = any(document.tokens[child].text.lower() in ANYBODY for child in children)
    generic = reference.generic and word not in person_nouns().men and not _is_said_of_several(document, index)
    if reference.gender == "masculine" and (anybody or generic):
        return "generic masculine"
    if _is_paired(document, index, other):
        return BOTH
    return "thing" if not titled and _is_said_of_thing(document, index) else ""


def _is_said_of_several(document: Document, index: int) -> bool:
    """Whether a plural says what persons are who are named one by one: *mi padre y mi tío son amigos*."""
    subject = own_subject(document, index)
    if subject is None or subject < 0 or not is_coordinated(document, subject):
        return False
    return document.tokens[subject].pos == "NOUN" and document.tokens[subject].morph.get("Number") == "Sing"


def no_prose(document: Document) -> list[tuple[int, int]]:
    """Return the spans in which words name no person: titles of works, code."""
    spans = protected_spans(document.text)
    for match in QUOTED.finditer(document.text):
        inner = match[0][1:-1]
        if inner[:1].isupper() and len(inner.split()) <= TITLE_WORDS and not PROSE.search(inner):
            spans.append(match.span())
    return spans


def _fixed_expressions(document: Document) -> list[tuple[int, int]]:
    """Return the spans of expressions whose word for a person names something else, or nobody."""
    return [match.span() for match in FIXED.whole_words.finditer(document.text.lower())]


def _begins_name(document: Document, index: int) -> bool:
    """Whether a singular begins what is taken for a name, after an article: *la Abuela del Río Rojo*."""
    token, before = document.tokens[index], index - 1
    apart = before < 0 or (
        document.tokens[before].pos in ("DET", "ADP") and before not in document.derived(entity_types)
    )
    return apart and token.morph.get("Number") != "Plur" and not token.text.endswith("s")


def _is_paired(document: Document, index: int, other: str) -> bool:
    """Whether both genders are named side by side, or as groups: *hombres y mujeres*."""
    tokens = document.tokens
    if other == tokens[index].text.lower():
        return False
    places = [at for at in range(*document.sentences[document.sentence_of[index]]) if tokens[at].text.lower() == other]
    if places and tokens[index].morph.get("Number") == "Plur":
        return True
    between = (tokens[min(at, index) : max(at, index)] for at in places if abs(at - index) < 4)
    return any(token.text.lower() in JOINS for words in between for token in words)


def _is_said_of_thing(document: Document, index: int) -> bool:
    """Whether a noun for a person describes one for a thing: *la empresa productora, la guerra fue la ganadora*."""
    tokens, head = document.tokens, document.heads[index]
    other = own_subject(document, index) if has_copula(document, index) else None
    bare = not dependents(document, index, "det")
    if other is None and bare and head < index and tokens[index].relation in ("appos", "compound", "flat", "amod"):
        other = head
    if other is None or other not in document.derived(things):
        return False
    return tokens[other].pos == "NOUN" and agrees(document, other, index)
