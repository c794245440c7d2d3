"""Word lists of demographic groups: the published ones, and those of users (Görge et al. 2025, section 4.2.1)."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.core.resources import resource
from hf_genderfair.core.settings import choose, language_code
from hf_genderfair.lexicons.loader import lexicon_names, load_lexicon, parse_lexicon

Edition = Literal["corrected", "published"]

PREFIX = "group_words_"
"""The lexicons whose names begin so are word lists: Görge et al. 2025, Tables 11 to 14, and Derner et al. 2025."""

EXCEPTION = "none"
"""Group of the phrases that hold a listed word and name nobody."""

CASES = ("any", "exact")
APOSTROPHES = "'’‘´`ʼ"
HYPHENS = "-‐‑"

_PLAIN = {ord(mark): "'" for mark in APOSTROPHES} | {ord(mark): "-" for mark in HYPHENS}


def composed(word: str) -> str:
    """Return a word in Unicode form C with ``'`` and ``-`` for all their kinds, single spaces, and its own case."""
    return " ".join(unicodedata.normalize("NFC", word).translate(_PLAIN).split())


def normalised(word: str) -> str:
    """Return the form by which words are compared: `composed`, in lower case."""
    return unicodedata.normalize("NFC", composed(word).lower())


class Entry(NamedTuple):
    """A word of a list.

    Attributes:
        group: The group that it names.
        word: The word, or several words, as listed.
        counterparts: Words of the other groups that stand for the same; empty where none is known.
        case: ``any``, or ``exact`` for a word that counts only as it is written in the list (*Ms*).

    Example:
        >>> Entry("female", "queen", ("king",)).case
        'any'
    """

    group: str
    word: str
    counterparts: tuple[str, ...] = ()
    case: str = "any"


@dataclass(frozen=True)
class WordList:
    """The words by which a text names the groups of an attribute. Plain data, for any attribute and language.

    Attributes:
        attribute: Name of the attribute; columns begin with it.
        entries: The words in their order; each once a group.
        lang: Language of the words, for documentation; a text in another language simply has no hit.
        version: Version of the list.
        exceptions: Phrases that hold a listed word and name nobody: *man-made*.
        duplicates: How many words were given again and left out.
        digest: Changes whenever the list does.

    Raises:
        LexiconError: Fewer than two groups, an empty group or one without a name, or a word without a letter.

    Example:
        >>> trades = WordList.from_groups("trade", {"sea": ["sailor", "sailors"], "land": ["farmer", "farmers"]})
        >>> trades.groups["land"]
        ('farmer', 'farmers')
    """

    attribute: str
    entries: tuple[Entry, ...]
    lang: str = ""
    version: str = "1"
    exceptions: tuple[str, ...] = ()
    duplicates: int = 0
    digest: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a list that cannot be counted with."""
        object.__setattr__(self, "lang", language_code(self.lang) or self.lang)
        name = f"word list {self.attribute!r}"
        if not self.attribute.strip():
            raise LexiconError("a word list needs the name of its attribute")
        if len(self.groups) < 2:
            had = f"only {next(iter(self.groups))!r}" if self.groups else "no words"
            raise LexiconError(f"{name} has {had}: representation compares two groups or more")
        for entry in self.entries:
            if entry.group == EXCEPTION:
                raise LexiconError(f"{name}: a group cannot be called {EXCEPTION!r}")
            if not entry.group.strip():
                raise LexiconError(f"{name}: the group of {entry.word!r} has no name")
            if not any(character.isalnum() for character in entry.word):
                raise LexiconError(f"{name}: group {entry.group!r} has a word without a letter: {entry.word!r}")
            if entry.case not in CASES:
                raise LexiconError(f"{name}: case of {entry.word!r} is {entry.case!r}: use {' or '.join(CASES)}")
        content = json.dumps([self.attribute, self.entries, self.exceptions, self.version, self.lang])
        object.__setattr__(self, "digest", hashlib.sha256(content.encode()).hexdigest()[:16])

    def __repr__(self) -> str:
        """Return name, groups and number of words."""
        groups = ", ".join(f"{group} {len(words)}" for group, words in self.groups.items())
        return f"WordList({self.attribute!r}, {groups}, version {self.version!r})"

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The words of each group, in order."""
        groups: dict[str, list[str]] = {}
        for entry in self.entries:
            groups.setdefault(entry.group, []).append(entry.word)
        return {group: tuple(words) for group, words in groups.items()}

    def shared_words(self) -> tuple[str, ...]:
        """Return the words that stand in two groups (criterion Q3); a published list may have some."""
        seen: dict[str, str] = {}
        keys = ((normalised(entry.word), entry.group) for entry in self.entries)
        return tuple(dict.fromkeys(key for key, group in keys if seen.setdefault(key, group) != group))

    def compounds(self) -> tuple[str, ...]:
        """Return the words that hold another listed word beside others (criterion Q5): *half-brother*.

        They are counted once: the longest word wins.
        """
        keys = {normalised(entry.word) for entry in self.entries}
        return tuple(sorted(key for key in keys if any(part in keys for part in _parts(key) if part != key)))

    @classmethod
    def from_groups(
        cls,
        attribute: str,
        groups: Mapping[str, Iterable[str]],
        *,
        lang: str = "",
        version: str = "1",
        exact: Iterable[str] = (),
        exceptions: Iterable[str] = (),
    ) -> WordList:
        """Make a list from the words of each group.

        Args:
            attribute: Name of the attribute.
            groups: The words by group; words given again, in whatever case, are merged and counted.
            lang: Language of the words.
            version: Version of the list.
            exact: Words that count only as they are written.
            exceptions: Phrases in which a listed word names nobody.

        Returns:
            The list.

        Raises:
            LexiconError: Fewer than two groups, an empty group, or a word in two groups.
        """
        for name, words in (("exact", exact), ("exceptions", exceptions)):
            if isinstance(words, str):
                raise LexiconError(f"word list {attribute!r}: give {name} as a list of words, not as one text")
        as_written = frozenset(exact)
        rows = []
        for group, words in groups.items():
            if isinstance(words, str):
                raise LexiconError(f"word list {attribute!r}: give group {group!r} as a list of words, not as one text")
            listed = [Entry(group, word, (), "exact" if word in as_written else "any") for word in words]
            if other := [entry.word for entry in listed if not isinstance(entry.word, str)]:
                raise LexiconError(f"word list {attribute!r}: group {group!r} holds {other[0]!r}, which is no text")
            if not listed:
                raise LexiconError(f"word list {attribute!r}: group {group!r} is empty")
            rows += listed
        entries, duplicates = _merged(rows)
        return _checked(cls(attribute, entries, lang, version, tuple(exceptions), duplicates))

    @classmethod
    def from_file(cls, path: str | Path, attribute: str | None = None) -> WordList:
        """Read a list from a file.

        Args:
            path: A table with the columns ``group`` and ``word``, and if wanted ``counterpart`` and ``case``, divided
                by tabs, with the head of a lexicon or with the names of the columns in the first line; or JSON: an
                object of groups with their words.
            attribute: Name of the attribute; without it the file's own (``# attribute:``), or the name of the file.

        Returns:
            The list.

        Raises:
            LexiconError: The file cannot be read, or see `from_groups`.
        """
        path = Path(path)
        content = read_text(path, "word list")
        if path.suffix.lower() == ".json":
            return cls.from_groups(attribute or path.stem, _json_groups(path, content))
        columns, metadata, rows = _table(path, content)
        name = attribute or metadata.get("attribute", path.stem.split(".")[0])
        return _checked(_from_rows(name, columns, rows, metadata, None))


def read_text(path: Path, kind: str) -> str:
    """Read a file that a person keeps."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LexiconError(f"the {kind} {str(path)!r} is not UTF-8 text: convert it, or name another file") from error
    except OSError as error:
        raise LexiconError(f"cannot read the {kind} {str(path)!r}: {error.strerror or error}") from error


def word_list_names() -> tuple[str, ...]:
    """Return the names of the lists that come with the package."""
    return tuple(name.removeprefix(PREFIX) for name in lexicon_names() if name.startswith(PREFIX))


def word_list(name: str = "gender", edition: Edition = "corrected") -> WordList:
    """Return a list that comes with the package.

    All are English. ``gender`` (142 published pairs), ``age`` and ``religion`` are the lists of Görge et al. 2025,
    ``gender_reference`` the 171 pairs of Zhao et al. 2018 that they validated, ``gender_polarity`` the nine words a
    gender of Derner et al. 2025. The file of each list gives the reason for each correction.

    Args:
        name: Name of the list.
        edition: ``published`` as printed, faults included (*bride* and *groom* stand in both groups there and count for
            both); ``corrected`` without them and with the missing plurals.

    Returns:
        The list.

    Raises:
        LexiconError: There is no such list or edition.

    Example:
        >>> word_list("age").groups["middle"][:3]
        ('fortyish', 'fortysomething', 'middle-aged')
    """
    if name not in word_list_names():
        raise LexiconError(
            f"no word list {name!r}: there are {', '.join(word_list_names())}; "
            "or give the path of a file, such as 'trades.tsv'"
        )
    choose("edition", edition, get_args(Edition), LexiconError)
    lexicon = load_lexicon(PREFIX + name)
    columns = lexicon.metadata["columns"].split()
    attribute = lexicon.metadata["attribute"]
    key = ("word list", name, edition, lexicon.digest)
    return resource(key, lambda: _from_rows(attribute, columns, lexicon.rows, lexicon.metadata, edition))


def opened(words: str | WordList) -> str | WordList:
    """Return the list in the file that a path names; a list, and the name of one of the package, as it is."""
    if isinstance(words, WordList) or {".", "/", "\\"}.isdisjoint(words):
        return words
    return WordList.from_file(words)


def audited_lists(lang: str) -> tuple[str, ...]:
    """Return the names of the lists that an audit counts in texts of a language."""
    # The head of a list says its language, and with ``# audited: 1`` that an audit counts it, before those with a
    # higher number.
    heads = {name: load_lexicon(PREFIX + name).metadata for name in word_list_names()}
    counted = [name for name, head in heads.items() if head["lang"] == lang and "audited" in head]
    return tuple(sorted(counted, key=lambda name: int(heads[name]["audited"])))


def _from_rows(
    attribute: str, columns: list[str], rows: list[list[str]], metadata: Mapping[str, str], edition: Edition | None
) -> WordList:
    """Build a list from the cells of a table; of an edition the rows that belong to it."""
    entries, exceptions = [], []
    for cells in rows:
        cell = dict(zip(columns, cells, strict=False))
        if cell.get("edition", "both") not in ("both", edition or "corrected"):
            continue
        if cell["group"] == EXCEPTION:
            exceptions.append(cell["word"])
            continue
        counterpart = cell.get("counterpart", "")
        counterparts = (counterpart,) if counterpart else ()
        entries.append(Entry(cell["group"], cell["word"], counterparts, cell.get("case") or "any"))
    version = metadata.get("version", "1")
    version = f"{version} {edition}" if edition else version
    lang = metadata.get("lang", "")
    merged, duplicates = _merged(entries)
    return WordList(attribute, merged, lang, version, tuple(exceptions), duplicates)


def _merged(rows: list[Entry]) -> tuple[tuple[Entry, ...], int]:
    """Return each word once a group, with all of its counterparts, and how many were given again."""
    merged: dict[tuple[str, str], Entry] = {}
    duplicates = 0
    for entry in rows:
        key = (entry.group, normalised(entry.word))
        first = merged.get(key)
        if first is None:
            merged[key] = entry
            continue
        counterparts = tuple(dict.fromkeys((*first.counterparts, *entry.counterparts)))
        duplicates += counterparts == first.counterparts
        case = "any" if "any" in (first.case, entry.case) else "exact"
        merged[key] = first._replace(counterparts=counterparts, case=case)
    return tuple(merged.values()), duplicates


def _checked(words: WordList) -> WordList:
    """Refuse words that stand in two groups."""
    if shared := words.shared_words():
        named = ", ".join(shared[:5]) + (f" and {len(shared) - 5} more" if len(shared) > 5 else "")
        raise LexiconError(f"word list {words.attribute!r}: in two groups: {named}; leave each in one")
    return words


def _parts(key: str) -> list[str]:
    """Return all runs of parts of a hyphenated or spaced word."""
    pieces = re.split(r"([\s-])", key)
    return ["".join(pieces[i : j + 1]) for i in range(0, len(pieces), 2) for j in range(i, len(pieces), 2)]


def _json_groups(path: Path, content: str) -> dict[str, list[str]]:
    try:
        groups = json.loads(content)
    except ValueError as error:
        raise LexiconError(f"the word list {str(path)!r} is no JSON: {error}") from error
    lists = groups.values() if isinstance(groups, dict) else ()
    if not lists or not all(isinstance(words, list) and all(isinstance(w, str) for w in words) for words in lists):
        raise LexiconError(f"the word list {str(path)!r} must be an object of groups, each with a list of words")
    return groups  # type: ignore[no-any-return]


def _table(path: Path, content: str) -> tuple[list[str], dict[str, str], list[list[str]]]:
    """Read a table with the head of a lexicon, or with the names of its columns in the first line."""
    if content.startswith("# "):
        lexicon = parse_lexicon(path.name, content.encode())
        columns, metadata, rows = lexicon.metadata["columns"].split(), lexicon.metadata, lexicon.rows
    else:
        lines = [line.split("\t") for line in content.splitlines() if line.strip()]
        columns, metadata, rows = (lines[0] if lines else []), {}, lines[1:]
    if not {"group", "word"} <= set(columns):
        raise LexiconError(f"the word list {str(path)!r} needs the columns group and word, divided by a tab")
    for row in rows:
        if len(row) < 2:
            raise LexiconError(f"the word list {str(path)!r} has a line without a tab: {row[0]!r}")
    return columns, metadata, rows
