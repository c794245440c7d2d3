"""Commands that are imported when they are called, so that none pays for the others."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand

from hf_genderfair.cli.console import Command

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

    def load() -> Callable[..., None]:
        function: Callable[..., None] = getattr(import_module(module), name)
        return function

    return load


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
