"""Everyday inputs that were looked at, as examples to learn from: what is right of them is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from benchmarks.everyday.inputs import Input, read_inputs
from benchmarks.persons.labels import REFERENCES
from dataset_scripts.models.reader.examples import (
    ARTICLE,
    PRONOUNS,
    TAGS,
    Example,
    Numbers,
    edited,
    kind_of_noun,
    nothing_known,
    read_words,
    set_anybody,
)
from dataset_scripts.models.reader.syntax import UNKNOWN
from hf_genderfair.languages.types import BINARY_GENDERS
from hf_genderfair.rewriting.english.rewrite import noun_table


def looked_at_sentences(lang: str) -> list[Example]:
    """Return the inputs of swaps, of rewriting and of actors of a language that were looked at."""
    own = [each for each in read_inputs() if each.language == lang and each.set == "looked-at"]
    swaps = [_swapped(each) for each in own if each.command == "swap" and "--names keep" in each.options]
    rewritten = [found for each in own if each.command == "rewrite" for found in _rewritten(each)]
    return swaps + rewritten + [actors_known(each) for each in own if each.command == "actors"]


def _expected(each: Input) -> str:
    """Return what is right of an input, the first of several texts."""
    return each.expected.split(" | ")[0]


def _swapped(each: Input) -> Example:
    """Return an input of a swap: what becomes of its words for the gender that is asked for."""
    (to,) = (gender for gender in BINARY_GENDERS if f"--to {gender}" in each.options)
    return edited(each.text, {to: _expected(each)}, each.language)


def _rewritten(each: Input) -> Iterator[Example]:
    """Yield an input of rewriting: its nouns and pronouns that change are generic, and what stays is not."""
    if each.language not in PRONOUNS or each.options:
        return
    words = read_words(each.text, each.language)
    columns = nothing_known(len(words.forms))
    column = columns["generic"]
    column[:] = 0
    expected = read_words(_expected(each), each.language).forms
    for kind, start, end, _, _ in SequenceMatcher(None, words.forms, expected, autojunk=False).get_opcodes():
        for at in range(start, end) if kind != "equal" else ():
            # of articles, adjectives and verbs nothing is known: they agree
            column[at] = UNKNOWN
            if _is_marked(words.forms[at], each.language):
                set_anybody(columns, at, words.forms[at], each.language)
    yield Example(each.language, each.text, words, columns)


def actors_known(each: Input) -> Example:
    """Return an input of actors: who is mentioned by which noun or name, and which words are no persons."""
    words = read_words(each.text, each.language)
    columns = nothing_known(len(words.forms))
    for fact in each.expected.split("; "):
        _set_fact(columns, words.forms, fact, each.language)
    return Example(each.language, each.text, words, columns)


def _set_fact(columns: Mapping[str, Numbers], forms: Sequence[str], fact: str, lang: str) -> None:
    """Set what a fact tells of the words of a text: *Ada Seel=female*, *group Leute*, *no Emma*."""
    kind, _, rest = fact.partition(" ")
    if kind == "quote" or fact.startswith("count="):
        return
    named = (rest if kind in ("no", "group") else re.split("!?=", fact)[0]).split()
    places = [at for at in range(len(forms)) if forms[at : at + len(named)] == named]
    of_noun = kind_of_noun(named[-1], lang) if len(named) == 1 else None
    for start in places:
        own = range(start, start + len(named))
        if kind == "no":
            columns["mention"][own] = 0
        elif of_noun or (kind != "group" and _is_whole_name(forms, own)):
            columns["mention"][own] = TAGS.index("inside")
            columns["mention"][start] = TAGS.index(of_noun or "name")
            columns["reference"][own[-1]] = REFERENCES.index("several" if kind == "group" else "somebody")


def _is_whole_name(forms: Sequence[str], own: range) -> bool:
    """Return whether words are written as a name, and no other word beside them is, as a title or another name is."""
    beside = [forms[at] for at in (own[0] - 1, own[-1] + 1) if 0 <= at < len(forms)]
    return all(forms[at][0].isupper() for at in own) and not any(form[0].isupper() for form in beside)


def _is_marked(word: str, lang: str) -> bool:
    """Return whether a word that changes is a noun or a pronoun, and not what agrees with one."""
    low = word.lower()
    if low in PRONOUNS[lang]:
        return True
    if lang == "en":
        return low in noun_table().neutral
    # a capital shows a noun, but where it begins a sentence
    return word[0].isupper() and not ARTICLE.fullmatch(word) and not low.startswith(POSSESSIVE)


POSSESSIVE = ("unser", "euer", "eure", "mein", "dein", "ihr", "sein", "lieb")
"""Beginnings of words that agree with a noun, which may begin a sentence."""
