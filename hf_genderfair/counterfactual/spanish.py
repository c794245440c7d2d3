"""How Spanish is swapped: the forms of words for women and for men, and contractions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.core.text_view import like
from hf_genderfair.counterfactual.swapping import SwapForms
from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.reader.reading import read
from hf_genderfair.languages.romance.person_forms import FULL_FORMS, SHORT_FORMS, enclitic, other_form, person_nouns
from hf_genderfair.languages.romance.words import romance_words
from hf_genderfair.languages.types import WORD_GENDERS, BinaryGender, PairedGender
from hf_genderfair.lexicons.word_class import WordClass

POSSESSIVES = WordClass("closed_classes_romance", "possessive_of_spouse_es")
SPOUSES = {"mujer": "marido", "mujeres": "maridos"}
"""Counterparts after a possessive: *su mujer* means the wife."""

NOUNS = frozenset({"NOUN", "PROPN"})
CONTRACTIONS = {"del": "de la", "al": "a la"}
JOINED = {"de": "del", "a": "al", "á": "al"}
CLITICS = frozenset("la las lo los".split())
SEX = re.compile(r"(?P<sex>femenin|masculin)[oa]s?")
MASCULINE = re.compile(r"(?<=\w{3})o(s?)$")
OTHER_SEX = {"femenin": "masculin", "masculin": "femenin"}


def form(document: Document, index: int, to: BinaryGender) -> str | None:
    """Return the form of a word for a gender; None where none is known."""
    known = _form(document, index, to)
    return None if known is None else like(known, document.tokens[index].text)


def listed(document: Document, index: int, to: BinaryGender) -> Sequence[str]:
    """Return the form of a noun for persons, or of *alguna*, *ninguna*; the word itself where that is the same."""
    token = document.tokens[index]
    word = token.text.lower()
    if _agrees_with_no_person(document, index):
        return [token.text]
    if token.pos == "DET":
        # ningún and algún have an accent
        known = _form(document, index, to)
        return [like(known, token.text)] if known in FULL_FORMS else ()
    if token.pos in ("ADJ", "NUM") and to == "male" and other_form(word, "masculine") in SHORT_FORMS:
        # mi primer lector
        known = _form(document, index, to)
        return [like(known, token.text)] if known is not None else ()
    if token.pos not in NOUNS:
        # cabezota is an adjective too
        common = token.pos == "ADJ" and _counterpart(word, WORD_GENDERS[to]) == word
        return [token.text] if common else ()
    if word in SPOUSES and to == "male" and index and document.tokens[index - 1].text.lower() in POSSESSIVES:
        return [like(SPOUSES[word], token.text)]
    known = _counterpart(word, WORD_GENDERS[to])
    return () if known is None else [like(known, token.text)]


def _agrees_with_no_person(document: Document, index: int) -> bool:
    """Return whether a participle has no gender, or that of the subject behind it, which is no person."""
    # hemos contratado; una vez abonada la fianza
    if document.tokens[index].morph.get("VerbForm") != "Part":
        return False
    if any(document.tokens[child].lemma == "haber" for child in dependents(document, index, "aux")):
        return True
    behind = [child for child in dependents(document, index, "nsubj", "nsubj:pass") if child > index]
    mention_of = document.derived(read).mention_of
    return any(document.tokens[child].pos == "NOUN" and mention_of[child] < 0 for child in behind)


def _counterpart(word: str, to: PairedGender) -> str | None:
    words = romance_words("es")
    listed = words.persons.get(word) or words.suffixed(word)
    known = person_nouns().to(to).get(word)
    if known is not None or listed is None:
        return known
    if to in listed.senses:
        return word
    return None if word in words.persons else other_form(word, to)


def _form(document: Document, index: int, to: BinaryGender) -> str | None:
    """Return the form of an article, adjective, participle or pronoun, in lower case."""
    token, low, target = document.tokens[index], document.tokens[index].text.lower(), WORD_GENDERS[to]
    if sex := SEX.fullmatch(low):
        # its ending agrees with the thing that it is said of
        return low.replace(sex["sex"], OTHER_SEX[sex["sex"]])
    if low in CONTRACTIONS:
        return CONTRACTIONS[low] if to == "female" else None
    ending = low if low in CLITICS and token.pos == "PRON" else enclitic(low)
    if ending:
        return low[: -len(ending)] + (ending.replace("a", "o") if to == "male" else ending.replace("o", "a"))
    new = other_form(low, target)
    if new is None or to == "female":
        return new
    follows = document.heads[index] > index and token.relation in ("det", "amod", "nummod")
    if new in FULL_FORMS and (token.pos != "DET" or not follows):
        return FULL_FORMS[new]
    return SHORT_FORMS[new] if new in SHORT_FORMS and follows and token.morph.get("Number") != "Plur" else new


def is_word(form: str) -> bool:
    """Return whether a form may be a word: no *correctoro*, since *correctora* is *corrector*, but *sonoro*."""
    feminine = MASCULINE.sub(r"a\1", form)
    return feminine == form or other_form(feminine, "masculine") == form


def joined(document: Document, index: int, new: str) -> str | None:
    """Return *del* and *al*, where a new *el* stands behind *de* and *a*."""
    before, token = document.tokens[index - 1], document.tokens[index]
    if new.lower() != "el" or before.text.lower() not in JOINED or before.end + 1 != token.start:
        return None
    # what begins a name has a capital: de La Habana
    capitals = token.text == "LA" and before.text.isupper()
    return like(JOINED[before.text.lower()], before.text) if token.text == "la" or capitals else None


SPANISH = SwapForms(
    form=form,
    resuming=WordClass("closed_classes_romance", "resuming_es"),
    before_place=WordClass("closed_classes_romance", "before_place_es"),
    listed=listed,
    joined=joined,
    agree=True,
    is_word=is_word,
)
"""How Spanish is swapped."""
