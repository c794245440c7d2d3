"""Read the word lists that come with the package."""

from __future__ import annotations

import hashlib
import lzma
from dataclasses import dataclass
from importlib.resources import files

from hf_genderfair.core.errors import LexiconError
from hf_genderfair.core.resources import resource

REQUIRED = ("version", "source", "licence", "date", "columns")


@dataclass(frozen=True)
class Lexicon:
    """A word list: a table of text with its provenance.

    Attributes:
        name: File name without ending.
        metadata: At least version, source, licence, date and columns (names, divided by spaces).
        rows: One list of cells a line; trailing empty cells are present.
        digest: Changes whenever the content changes.
    """

    name: str
    metadata: dict[str, str]
    rows: list[list[str]]
    digest: str


def load_lexicon(name: str) -> Lexicon:
    """Load a word list by name; read once per process.

    A file is UTF-8 text, ``NAME.tsv`` or compressed ``NAME.tsv.xz``: first ``# key: value`` lines, then rows of cells
    divided by tabs.

    Args:
        name: Such as ``pl_first_person``.

    Returns:
        The lexicon.

    Raises:
        LexiconError: There is no such list, or the file is damaged.

    Example:
        >>> load_lexicon("pl_formulas").metadata["licence"]
        'Apache-2.0'
    """
    return resource(("lexicon", name), lambda: _read(name))


def _read(name: str) -> Lexicon:
    folder = files("hf_genderfair.lexicons")
    for file, unpack in ((folder / f"{name}.tsv", bytes), (folder / f"{name}.tsv.xz", lzma.decompress)):
        if file.is_file():
            return parse_lexicon(name, unpack(file.read_bytes()))
    known = sorted({entry.name.split(".")[0] for entry in folder.iterdir() if ".tsv" in entry.name})
    raise LexiconError(f"no lexicon {name!r}; there are: {', '.join(known)}")


def parse_lexicon(name: str, content: bytes) -> Lexicon:
    """Parse the text of a lexicon file.

    Args:
        name: Name of the lexicon.
        content: The uncompressed file.

    Returns:
        The lexicon.

    Raises:
        LexiconError: A line of metadata is missing or a row has too many cells.
    """
    metadata: dict[str, str] = {}
    rows: list[list[str]] = []
    for line in content.decode("utf-8").splitlines():
        if line.startswith("# "):
            key, _, value = line[2:].partition(": ")
            metadata[key] = value
        elif line:
            rows.append(line.split("\t"))
    missing = [key for key in REQUIRED if key not in metadata]
    if missing:
        raise LexiconError(f"lexicon {name!r} has no line '# {missing[0]}: ...'")
    width = len(metadata["columns"].split())
    for row in rows:
        if len(row) > width:
            raise LexiconError(f"lexicon {name!r}: {len(row)} cells where {width} are declared: {row[0]!r}")
        row += [""] * (width - len(row))
    return Lexicon(name, metadata, rows, hashlib.sha256(content).hexdigest()[:16])
