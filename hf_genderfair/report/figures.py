"""Figures of a report: PNG images with descriptions for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from types import ModuleType
from typing import Any

from hf_genderfair.core.resources import require

# dark enough on white for colour-blind readers; filled and hollow points differ in shape, not only in colour
COLOUR = "#1b5e8c"


@dataclass(frozen=True)
class Figure:
    """An image with its description and caption.

    Attributes:
        png: Content of the PNG file.
        alt: Description of the image, for a screen reader.
        caption: What a reader must know to understand it.

    Example:
        >>> Figure(b"", "A line that rises.", "Share by year.").alt
        'A line that rises.'
    """

    png: bytes
    alt: str
    caption: str


@contextmanager
def canvas(width: float, height: float) -> Iterator[tuple[Any, ModuleType]]:
    """Yield an empty matplotlib figure and ``matplotlib.ticker``, in a style independent of the user's settings.

    Args:
        width: Width in inches.
        height: Height in inches.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    style, drawing, ticker = (require(f"matplotlib.{name}", "plots") for name in ("style", "figure", "ticker"))
    with style.context("default", after_reset=True):
        yield drawing.Figure(figsize=(width, height), layout="constrained"), ticker


def png(figure: Any) -> bytes:
    """Return a matplotlib figure, inside `canvas`, as the content of a PNG file; equal figures give equal bytes."""
    file = BytesIO()
    figure.savefig(file, format="png", dpi=150, metadata={"Software": None})
    return file.getvalue()
