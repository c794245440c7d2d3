"""Gender-coded words: stems of communal (feminine) and agentic (masculine) words at the start of words.

The English stems are those of Gaucher, Friesen and Kay 2011 (Appendix A). For German there is no openly licensed list;
ours follows their categories with stems of our own choice, and has not been validated with readers.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.types import PAIRED_GENDERS, PairedGender
from hf_genderfair.lexicons.loader import languages_with, load_lexicon

LANGUAGES = languages_with("coded_words")


class CodedWord(NamedTuple):
    """A word with a stem of one of the two lists.

    Attributes:
        token: Index in the document's tokens.
        coding: ``feminine`` or ``masculine``.
    """

    token: int
    coding: PairedGender


class _List(NamedTuple):
    stems: re.Pattern[str]
    exceptions: re.Pattern[str]
    parts_of_speech: dict[str, str]


def find_coded_words(document: Document) -> list[CodedWord]:
    """Find the feminine-coded and masculine-coded words of a text."""
    # A stem counts at the start of a word and after a hyphen, never inside a word (*nett* in *Kabinett*). Words that
    # only begin like a stem are exceptions in the lexicons (*Sozialdemokrat* for *sozial*). Names are left out. A word
    # is counted once for each list.
    if document.lang not in LANGUAGES:
        return []
    lang = document.lang
    found: list[CodedWord] = []
    for index, token in enumerate(document.tokens):
        if token.pos != "PROPN" and len(token.text) > 2:
            found += [CodedWord(index, coding) for coding in codings(token.text, token.pos, lang)]
    return found


@lru_cache(maxsize=100_000)
def codings(word: str, pos: str, lang: str) -> tuple[PairedGender, ...]:
    """Return the lists that have a stem of a word."""
    lists = resource(("coded words", lang), lambda: _read(lang))
    low = word.lower().replace("\u00ad", "")
    parts = (low, *low.split("-")[1:]) if "-" in low else (low,)
    return tuple(coding for coding in PAIRED_GENDERS if any(_is_coded(part, pos, lists[coding]) for part in parts))


def _is_coded(part: str, pos: str, words: _List) -> bool:
    found = words.stems.match(part)
    if found is None or words.exceptions.match(part):
        return False
    return words.parts_of_speech.get(found[0], pos) == pos


def _read(lang: str) -> dict[PairedGender, _List]:
    rows = load_lexicon(f"coded_words_{lang}").rows
    lists: dict[PairedGender, _List] = {}
    for coding in PAIRED_GENDERS:
        of_list = [row for row in rows if row[0] == coding]
        stems = [(form, kind) for _, form, kind, _ in of_list if not kind.startswith("except")]
        exceptions = [
            (form, kind.removeprefix("except").lstrip("_")) for _, form, kind, _ in of_list if "except" in kind
        ]
        lists[coding] = _List(_pattern(stems), _pattern(exceptions), {form: pos for _, form, _, pos in of_list if pos})
    return lists


def _pattern(forms: list[tuple[str, str]]) -> re.Pattern[str]:
    """Return a pattern that matches stems at the start of a word, and whole words."""
    ordered = sorted(forms, key=lambda form: (-len(form[0]), form))
    return re.compile("|".join(re.escape(form) + (r"(?!\w)" if kind == "word" else "") for form, kind in ordered))
