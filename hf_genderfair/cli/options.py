"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hf_genderfair.cli.languages import language_option
from hf_genderfair.core.errors import ColumnError, GenderfairError, LicenseError
from hf_genderfair.hub.licenses import check_license
from hf_genderfair.hub.lines import PROBLEM

if TYPE_CHECKING:
    from hf_genderfair.generation.generator import Generator

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

UrlLines = Annotated[
    bool, typer.Option("--url-lines", help="In text, a line that is only an address is the url of the lines after it.")
]

Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Read only the first rows, without the rest.")]

JsonLines = Annotated[bool, typer.Option("--jsonl", help="Print one JSON object for each text.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write a data set with report and card there.")]
RequiredOut = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write: data, report and card.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a data set that stands in the folder.")]


def _known_license(license: str | None) -> str | None:
    try:
        return None if license is None else check_license(license)
    except LicenseError as error:
        raise typer.BadParameter(str(error)) from error


License = Annotated[
    str | None,
    typer.Option(
        "--license", callback=_known_license, help="Licence of the texts as the Hub spells it, such as cc-by-4.0."
    ),
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
    typer.Option(
        "--smoothing", min=0.001, max=1e6, help="Constant of the word lists; by default one that suits the corpus."
    ),
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
    float, typer.Option("--temperature", min=0, max=100, help="With 0, the likeliest answer each time: runs are alike.")
]


def dividing_column(by: str | None, columns: Sequence[str]) -> str | None:
    """Return the column that ``--by`` means: ``year`` is that of the column ``date`` where there is no other.

    Args:
        by: The option.
        columns: Names of the columns of the source.

    Returns:
        A name, or None where nothing divides the rows.

    Raises:
        ColumnError: There is no such column; the message lists those that there are.

    Example:
        >>> dividing_column("year", ["text", "date"]), dividing_column("year", ["year", "date"])
        ('date', 'year')
    """
    if by == "year" and "year" not in columns and "date" in columns:
        return "date"
    if by is not None and by not in columns:
        there = ", ".join(repr(name) for name in columns if name != PROBLEM)
        raise ColumnError(f"no column {by!r}, but {there}: name one of them with --by")
    return by


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
    from hf_genderfair.generation.build import build_generator

    return build_generator(model, base_url=endpoint, provider=provider, temperature=temperature)
