"""Which Spanish nouns are no persons, or are said of things and firms: *la empresa productora*, *un mudo testigo*."""

from __future__ import annotations

import re

from hf_genderfair.counterfactual.spanish.agreement import (
    TITLES,
    agrees,
    begins_sentence,
    has_other_gender,
    may_be_bare_predicate,
    own_subject,
)
from hf_genderfair.counterfactual.spanish.verbs import is_said_of_persons
from hf_genderfair.languages.clauses import SUBJECTS, dependents, has_copula, has_dependent, prepositions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.romance.gender_forms import COMPARATIVES
from hf_genderfair.languages.romance.person_forms import RomancePersonForm
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import PairedGender, grammatical_gender
from hf_genderfair.lexicons.word_class import WordClass

AGENTS = re.compile(r"(?:[dts]ora?|ri[oa])s?$")
"""Endings of words for persons that are said of firms and countries too."""


INDEFINITE = frozenset(("un", "una"))
GODS = WordClass("noun_classes_romance", "god_es")
FIRMS = WordClass("noun_classes_romance", "firm_or_place_es")


def is_sure(form: RomancePersonForm) -> bool:
    """Whether a word means persons only, in both genders."""
    return set(form.senses.values()) == {"person"}


def is_non_person(document: Document, index: int, types: dict[int, str]) -> bool:
    """Whether a nominal is a non-person noun."""
    token = document.tokens[index]
    if token.pos == "NOUN":
        word = token.text.lower()
        words = romance_words("es")
        form = words.persons.get(word) or words.suffixed(word)
        gender: PairedGender = "feminine" if grammatical_gender(token.morph) == "feminine" else "masculine"
        mostly = form is None or form.senses.get(gender, "person") == "mostly_thing"
        return mostly and word not in TITLES
    return token.pos == "PROPN" and types.get(index) in ("ORG", "LOC")


def has_thing_beside(document: Document, index: int, types: dict[int, str]) -> bool:
    """Whether a name has a noun for a thing with its article behind a comma: *Sombras, un webcómic*."""
    tokens, after = document.tokens, index + 1
    _, end = document.sentences[document.sentence_of[index]]
    while after < end and tokens[after].pos == "PROPN":
        after += 1
    if after + 1 >= end or tokens[after].text != "," or tokens[after + 1].text not in INDEFINITE:
        return False
    noun = document.heads[after + 1]
    return tokens[noun].relation == "appos" and tokens[noun].pos == "NOUN" and is_non_person(document, noun, types)


def may_be_name(document: Document, index: int, gender: PairedGender, types: dict[int, str]) -> bool:
    """Whether a name may be that of a person of a gender."""
    words, name = romance_words("es"), document.tokens[index].text
    if name.islower() or name.lower() in GODS or name in words.places:
        return False
    if has_thing_beside(document, index, types) or has_other_gender(document, index, gender):
        return False
    if _is_said_to_be_thing(document, index, types) or _may_be_verb(document, index):
        return False
    if types.get(index, "PER") != "PER" and not words.is_frequent_first_name(name):
        return False
    return words.first_name(name) in (None, gender) or not words.is_frequent_first_name(name)


def _is_said_to_be_thing(document: Document, index: int, types: dict[int, str]) -> bool:
    """Whether what is said of a name makes it a thing: *Yaro es una especie*, *conocida como la segunda ciudad*."""
    if document.tokens[index].relation not in SUBJECTS:
        return False
    predicate = document.heads[index]
    likened = (at for at in dependents(document, predicate, "obl") if prepositions(document, at) == ["como"])
    said = (predicate, *likened) if has_copula(document, predicate) else likened
    return any(document.tokens[at].pos == "NOUN" and is_non_person(document, at, types) for at in said)


def _may_be_verb(document: Document, index: int) -> bool:
    """Whether what is taken for a name begins a sentence and ends like a verb before its object: *Cerró la puerta*."""
    token, after = document.tokens[index], document.tokens[index + 1 : index + 2]
    behind = bool(after) and after[0].pos in ("DET", "ADP", "PRON")
    begins = behind and begins_sentence(document, index) and token.text.endswith("ó")
    return begins and romance_words("es").first_name(token.text) is None


def is_said_of_person(document: Document, index: int, types: dict[int, str]) -> bool:
    """Whether a mostly non-person noun describes a person here: *es música*, *la física Marie Curie*."""
    tokens, children, head = document.tokens, document.children[index], document.heads[index]
    cases = [tokens[child].text.lower() for child in children if tokens[child].relation == "case"]
    determined = any(tokens[child].relation == "det" for child in children)
    named = any(tokens[child].relation in ("flat", "appos") and types.get(child) == "PER" for child in children)
    if named and (determined or cases != ["de"]):
        return True
    if tokens[index].relation == "appos" and types.get(head) == "PER":
        return True
    if not determined and (cases == ["como"] or (cases == ["en"] and tokens[head].text.lower().startswith("conv"))):
        return True
    said = tokens[index].relation in SUBJECTS and has_copula(document, head)
    if said and is_said_of_persons(tokens[head].text.lower()):
        # las segadoras estaban contentas
        return True
    if may_be_bare_predicate(document, index) and types.get(own_subject(document, head) or 0) == "PER":
        # Ana permaneció cruzada de brazos
        return True
    copula = any(tokens[child].relation == "cop" for child in children)
    return copula and not determined and not is_of_thing(document, index, types)


def is_of_thing(document: Document, index: int, types: dict[int, str]) -> bool:
    """Whether a word for a person describes a non-person noun: *la empresa productora*, *la guerra fue la ganadora*."""
    tokens, head = document.tokens, document.heads[index]
    children = document.children[index]
    form = romance_words("es").persons.get(tokens[index].text.lower())
    sure = form is not None and is_sure(form)
    figurative = not any(tokens[child].relation == "det" for child in children)
    likened = not INDEFINITE.isdisjoint(tokens[child].text.lower() for child in children)
    if sure and not AGENTS.search(tokens[index].text) and not figurative and not likened:
        return False
    other = None
    likeness = [tokens[child].text.lower() for child in children if tokens[child].relation in ("case", "mark")]
    if likeness == ["como"] and figurative and tokens[head].relation in ("acl", "amod") and head >= index - 3:
        # unas ruinas fechadas como griegas
        noun = document.heads[head]
        return tokens[noun].pos == "NOUN" and is_non_person(document, noun, types) and agrees(document, head, noun)
    if likeness == ["como"] and figurative and tokens[head].pos == "VERB" and head >= index - 3:
        # el equipo sigue como único líder
        subjects = [child for child in document.children[head] if tokens[child].relation in SUBJECTS]
        return any(tokens[at].pos == "NOUN" and is_non_person(document, at, types) for at in subjects)
    if any(tokens[child].relation == "cop" for child in children):
        own = own_subject(document, index)
        other = own if own is not None and 0 <= own < index else None
    elif tokens[index].relation == "conj" and figurative and has_copula(document, head):
        # la empresa es dueña y editora
        own = own_subject(document, head)
        other = own if own is not None and 0 <= own < index else None
    elif head < index and tokens[index].relation in ("appos", "compound", "flat"):
        # la humanidad, dueña de sí, not: ese trono, caballero
        owns = tokens[head].pos == "NOUN" and has_dependent(document, index, "nmod")
        other = head if owns or _is_in_series(document, index) or not (sure and figurative) else None
    if other is None or not is_non_person(document, other, types):
        return False
    if likened:
        return True
    if tokens[other].pos == "PROPN":
        return AGENTS.search(tokens[index].text) is not None or (form is not None and not sure)
    return tokens[index].pos == "NOUN" and agrees(document, other, index)


def _is_in_series(document: Document, index: int) -> bool:
    """Whether a bare noun between commas is followed by adjectives of the same noun: *la torre, chica, gastada*."""
    tokens, after = document.tokens, index + 2
    between = after < len(tokens) and tokens[index - 1].text == tokens[index + 1].text == ","
    return between and tokens[after].relation == "amod" and document.heads[after] == document.heads[index]


def is_most(document: Document, low: list[str], index: int, types: dict[int, str]) -> bool:
    """Whether a comparative takes one out of several things: *el mayor de los sacrificios*."""
    if low[index] not in COMPARATIVES:
        return False
    children = dependents(document, index, "nmod")
    return any(is_non_person(document, child, types) for child in children)


def is_firm(document: Document, index: int, types: dict[int, str]) -> bool:
    """Whether a name of no person follows a word said of firms and places too: *el fabricante alemán Pérez y Cía*."""
    tokens = document.tokens
    unlike = tokens[index].text.endswith("ora") or tokens[index].text.endswith("aria")
    return tokens[index].text.lower() in FIRMS and any(
        (types.get(name) in ("ORG", "LOC") or (unlike and _is_no_first_name(document, name)))
        and tokens[name].pos == "PROPN"
        and tokens[name].relation in ("appos", "flat")
        and _names(document, index, name)
        for name in range(index + 1, document.subtree(index)[1])
    )


def _is_no_first_name(document: Document, index: int) -> bool:
    """Whether a name stands alone and is no first name, as those of firms do: *la consultora Delta*."""
    alone = not has_dependent(document, index, "flat")
    return alone and romance_words("es").first_name(document.tokens[index].text) is None


def _names(document: Document, index: int, name: int) -> bool:
    """Whether a name behind a noun is given to it, and not to a noun with another number between them."""
    tokens, owner = document.tokens, document.heads[name]
    number = tokens[index].morph.get("Number")
    if owner == index:
        return tokens[name - 1].pos in ("ADJ", "NOUN")
    adjective = tokens[name - 1].pos == "ADJ" and tokens[name - 1].morph.get("Number") == number
    return adjective and tokens[owner].morph.get("Number") != number
