"""Errors whose message is one line that says what to do next."""


class GenderfairError(Exception):
    """Anything the library refuses to do; the command line prints the message and exits with 1."""


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


class LicenseError(GenderfairError):
    """A licence is not one that the Hub knows, or has no name."""
