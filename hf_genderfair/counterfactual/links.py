"""Sentences about the same person as the sentence before: they are swapped together or not at all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.counterfactual.languages import swap_rules
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.sentence_transform import CandidateSentence, GroupWord

REACH = 3
"""Most sentences between a pronoun and the sentence of its antecedent."""

NAME_REACH = 300
"""Number of characters before a sentence that are searched for first names."""

CAPITALISED = re.compile(r"\b[^\W\d_a-zäöüßáéíóúñ][\w'’-]+")

STAYS, NAME_BEFORE = "goes on about a person whose sentence stays", "goes on about a person with a name"


def chains_of_sentences(
    sentences: Sequence[CandidateSentence], words: Sequence[Sequence[GroupWord]], group: str, lang: str
) -> list[int]:
    """Return for each sentence the first one about the same person, by pronouns."""
    # A sentence goes on about the person before if the first word that it has of the group is a pronoun, and one of the
    # last sentences of its text names the group too.
    firsts = list(range(len(sentences)))
    last: int | None = None
    for index, (sentence, named) in enumerate(zip(sentences, words, strict=True)):
        own = [word.entry for word in named if word.group == group]
        if not own:
            continue
        near = last is not None and sentences[last].row == sentence.row and index - last <= REACH
        if last is not None and near and goes_on(own, lang):
            firsts[index] = firsts[last]
        last = index
    return firsts


def goes_on(words: Sequence[str], lang: str) -> bool:
    """Return whether the first of some words is a pronoun, whose antecedent is in a sentence before."""
    return bool(words) and words[0].lower() in swap_rules(lang).resuming


def text_before(text: str, sentences: Sequence[CandidateSentence], number: int) -> str:
    """Return what stands between a sentence and the one before it that is examined, cut to the nearest characters."""
    sentence, before = sentences[number], sentences[number - 1] if number else None
    end = before.part.end if before is not None and before.row == sentence.row else 0
    return text[max(end, sentence.part.start - NAME_REACH) : sentence.part.start]


def name_before(text: str, start: int, gender: str, lang: str) -> bool:
    """Return whether a first name that is given to a gender stands shortly before an offset."""
    before = text[max(0, start - NAME_REACH) : start]
    for match in CAPITALISED.finditer(before):
        evidence = first_name_gender(match[0], lang)
        if evidence is not None and evidence.gender == gender:
            return True
    return False
