"""Whether texts of a source are of the language that a command was told, and which rows say that they are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import pyarrow as pa
import typer

from hf_genderfair.cli.say import say
from hf_genderfair.core.settings import language_code

LOOKED_AT = 300
"""Texts of a source that are looked at."""

STOPS, TOLD = 0.5, 0.1
"""Shares of texts of one other language above which a command stops, and says so."""


@dataclass
class StatedLanguages:
    """The numbers of rows by the language that a column states for them.

    Attributes:
        rows: Number of rows by language; those that state none have the empty name.

    Example:
        >>> stated = StatedLanguages()
        >>> stated.add(pa.table({"language": ["de", "en", None]}), "language")
        >>> stated.left_alone("de")
        '2 of 3 rows are left alone: 1 English, 1 without a language'
    """

    rows: Counter[str] = field(default_factory=Counter)

    def add(self, table: pa.Table, column: str) -> None:
        """Count the rows of a table; without the column there is nothing to count."""
        if column in table.column_names:
            self.rows.update(str(name or "") for name in table[column].to_pylist())

    def left_alone(self, lang: str) -> str:
        """Return in one line how many rows a command for a language leaves alone; empty if it reads all."""
        own = language_code(lang)
        others = Counter({name: number for name, number in self.rows.items() if language_code(name) != own})
        if not others:
            return ""
        from hf_genderfair.report.sentences import language_name

        named = [f"{number:,} {language_name(each) or 'without a language'}" for each, number in others.most_common()]
        return f"{others.total():,} of {self.rows.total():,} rows are left alone: {', '.join(named)}"


def check_language(texts: Sequence[Any], lang: str | None, keep_going: bool) -> None:
    """Say that texts look like another language than a command was told, and stop where most of them do."""
    # Nothing is said where py3langid is not installed, or of texts that are not clear.
    expected = language_code(lang) if lang else None
    written = [text for text in texts if isinstance(text, str)]
    if expected is None or not written or find_spec("py3langid") is None:
        return
    from hf_genderfair.languages.identification import UNSURE, pooled_languages

    counts = {key[1]: number for key, number in pooled_languages(written).items()}
    others = {code: number for code, number in counts.items() if code not in (expected, UNSURE)}
    if not others:
        return
    from hf_genderfair.report.sentences import language_name

    other = max(others, key=lambda code: (others[code], code))
    share = others[other] / len(written)
    found = f"of {len(written)} texts {others[other]} look {language_name(other)}, not {language_name(expected)}"
    if share > STOPS and not keep_going:
        raise typer.BadParameter(f"{found}: --lang {other}? With --keep-going they are read all the same.")
    if share > TOLD:
        say(f"Note: {found}", err=True)
