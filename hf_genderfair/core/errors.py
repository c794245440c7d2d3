"""Errors whose message is one line that says what to do next."""

from __future__ import annotations

from typing import ClassVar


class GenderfairError(Exception):
    """Base of all errors of the library; the command line prints the message and exits with 1.

    Attributes:
        in_python: Advice for Python users, in addition to that of the message.
        exit_code: What a command exits with: 1 for what failed, 2 for wrong use.

    Example:
        >>> str(GenderfairError("the column is there: remove it", in_python="or pass overwrite=True"))
        'the column is there: remove it, or pass overwrite=True'
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, *message: object, in_python: str = "") -> None:
        """Hold the message."""
        super().__init__(*message)
        self.in_python = in_python

    def __str__(self) -> str:
        """Return the message with the advice for Python users, in one line."""
        return ", ".join(filter(None, (super().__str__(), self.in_python)))

    def for_commands(self) -> str:
        """Return the message without the advice for Python users."""
        return super().__str__() if self.in_python else str(self)


class ColumnError(GenderfairError):
    """A column is missing, exists already, or has the wrong type."""


class SourceError(GenderfairError):
    """A source cannot be read: no such file, an unknown format, nothing inside."""


class SourceOptionError(SourceError):
    """A source cannot be read with the options given, or needs one.

    Args:
        problem: The problem.
        advice: What to do, with ``{}`` for the option.
        option: Name of the parameter, such as ``text_column``.
        wrong_use: Whether the option itself is wrong, or has no effect on the source.

    Example:
        >>> print(SourceOptionError("posts.csv has no column 'text'", "name it with {}", "text_column"))
        posts.csv has no column 'text': name it with text_column=
    """

    def __init__(self, problem: str, advice: str, option: str, wrong_use: bool = False) -> None:
        """Keep the parts, from which Python and the command line each build a message."""
        super().__init__(problem, advice, option, wrong_use)
        self.problem, self.advice, self.option, self.wrong_use = problem, advice, option, wrong_use

    def __str__(self) -> str:
        return f"{self.problem}: {self.advice.format(f'{self.option}=')}"

    def for_commands(self) -> str:
        """Return the message with the option as a command has it."""
        flag = f"--{self.option.replace('_', '-')}"
        return f"{self.problem}: {self.advice.format(flag)}"


class LexiconError(GenderfairError):
    """A lexicon is missing, damaged, or of another version than the code expects."""


class MissingDependencyError(GenderfairError):
    """An optional package is needed and not installed."""


class OutputError(GenderfairError):
    """A result cannot be written: the disk is full, or something else exists under its name."""


class PipelineError(GenderfairError):
    """A language pipeline is missing, does not fit, or lacks a layer that is needed."""


class PublishError(GenderfairError):
    """A data set could not be published, or what came back is not what was sent."""


class GenerationError(GenderfairError):
    """A language model cannot be loaded or reached, refuses a request, or its cache cannot be used."""


class LicenseError(GenderfairError):
    """A licence is not one that the Hub knows, or has no name."""


class ChainFileError(GenderfairError):
    """A chain file cannot be read, or names a transform or parameter that does not exist.

    What it names are settings, as options are: both are wrong use.
    """

    exit_code = 2


class UntrustedError(ChainFileError):
    """A chain file would run code of others, send texts, or read a place on this machine, and nobody has allowed it."""


class RunError(GenderfairError):
    """A run over shards cannot begin or go on: another run in the folder, a changed source, a process that ended."""
