"""The command ``hf-genderfair``: one file a command, this one brings them together."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Annotated

import typer

from hf_genderfair import __version__
from hf_genderfair.cli.actors import actors
from hf_genderfair.cli.analyse import analyse
from hf_genderfair.cli.audit import audit
from hf_genderfair.cli.balance import balance
from hf_genderfair.cli.challenge import challenge
from hf_genderfair.cli.columns import columns
from hf_genderfair.cli.console import Command, end_with_one_word, show_progress_on_terminals_only
from hf_genderfair.cli.corpus import corpus
from hf_genderfair.cli.count import count
from hf_genderfair.cli.dedupe import dedupe
from hf_genderfair.cli.filter import filter as filter_texts
from hf_genderfair.cli.neutralise import neutralise
from hf_genderfair.cli.pipelines import list_pipelines, train
from hf_genderfair.cli.polarity import polarity
from hf_genderfair.cli.posts import posts
from hf_genderfair.cli.publish import publish
from hf_genderfair.cli.references import references
from hf_genderfair.cli.rewrite import rewrite
from hf_genderfair.cli.stereotypes import stereotypes
from hf_genderfair.cli.swap import swap
from hf_genderfair.cli.tag import tag
from hf_genderfair.cli.wordlist import accept, check, generate, review

TOGETHER = re.compile(r"(--[\w-]+|hf-genderfair|\|) (?=[^-<|\\\\])")
EXAMPLE_WIDTH = 74
"""Characters of a line of an example: of a terminal of 80, without the indent of the help and the mark at its end."""


def _help(function: Callable[..., None]) -> str:
    """Return a docstring for ``--help``: its examples line by line, broken before an option where they are too long."""
    text, _, examples = inspect.cleandoc(function.__doc__ or "").partition("Examples:\n")
    lines = ["\b", "Examples:", *map(_broken, examples.splitlines())]
    return "\n".join([text, *lines])


def _broken(example: str) -> str:
    """Break a line as a shell takes it; an option stays with its value, a command with its name."""
    joined = TOGETHER.sub("\\1\0", example)
    lines = textwrap.wrap(
        joined, EXAMPLE_WIDTH, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False
    )
    return " \\\n".join(lines).replace("\0", " ")


COMMANDS = (
    tag,
    neutralise,
    posts,
    dedupe,
    filter_texts,
    count,
    challenge,
    corpus,
    publish,
    columns,
    analyse,
    audit,
    polarity,
    references,
    actors,
    balance,
    rewrite,
    stereotypes,
    swap,
)

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)
for command in COMMANDS:
    app.command(command.__name__, cls=Command, help=_help(command))(command)

pipelines = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
pipelines.command("list", cls=Command, help=_help(list_pipelines))(list_pipelines)
pipelines.command("train", cls=Command, help=_help(train))(train)
app.add_typer(pipelines, name="pipelines", help="List or train the pipelines that come with the package.")

wordlist = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
wordlist.command("generate", cls=Command, help=_help(generate))(generate)
wordlist.command("review", cls=Command, help=_help(review))(review)
wordlist.command("accept", cls=Command, help=_help(accept))(accept)
wordlist.command("check", cls=Command, help=_help(check))(check)
app.add_typer(wordlist, name="wordlist", help="Make word lists of groups with a language model and a person's verdict.")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hf-genderfair {__version__}")
        raise typer.Exit()


def genderfair(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Make text corpora fairer to all genders, and prove it.

    Commands read a SOURCE (Hub id, folder, file, or lines on standard input) and print lines, or write with --out a
    data set that load_dataset opens. Exit codes: 0 done, 1 failed, 2 wrong use.

    Examples:
        echo "Wczoraj byłam w kinie." | hf-genderfair tag
        hf-genderfair corpus posts.jsonl --out corpus/
        hf-genderfair publish corpus/ --repo-id me/posts --license cc-by-4.0 --dry-run
    """
    show_progress_on_terminals_only()


app.callback(help=_help(genderfair))(genderfair)


def main() -> None:
    """Run the command line."""
    end_with_one_word()
    app()
