"""Print for a person: no text of a source may move the cursor of a terminal, or turn letters around."""

from __future__ import annotations

import re
import sys
from typing import Any

import typer

from hf_genderfair.core.errors import OutputError

UNSEEN = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")
"""Control characters but tab and line break, signs that turn the direction of letters, halves of surrogate pairs."""


def visible(text: str) -> str:
    """Write what a terminal would obey as JSON would escape it."""
    return UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(text: str | bytes, err: bool = False, nl: bool = True) -> None:
    """Print text; on standard error and on a terminal what it would obey is escaped."""
    written = text.decode() if isinstance(text, bytes) else text
    if err:
        typer.echo(visible(written), err=True, nl=nl)
    else:
        send(f"{written}\n" if nl else written)


def send(block: Any) -> None:
    """Write text or bytes in UTF-8 to standard output at once, whatever the locale; see `say`."""
    if sys.stdout.isatty():
        block = visible(block if isinstance(block, str) else bytes(block).decode("utf-8", "replace"))
    if isinstance(block, str):
        block = block.encode("utf-8", "backslashreplace")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror}") from error
