"""Errors whose message is one line that says what to do next."""


class GenderfairError(Exception):
    """Anything the library refuses to do; the command line prints the message and exits with 1.

    Attributes:
        in_python: What can be done beside what the message says by those who write Python.

    Example:
        >>> str(GenderfairError("the column is there: remove it", in_python="or pass overwrite=True"))
        'the column is there: remove it, or pass overwrite=True'
    """

    def __init__(self, *message: object, in_python: str = "") -> None:
        """Hold the message."""
        super().__init__(*message)
        self.in_python = in_python

    def __str__(self) -> str:
        """Return all of it in one line."""
        return ", ".join(filter(None, (super().__str__(), self.in_python)))

    def for_commands(self) -> str:
        """Return the message without what can be done in Python alone."""
        return super().__str__() if self.in_python else str(self)


class ColumnError(GenderfairError):
    """A column is missing, exists already, or has the wrong type."""


class SourceError(GenderfairError):
    """A source cannot be read: no such file, an unknown format, nothing inside."""


class LexiconError(GenderfairError):
    """A lexicon is missing, damaged, or of another version than the code expects."""


class MissingDependencyError(GenderfairError):
    """An optional package is needed and not installed."""


class OutputError(GenderfairError):
    """A result cannot be written: the disk is full, or something stands in its place."""


class PipelineError(GenderfairError):
    """A language pipeline is missing, does not fit, or lacks what is asked of it."""


class PublishError(GenderfairError):
    """A data set could not be published, or what came back is not what was sent."""


class GenerationError(GenderfairError):
    """A language model cannot be loaded or reached, refuses what is asked of it, or its cache cannot be used."""
