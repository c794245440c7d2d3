"""How German is swapped: the forms of nouns and of what agrees with them, and contractions."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from hf_genderfair.core.text_view import like
from hf_genderfair.counterfactual.swapping import EXPECTED, SwapForms
from hf_genderfair.languages.clauses import dependents
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.agreement import adjective_ending, declension_after, determiner, paradigm
from hf_genderfair.languages.german.nouns import KNOWN_NOUNS, noun_forms
from hf_genderfair.languages.german.person_phrase import PersonPhrase, RoleNoun
from hf_genderfair.languages.german.phrases import (
    FEMININE_DATIVES,
    PAIR,
    is_neuter_pair,
    pair_entry,
    pair_lexicon,
    phrase_words,
    phrases_with_gender,
)
from hf_genderfair.languages.reader.reading import form_probability, read
from hf_genderfair.languages.types import CASES, BinaryGender, Case, Number
from hf_genderfair.lexicons.word_class import WordClass

AMBIGUOUS = {"sie": ("er", "ihn"), "ihr": ("ihm", "sein")}
"""Pronouns for women with the two for men, of which one is the subject, or stands for itself."""

SHORTEST_REST = 4
LINKED = 2
PLAIN = str.maketrans("äöü", "aou")
OF_SEX = re.compile(r"(weiblich|männlich|mütterlich|väterlich|schwesterlich|brüderlich)(\w*)", re.IGNORECASE)
OTHER_SEX = {"weiblich": "männlich", "mütterlich": "väterlich", "schwesterlich": "brüderlich"}
OTHER_STEM = {"sein": "ihr", "ihr": "sein"}
"""Stems of possessives by that of the other owner."""

NOUN_RULES = frozenset({"noun", "nominalised"})

CONTRACTIONS = {short: f"{preposition} der" for preposition, short in FEMININE_DATIVES.items()}


def form(document: Document, index: int, to: BinaryGender) -> str | None:
    """Return the form of a word for a gender; None where none is known."""
    token = document.tokens[index]
    if sex := OF_SEX.fullmatch(token.text):
        table = OTHER_SEX if to == "male" else {man: woman for woman, man in OTHER_SEX.items()}
        stem = table.get(sex[1].lower())
        return like(stem + sex[2], token.text) if stem else None
    low = token.text.lower()
    if to == "female" and low in CONTRACTIONS:
        return like(CONTRACTIONS[low], token.text)
    old = "sein" if to == "female" else "ihr"
    if token.pos in ("DET", "PRON") and low.startswith(old) and len(low) > len("ihr"):
        return like(OTHER_STEM[old] + low[len(old) :], token.text)
    return None


def listed(document: Document, index: int, to: BinaryGender) -> Sequence[str]:
    """Return the forms of a noun for persons, or of what agrees with it, in the likeliest case of its phrase."""
    token = document.tokens[index]
    if _is_of_place(document, index):
        return [token.text]
    known = document.derived(_forms, to).get(index) or (_pronouns(document, index) if to == "male" else ())
    if known or token.pos != "NOUN":
        return known
    other = _other_compound(document.tokens[index].text, to)
    return () if other is None else [other]


def _is_of_place(document: Document, index: int) -> bool:
    """Return whether a word is an adjective made of a place, which has one form: *Wiener, Schweizer*."""
    token = document.tokens[index]
    begins = index == document.sentences[document.sentence_of[index]][0]
    one_form = token.pos == "ADJ" and token.text == token.lemma and token.text.endswith("er")
    return one_form and token.text.istitle() and not begins


def _pronouns(document: Document, index: int) -> Sequence[str]:
    """Return *er* and *ihn* for *sie*, *ihm* and *sein* for *ihr*, that first which the analysis has."""
    token = document.tokens[index]
    if token.text.lower() == "ihr" and _is_sole_subject(document, index):
        # dass ihr kommt: those who are spoken to
        return [token.text]
    forms: Sequence[str] = AMBIGUOUS.get(token.text.lower(), ())
    if forms and token.text.lower() == "sie" and index and document.tokens[index - 1].pos == "ADP":
        # no preposition has a nominative: ohne sie
        forms = forms[1:]
    other = token.morph.get("Case") == "Acc" or token.pos == "DET"
    return [like(form, token.text) for form in (reversed(forms) if other else forms)]


def _is_sole_subject(document: Document, index: int) -> bool:
    """Return whether a pronoun is a subject, and beside its verb stands nothing else that could be it."""
    beside = dependents(document, document.heads[index], "nsubj", "obj", "iobj", "obl:arg")
    return document.tokens[index].relation == "nsubj" and beside == [index]


@lru_cache(maxsize=KNOWN_NOUNS)
def _other_compound(word: str, to: BinaryGender) -> str | None:
    """Return a compound whose first part is a word for women or men, or such a part, with the other word."""
    known = pair_lexicon()
    if word.lower() in known.left:
        return None
    for part, other in known.parts["feminine" if to == "male" else "masculine"].items():
        rest = word.removeprefix(part)
        if word == part or (rest != word and len(rest) >= SHORTEST_REST):
            return other + rest
    return None


def _forms(document: Document, to: BinaryGender) -> Mapping[int, Sequence[str]]:
    """Return the forms of the words of phrases, by their tokens."""
    index_of = {token.start: index for index, token in enumerate(document.tokens)}
    found: dict[int, Sequence[str]] = {}
    for phrase in document.derived(phrases_with_gender):
        cells = [phrase._replace(case=case, number=number) for case, number in phrase.noun.cells]
        read_so = [each for each in cells if _agrees_as_written(document, each)] or cells
        every = [
            (_likelihood(document, each, forms, to) + math.log(EXPECTED) * (each == phrase), each == phrase, forms)
            for each in read_so
            if (forms := _forms_in_case(document, each, to, index_of))
        ]
        if every:
            found |= max(every, key=lambda each: each[:2])[2]
    return found


def _agrees_as_written(document: Document, phrase: PersonPhrase) -> bool:
    """Return whether what agrees with a noun is written as the case and number of a phrase ask for."""
    own = "feminine" if phrase.gender == "feminine" else "masculine"
    return all(
        getattr(word, own).lower() == document.text[word.start : word.end].lower()
        for word in phrase_words(document, phrase, 0)
        if word.rule not in NOUN_RULES
    )


def _likelihood(
    document: Document, phrase: PersonPhrase, forms: Mapping[int, Sequence[str]], to: BinaryGender
) -> float:
    """Return how likely the reader takes the forms of a phrase: the sum of logarithms of probabilities."""
    reading, total = document.derived(read), 0.0
    for index in {phrase.head, phrase.determiner, *phrase.adjectives} - {-1}:
        written = document.tokens[index].text
        own = forms.get(index, (written,))
        total += math.log(max(form_probability(reading, written, index, to, form) for form in own))
    return total


def _forms_in_case(
    document: Document, phrase: PersonPhrase, to: BinaryGender, index_of: Mapping[int, int]
) -> Mapping[int, Sequence[str]]:
    """Return the forms of the words of a phrase in its case; a possessive is of either owner."""
    found: dict[int, Sequence[str]] = {}
    for word in phrase_words(document, phrase, 0):
        index = index_of.get(word.start)
        if index is None or word.rule in ("noun", "contraction"):
            continue
        form = word.masculine if to == "male" else word.feminine
        low = form.lower()
        owner = next((old for old in OTHER_STEM if low.startswith(old) and word.rule == "possessive"), None)
        found[index] = [form] if owner is None else [form, like(OTHER_STEM[owner] + low[len(owner) :], form)]
    if to == "female" and phrase.number == "Sing" and is_neuter_pair(phrase.noun):
        found |= _neuter_forms(document, phrase)
    if phrase.noun.gender == "common":
        # der Alte, die Alte: what is no ending of it stays
        found.setdefault(phrase.head, [document.tokens[phrase.head].text])
    else:
        men, women = other_forms(document.text[phrase.start : phrase.end], phrase.noun, phrase.case, phrase.number)
        before = document.tokens[phrase.head].start - phrase.start
        found[phrase.head] = [(men if to == "male" else women)[before:]]
    return found


def _neuter_forms(document: Document, phrase: PersonPhrase) -> Mapping[int, Sequence[str]]:
    """Return what agrees with a neuter for women in place of a masculine: *das kleine Mädchen*."""
    tokens, place = document.tokens, CASES.index(phrase.case)
    article = tokens[phrase.determiner].text if phrase.determiner >= 0 else ""
    known, ending = determiner(article), paradigm(declension_after(article))["neuter"][place]
    found = {phrase.determiner: [like(known.neuter[place], article)]} if known is not None else {}
    for index in phrase.adjectives:
        word = tokens[index].text
        found[index] = [word.removesuffix(adjective_ending(word)) + ending]
    # relative pronouns are like the article, but for the genitive, which neuters share
    relatives = dict(zip(paradigm("der")["masculine"], paradigm("der")["neuter"], strict=True))
    for clause in dependents(document, phrase.head, "acl", "acl:relcl"):
        for index in document.children[clause]:
            if "Rel" in tokens[index].morph.get("PronType", ""):
                found[index] = [relatives.get(tokens[index].text, tokens[index].text)]
    return found


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


def joined(document: Document, index: int, new: str) -> str | None:
    """Return *beim* and *vom*, where a new article *dem* stands behind *bei* and *von*."""
    before, token = document.tokens[index - 1], document.tokens[index]
    short = FEMININE_DATIVES.get(before.text.lower())
    if new != "dem" or short is None or token.pos != "DET" or before.end + 1 != token.start:
        return None
    return like(short, before.text)


GERMAN = SwapForms(
    form=form,
    listed=listed,
    resuming=WordClass("closed_classes_de", "resuming"),
    before_place=WordClass("prepositions_de", "before_place"),
    joined=joined,
    nouns_have_capitals=True,
)
"""How German is swapped."""
