"""Where the names of persons begin and end in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hf_genderfair.languages.coreference.mention_words import NamingRules
from hf_genderfair.languages.coreference.names.context import ContextRules
from hf_genderfair.languages.coreference.names.groups import divided
from hf_genderfair.languages.coreference.names.parts import Group, NameSpan
from hf_genderfair.languages.coreference.names.rules import Name, NameRules
from hf_genderfair.languages.coreference.names.titles import TokenRange, titles_before
from hf_genderfair.languages.coreference.names.words import ADDRESSES, NameWords
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.person_words import names_of_no_persons
from hf_genderfair.lexicons.word_class import WordClass

PERSONAL_VERBS = WordClass("verb_frames_en", "personal")
"""Lemmas of verbs whose subjects are mostly persons."""

CONTEXT = ContextRules(
    personal_verbs=PERSONAL_VERBS,
    before_place=WordClass("closed_classes_en", "before_place"),
    before_person=WordClass("closed_classes_en", "before_person"),
    pronouns=WordClass("closed_classes_en", "pronoun_of_person"),
    enough=1.0,
    modifiers=frozenset({"compound", "amod"}),
)
"""The words around English names."""

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


LEAST_WORDS = 2
"""Number of words of a whole name."""


def _groups(words: NameWords, run: Name) -> list[list[Group]]:
    return [divided(words, run)]


def _may_be_person(words: NameWords, texts: Sequence[str]) -> bool:
    return " ".join(texts).casefold() not in words.non_persons


def _is_surname(words: NameWords, word: TokenRange) -> bool:
    text = words.text(word)
    marked = words.kind(word[0]) == "PER" or text.casefold() in words.surnames
    return marked and words.tokens[word[1] - 1].pos == "PROPN" and words.language.title(text) is None


def _ends_with_noun(words: NameWords, name: Name) -> bool:
    return not (words.is_given(words.text(name[-2])) and words.is_listed(words.text(name[-1])))


def _whole(document: Document, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Join names that stand together, since entities may end within a name, and leave out titles that stand alone."""
    whole: list[NameSpan] = []
    for name in sorted(names):
        before = whole[-1] if whole else None
        if before is not None and before.last == name.first and not name.titles and before.last - before.first == 1:
            whole[-1] = NameSpan(before.first, name.last, before.titles)
        else:
            whole.append(name)
    # Ms . Ashby
    return [name for name in whole if name.last - name.first != 1 or document.tokens[name.first].text not in ADDRESSES]


def _completed(document: Document, language: NamingRules, names: list[NameSpan]) -> list[NameSpan]:
    """Return names from their first word to their last."""
    return list(_apart(document, _whole(document, with_hyphens(document, language, names))))


def _apart(document: Document, names: Sequence[NameSpan]) -> Iterator[NameSpan]:
    """Divide names that stand side by side, as in lists, where one is a whole name of the text: *Ada Hale Tom Moss*."""
    texts = {name: tuple(token.text for token in document.tokens[name.first : name.last]) for name in names}
    known = {words for words in texts.values() if len(words) >= LEAST_WORDS}
    for name in names:
        words = texts[name]
        places = range(LEAST_WORDS, len(words) - LEAST_WORDS + 1)
        place = next((place for place in places if words[:place] in known or words[place:] in known), 0)
        if place:
            yield NameSpan(name.first, name.first + place, name.titles)
        yield NameSpan(name.first + place, name.last, () if place else name.titles)


NAMES = NameRules(
    context=CONTEXT,
    groups=_groups,
    may_be_person=_may_be_person,
    is_surname=_is_surname,
    ends_with_noun=_ends_with_noun,
    weight_of_person=0.5,
    completed=_completed,
)
"""How English tells names."""
