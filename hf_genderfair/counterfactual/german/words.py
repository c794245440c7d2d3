"""The words of a German noun phrase, and its pronouns, in the other gender."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hf_genderfair.core.spans import overlaps
from hf_genderfair.counterfactual.german.homonyms import OFFICES
from hf_genderfair.counterfactual.german.neuters import adjective_in, article_in
from hf_genderfair.counterfactual.swapping import Replacement
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.gender_pairs import KNOWN_NOUNS, PAIR, is_neuter_pair, pair_entry, pair_lexicon
from hf_genderfair.languages.german.gendered_word import GenderedWord
from hf_genderfair.languages.german.nouns import noun_forms
from hf_genderfair.languages.german.person_phrase import PersonPhrase, RoleNoun
from hf_genderfair.languages.german.phrases import phrase_words
from hf_genderfair.languages.types import BinaryGender, Case, GrammaticalGender, Number, PairedGender
from hf_genderfair.lexicons.word_class import WordClass

SHORTEST_REST = 4
LINKED = 2
PLAIN = str.maketrans("äöü", "aou")


def other_forms(written: str, noun: RoleNoun, case: Case, number: Number) -> tuple[str, str]:
    """Return the form of a noun for men and for women."""
    if noun.source != PAIR:
        masculine, feminine, _ = noun_forms(noun, case, number)
        return masculine, _without_women(masculine, feminine)
    found = pair_entry(written)
    assert found is not None, "a noun of this source is in the lexicon"
    prefix, entry = found
    cases = {known for known, several in entry.cells if several == number}
    if case not in cases and len(cases) == 1:
        # Töchtern is a dative, whatever the analysis says
        (case,) = cases
    men, women = entry.pair.masculine_forms[case, number], entry.pair.feminine_forms[case, number]
    if prefix and not prefix.endswith("-"):
        men, women = men.lower(), women.lower()
    if len(written) > 1 and written.isupper():
        men, women = men.upper(), women.upper()
    return prefix + men, prefix + women


def _without_women(masculine: str, feminine: str) -> str:
    """Leave the first part of a compound as it is: *Malermeisterin*, where forms for all have *Malerinnenmeisterin*."""
    start = feminine.find("innen")
    if 0 < start < len(feminine) - len("innen") and masculine.startswith(feminine[:start]) and "innen" not in masculine:
        tail = feminine[start + len("innen") :]
        # Kurden in Kurdenpräsidentin
        place = masculine[start:].translate(PLAIN).find(tail[:LINKED].translate(PLAIN))
        return feminine[:start] + masculine[start : start + max(place, 0)] + tail
    return feminine


@lru_cache(maxsize=KNOWN_NOUNS)
def other_compound(word: str, to: BinaryGender) -> str | None:
    """Return a compound whose first part is a word for women or men with the other word."""
    known = pair_lexicon()
    if word.lower() in known.left:
        return None
    for part, other in known.parts["feminine" if to == "male" else "masculine"].items():
        rest = word.removeprefix(part)
        if rest != word and len(rest) >= SHORTEST_REST:
            return other + rest
    return None


def other_first_part(word: str, to: BinaryGender) -> str | None:
    """Return the other word for a word for women or men before a hyphen: *Mädchen-* is *Jungen-*."""
    return pair_lexicon().parts["feminine" if to == "male" else "masculine"].get(word)


RULE_NAMES = {
    "noun": "noun",
    "nominalised": "noun",
    "determiner": "determiner",
    "adjective": "adjective",
    "contraction": "contraction",
    "possessive": "possessive",
    "personal": "pronoun",
    "relative": "relative",
    "demonstrative": "pronoun",
    "indefinite": "pronoun",
}
"""Rules of `Change` by those of `GenderedWord`."""

SOURCE: dict[BinaryGender, PairedGender] = {"male": "feminine", "female": "masculine"}
"""The gender of words that change, by the gender wanted."""

STEM: dict[BinaryGender, str] = {"male": "ihr", "female": "sein"}
"""The stem of possessives that change."""

SUBJECT_FORMS: dict[BinaryGender, WordClass] = {
    "male": WordClass("closed_classes_de", "feminine_subject"),
    "female": WordClass("closed_classes_de", "masculine_subject"),
}

AGREEING = {"possessive": "determiner"}
"""The same within a phrase, where a possessive agrees with the owned noun, not with the owner."""

DEFINITE = frozenset({"die", "der"})
TITLES = frozenset({"Frau", "Fräulein", "Herr", "Herrn"})
PARTICLES_OF_NAMES = WordClass("name_words_de", "particle_of_surname")

PLACES = WordClass("noun_classes_de", "place_ending")
"""Ends of names of streets and buildings: *Herrengasse*, *Frauenkirche*."""

NEUTER_RELATIVES = {"der": "das", "den": "das", "welcher": "welches", "welchen": "welches"}

ADJECTIVE = re.compile(
    r"\b(?:(weiblich|männlich|mütterlich|väterlich|schwesterlich|brüderlich)(e[nmrs]?|erseits)?"
    r"|(weiblich|männlich))\b",
    re.IGNORECASE,
)
BOTH_ADJECTIVES = re.compile(
    r"\b(?:männlich|weiblich)\w*,? (?:und|oder|bzw\.|wie|/|als auch|sowie) (?:männlich|weiblich)", re.IGNORECASE
)
COUNTERPARTS = {"weiblich": "männlich", "mütterlich": "väterlich", "schwesterlich": "brüderlich"}


def phrase_target(document: Document, phrase: PersonPhrase, to: BinaryGender) -> list[Replacement]:
    """Return the words of a phrase that change, in the other gender."""
    if is_neuter_pair(phrase.noun):
        words = _neuter_words(document, phrase, to)
    else:
        words = [
            Replacement(word.start, word.end, _form(word, to), AGREEING.get(word.rule, RULE_NAMES[word.rule]))
            for word in phrase_words(document, phrase, 0)
            if word.rule != "noun" and not _is_of_place(document, word)
        ]
    if phrase.noun.gender != "common":
        words.append(_noun(document, phrase, to))
    return [word for word in words if word.replacement != document.text[word.start : word.end]]


def _is_of_place(document: Document, word: GenderedWord) -> bool:
    """Return whether an adjective is that of a place, which has no endings: *unser alter Budapester Freund*."""
    written = document.text[word.start : word.end]
    before = document.text[max(0, word.start - 2) : word.start].rstrip()
    inside = bool(before) and (before[-1].isalnum() or before[-1] == ",")
    return word.rule == "adjective" and written.endswith("er") and written[0].isupper() and inside


def _form(word: GenderedWord, to: BinaryGender) -> str:
    return word.masculine if to == "male" else word.feminine


def _noun(document: Document, phrase: PersonPhrase, to: BinaryGender) -> Replacement:
    written = document.text[phrase.start : phrase.end]
    masculine, feminine = other_forms(written, phrase.noun, phrase.case, phrase.number)
    target = masculine if to == "male" else feminine
    if _is_title(document, phrase):
        # Herr Meier, but Herrn Meier in all other cases
        target = ("Herr" if phrase.case == "Nom" else "Herrn") if to == "male" else "Frau"
    elif target.startswith("Junge") and any(_is_young(document.tokens[at].text) for at in phrase.adjectives):
        # ein junges Mädchen
        target = "Mannes" if phrase.case == "Gen" else "Mann"
    elif target == "Dame" and phrase.determiner >= 0:
        # sein Herr, as a servant says, but: mein Herr
        article = document.tokens[phrase.determiner].text.lower()
        target = "Herrin" if article.startswith(("sein", "ihr")) else target
    return Replacement(phrase.start, phrase.end, target, "title" if _is_title(document, phrase) else "noun")


def _is_young(word: str) -> bool:
    return word.lower().startswith("jung")


def _is_title(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether a phrase is a form of address, *gnädige Frau* or before a name or an office: *Frau Meier*."""
    written = document.text[phrase.start : phrase.end]
    if written in TITLES and any(document.tokens[at].text.lower().startswith("gnädig") for at in phrase.adjectives):
        return phrase.number == "Sing"
    if written not in TITLES or phrase.head + 1 >= len(document.tokens):
        return False
    before = document.tokens[phrase.head - 1] if phrase.head else None
    owned = before is not None and before.pos == "PROPN" and before.text.endswith("s")
    article = document.tokens[phrase.determiner].text.lower() if phrase.determiner >= 0 else "die"
    if written in ("Frau", "Fräulein") and (article not in DEFINITE or owned):
        # seine Frau Anna and Jans Frau Anna are no forms of address
        return False
    after = document.tokens[phrase.head + 1]
    named = after.text[0].isupper() and after.pos in ("PROPN", "NOUN", "X", "ADJ")
    # Frau zu Rhein and Frau von der Alm, but not: die Frau zu retten
    behind = document.tokens[phrase.head + 2 : phrase.head + 4]
    if behind and behind[0].text in ("der", "dem") and phrase.determiner < 0:
        del behind[0]
    noble = bool(behind) and (behind[0].pos == "PROPN" or behind[0].text in PARTICLES_OF_NAMES)
    particle = after.text in PARTICLES_OF_NAMES and noble
    return (named or particle) and after.start == phrase.end + 1


def _neuter_words(document: Document, phrase: PersonPhrase, to: BinaryGender) -> list[Replacement]:
    """Return the article and adjectives of *Mädchen* for *Junge*, or the reverse."""
    if phrase.number == "Plur":
        return []
    tokens = document.tokens
    gender: GrammaticalGender = "masculine" if to == "male" else "neuter"
    article = tokens[phrase.determiner].text if phrase.determiner >= 0 else ""
    words = []
    if article:
        token = tokens[phrase.determiner]
        words.append(Replacement(token.start, token.end, article_in(article, gender, phrase.case), "determiner"))
    for index in phrase.adjectives:
        token = tokens[index]
        words.append(
            Replacement(token.start, token.end, adjective_in(token.text, gender, phrase.case, article), "adjective")
        )
    return words


def pronoun_target(word: GenderedWord, written: str, to: BinaryGender) -> str | None:
    """Return the replacement of a pronoun; None where it is already of the target gender."""
    # Possessives change their stem only: their endings belong to what is owned.
    source = word.feminine if to == "male" else word.masculine
    if word.rule == "possessive":
        old, new = ("ihr", "sein") if to == "male" else ("sein", "ihr")
        low = written.lower()
        if not low.startswith(old):
            return None
        changed = new + low[len(old) :]
        return changed.upper() if written.isupper() and len(written) > 1 else _capital(changed, written)
    if written.lower() != source.lower() or word.masculine == word.feminine:
        return None
    return _form(word, to)


def _capital(word: str, pattern: str) -> str:
    return word[0].upper() + word[1:] if pattern[0].isupper() else word


def gender_adjectives(text: str, to: BinaryGender) -> Iterator[Replacement]:
    """Yield the adjectives that mean the other gender: *weiblich*, *mütterlicherseits*."""
    table = COUNTERPARTS if to == "male" else {man: woman for woman, man in COUNTERPARTS.items()}
    both = [match.span() for match in BOTH_ADJECTIVES.finditer(text)]
    for match in ADJECTIVE.finditer(text):
        if overlaps(both, match.start(), match.start() + 1):
            continue
        stem = match[1] or match[3]
        other = table.get(stem.lower())
        if other is not None:
            end = match.start() + len(stem)
            yield Replacement(match.start(), match.end(), _capital(other, stem) + text[end : match.end()], "adjective")


def compound_words(document: Document, to: BinaryGender) -> Iterator[Replacement]:
    """Yield the compounds that begin with a word for persons of the other gender: *Mädchenschule*."""
    written: dict[str, bool] = {}
    for token in document.tokens:
        if token.pos != "NOUN" or not token.text[0].isupper():
            continue
        other = other_compound(token.text, to)
        if other is None and document.text[token.end : token.end + 1] == "-":
            # a tokeniser may divide Frauen-Schule, as well as Frauen- und Mädchenschule
            other = other_first_part(token.text, to)
        named = token.text.lower().endswith(PLACES.as_tuple + OFFICES.as_tuple)
        if other is None or named:
            continue
        if other not in written:
            # Frauenchöre und Männerchöre
            written[other] = other in document.text
        if not written[other]:
            yield Replacement(token.start, token.end, other, "noun")
