"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hf_genderfair.cli.languages import language_option
from hf_genderfair.core.errors import ColumnError, GenderfairError, LicenseError
from hf_genderfair.hub.licenses import check_license
from hf_genderfair.hub.lines import PROBLEM

if TYPE_CHECKING:
    from hf_genderfair.first_person.reasons import FragmentReasons
    from hf_genderfair.first_person.tagger import FirstPerson
    from hf_genderfair.generation.generator import Generator

UrlLines = Annotated[
    bool, typer.Option("--url-lines", help="In text, a line that is only an address is the url of the lines after it.")
]

Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Read only the first rows, without the rest.")]

JsonLines = Annotated[bool, typer.Option("--jsonl", help="Print one JSON object for each text.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write a data set with report and card there.")]
RequiredOut = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write: data, report and card.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a data set that stands in the folder.")]
Title = Annotated[str | None, typer.Option("--title", help="Title of report and card.")]
LangColumn = Annotated[
    str | None,
    typer.Option(
        "--lang-column",
        metavar="COLUMN",
        help="Column that names the language of each row: rows of other languages are left as they are.",
    ),
]
PipelineName = Annotated[
    str | None,
    typer.Option("--pipeline", metavar="NAME", help="An installed spaCy pipeline or a folder, instead of our own."),
]


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


@dataclass(frozen=True)
class Output:
    """Where a command that prints lines writes, and what.

    Example:
        >>> Output().out is None
        True
    """

    jsonl: JsonLines = False
    out: Out = None
    license: License = None
    num_proc: NumProc = None
    overwrite: Overwrite = False
    as_json: AsJson = False


@dataclass(frozen=True)
class Folder:
    """The folder that a command writes.

    Example:
        >>> Folder(Path("corpus")).overwrite
        False
    """

    out: RequiredOut
    title: Title = None
    license: License = None
    num_proc: NumProc = None
    overwrite: Overwrite = False
    as_json: AsJson = False


@dataclass(frozen=True)
class FirstPersonOptions:
    """How first-person forms are found.

    Example:
        >>> FirstPersonOptions(count_quoted=True).tagger("body").quoted
        'count'
    """

    lang: Annotated[str, language_option(("pl",))] = "pl"
    context: Annotated[
        Literal["none", "adjacent", "window"],
        typer.Option("--context", help="Single words; auxiliaries beside their word; or the whole clause."),
    ] = "window"
    diacritics: Annotated[
        Literal["auto", "required", "optional"],
        typer.Option(
            "--diacritics",
            help="'auto' reads texts that hardly use them as if they did (zrobilam), and misspelt words; "
            "'required' does not; 'optional' reads every text so.",
        ),
    ] = "auto"
    count_quoted: Annotated[
        bool, typer.Option("--count-quoted", help="Let quotations and other persons' speech decide labels too.")
    ] = False

    def tagger(self, text_column: str) -> FirstPerson:
        """Return the transform that finds them."""
        from hf_genderfair.first_person.tagger import FirstPerson

        return FirstPerson(
            self.lang, text_column, self.context, "count" if self.count_quoted else "mark", self.diacritics
        )


@dataclass(frozen=True)
class TextLimits:
    """Which texts are left out.

    Example:
        >>> TextLimits(min_words=3).reasons("body").min_words
        3
    """

    min_words: Annotated[int, typer.Option("--min-words", min=0, help="Fewest words of a text.")] = 2
    max_words: Annotated[int | None, typer.Option("--max-words", min=0, help="Most words of a text.")] = None
    min_characters: Annotated[int, typer.Option("--min-characters", min=0, help="Fewest characters of a text.")] = 0
    max_characters: Annotated[
        int | None, typer.Option("--max-characters", min=0, help="Most characters of a text.")
    ] = None
    excluded_site: Annotated[
        list[str] | None,
        typer.Option("--excluded-site", metavar="HOST", help="Exclude a website and all below it; may be repeated."),
    ] = None

    def reasons(self, text_column: str) -> FragmentReasons:
        """Return the transform that finds reasons to leave texts out."""
        from hf_genderfair.first_person.reasons import FragmentReasons

        return FragmentReasons(
            self.min_words,
            self.max_words,
            self.min_characters,
            self.max_characters,
            tuple(self.excluded_site or ()),
            text_column=text_column,
        )


@dataclass(frozen=True)
class Statistics:
    """How words and websites are counted by gender.

    Example:
        >>> Statistics().listed
        15
    """

    smoothing: Annotated[
        float | None,
        typer.Option(
            "--smoothing", min=0.001, max=1e6, help="Constant of the word lists; by default one that suits the corpus."
        ),
    ] = None
    listed: Annotated[int, typer.Option("--listed", min=1, help="Number of words and websites in the tables.")] = 15


@dataclass(frozen=True)
class LanguageModel:
    """A language model that is asked in place of rules.

    Example:
        >>> LanguageModel().generator() is None
        True
    """

    model: ModelName = None
    endpoint: Endpoint = None
    provider: Provider = None
    temperature: Temperature = 0.0

    def generator(self) -> Generator | None:
        """Return the model; None where none is named."""
        if self.model is None:
            if self.endpoint is not None or self.provider is not None:
                raise GenderfairError("--endpoint and --provider need --model: name the model that is to be asked")
            return None
        from hf_genderfair.generation.build import build_generator

        return build_generator(self.model, base_url=self.endpoint, provider=self.provider, temperature=self.temperature)


def dividing_column(by: str | None, columns: Sequence[str]) -> str | None:
    """Return the column that ``--by`` means: ``year`` is that of the column ``date`` where there is no other."""
    if by == "year" and "year" not in columns and "date" in columns:
        return "date"
    if by is not None and by not in columns:
        there = ", ".join(repr(name) for name in columns if name != PROBLEM)
        raise ColumnError(f"no column {by!r}, but {there}: name one of them with --by")
    return by
