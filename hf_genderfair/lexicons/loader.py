"""Read the word lists that come with the package, and know which transform reads which.

``readers.tsv`` is recorded, not written by hand: ``tests/record_readers.py`` runs every transform in a process that has
read nothing, and notes what it reads.
"""

from __future__ import annotations

import hashlib
import lzma
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from io import StringIO
from itertools import takewhile

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.core.resources import resource, running_now

READERS = "readers"
"""The table of transforms and the lexicons that they read."""

REQUIRED = ("version", "source", "licence", "date", "columns")


@dataclass(frozen=True)
class Lexicon:
    """A word list: a table of text with its provenance.

    Attributes:
        name: File name without ending, and for one of several lists in a file ``_PART``.
        metadata: At least version, source, licence, date and columns (names, divided by spaces).
        text: The file; of a part its rows.
        digest: Changes whenever the content changes.

    Example:
        >>> lexicon = load_lexicon("irregular_nouns_es")
        >>> lexicon.metadata["columns"], len(lexicon.rows) > 10
        ('noun gender', True)
    """

    name: str
    metadata: dict[str, str]
    text: str
    digest: str

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The names of the lists that the file holds together, none where it is one list."""
        return tuple(self.metadata.get("parts", "").split())

    @cached_property
    def lines(self) -> list[str]:
        """The rows as they are written, which is enough for a list of one column."""
        lines = self.text[len(_head(self.text)) :].splitlines()
        return [line for line in lines if line[:2] not in ("", "# ")]

    @cached_property
    def rows(self) -> list[list[str]]:
        """One list of cells a line; trailing empty cells are present.

        Raises:
            LexiconError: A row has too many cells.
        """
        rows = [line.split("\t") for line in self.lines]
        width = len(self.metadata["columns"].split())
        for row in rows:
            if len(row) > width:
                raise LexiconError(f"lexicon {self.name!r}: {len(row)} cells where {width} are declared: {row[0]!r}")
            row += [""] * (width - len(row))
        return rows


@lru_cache(maxsize=1)
def lexicon_names() -> tuple[str, ...]:
    """Return the names of all files of lexicons, sorted."""
    there = (each.name for each in files("hf_genderfair.lexicons").iterdir())
    return tuple(sorted(name.split(".")[0] for name in there if name.endswith((".tsv", ".tsv.xz"))))


def languages_with(name: str) -> tuple[str, ...]:
    """Return the languages that have a lexicon of a kind, ``NAME_LANG``, sorted."""
    return tuple(lang for kind, _, lang in (each.rpartition("_") for each in lexicon_names()) if kind == name)


def load_lexicon(name: str) -> Lexicon:
    """Load a word list by name; read once per process.

    A file is UTF-8 text, ``NAME.tsv`` or compressed ``NAME.tsv.xz``: first ``# key: value`` lines, then rows of cells
    divided by tabs. A file with a line ``# parts:`` holds several lists, one a language in most: ``NAME_PART`` is what
    its first column gives to a part, without that column, and ``# PART key: value`` in its head belongs to it alone.

    Args:
        name: Such as ``pl_verbs``, or ``noun_classes_de`` for the part ``de`` of ``noun_classes``.

    Returns:
        The lexicon.

    Raises:
        LexiconError: There is no such list, or the file is damaged.

    Warns:
        RuntimeWarning: A transform of the package annotates that is not recorded to read this list, so that its digest
            does not cover it.

    Example:
        >>> load_lexicon("pl_readings").metadata["licence"]
        'Apache-2.0'
    """
    _check_recorded(name)
    return resource(("lexicon", name), lambda: _read(name))


def lexicon_digest(transform: str, lang: str = "") -> str:
    """Return what identifies the content of all lexicons that a transform reads, for its own digest."""
    names = _readers().get(transform, {}).get(lang)
    if names is None:
        raise LexiconError(
            f"what {transform} reads for lang={lang!r} is not recorded: run python tests/record_readers.py --write"
        )
    digests = "-".join(load_lexicon(name).digest for name in sorted(names))
    return _digest(digests.encode())


def _check_recorded(name: str) -> None:
    """Warn where the running transform's digest lacks a lexicon; transforms of users answer for themselves."""
    now = running_now()
    if now is None:
        return
    recorded = _readers().get(now.name)
    # in a chain, whoever comes first analyses the text with the layers that all of them need
    analysis = _readers().get("Analyse", {}).get(now.lang, frozenset())
    if recorded is not None and name not in recorded.get(now.lang, frozenset()) | analysis:
        warnings.warn(
            f"{now.name} reads the lexicon {name!r}, which readers.tsv does not record for lang={now.lang!r}: a cached "
            "result stays although the list changes; run python tests/record_readers.py --write, or report it",
            RuntimeWarning,
            stacklevel=3,
        )


def _readers() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return the names of the lexicons that are read, by transform and language."""
    return resource(("readers of lexicons",), _read_readers)


def _read_readers() -> dict[str, dict[str, frozenset[str]]]:
    readers: dict[str, dict[str, frozenset[str]]] = {}
    for transform, lang, names in _read(READERS).rows:
        readers.setdefault(transform, {})[lang] = frozenset(names.split())
    return readers


def _read(name: str) -> Lexicon:
    if (content := _content(name)) is not None:
        return parse_lexicon(name, content)
    table, _, part = name.rpartition("_")
    if (content := _content(table)) is not None:
        whole = parse_lexicon(table, content)
        if part in whole.parts:
            return _part(whole, part)
    raise LexiconError(f"no lexicon {name!r}; there are: {', '.join(lexicon_names())}")


def _content(name: str) -> bytes | None:
    folder = files("hf_genderfair.lexicons")
    for file, unpack in ((folder / f"{name}.tsv", bytes), (folder / f"{name}.tsv.xz", lzma.decompress)):
        if file.is_file():
            return unpack(file.read_bytes())
    return None


def _part(whole: Lexicon, part: str) -> Lexicon:
    """Return one of the lists of a file; its digest leaves out what the head says of the others and of all."""
    own = {key.removeprefix(f"{part} "): text for key, text in whole.metadata.items() if key.startswith(f"{part} ")}
    own["columns"] = whole.metadata["columns"].partition(" ")[2]
    text = "\n".join(re.findall(rf"^{part}\t(.*)", whole.text, re.MULTILINE))
    of_all = {key: value for key, value in whole.metadata.items() if " " not in key and key != "parts"}
    return Lexicon(f"{whole.name}_{part}", of_all | own, text, _digest(f"{own}\n{text}".encode()))


def _head(text: str) -> str:
    """Return the lines of metadata with which a lexicon begins."""
    return "".join(takewhile(lambda line: line.startswith("# "), StringIO(text)))


def parse_lexicon(name: str, content: bytes) -> Lexicon:
    """Parse the text of a lexicon file."""
    text = content.decode("utf-8")
    metadata: dict[str, str] = {}
    for line in _head(text).splitlines():
        key, _, value = line[2:].partition(": ")
        metadata[key] = value
    missing = [key for key in REQUIRED if key not in metadata]
    if missing:
        raise LexiconError(f"lexicon {name!r} has no line '# {missing[0]}: ...'")
    return Lexicon(name, metadata, text, _digest(content))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
