"""East Asian names with a hyphen, which English pipelines divide: *Moon Jae-in*, *Hui Chi-fung*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hf_genderfair.languages.coreference.mention_words import NamingRules
from hf_genderfair.languages.coreference.names.parts import NameSpan
from hf_genderfair.languages.coreference.names.titles import titles_before
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.person_words import names_of_no_persons

SYLLABLE = r"(?:[bcdfghjklmnpqrstwxyz]|[cstz]h|ts|hs|kw|[bghmnrkp]y)?[aeiouwy]{1,4}(?:ng|[nktphlm])?"
"""A syllable as Chinese and Korean are written in Latin letters."""

HYPHENATED = re.compile(rf"\b((?i:{SYLLABLE})) ((?i:{SYLLABLE}))-{SYLLABLE}(?![\w-])")


def with_hyphens(document: Document, language: NamingRules, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Return names in order, with family names and two syllables with a hyphen in place of their parts."""
    starts = {token.start: index for index, token in enumerate(document.tokens)}
    ends = {token.end: index + 1 for index, token in enumerate(document.tokens)}
    found = []
    for match in HYPHENATED.finditer(document.text):
        family, given = match.group(1), match.group(2)
        place = f"{family} {given}".casefold() in names_of_no_persons("en")
        if not (family[0].isupper() and given[0].isupper()) or place:
            continue
        if match.start() in starts and match.end() in ends:
            first, last = starts[match.start()], ends[match.end()]
            if any(token.pos == "NOUN" for token in document.tokens[last : last + 1]):
                # 'Hong Kong-run banks'
                continue
            found.append(NameSpan(first, last, titles_before(document, language, first, last)))
    taken = {index for name in found for index in range(name.first, name.last)}
    kept = [name for name in names if taken.isdisjoint(range(name.first, name.last))]
    return sorted([*kept, *found])
