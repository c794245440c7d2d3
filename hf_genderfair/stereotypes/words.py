"""The words of the rules, from the lexicons: verbs, habit and time, reference, and words for demographic groups."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, cast

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.analysis import Token
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import normalised, word_list
from hf_genderfair.stereotypes.indicators import VALENCES, Valence
from hf_genderfair.stereotypes.languages import STEREOTYPE_RULES

VerbClass = Literal["action", "interpretive", "state", "experience", "state_action", "appearance"]


def verb_class(token: Token, lang: str) -> VerbClass:
    """Return the class of a verb in the linguistic category model (Semin and Fiedler 1988)."""
    classes = resource(("verb classes", lang), lambda: _classes(lang))
    return classes.get(token.text.lower()) or classes.get(token.lemma.lower(), "action")


def situation_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return, by kind, the words of a language that tell an episode from what lasts."""
    # The head of the lexicon lists the kinds; a kind is empty in a language without such words.
    return resource(("situation words", lang), lambda: _listed("situation_words", lang))


def reference_words(lang: str) -> Mapping[str, frozenset[str]]:
    """Return, by kind, the words of a language that show reference, quantity, comparison and reporting."""
    # The head of the lexicon lists the kinds; a kind is empty in a language without such words.
    return resource(("reference words", lang), lambda: _listed("reference_words", lang))


def statement_patterns(lang: str) -> Mapping[str, re.Pattern[str]]:
    """Return, by kind, what is looked for in the text of a sentence, whatever its grammar."""
    # The head of the lexicon lists the kinds.
    return resource(("statement patterns", lang), lambda: _patterns(lang))


def rows_of(lexicon: str, lang: str) -> list[list[str]]:
    """Return the rows of a language in a lexicon of all languages, without their first cell, which names it."""
    return [row[1:] for row in load_lexicon(lexicon).rows if row[0] == lang]


def _patterns(lang: str) -> dict[str, re.Pattern[str]]:
    rows = _listed("statement_patterns", lang)
    return {kind: re.compile(rf"\b(?:{'|'.join(sorted(words))})\b", re.IGNORECASE) for kind, words in rows.items()}


def _classes(lang: str) -> dict[str, VerbClass]:
    classes: dict[str, VerbClass] = {}
    for lemma, kind, irregular in rows_of("verb_classes", lang):
        for form in STEREOTYPE_RULES[lang].verb_forms(lemma, irregular):
            classes.setdefault(form, cast(VerbClass, kind))
    return classes


def _listed(lexicon: str, lang: str) -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {kind: set() for _, kind, _ in load_lexicon(lexicon).rows}
    for kind, word in rows_of(lexicon, lang):
        words[kind].add(word)
    return {kind: frozenset(members) for kind, members in words.items()}


LONGEST = 4
"""Tokens of the longest listed phrase, hyphens not counted."""

COLOURS = frozenset({"black", "blacks", "white", "whites"})


class CategoryWord(NamedTuple):
    """A word for a group in one of its uses."""

    attribute: str
    group: str
    form: str  # ``noun``, ``adjective``, ``pronoun`` or ``country``
    number: str  # ``singular``, ``plural``, ``both``, or empty where the form does not show it
    connotation: Valence  # without the context


class CategoryMatch(NamedTuple):
    """A listed word in a sentence."""

    first: int
    last: int
    uses: tuple[CategoryWord, ...]


def category_words(lang: str) -> dict[str, tuple[CategoryWord, ...]]:
    """Return the words of a language by their form in lower case, hyphens written as spaces; read once per process."""
    return resource(("category words", lang), lambda: _read(lang))


def category_key(word: str) -> str:
    """Return the form by which a word is looked up in `category_words`."""
    return normalised(word).removesuffix(".").replace("-", " ")


def _read(lang: str) -> dict[str, tuple[CategoryWord, ...]]:
    words: dict[str, tuple[CategoryWord, ...]] = {}
    for word, group, attribute, form, number, connotation, _ in load_lexicon(f"category_labels_{lang}").rows:
        key = category_key(word)
        words[key] = (*words.get(key, ()), CategoryWord(attribute, group, form, number, VALENCES[connotation]))
    for attribute in STEREOTYPE_RULES[lang].group_lists:
        for entry in word_list(attribute).entries:
            known = CategoryWord(attribute, entry.group, "noun", "", "neutral")
            words.setdefault(category_key(entry.word), (known,))
    return words


def find_category_words(document: Document, sentence: int) -> list[CategoryMatch]:
    """Find listed words and phrases in a sentence, in order; the longest match at each token wins, without overlap."""
    words = category_words(document.lang)
    starts = resource(("category word starts", document.lang), lambda: frozenset(key.split()[0] for key in words))
    first, end = document.sentences[sentence]
    lowered = [normalised(token.text).removesuffix(".") or "." for token in document.tokens[first:end]]
    found = []
    index = 0
    while index < len(lowered):
        word = lowered[index]
        match = _longest(words, lowered, index) if word in starts or "-" in word or word in words else None
        if match:
            last, uses = match
            found.append(CategoryMatch(first + index, first + last, uses))
            index = last
        else:
            index += 1
    return found


def _longest(
    words: dict[str, tuple[CategoryWord, ...]], lowered: list[str], index: int
) -> tuple[int, tuple[CategoryWord, ...]] | None:
    """Return the end of the longest listed phrase that begins at a token."""
    best = None
    key = ""
    parts = 0
    for last in range(index, len(lowered)):
        if lowered[last] == "-" and key:
            continue
        key = f"{key} {lowered[last].replace('-', ' ')}".strip()
        parts += 1
        if key in words:
            best = last + 1, words[key]
        if parts == LONGEST:
            break
    return best
