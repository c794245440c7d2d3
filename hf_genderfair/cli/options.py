"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pyarrow as pa
import typer
from datasets import Dataset

from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.lines import standard_input_tables
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import text_array
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.generator import Generator
from hf_genderfair.hub.source import open_source

Lang = Annotated[str, language_option(("pl",))]
Context = Annotated[
    Literal["none", "adjacent", "window"],
    typer.Option("--context", help="Single words; auxiliaries beside their word; or the whole clause."),
]
Diacritics = Annotated[
    Literal["required", "optional"],
    typer.Option("--diacritics", help="'optional' also finds words written without them, such as zrobilam."),
]
CountQuoted = Annotated[
    bool, typer.Option("--count-quoted", help="Let quotations and other persons' speech decide labels too.")
]

Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="Hub id, folder, file (parquet, jsonl, csv, tsv, txt; also .gz .bz2 .xz .zst), or - for standard input.",
    ),
]
TextColumn = Annotated[str, typer.Option("--text-column", help="Column that holds the text.")]
Layout = Annotated[
    Literal["text", "jsonl", "csv", "tsv", "parquet"] | None,
    typer.Option("--layout", help="Format of the source where its name does not tell."),
]
SplitName = Annotated[str | None, typer.Option("--split", help="Split of a source that has several.")]
ConfigName = Annotated[str | None, typer.Option("--config", help="Configuration of a source that has several.")]
UrlLines = Annotated[
    bool, typer.Option("--url-lines", help="In text, a line that is only an address is the url of the lines after it.")
]

Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Read only the first rows, without the rest.")]

JsonLines = Annotated[bool, typer.Option("--jsonl", help="Print one JSON object for each text.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write a data set with report and card there.")]
RequiredOut = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write: data, report and card.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a data set that stands in the folder.")]
License = Annotated[
    str | None, typer.Option("--license", help="Licence of the texts as the Hub spells it, such as cc-by-4.0.")
]
NumProc = Annotated[int | None, typer.Option("--num-proc", min=1, help="Number of processes.")]

ExcludedSites = Annotated[
    list[str] | None,
    typer.Option("--excluded-site", metavar="HOST", help="Exclude a website and all below it; may be repeated."),
]
MinWords = Annotated[int, typer.Option("--min-words", min=0, help="Fewest words of a text.")]
MaxWords = Annotated[int | None, typer.Option("--max-words", min=0, help="Most words of a text.")]
MinCharacters = Annotated[int, typer.Option("--min-characters", min=0, help="Fewest characters of a text.")]
MaxCharacters = Annotated[int | None, typer.Option("--max-characters", min=0, help="Most characters of a text.")]
Smoothing = Annotated[
    float | None,
    typer.Option("--smoothing", min=0.001, help="Constant of the word lists; by default one that suits the corpus."),
]
Listed = Annotated[int, typer.Option("--listed", min=1, help="Number of words and websites in the tables.")]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="COLUMN", help="Divide by this column, such as year, date or section; dates by year."),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Another seed gives another choice of rows.")]

ModelName = Annotated[
    str | None, typer.Option("--model", help="Ask this language model: a folder, a Hub name, or a name on a server.")
]
Endpoint = Annotated[
    str | None, typer.Option("--endpoint", metavar="URL", help="OpenAI-compatible server that has the model.")
]
Provider = Annotated[str | None, typer.Option("--provider", help="Inference provider of the Hub, or auto.")]
Temperature = Annotated[
    float, typer.Option("--temperature", min=0, help="With 0, the likeliest answer each time: runs are alike.")
]

ROWS_AT_ONCE = 10_000
LINES_AT_ONCE = 256


def dividing_column(by: str | None, columns: Sequence[str]) -> str | None:
    """Return the column that ``--by`` means: ``year`` is that of the column ``date`` where there is no other.

    Args:
        by: The option.
        columns: Names of the columns.

    Returns:
        A name, or None where nothing divides the rows.

    Example:
        >>> dividing_column("year", ["text", "date"]), dividing_column("year", ["year", "date"])
        ('date', 'year')
    """
    return "date" if by == "year" and "year" not in columns and "date" in columns else by


@dataclass(frozen=True)
class Origin:
    """A source as the options of a command describe it.

    Attributes:
        source: What the user named.
        text_column: Column of text.
        layout: Format of the source.
        split: Split of a source that has several.
        config: Configuration of a source that has several.
        url_lines: Whether lines of text may be addresses.

    Example:
        >>> Origin("posts.jsonl").text_column
        'text'
    """

    source: str
    text_column: str = "text"
    layout: str | None = None
    split: str | None = None
    config: str | None = None
    url_lines: bool = False

    def rows(self, limit: int | None = None) -> Dataset:
        """Open the source.

        Args:
            limit: Read the first rows only, into memory; of a large set on the Hub nothing else is loaded.

        Returns:
            The rows; all of them lie on disk.

        Raises:
            SourceError: See `open_source`.
        """
        opened = open_source(
            self.source,
            self.text_column,
            limit is not None,
            split=self.split,
            config=self.config,
            layout=self.layout,
            url_lines=self.url_lines,
        )
        if isinstance(opened, Dataset):
            return opened
        first = opened.take(limit)
        return Dataset(pa.concat_tables(first.with_format("arrow").iter(ROWS_AT_ONCE)).combine_chunks())

    def tables(self) -> Iterator[pa.Table]:
        """Read the source block by block, lines on standard input as they come.

        Yields:
            Tables of all columns.

        Raises:
            SourceError: See `open_source`; empty standard input is no error, it has no lines.
        """
        if self.source == "-" and self.layout in (None, "text"):
            yield from standard_input_tables(self.text_column)
            return
        opened = open_source(
            self.source, self.text_column, True, split=self.split, config=self.config, layout=self.layout
        )
        yield from opened.with_format("arrow").iter(ROWS_AT_ONCE)

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


def generator_named(
    model: str | None, endpoint: str | None, provider: str | None, temperature: float = 0.0
) -> Generator | None:
    """Return the language model that options name; None where they name none.

    Args:
        model: Folder, name on the Hub, or name at the endpoint.
        endpoint: Address of an OpenAI-compatible server.
        provider: One of the inference providers of the Hub.
        temperature: 0 takes the likeliest token each time.

    Raises:
        GenderfairError: There is an endpoint or a provider and no model.
    """
    if model is None:
        if endpoint is not None or provider is not None:
            raise GenderfairError("--endpoint and --provider need --model: name the model that is to be asked")
        return None
    return build_generator(model, base_url=endpoint, provider=provider, temperature=temperature)
