"""Figures of a report, as PNG images with a description for those who do not see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from types import ModuleType
from typing import Any

from hf_genderfair.core.resources import require

# Dark enough on white for readers who see colours differently; filled and hollow differ in shape, not only in colour.
COLOUR = "#1b5e8c"


@dataclass(frozen=True)
class Figure:
    """A picture with its words.

    Attributes:
        png: The image file.
        alt: What it shows, for a screen reader.
        caption: What a reader must know to read it.

    Example:
        >>> Figure(b"", "A line that rises.", "Share by year.").alt
        'A line that rises.'
    """

    png: bytes
    alt: str
    caption: str


@contextmanager
def canvas(width: float, height: float) -> Iterator[tuple[Any, ModuleType]]:
    """Give an empty matplotlib figure, and ``matplotlib.ticker``, in a style that no user's settings change.

    Args:
        width: In inches.
        height: In inches.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    style, drawing, ticker = (require(f"matplotlib.{name}", "plots") for name in ("style", "figure", "ticker"))
    with style.context("default", after_reset=True):
        yield drawing.Figure(figsize=(width, height), layout="constrained"), ticker


def png(figure: Any) -> bytes:
    """Return a matplotlib figure as an image file, the same bytes for the same figure.

    Args:
        figure: What was drawn; to be called inside `canvas`.
    """
    file = BytesIO()
    figure.savefig(file, format="png", dpi=150, metadata={"Software": None})
    return file.getvalue()
