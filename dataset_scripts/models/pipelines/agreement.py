"""Correct what the teacher says of German nouns: genders by a lexicon, cases by prepositions, articles and roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dataset_scripts.models.pipelines.treebanks import TrainingSentence, Word
from dataset_scripts.models.pipelines.word_lists import GENDER_NAMES
from hf_genderfair.languages.word_features import WordClasses

AGREEING = frozenset({"det", "det:poss", "amod"})
ALL_CASES = frozenset({"Nom", "Acc", "Dat", "Gen"})

PREPOSITIONS = {
    **dict.fromkeys("für ohne durch gegen um bis pro per wider fürs ums durchs ins ans aufs übers".split(), "Acc"),
    **dict.fromkeys("mit von nach bei aus seit zu ab außer gegenüber samt im am zum zur vom beim".split(), "Dat"),
    **dict.fromkeys("in an auf über unter vor hinter neben zwischen".split(), "Acc Dat"),
    **dict.fromkeys("wegen während trotz statt anstatt aufgrund laut dank mangels mittels".split(), "Gen Dat"),
    **dict.fromkeys("innerhalb außerhalb anlässlich angesichts hinsichtlich bezüglich infolge".split(), "Gen Dat"),
}
"""The cases that a preposition governs, contractions with an article among them."""

ARTICLES = {
    "der": {"Masc Sing": "Nom", "Fem Sing": "Dat Gen", "Plur": "Gen"},
    "die": {"Fem Sing": "Nom Acc", "Plur": "Nom Acc"},
    "das": {"Neut Sing": "Nom Acc"},
    "den": {"Masc Sing": "Acc", "Plur": "Dat"},
    "dem": {"Masc Sing": "Dat", "Neut Sing": "Dat"},
    "des": {"Masc Sing": "Gen", "Neut Sing": "Gen"},
}
"""Cases of the definite article by gender and number of its noun."""

ENDINGS = {
    "er": {"Masc Sing": "Nom", "Fem Sing": "Dat Gen", "Plur": "Gen"},
    "em": {"Masc Sing": "Dat", "Neut Sing": "Dat"},
    "en": {"Masc Sing": "Acc", "Plur": "Dat"},
    "es": {"Masc Sing": "Gen", "Neut Sing": "Nom Acc Gen"},
    "e": {"Fem Sing": "Nom Acc", "Plur": "Nom Acc"},
}
"""Cases of determiners with the endings of *dieser* and *einer*."""

ROLES = {"nsubj": "Nom", "nsubj:pass": "Nom", "obj": "Acc", "obl:arg": "Dat", "iobj": "Dat", "obl:agent": "Dat"}
"""The case of a noun phrase without a preposition by its relation."""


def correct_nouns(sentences: Sequence[TrainingSentence], genders: WordClasses) -> list[TrainingSentence]:
    """Return German sentences whose noun phrases agree.

    A noun that the lexicon knows gets its gender. The case of a noun is one that its preposition and its determiner
    allow, and among those the case of its role; conjuncts without either follow the first one. Determiners and
    adjectives take over gender and case of their noun for the features that they have.

    Args:
        sentences: Annotated sentences.
        genders: Noun forms of one gender (``word_lists.german_noun_genders``).
    """
    forms = sorted({word.form for sentence in sentences for word in sentence.words if word.pos == "NOUN"})
    known = {form: GENDER_NAMES[number] for form, number in zip(forms, genders.find(forms), strict=True) if number}
    return [_corrected(sentence, known) for sentence in sentences]


def _corrected(sentence: TrainingSentence, known: dict[str, str]) -> TrainingSentence:
    words = list(sentence.words)
    below: dict[int, list[Word]] = {}
    for index, word in enumerate(words):
        if word.head != index:
            below.setdefault(word.head, []).append(word)
    for index, word in enumerate(words):
        if word.pos == "NOUN" and word.form in known:
            word = _with(word, Gender=known[word.form])
        if word.pos in ("NOUN", "PROPN") and word.morph and "Case" in word.morph:
            word = _with(word, Case=_case(word, below.get(index, []), words))
        words[index] = word
    return TrainingSentence(sentence.source, tuple(_agreeing(word, words) for word in words))


def _with(word: Word, **features: str) -> Word:
    return replace(word, morph={**(word.morph or {}), **features})


def _case(noun: Word, below: Sequence[Word], words: Sequence[Word]) -> str:
    """Return the case that preposition, determiner and role allow; what the noun has where they say nothing."""
    morph = noun.morph or {}
    allowed = set(ALL_CASES)
    marked = False
    for word in below:
        form = word.form.lower()
        if word.relation == "case" and form in PREPOSITIONS:
            allowed &= set(PREPOSITIONS[form].split())
            marked = True
        elif word.relation in ("det", "det:poss") and (cases := determiner_cases(form, morph)):
            allowed &= cases
            marked = True
    role = ROLES.get(noun.relation, "") if not any(word.relation == "case" for word in below) else ""
    if not marked and noun.relation == "conj" and words[noun.head].pos in ("NOUN", "PROPN"):
        role = (words[noun.head].morph or {}).get("Case", "")
    if len(allowed) == 1:
        return next(iter(allowed))
    return role if role in allowed else morph["Case"]


def determiner_cases(form: str, morph: Mapping[str, str]) -> set[str]:
    """Return the cases that a determiner can have beside a noun of a gender and number; none where it is unknown."""
    number = morph.get("Number", "")
    kind = "Plur" if number == "Plur" else f"{morph.get('Gender', '')} {number}"
    if form in ARTICLES:
        return set(ARTICLES[form].get(kind, "").split())
    if form in ("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer"):
        return {"Masc Sing": {"Nom"}, "Neut Sing": {"Nom", "Acc"}}.get(kind, set())
    for ending, cases in ENDINGS.items():
        if form.endswith(ending):
            return set(cases.get(kind, "").split())
    return set()


def _agreeing(word: Word, words: Sequence[Word]) -> Word:
    noun = words[word.head] if word.head >= 0 else word
    if word.relation not in AGREEING or noun.pos not in ("NOUN", "PROPN") or not word.morph or not noun.morph:
        return word
    shared = {name: noun.morph[name] for name in ("Gender", "Case") if name in word.morph and name in noun.morph}
    return _with(word, **shared)
