"""The source of a command: the options that say how it is read, and what is done with rows that cannot be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import pyarrow as pa
import typer

from hf_genderfair.cli.console import PROGRESS, say
from hf_genderfair.cli.lines import standard_input_tables
from hf_genderfair.cli.options import REQUIRED, Options
from hf_genderfair.core.batches import arrow_batches
from hf_genderfair.core.errors import SourceError, SourceOptionError
from hf_genderfair.core.settings import either, language_code
from hf_genderfair.hub.contacts import Contacts, redact_contacts, redact_table
from hf_genderfair.hub.lines import PROBLEM, SourceFiles
from hf_genderfair.hub.locate import DATA_SET, EFFECTIVE, READ_BY_LINES, check_options, locate_source, source_name
from hf_genderfair.hub.reading_problems import (
    ReadingProblems,
    holds_text,
    mark_rows,
    with_sound_text,
    without_long_texts,
)

if TYPE_CHECKING:
    from datasets import Dataset, Features, IterableDataset

    from hf_genderfair.scale.rows import LinesRows

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


def check_language(texts: Sequence[Any], lang: str | None, keep_going: bool, offered: Sequence[str] = ()) -> None:
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
        known = not offered or other in offered
        advice = f"--lang {other}?" if known else f"this command reads {either(map(language_name, offered))}."
        raise typer.BadParameter(f"{found}: {advice} With --keep-going they are read all the same.")
    if share > TOLD:
        say(f"Note: {found}", err=True)


ROWS_AT_ONCE = 10_000
LINES_AT_ONCE = 256
ANALYSED_CHARACTERS = 1_000_000
"""Longest text that a language pipeline is given: about 150,000 words, more than a long book."""


@dataclass(frozen=True)
class Origin:
    r"""A source as the options of a command describe it.

    Attributes:
        source: Hub id, also with @revision; folder; file (parquet, jsonl, csv, tsv, txt; also .gz .bz2 .xz .zst); or -
            for standard input.
        text_column: Column that holds the text.
        layout: Format of the source where its name does not tell; json is one array.
        encoding: Encoding of the source, such as latin-1 or cp1250; UTF-8 by default.
        delimiter: Sign between the columns of CSV where it is no comma: ; or \t or |.
        split: Split of a source that has several.
        config: Configuration of a source that has several.
        longest: Read no text that is longer; its row stays, empty.
        keep_going: Do not fail where more than 5 % of the rows cannot be read.
        redact: First replace e-mail addresses and telephone numbers in all text by marks.

    Example:
        >>> Origin("posts.jsonl").text_column
        'text'
    """

    source: Annotated[str, typer.Argument(metavar="SOURCE")] = "-"
    text_column: Annotated[str, typer.Option(metavar="<str>")] = "text"
    layout: Literal["text", "jsonl", "json", "csv", "tsv", "parquet"] | None = None
    encoding: str | None = None
    delimiter: Annotated[str | None, typer.Option(metavar="SIGN")] = None
    split: str | None = None
    config: str | None = None
    longest: Annotated[int | None, typer.Option(metavar="CHARACTERS", min=1)] = None
    keep_going: bool = False
    redact: bool = False
    url_lines: bool = False
    lang: str | None = None
    lang_column: str | None = None
    languages: tuple[str, ...] = ()  # those that the command reads; none where it is any
    problems: dict[str, ReadingProblems] = field(default_factory=dict, compare=False, repr=False)
    redacted: dict[str, Contacts] = field(default_factory=dict, compare=False, repr=False)
    stated: StatedLanguages = field(default_factory=StatedLanguages, compare=False, repr=False)

    def rows(self, limit: int | None = None) -> Dataset:
        """Open the source."""
        from datasets import Dataset

        from hf_genderfair.hub.source import open_source

        with words_of_commands():
            kind, _ = locate_source(self.source, self.layout, self.encoding)
            opened = open_source(self.source, self.text_column, limit is not None, **self._options())
        PROGRESS.cached = isinstance(opened, Dataset) and self.source != "-"
        if not isinstance(opened, Dataset):
            opened = Dataset(pa.concat_tables(self._streamed(opened.take(limit))).combine_chunks())
        changed = 0
        for number, table in enumerate(arrow_batches(opened, self._looked_at(opened.features, kind), desc="Read")):
            read = self._read(table, kind)
            changed += read is not table
            if not number:
                self._check_language(read)
        self._refuse_too_many()
        if changed:
            mend = partial(_readable, text_column=self.text_column, longest=self.longest, kind=kind)
            opened = opened.with_format("arrow").map(mend, batched=True, batch_size=ROWS_AT_ONCE).with_format(None)
        if self.redact:
            opened, self.redacted[source_name(self.source)] = redact_contacts(opened)
        return opened

    def in_place(self) -> str | LinesRows | None:
        """Return what a run may read where it lies: Parquet, here or on the Hub, and files of text or JSON lines."""
        from hf_genderfair.scale.rows import open_lines

        with words_of_commands():
            kind, files = locate_source(self.source, self.layout, self.encoding)
            check_options(source_name(self.source), kind, self._options())
            read_otherwise = (self.redact, self.layout, self.encoding, self.delimiter, self.url_lines)
            if self.longest is not None or any(read_otherwise):
                return None
            first = next(self._tables(kind, files), None) if files else None
            if first is not None:
                self._check_language(with_sound_text(first.slice(0, LOOKED_AT))[0])
            if kind == "parquet" or (kind == DATA_SET and not files):
                return self.source
            if kind not in READ_BY_LINES or not files:
                return None
            rows = open_lines(self._source_files(kind, files), lambda table: self._read(table, kind))
        self._refuse_too_many()
        return rows

    def tables(self) -> Iterator[pa.Table]:
        """Read the source block by block, lines on standard input as they come."""
        with words_of_commands():
            kind, files = locate_source(self.source, self.layout, self.encoding)
            rows = 0
            for table in self._tables(kind, files):
                read = self._read(table, kind)
                if not rows:
                    self._check_language(read)
                if self.redact:
                    read = redact_table(read, self.redacted.setdefault(source_name(self.source), Contacts()))
                yield read
                rows += len(table)
                PROGRESS.rows = rows

    def beside(self, source: str) -> Origin:
        """Return another source that is read by the same options, as far as they have an effect on it."""
        with words_of_commands():
            kind, _ = locate_source(source, None, self.encoding)
        idle: dict[str, Any] = {name: None for name, kinds in EFFECTIVE.items() if kind not in kinds}
        return replace(self, source=source, **{**idle, "url_lines": False})

    def described(self, license: str | None = None) -> dict[str, Any]:
        """Return what a report says of the source: name, licence, what was not read and what was replaced."""
        counted = "; ".join(found.counted() for found in self.problems.values() if found.counted())
        facts = {"id": source_name(self.source), "licence": license, "unreadable": counted}
        if self.redact:
            facts["redacted"] = self.redacted.get(source_name(self.source), Contacts()).in_words()
        return {name: fact for name, fact in facts.items() if fact}

    def found(self) -> str:
        """Return in one line which rows could not be read or have no text; empty if there are none."""
        said = {name: found.in_words(self._place(name)) for name, found in self.problems.items() if found.in_words()}
        if len(self.problems) == 1:
            return "".join(said.values())
        return "; ".join(f"{name}: {words}" for name, words in said.items())

    def _place(self, name: str) -> str:
        """Return in words in which line the first unreadable row of a source stands; empty where that is not known."""
        row = self.problems[name].first
        if row is None or name != source_name(self.source):
            return ""
        kind, files = locate_source(self.source, self.layout, self.encoding)
        # standard input is gone, and a row of text is a line
        on_input = f"line {row + 1:,}" if kind == "text" and not self.url_lines else ""
        line = self._source_files(kind, files).line_of(row) if files else on_input
        return f", the first in {line}" if line else ""

    def take_note(self, problems: ReadingProblems) -> None:
        """Take note of what a run that read lines where they lie could not read of them."""
        name = source_name(self.source)
        self.problems[name] = replace(problems, first=self.problems.get(name, problems).first)

    def close(self) -> None:
        """Say on standard error what could not be read, and what was replaced."""
        self._refuse_too_many()
        found = self.found()
        if found:
            say(f"Note: {found}", err=True)
        for name, redacted in self.redacted.items():
            say(f"Note: {redacted.in_words()} replaced in {name}", err=True)
        left_alone = self.stated.left_alone(self.lang) if self.lang else ""
        if left_alone:
            say(f"Note: {left_alone}", err=True)

    def _refuse_too_many(self) -> None:
        if not self.keep_going and any(found.too_many for found in self.problems.values()):
            raise SourceError(f"{self.found()}; {self._advice()}")

    def _options(self) -> dict[str, Any]:
        delimiter = "\t" if self.delimiter == "\\t" else self.delimiter
        given = {name: getattr(self, name) for name in ("split", "config", "layout", "encoding")}
        return {**given, "delimiter": delimiter, "url_lines": self.url_lines or None}

    def _source_files(self, kind: str, files: Sequence[Path]) -> SourceFiles:
        delimiter = self._options()["delimiter"]
        return SourceFiles(tuple(map(str, files)), kind, self.text_column, self.url_lines, self.encoding, delimiter)

    def _tables(self, kind: str, files: Sequence[Path]) -> Iterator[pa.Table]:
        options = self._options()
        if kind in READ_BY_LINES and (files or kind == "text"):
            check_options(source_name(self.source) if files else "standard input", kind, options)
            if not files:
                yield from standard_input_tables(self.text_column, self.encoding)
                return
            rows = 0
            for table, share in self._source_files(kind, files).tables_with_progress():
                rows += len(table)
                PROGRESS.total = round(rows / share) if share else None
                yield table
            return
        from hf_genderfair.hub.source import open_source

        opened = open_source(self.source, self.text_column, True, **options)
        PROGRESS.total = _known_rows(opened, files if kind == "parquet" else ())
        yield from self._streamed(opened)

    def _streamed(self, opened: IterableDataset) -> Iterator[pa.Table]:
        """Yield the rows of a stream, which may turn out to be none."""
        from hf_genderfair.hub.source import explained_items

        name, rows = source_name(self.source), 0
        for table in explained_items(name, opened.with_format("arrow").iter(ROWS_AT_ONCE)):
            rows += len(table)
            yield table
        if not rows:
            raise SourceError(f"{name} is empty: there is nothing to read")

    def _looked_at(self, features: Features, kind: str) -> list[str]:
        """Return the columns that are looked at before anything is done: lines are sound text when they are read."""
        schema = features.arrow_schema
        others = () if kind in READ_BY_LINES else (field.name for field in schema if holds_text(field.type))
        return [self.text_column, PROBLEM, *filter(None, [self.lang_column]), *others]

    def _read(self, table: pa.Table, kind: str) -> pa.Table:
        """Return a table in which all text can be read, and count what could not."""
        if self.lang_column:
            self.stated.add(table, self.lang_column)
        given = table
        if kind not in READ_BY_LINES and PROBLEM in table.column_names:
            # the reasons in a data set are those of an earlier reading
            given = table.drop_columns([PROBLEM])
        counted = _readable(given, self.text_column, self.longest, kind, always=False)
        self.problems.setdefault(source_name(self.source), ReadingProblems()).add(counted, self.text_column)
        if counted is given:
            return table
        return counted if given is table else _readable(table, self.text_column, self.longest, kind)

    def _check_language(self, table: pa.Table) -> None:
        """Compare the language of the first texts with that of the command."""
        if self.lang_column is None and self.text_column in table.column_names:
            texts = table[self.text_column].slice(0, LOOKED_AT).to_pylist()
            check_language(texts, self.lang, self.keep_going, self.languages)

    def _advice(self) -> str:
        """Return what to do where too many rows cannot be read."""
        reasons = {reason for found in self.problems.values() for reason in found.unreadable}
        advice = "or go on all the same with --keep-going"
        if "too_long" in reasons:
            advice = f"raise --longest, {advice}"
        if "invalid_encoding" in reasons:
            advice = f"if the source has another encoding, name it with --encoding, {advice}"
        return advice if "," in advice else f"mend the source, {advice}"


def _known_rows(opened: IterableDataset, parquet: Sequence[Path]) -> int | None:
    """Return the number of rows of a stream where its description or its files tell."""
    if parquet:
        from pyarrow.parquet import read_metadata

        return sum(int(read_metadata(path).num_rows) for path in parquet)
    split = (opened.info.splits or {}).get(str(opened.split))
    return int(split.num_examples) or None if split else None


def _readable(table: pa.Table, text_column: str, longest: int | None, kind: str, always: bool = True) -> pa.Table:
    """Leave out long texts, and replace what is no text; every batch of a data set needs the same columns."""
    if always and PROBLEM not in table.column_names:
        table = table.append_column(PROBLEM, pa.nulls(len(table), pa.string()))
    if kind not in READ_BY_LINES:
        table = mark_rows(*with_sound_text(table))
    return without_long_texts(table, text_column, longest)


@contextmanager
def words_of_commands() -> Iterator[None]:
    """Let errors speak of options of commands; an option that is wrong or has no effect is wrong use."""
    try:
        yield
    except SourceOptionError as error:
        if error.wrong_use:
            raise typer.BadParameter(error.for_commands()) from error
        raise SourceError(error.for_commands()) from error


WITH_ADDRESSES = typer.Option(
    ..., "--url-lines", help="In text, a line that is only an address is the url of the lines after it."
)
AnalysedOrigin: TypeAlias = Annotated[Origin, Options(longest=ANALYSED_CHARACTERS)]
"""A source of texts that language pipelines read."""

NamedOrigin: TypeAlias = Annotated[Origin, Options(source=REQUIRED, longest=ANALYSED_CHARACTERS)]
"""A source of such texts that has to be named."""
