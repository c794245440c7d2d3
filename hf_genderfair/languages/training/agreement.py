"""Correct what the teacher says of German gender: nouns have the gender that a lexicon gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hf_genderfair.languages.training.treebanks import TrainingSentence, Word
from hf_genderfair.languages.training.word_lists import GENDER_NAMES
from hf_genderfair.languages.word_features import WordClasses

AGREEING = frozenset({"det", "det:poss", "amod"})


def with_noun_genders(sentences: Sequence[TrainingSentence], genders: WordClasses) -> list[TrainingSentence]:
    """Return German sentences where nouns that the lexicon knows have its gender, and their dependents agree.

    A determiner or adjective that has a gender takes over that of its noun: the gender of a noun is a matter of the
    word, which a lexicon knows better than a network that has seen little.

    Args:
        sentences: Annotated sentences.
        genders: Noun forms of one gender (``word_lists.german_noun_genders``).
    """
    forms = sorted({word.form for sentence in sentences for word in sentence.words if word.pos == "NOUN"})
    known = {form: GENDER_NAMES[number] for form, number in zip(forms, genders.find(forms), strict=True) if number}
    return [_corrected(sentence, known) for sentence in sentences]


def _corrected(sentence: TrainingSentence, known: dict[str, str]) -> TrainingSentence:
    words = [
        replace(word, morph={**(word.morph or {}), "Gender": known[word.form]})
        if word.pos == "NOUN" and word.form in known
        else word
        for word in sentence.words
    ]
    return TrainingSentence(sentence.source, tuple(_agreeing(word, words) for word in words))


def _agreeing(word: Word, words: Sequence[Word]) -> Word:
    noun = words[word.head] if word.head >= 0 else word
    if word.relation not in AGREEING or noun.pos != "NOUN" or not word.morph or not noun.morph:
        return word
    if "Gender" in word.morph and "Gender" in noun.morph:
        return replace(word, morph={**word.morph, "Gender": noun.morph["Gender"]})
    return word
