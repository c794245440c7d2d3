"""The source of a command: the options that say how it is read, and what is done with rows that cannot be read."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pyarrow as pa
import typer

from hf_genderfair.cli.lines import standard_input_tables
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.core.errors import SourceError, SourceOptionError
from hf_genderfair.core.transform import text_array
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.hub.locate import EFFECTIVE, READ_BY_LINES, check_options, locate_source, source_name
from hf_genderfair.hub.reading_problems import ReadingProblems, without_long_texts

if TYPE_CHECKING:
    from datasets import Dataset

ROWS_AT_ONCE = 10_000
LINES_AT_ONCE = 256
ANALYSED_CHARACTERS = 1_000_000
"""Longest text that a language pipeline is given: about 150,000 words, more than a long book."""

REQUIRED = inspect.Parameter.empty

Command = Callable[..., None]

Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="Hub id, folder, file (parquet, jsonl, csv, tsv, txt; also .gz .bz2 .xz .zst), or - for standard input.",
    ),
]
TextColumn = Annotated[str, typer.Option("--text-column", help="Column that holds the text.")]
Layout = Annotated[
    Literal["text", "jsonl", "json", "csv", "tsv", "parquet"] | None,
    typer.Option("--layout", help="Format of the source where its name does not tell; json is one array."),
]
SplitName = Annotated[str | None, typer.Option("--split", help="Split of a source that has several.")]
ConfigName = Annotated[str | None, typer.Option("--config", help="Configuration of a source that has several.")]
Encoding = Annotated[
    str | None, typer.Option("--encoding", help="Encoding of the source, such as latin-1 or cp1250; UTF-8 by default.")
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        "--delimiter", metavar="SIGN", help="Sign between the columns of CSV where it is no comma: ; or \\t or |."
    ),
]
Longest = Annotated[
    int | None,
    typer.Option("--longest", metavar="CHARACTERS", min=1, help="Read no text that is longer; its row stays, empty."),
]
LongestText = Annotated[
    int | None,
    typer.Option(
        "--longest-text", metavar="CHARACTERS", min=1, help="Read no text that is longer; its row stays, empty."
    ),
]
KeepGoing = Annotated[
    bool, typer.Option("--keep-going", help="Do not fail where more than 5 % of the rows cannot be read.")
]


@dataclass(frozen=True)
class Origin:
    r"""A source as the options of a command describe it.

    Attributes:
        source: What the user named.
        text_column: Column of text.
        layout: Format of the source.
        split: Split of a source that has several.
        config: Configuration of a source that has several.
        encoding: Encoding of text, JSON and CSV.
        delimiter: Sign between columns of CSV; ``\t`` is a tab.
        longest: Most characters of a text that is read.
        keep_going: Whether any number of rows may be unreadable.
        url_lines: Whether lines of text may be addresses.
        problems: What was found so far, by the name of the source.

    Example:
        >>> Origin("posts.jsonl").text_column
        'text'
    """

    source: str
    text_column: str = "text"
    layout: str | None = None
    split: str | None = None
    config: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    longest: int | None = None
    keep_going: bool = False
    url_lines: bool = False
    problems: dict[str, ReadingProblems] = field(default_factory=dict, compare=False, repr=False)

    def rows(self, limit: int | None = None) -> Dataset:
        """Open the source.

        Args:
            limit: Read the first rows only, into memory; of a large set on the Hub nothing else is loaded.

        Returns:
            The rows; all of them lie on disk.

        Raises:
            SourceError: See `open_source`; or more than one row of twenty cannot be read.
        """
        from datasets import Dataset

        from hf_genderfair.hub.source import open_source

        with words_of_commands():
            kind, _ = locate_source(self.source, self.layout, self.encoding)
            opened = open_source(self.source, self.text_column, limit is not None, **self._options())
        PROGRESS.cached = isinstance(opened, Dataset) and self.source != "-"
        if not isinstance(opened, Dataset):
            first = opened.take(limit)
            opened = Dataset(pa.concat_tables(first.with_format("arrow").iter(ROWS_AT_ONCE)).combine_chunks())
        too_long = 0
        names = [name for name in (self.text_column, PROBLEM) if name in opened.column_names]
        for table in opened.select_columns(names).with_format("arrow").iter(ROWS_AT_ONCE):
            too_long += self._read(table, kind) is not table
        if not self.keep_going and any(found.too_many for found in self.problems.values()):
            raise SourceError(f"{self.found()}; {self._advice()}")
        if self.longest is None or not too_long:
            return opened
        shorten = partial(_shorten, text_column=self.text_column, longest=self.longest)
        return opened.with_format("arrow").map(shorten, batched=True, batch_size=ROWS_AT_ONCE).with_format(None)

    def tables(self) -> Iterator[pa.Table]:
        """Read the source block by block, lines on standard input as they come.

        Yields:
            Tables of all columns.

        Raises:
            SourceError: See `open_source`; empty standard input is no error, it has no lines.
        """
        with words_of_commands():
            kind, _ = locate_source(self.source, self.layout, self.encoding)
            for table in self._tables(kind):
                yield self._read(table, kind)

    def texts(self) -> Iterator[list[str]]:
        """Read the texts of the source some at a time, lines on standard input as they come.

        Yields:
            Texts; one that is null is empty.

        Raises:
            SourceError: See `tables`.
            ColumnError: The column does not hold text.
        """
        for table in self.tables():
            texts = text_array(table[self.text_column], self.text_column)
            for first in range(0, len(texts), LINES_AT_ONCE):
                yield [text or "" for text in texts[first : first + LINES_AT_ONCE].to_pylist()]

    def beside(self, source: str) -> Origin:
        """Return another source that is read by the same options, as far as they have an effect on it.

        Args:
            source: What the user named.

        Returns:
            The source; what cannot be read of it is counted with this one's.
        """
        with words_of_commands():
            kind, _ = locate_source(source, None, self.encoding)
        idle: dict[str, Any] = {name: None for name, kinds in EFFECTIVE.items() if kind not in kinds}
        return replace(self, source=source, **{**idle, "url_lines": False})

    def described(self, license: str | None = None) -> dict[str, Any]:
        """Return what a report says of the source: what it is called, its licence, and what could not be read.

        Args:
            license: Licence of the texts.
        """
        counted = "; ".join(found.counted() for found in self.problems.values() if found.counted())
        facts = {"id": source_name(self.source), "licence": license, "unreadable": counted}
        return {name: fact for name, fact in facts.items() if fact}

    def found(self) -> str:
        """Return in one line which rows could not be read or have no text; empty if there are none."""
        said = {name: found.in_words() for name, found in self.problems.items() if found.in_words()}
        if len(self.problems) == 1:
            return "".join(said.values())
        return "; ".join(f"{name}: {words}" for name, words in said.items())

    def finish(self) -> None:
        """Say on standard error what could not be read.

        Raises:
            SourceError: More than one row of twenty could not be read.
        """
        found = self.found()
        if not self.keep_going and any(each.too_many for each in self.problems.values()):
            raise SourceError(f"{found}; {self._advice()}")
        if found:
            typer.echo(f"Note: {found}", err=True)

    def _options(self) -> dict[str, Any]:
        delimiter = "\t" if self.delimiter == "\\t" else self.delimiter
        given = {name: getattr(self, name) for name in ("split", "config", "layout", "encoding", "url_lines")}
        return {**given, "delimiter": delimiter}

    def _tables(self, kind: str) -> Iterator[pa.Table]:
        if self.source == "-" and kind == "text":
            given = self._options()
            check_options("standard input", kind, {**given, "url_lines": None})
            yield from standard_input_tables(self.text_column, self.encoding)
            return
        from hf_genderfair.hub.source import open_source

        opened = open_source(self.source, self.text_column, True, **self._options())
        yield from opened.with_format("arrow").iter(ROWS_AT_ONCE)

    def _read(self, table: pa.Table, kind: str) -> pa.Table:
        """Return a table without the texts that are too long, and count what could not be read."""
        read = without_long_texts(table, self.text_column, self.longest)
        counted = read
        if kind not in READ_BY_LINES and PROBLEM in table.column_names:
            # the reasons in a data set are those of an earlier reading
            counted = without_long_texts(table.select([self.text_column]), self.text_column, self.longest)
        self.problems.setdefault(source_name(self.source), ReadingProblems()).add(counted, self.text_column)
        return read

    def _advice(self) -> str:
        """Return what to do where too many rows cannot be read."""
        reasons = {reason for found in self.problems.values() for reason in found.unreadable}
        advice = "or go on all the same with --keep-going"
        if "too_long" in reasons:
            advice = f"raise --longest, {advice}"
        if "invalid_encoding" in reasons:
            advice = f"if the source has another encoding, name it with --encoding, {advice}"
        return advice if "," in advice else f"mend the source, {advice}"


def _shorten(table: pa.Table, text_column: str, longest: int) -> pa.Table:
    """Leave out long texts; every batch of a data set needs the same columns."""
    if PROBLEM not in table.column_names:
        table = table.append_column(PROBLEM, pa.nulls(len(table), pa.string()))
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


def reads(
    *,
    source: Any = Source,
    default: Any = "-",
    longest: int | None = None,
    longest_type: Any = Longest,
    text_column: bool = True,
) -> Callable[[Command], Command]:
    """Give a command a source, and every option that says how it is read, in the place of its parameter ``origin``.

    When the command is done, what could not be read is said on standard error.

    Args:
        source: Type of the argument or option that names the source.
        default: Source where none is named: standard input, None for none at all, or `REQUIRED`.
        longest: Most characters of a text, where the option is not given.
        longest_type: The option's type, for a command that uses its name for something else.
        text_column: Whether the column of text can be chosen.

    Returns:
        A decorator.

    Example:
        >>> @reads()
        ... def example(origin: Origin) -> None: ...
        >>> list(inspect.signature(example).parameters)[:2]
        ['source', 'text_column']
    """
    options: dict[str, tuple[Any, Any]] = {
        "text_column": (TextColumn, "text"),
        "layout": (Layout, None),
        "encoding": (Encoding, None),
        "delimiter": (Delimiter, None),
        "split": (SplitName, None),
        "config": (ConfigName, None),
        "longest_text" if longest_type is LongestText else "longest": (longest_type, longest),
        "keep_going": (KeepGoing, False),
    }
    if not text_column:
        del options["text_column"]
    kind = inspect.Parameter.KEYWORD_ONLY
    named = inspect.Parameter("source", kind, annotation=source, default=default)
    added = [inspect.Parameter(name, kind, annotation=of, default=value) for name, (of, value) in options.items()]

    def give(command: Command) -> Command:
        own = inspect.signature(command, eval_str=True).parameters.values()
        parameters = [named if each.name == "origin" else each.replace(kind=kind) for each in own] + added

        signature = inspect.Signature(parameters)

        @wraps(command)
        def run(**options: Any) -> None:
            bound = signature.bind(**options)
            bound.apply_defaults()
            given = dict(bound.arguments)
            how = {each.name: given.pop(each.name) for each in (named, *added)}
            if "longest_text" in how:
                how["longest"] = how.pop("longest_text")
            origin = None if how["source"] is None else Origin(**how)
            command(origin=origin, **given)
            if origin is not None:
                origin.finish()

        # typer reads the signature, and must not find that of the command behind it
        run.__signature__ = signature  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run

    return give
