"""The command ``hf-genderfair``: the names of all commands, each imported when it is called, and how one is run."""

from __future__ import annotations

import gc
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from hf_genderfair import __version__
from hf_genderfair.cli.console import (
    Command,
    close_output,
    end_in_time,
    end_with_one_word,
    one_line_errors,
    show_progress_on_terminals_only,
)

TOGETHER = re.compile(r"(--[\w-]+|hf-genderfair|\|) (?=[^-<|\\\\])")
EXAMPLE_WIDTH = 74
"""Characters of a line of an example: of a terminal of 80, without the indent of the help and the mark at its end."""


class Deferred(TyperCommand):
    """Stands for a command in the list of commands; its callback imports the function that is to be run.

    Example:
        >>> Deferred(name="example").name
        'example'
    """

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Import the command, and read its arguments in place of this one."""
        assert self.callback is not None
        return command_of(str(self.name), self.callback()).make_context(*arguments, **settings)


def function_at(module: str, name: str) -> Callable[[], Callable[..., None]]:
    """Return what imports the function of a command."""
    return lambda: getattr(import_module(module), name)


def command_of(name: str, function: Callable[..., None]) -> Any:
    """Return the command that runs a function."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=Command, help=command_help(function))(function)
    return typer.main.get_command(alone)


def command_help(function: Callable[..., None]) -> str:
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


COMMANDS = {
    "tag": ("tag", "Label texts by the gender of first-person forms."),
    "neutralise": ("first_person", "Put feminine forms into the masculine."),
    "posts": ("first_person", "Cut pages of forums and comments into posts."),
    "dedupe": ("first_person", "Leave out texts that repeat an earlier one."),
    "filter": ("first_person", "Keep what one writer says in the first person."),
    "count": ("first_person", "Count texts, words, websites, years by gender."),
    "challenge": ("first_person", "Make train, dev and test sets of neutral text."),
    "corpus": ("first_person", "Make a corpus by gender: the whole recipe."),
    "publish": ("publish", "Publish a data set on the Hub, and check it."),
    "view": ("view", "Write a page to read the rows in a browser."),
    "columns": ("view", "List the columns that are added, and their meaning."),
    "analyse": ("languages", "Print sentences, parts of speech, morphology, syntax and names."),
    "audit": ("actors", "Measure who is represented in texts."),
    "polarity": ("representation", "Count English words for men and for women."),
    "references": (
        "representation",
        "Find nouns and pronouns, their grammatical gender, and which of them stand for persons.",
    ),
    "actors": ("actors", "Find who appears in texts, acts, is named and quoted."),
    "balance": ("actors", "Leave out rows until there are about as many women as men."),
    "rewrite": ("rewriting", "Rewrite text so that it is fair to all genders."),
    "normalise": ("rewriting", "Write gender-fair forms in one spelling."),
    "biased": ("rewriting", "Write gender-fair text for one gender, as data for training rewriters."),
    "stereotypes": ("stereotypes", "Find sentences that may hold a stereotype, and say how strong it is."),
    "swap": ("counterfactual", "Swap every gendered word of a person to one gender, with all that agrees with it."),
    "counterfactual": (
        "counterfactual",
        "Swap sentences about one group for sentences about another, until the groups are even.",
    ),
    "run": ("scale", "Run a chain of transforms over a source of any size, in shards."),
    "debias": ("stereotypes", "Flag strong stereotypes, and swap sentences until the groups of an attribute are even."),
    "effect": ("effect", "Train models on data before and after a change, and say what differs."),
    "evaluate-model": ("effect", "Ask a language model the questions of benchmarks, and print what the answers say."),
}
"""By the name of a command its module, which is imported when it is called, and the first line of its help."""

WORDLIST = {
    "generate": "Ask a language model for words that name groups, and write them for a person to judge.",
    "review": "Write a page on which a person accepts or rejects the words of a review, each with a reason.",
    "accept": "Turn the accepted words of a review into a word list with its version, source, licence and date.",
    "check": "Check the words of a list or a review, and with a corpus whether more words would matter.",
}
"""The commands of word lists, which are in one module, and the first lines of their help."""


PIPELINES = {"list": ("languages", "Print the embedded pipelines: language, size and licence, and where the card is.")}


def _group(commands: Mapping[str, tuple[str, str]], prefix: str = "", **settings: Any) -> typer.Typer:
    """Return a group of commands: functions of the same name, with the prefix."""
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None, **settings)
    for name, (module, line) in commands.items():
        function = function_at(f"hf_genderfair.cli.{module}", f"{prefix}{name.replace('-', '_')}")
        group.command(name, cls=Deferred, help=line)(function)
    return group


app = _group(COMMANDS, pretty_exceptions_enable=False, add_completion=False)
app.add_typer(_group(PIPELINES, "pipelines_"), name="pipelines", help="List the pipelines that come with the package.")
app.add_typer(
    _group({name: ("representation", line) for name, line in WORDLIST.items()}),
    name="wordlist",
    help="Make word lists of groups with a language model and a person's verdict.",
)


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
