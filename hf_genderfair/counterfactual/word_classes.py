"""The class of each word of a list: words are exchanged within their class."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.english.person_forms import plural
from hf_genderfair.languages.types import Number
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import Edition, WordList, normalised, word_list

CLASSED: tuple[tuple[str, Edition], ...] = tuple(
    (name, edition) for name in ("age", "religion") for edition in ("corrected", "published")
)
"""Lists whose words have classes in the lexicon ``group_word_kinds``."""

ADJECTIVE, PERSON, OTHER, KIN = "adjective", "person", "other", "kin"
"""Classes: adjectives; nouns for persons; listed words of unknown part of speech; somebody's offspring or parents."""

ATTRIBUTE = "attribute"
"""Class of the adjectives that say something else where they stand after the noun: *she is retired*."""

THING = "thing of a religion"
"""Kind of the nouns in the lexicon of conflicts that name such things."""

MODIFIER = "modifier"
"""Class of the words that go along with a word of their group right after them: *young children*, *Roman Catholics*."""

OF_THINGS = "adjective of things"
"""Class of the adjectives that stand before things where another stands before persons: *Islamic art*."""


class ClassedWord(NamedTuple):
    """A word of a list with its class; words of one class can replace each other.

    Attributes:
        group: The group that it names.
        kind: Its class, such as ``person``, ``adjective`` or ``clergy``.
        singular: The word, or its singular; empty where only the plural is listed.
        plural: Its plural; empty for adjectives.
        offered: Whether it is offered in place of words of other groups.

    Example:
        >>> ClassedWord("old", "person", "pensioner", "pensioners", True).form("Plur")
        'pensioners'
    """

    group: str
    kind: str
    singular: str
    plural: str
    offered: bool

    def form(self, number: Number) -> str:
        """Return the form of a number; empty where it is not listed."""
        return self.plural if number == "Plur" else self.singular


class Classes(NamedTuple):
    """The classes of the words of a list.

    Attributes:
        meanings: For each listed word, in the form by which words are compared, what it may be, with its number.
        offers: For each group the words that are offered, in their order.
        counterparts: For a group, a word of it and another group: the word that stands for the same there.
        last: Offered words, in the form by which words are compared, that are taken only where the sentence refuses
            those of all other groups.
        companions: For each group the words that belong to it though the list does not hold them, as written, with
            their numbers.
        modifiers: For each group the words that go along with one of its words right after them.

    Example:
        >>> Classes({}, {}, {}).offers.get("old", ())
        ()
    """

    meanings: Mapping[str, Sequence[tuple[ClassedWord, Number]]]
    offers: Mapping[str, Sequence[ClassedWord]]
    counterparts: Mapping[tuple[str, str, str], str]
    last: frozenset[str] = frozenset()
    companions: Mapping[str, Mapping[str, tuple[ClassedWord, Number]]] = MappingProxyType({})
    modifiers: Mapping[str, frozenset[str]] = MappingProxyType({})


def fitting_classes(words: WordList) -> Classes:
    """Return the classes by which words are exchanged where grammar and context count."""
    # The lexicon ``group_word_kinds`` knows the words of the lists that come with the package; words of these lists
    # that it leaves out have no equivalent in another group, and no class. Of other words those with their plural in
    # the list are nouns for persons, and the rest a class of its own. Its companions are words that
    # no list counts, to be exchanged and offered too.
    return resource(("counterfactual", "fitting classes", words.digest), lambda: _fitting_classes(words))


def listed_classes(words: WordList) -> Classes:
    """Return the classes of all words of a list, as far as the list itself shows them; made once a list."""
    key = ("counterfactual", "listed classes", words.digest)
    return resource(key, lambda: _classes(words, _rows(words, frozenset())))


def check_target(words: WordList, classes: Classes, target: str) -> None:
    """Check that a group has words to offer."""
    name = f"word list {words.attribute!r}"
    if target not in words.groups:
        raise GenderfairError(f"{name} has no group {target!r}: there are {', '.join(words.groups)}")
    if not classes.offers.get(target) and not any(group == target for _, _, group in classes.counterparts):
        raise GenderfairError(f"group {target!r} of {name} has no word to put in place of others: add some")


def names_thing(noun: str, attribute: str) -> bool:
    """Return whether a noun means a thing that every group of an attribute has, such as the art of a religion."""
    rows = resource(
        ("counterfactual", "things"),
        lambda: {(row[1], row[4]) for row in load_lexicon("counterfactual_conflicts").rows if row[3] == THING},
    )
    return (attribute, noun) in rows


def token_indices(document: Document, start: int, end: int) -> tuple[int, int]:
    """Return the tokens of a span."""
    first = bisect_right(document.tokens, start, key=lambda token: token.start) - 1
    last = bisect_right(document.tokens, end - 1, key=lambda token: token.start) - 1
    return max(first, 0), max(last, 0)


def _fitting_classes(words: WordList) -> Classes:
    classes = _classes(words, _fitting(words))
    companions: dict[str, dict[str, tuple[ClassedWord, Number]]] = {}
    offers = {group: list(rows) for group, rows in classes.offers.items()}
    modifiers: dict[str, set[str]] = {}
    for attribute, group, kind, singular, many, offered in load_lexicon("group_word_kinds_companions").rows:
        if attribute != words.attribute or group not in words.groups:
            continue
        if kind == MODIFIER:
            modifiers.setdefault(group, set()).add(singular)
            continue
        row = ClassedWord(group, kind, singular, many, offered != "no")
        forms: tuple[tuple[str, Number], ...] = ((singular, "Sing"), (many, "Plur"))
        if offered != "only":
            companions.setdefault(group, {}).update({form: (row, number) for form, number in forms if form})
        if row.offered:
            offers.setdefault(group, []).append(row)
    rows = load_lexicon("group_word_kinds_listed").rows
    late = (form for *_, singular, many, offered in rows if offered == "last" for form in (singular, many) if form)
    return classes._replace(
        offers=offers,
        last=frozenset(map(normalised, late)),
        companions=companions,
        modifiers={group: frozenset(forms) for group, forms in modifiers.items()},
    )


def _classes(words: WordList, rows: Iterable[ClassedWord]) -> Classes:
    shared = frozenset(words.shared_words())
    meanings: dict[str, list[tuple[ClassedWord, Number]]] = {}
    offers: dict[str, list[ClassedWord]] = {}
    for row in rows:
        if row.singular:
            meanings.setdefault(normalised(row.singular), []).append((row, "Sing"))
        if row.plural:
            meanings.setdefault(normalised(row.plural), []).append((row, "Plur"))
        if row.offered and shared.isdisjoint(map(normalised, (row.singular, row.plural))):
            offers.setdefault(row.group, []).append(row)
    return Classes(meanings, offers, _counterparts(words))


def _counterparts(words: WordList) -> dict[tuple[str, str, str], str]:
    groups: dict[str, list[str]] = {}
    for entry in words.entries:
        groups.setdefault(normalised(entry.word), []).append(entry.group)
    found: dict[tuple[str, str, str], str] = {}
    for entry in words.entries:
        for word in entry.counterparts:
            for group in groups.get(normalised(word), ()):
                if group != entry.group:
                    found.setdefault((entry.group, normalised(entry.word), group), word)
    return found


def _fitting(words: WordList) -> list[ClassedWord]:
    """Return the rows of the lexicon with listed forms, and rows for the words that it does not hold."""
    listed = {(entry.group, normalised(entry.word)) for entry in words.entries}
    rows = []
    for attribute, group, kind, *forms, offered in load_lexicon("group_word_kinds_listed").rows:
        if attribute == words.attribute:
            singular, many = (form if _is_listed(group, form, listed) else "" for form in forms)
            if singular or many:
                rows.append(ClassedWord(group, kind, singular, many, offered != "no"))
    editions = (word_list(*key) for key in CLASSED if key[0] == words.attribute)
    known = frozenset(normalised(entry.word) for edition in editions for entry in edition.entries)
    return [*rows, *_rows(words, known)]


def _is_listed(group: str, form: str, listed: Collection[tuple[str, str]]) -> bool:
    """Whether a list holds a word, or the adjective with which it begins: *elderly* for *elderly people*."""
    return not {(group, normalised(form)), (group, normalised(form).partition(" ")[0])}.isdisjoint(listed)


def _rows(words: WordList, known: frozenset[str]) -> Iterable[ClassedWord]:
    """Yield the words of a list that are not known yet, each once with its plural."""
    for group, listed in words.groups.items():
        forms = {normalised(word): word for word in listed if normalised(word) not in known}
        plurals = {key: normalised(plural(key)) for key in forms}
        many = {form for key, form in plurals.items() if form in forms and form != key}
        for key, word in forms.items():
            if key not in many:
                form = forms[plurals[key]] if plurals[key] in many else ""
                yield ClassedWord(group, PERSON if form else OTHER, word, form, True)
