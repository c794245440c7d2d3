"""Whether a file of the source has changed since a run began to read it."""

from __future__ import annotations

from pathlib import Path

from hf_genderfair.core.errors import SourceError


def stamp(path: str) -> tuple[int, int]:
    """Return size and time of change of a file."""
    try:
        status = Path(path).stat()
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    return status.st_size, status.st_mtime_ns


def changed(name: str) -> str:
    """Return the message that a file has changed."""
    return f"{name} has changed while it was read: let nothing write to it, and begin anew in another folder"
