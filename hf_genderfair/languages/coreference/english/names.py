"""Where the names of persons begin and end in English, and which names are of none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hf_genderfair.languages.coreference.english import name_things
from hf_genderfair.languages.coreference.english.doubtful_names import CONTEXT, is_ambiguous, small_words, word_evidence
from hf_genderfair.languages.coreference.english.name_doubts import without_things
from hf_genderfair.languages.coreference.english.name_hyphens import with_hyphens
from hf_genderfair.languages.coreference.mention_words import HONORIFIC, NamingRules
from hf_genderfair.languages.coreference.names.groups import divided
from hf_genderfair.languages.coreference.names.parts import Group, NameSpan
from hf_genderfair.languages.coreference.names.rules import Name, NameRules
from hf_genderfair.languages.coreference.names.titles import TokenRange
from hf_genderfair.languages.coreference.names.words import ADDRESSES, SHORTEST_ACRONYM, SUFFIXES, NameWords
from hf_genderfair.languages.document import Document

LEAST_WORDS = 2
"""Number of words of a whole name."""


def _groups(words: NameWords, run: Name) -> list[list[Group]]:
    return [divided(words, run)]


def _is_thing(words: NameWords, name: Name) -> bool:
    listed = words.is_listed(words.text(name[-1]))
    return name_things.is_thing(words.document, name[0][0], name[-1][1], listed)


def _may_be_person(words: NameWords, texts: Sequence[str]) -> bool:
    return " ".join(texts).casefold() not in words.non_persons


def _is_surname(words: NameWords, word: TokenRange) -> bool:
    text = words.text(word)
    marked = words.kind(word[0]) == "PER" or text.casefold() in words.surnames
    return marked and words.tokens[word[1] - 1].pos == "PROPN" and words.language.title(text) is None


def _ends_with_noun(words: NameWords, name: Name) -> bool:
    return not (words.is_given(words.text(name[-2])) and words.is_listed(words.text(name[-1])))


def _own_words(words: NameWords, name: Name) -> Name:
    """Return the words of a name without capitals or a day behind it: *Joan Ashby DUBAI (Reuters)*."""
    if not name or words.text(name[0]).isupper():
        return name
    start, kept = name_things.own_words([words.text(word) for word in name])
    while kept - start > 1 and _is_in_capitals(words.text(name[kept - 1])):
        kept -= 1
    return name[start:kept]


def _is_in_capitals(text: str) -> bool:
    return text.isupper() and text.lower() not in SUFFIXES and len(text) > SHORTEST_ACRONYM


def _is_honoured(words: NameWords, name: Name) -> bool:
    """Whether a title that honours stands before a name, with others between: *Her Excellency Ambassador Hale*."""
    titles = (words.language.title(words.text(title)) for title in words.titles_before(name))
    return any(title is not None and title.kind == HONORIFIC for title in titles)


def _is_thing_with_title(words: NameWords, text: str) -> bool:
    return text.casefold() in words.non_persons


def _is_ambiguous(words: NameWords, text: str) -> bool:
    return is_ambiguous(text, words.document.derived(small_words))


def _word_evidence(words: NameWords, name: Name, kind: str) -> float:
    listed = words.is_listed(words.text(name[-1]))
    small = words.document.derived(small_words)
    return word_evidence(words.document, (name[0][0], name[-1][1]), kind, listed, small)


def _whole(document: Document, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Join names that stand together, since entities may end within a name, and leave out titles that stand alone."""
    whole: list[NameSpan] = []
    for name in sorted(names):
        before = whole[-1] if whole else None
        if before is not None and before.last == name.first and not name.titles and before.last - before.first == 1:
            whole[-1] = NameSpan(before.first, name.last, before.titles)
        else:
            whole.append(name)
    return [name for name in whole if not _is_title(document, name)]


def _is_title(document: Document, name: NameSpan) -> bool:
    """Whether a form of address was taken for a name, as where its full stop stands apart: *Ms . Ashby*."""
    return name.last - name.first == 1 and document.tokens[name.first].text in ADDRESSES


def whole_names(document: Document, language: NamingRules, names: list[NameSpan]) -> list[NameSpan]:
    """Return names from their first word to their last, before those that may be of no person are left out."""
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


def _completed(document: Document, language: NamingRules, names: list[NameSpan]) -> list[NameSpan]:
    return without_things(document, whole_names(document, language, names))


NAMES = NameRules(
    context=CONTEXT,
    groups=_groups,
    is_thing=_is_thing,
    may_be_person=_may_be_person,
    is_surname=_is_surname,
    ends_with_noun=_ends_with_noun,
    weight_of_person=0.5,
    own_words=_own_words,
    is_thing_with_title=_is_thing_with_title,
    is_apposed=_is_honoured,
    is_ambiguous=_is_ambiguous,
    tagged_once=True,
    word_evidence=_word_evidence,
    completed=_completed,
)
"""How English tells names."""
