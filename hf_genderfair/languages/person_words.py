"""Words for persons, from the lexicons ``person_words_*``."""

from __future__ import annotations

from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

KINDS = ("pair", "common", "epicene", "collective")
SENSES = ("", "person", "mostly_person", "mostly_thing")


class PersonWord(NamedTuple):
    """What a lexicon says of a word for persons; lemmas in the singular, empty where the word has no such form.

    Attributes:
        masculine: Masculine form: *médico*.
        feminine: Feminine form: *médica*; the same as the masculine one for words of common gender.
        neuter: Neuter form: *Kind*.
        kind: ``pair`` (a form for each gender), ``common`` (one form, the article tells: *artista*), ``epicene``
            (one grammatical gender for all: *persona*) or ``collective`` (the same, for many persons at once: *gente*).
            Institutions (*gobierno*) are no words for persons.
        masculine_sense: ``person``, or, of a word that also means something else, ``mostly_person`` (*cura*) or
            ``mostly_thing``; empty where there is no masculine form.
        feminine_sense: The same of the feminine form: *música* is ``mostly_thing``.
        shared: Whether the masculine form of a pair is used for women too, beside their own: *la juez*, *la jueza*.
    """

    masculine: str
    feminine: str
    neuter: str
    kind: str
    masculine_sense: str
    feminine_sense: str
    shared: bool = False


def frequent_surnames() -> frozenset[str]:
    """Return frequent surnames of many countries, case-folded; read once per process."""
    return resource(("surnames",), lambda: frozenset(row[0] for row in load_lexicon("surnames").rows))


def names_of_no_persons(lang: str) -> frozenset[str]:
    """Return names of firms, clubs and works that pipelines take for persons, case-folded; read once per process."""
    return resource(("names of no persons", lang), lambda: _read_names_of_no_persons(lang))


def _read_names_of_no_persons(lang: str) -> frozenset[str]:
    return frozenset(name.casefold() for code, name in load_lexicon("names_of_no_persons").rows if code in (lang, ""))


def person_words(lang: str) -> dict[str, PersonWord]:
    """Return the words for persons of a language by each of their forms, in lower case; read once per process."""
    return resource(("person words", lang), lambda: _read(lang))


def _read(lang: str) -> dict[str, PersonWord]:
    words: dict[str, PersonWord] = {}
    for cells in load_lexicon(f"person_words_{lang}").rows:
        masculine, feminine, neuter, kind, masculine_sense, feminine_sense, note = cells
        shared = "common too" in note
        word = PersonWord(masculine, feminine, neuter, kind, masculine_sense, feminine_sense, shared)
        for form in (word.masculine, word.feminine, word.neuter):
            if form:
                words.setdefault(form.lower(), word)
    return words
