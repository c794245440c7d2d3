"""Build the tables of rules for tokens from the rules of spaCy's blank pipelines.

Only needed to renew the tables::

    pip install spacy==3.8.18
    python -m dataset_scripts.lexicons.build_token_rules hf_genderfair/lexicons
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

LANGUAGES = ("ca", "de", "en", "es")
KINDS = {"prefix": "prefixes", "suffix": "suffixes", "infix": "infixes"}
LETTERS = ("ALPHA_LOWER", "ALPHA_UPPER", "ALPHA", "ICONS")
METADATA = {
    "version": "1",
    "source": "rules of the tokenisers of spaCy 3.8.18",
    "licence": "MIT",
    "date": "2026-11-22",
}
PATTERNS = (
    "lang kind pattern",
    "regular expressions that cut a token off the start or the end of a word or out of its middle, in the order in "
    "which they are tried, and one for addresses; @NAME@ stands for the letters that a row of that name lists",
)
EXCEPTIONS = ("lang first second third", "words that are cut otherwise than the patterns say, with all their tokens")


def pattern_rows() -> Iterator[tuple[str, str, str]]:
    """Yield language (* for all), kind and pattern.

    Yields:
        Rows; first the classes of letters, which the patterns name.
    """
    classes = import_module("spacy.lang.char_classes")
    letters = {name: getattr(classes, name) for name in LETTERS}
    yield from (("*", name, characters) for name, characters in letters.items())
    url = import_module("spacy.lang.tokenizer_exceptions").URL_PATTERN
    yield "*", "url", url.replace(*_name("ALPHA_LOWER", letters))
    for lang in LANGUAGES:
        defaults = import_module("spacy").blank(lang).Defaults
        for kind, attribute in KINDS.items():
            for pattern in dict.fromkeys(filter(str.strip, getattr(defaults, attribute))):
                for name in letters:
                    pattern = pattern.replace(*_name(name, letters))
                yield lang, kind, pattern


def _name(name: str, letters: dict[str, str]) -> tuple[str, str]:
    return letters[name], f"@{name}@"


def exception_rows() -> Iterator[tuple[str, ...]]:
    """Yield language and tokens of each exception.

    Yields:
        Rows in the order of the words.
    """
    for lang in LANGUAGES:
        rules: dict[str, list[dict[int, Any]]] = import_module("spacy").blank(lang).tokenizer.rules
        orth = import_module("spacy.symbols").ORTH
        yield from ((lang, *(part[orth] for part in parts)) for word, parts in sorted(rules.items()) if word.strip())


def write_table(path: Path, columns: str, note: str, rows: Iterable[tuple[str, ...]]) -> None:
    """Write a table with its metadata.

    Args:
        path: The file.
        columns: Names of the columns, divided by spaces.
        note: What the rows mean.
        rows: Cells; none of them holds a tab or the end of a line.
    """
    head = [f"# {key}: {value}" for key, value in {**METADATA, "columns": columns, "note": note}.items()]
    path.write_text("\n".join([*head, *map("\t".join, rows)]) + "\n", encoding="utf-8")


def main() -> None:
    """Write both tables into the folder that the first argument names."""
    folder = Path(sys.argv[1])
    write_table(folder / "token_patterns.tsv", *PATTERNS, pattern_rows())
    write_table(folder / "token_exceptions.tsv", *EXCEPTIONS, exception_rows())


if __name__ == "__main__":
    main()
