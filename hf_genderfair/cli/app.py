"""The command ``hf-genderfair``: one file a command, this one brings them together."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import Annotated

import typer

from hf_genderfair import __version__
from hf_genderfair.cli.console import (
    close_output,
    end_in_time,
    end_with_one_word,
    one_line_errors,
    show_progress_on_terminals_only,
)
from hf_genderfair.cli.deferred import Deferred, command_help, function_at

COMMANDS = {
    "tag": "Label texts by the gender of first-person forms.",
    "neutralise": "Put feminine forms into the masculine.",
    "posts": "Cut pages of forums and comments into posts.",
    "dedupe": "Leave out texts that repeat an earlier one.",
    "filter": "Keep what one writer says in the first person.",
    "count": "Count texts, words, websites, years by gender.",
    "challenge": "Make train, dev and test sets of neutral text.",
    "corpus": "Make a corpus by gender: the whole recipe.",
    "publish": "Publish a data set on the Hub, and check it.",
    "view": "Write a page to read the rows in a browser.",
    "columns": "List the columns that are added, and their meaning.",
    "analyse": "Print sentences, parts of speech, morphology, syntax and names.",
    "audit": "Measure who is represented in texts.",
    "polarity": "Count English words for men and for women.",
    "references": "Find nouns and pronouns, their grammatical gender, and which of them stand for persons.",
    "actors": "Find who appears in texts, acts, is named and quoted.",
    "balance": "Leave out rows until women and men are equally present.",
    "rewrite": "Rewrite text so that it is fair to all genders.",
    "normalise": "Write gender-fair forms in one spelling.",
    "biased": "Write gender-fair text for one gender, as data for training rewriters.",
    "stereotypes": "Find sentences that may hold a stereotype, and say how strong it is.",
    "swap": "Swap every gendered word of a person to one gender, with all that agrees with it.",
    "counterfactual": "Swap sentences about one group for sentences about another, until the groups are even.",
    "run": "Run a chain of transforms over a source of any size, in shards.",
    "debias": "Flag strong stereotypes, and swap sentences until the groups of an attribute are even.",
}
"""The commands by name, each with the first line of its help: a command is imported when it is called."""

EFFECTS = {
    "effect": "Train models on data before and after a change, and say what differs.",
    "evaluate-model": "Ask a language model the questions of benchmarks, and print what the answers say.",
}

WORDLIST = {
    "generate": "Ask a language model for words that name groups, and write them for a person to judge.",
    "review": "Write a page on which a person accepts or rejects the words of a review, each with a reason.",
    "accept": "Turn the accepted words of a review into a word list with its version, source, licence and date.",
    "check": "Check the words of a list or a review, and with a corpus whether more words would matter.",
}


def _add(group: typer.Typer, commands: Mapping[str, str], module: str | None = None) -> None:
    """Add commands to a group: a function of the same name, in a module of its own or in one that they share."""
    for name, line in commands.items():
        group.command(name, cls=Deferred, help=line)(
            function_at(f"hf_genderfair.cli.{module or name}", name.replace("-", "_"))
        )


app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)
_add(app, COMMANDS)
_add(app, EFFECTS, "effect")

pipelines = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
pipelines.command(
    "list",
    cls=Deferred,
    help="Print the embedded pipelines: language, size and licence, and where the card is.",
)(function_at("hf_genderfair.cli.pipelines", "list_pipelines"))
app.add_typer(pipelines, name="pipelines", help="List the pipelines that come with the package.")

wordlist = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
_add(wordlist, WORDLIST, "wordlist")
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
    data set that load_dataset opens. Exit codes: 0 done, 1 failed, 2 wrong use of options, or in the file of --chain.

    Examples:
        echo "Wczoraj byłam w kinie." | hf-genderfair tag
        hf-genderfair corpus posts.jsonl --out corpus/
        hf-genderfair publish corpus/ --repo-id me/posts --license cc-by-4.0 --dry-run
    """
    show_progress_on_terminals_only()


app.callback(help=command_help(genderfair))(genderfair)


def main() -> None:
    """Run the command line."""
    # word lists are many objects that stay: the collector would look through them again and again
    gc.set_threshold(100_000, 10, 10)
    end_with_one_word()
    try:
        # help and wrong use are said outside of any command
        with one_line_errors():
            app()
    finally:
        close_output()
        end_in_time()
