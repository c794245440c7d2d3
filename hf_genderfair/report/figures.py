"""Figures of a report: PNG images with descriptions for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from types import ModuleType
from typing import Any

from hf_genderfair.core.resources import require
from hf_genderfair.report.report import Cell

# dark enough on white for colour-blind readers; filled and hollow points differ in shape, not only in colour
COLOUR = "#1b5e8c"

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000")
"""Colours that readers with any colour vision tell apart on white (Okabe and Ito 2008)."""


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
    own = {"axes.spines.top": False, "axes.spines.right": False}
    with style.context(["default", own], after_reset=True):
        yield drawing.Figure(figsize=(width, height), layout="constrained"), ticker


def png(figure: Any) -> bytes:
    """Return a matplotlib figure, inside `canvas`, as the content of a PNG file; equal figures give equal bytes."""
    file = BytesIO()
    figure.savefig(file, format="png", dpi=150, metadata={"Software": None})
    return file.getvalue()


def draw_shares(
    axes: Any, years: Sequence[Mapping[str, Cell]], label: str, hollow: bool, intervals: bool = True, **style: Any
) -> None:
    """Draw the share of female by year as points with their intervals.

    Args:
        axes: Axes of matplotlib, of a figure of `canvas`.
        years: Rows with ``year``, ``share of female``, ``low`` and ``high``.
        label: What the points are, for the legend.
        hollow: Draw circles, not discs.
        intervals: Draw the intervals too.
        **style: Further settings of matplotlib's ``errorbar``.
    """
    if not years:
        return
    heights, low, high = ([float(year[name] or 0) for year in years] for name in ("share of female", "low", "high"))
    reach = [
        [max(0.0, height - end) for height, end in zip(heights, low, strict=True)],
        [max(0.0, end - height) for height, end in zip(heights, high, strict=True)],
    ]
    axes.errorbar(
        [int(year["year"] or 0) for year in years],
        heights,
        yerr=reach if intervals else None,
        fmt="o",
        color=COLOUR,
        markerfacecolor="white" if hollow else COLOUR,
        label=label,
        **style,
    )
