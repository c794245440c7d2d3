"""Figures of a report: one style for all, as SVG that follows the page and as PNG, with words for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, StringIO
from textwrap import fill
from types import ModuleType
from typing import Any, NamedTuple
from zlib import crc32

from hf_genderfair.core.resources import require
from hf_genderfair.report.report import Cell

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#767676")
"""Colours that readers with any colour vision tell apart on white (Okabe and Ito 2008)."""

COLOUR = COLOURS[0]
WIDTH = 5.2
"""Width of every figure in inches, so that its letters can be read on a page of 420 pixels."""

TITLE_LETTERS = 50
"""Letters of a line of a title."""

VARIABLES = {
    "#000000": "currentColor",
    "#ffffff": "var(--paper)",
    "#e6e6e6": "var(--line)",
    **{colour: f"var(--series-{number})" for number, colour in enumerate(COLOURS)},
}
"""What the colours of a drawing are in the page, which may be dark."""

STYLE = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "font.size": 9,
    "figure.titlesize": 11,
    "legend.fontsize": 9,
    "grid.color": "#e6e6e6",
    "svg.fonttype": "none",
    "svg.hashsalt": "figure",
    "text.parse_math": False,
}
# what a page does not need: metadata, rules that would hold for all of it, unused ids, fonts other than its own
NEEDLESS = re.compile(
    r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>|(?<=<g) id=\"[^\"]*\"|font-family: [^;\"]*; ",
    re.DOTALL,
)
HEX_COLOUR = re.compile(r"(?<=: )#[0-9a-f]{6}\b")
IDENTIFIER = re.compile(r"(?<=\bid=\")(?=\w)|(?<=href=\"#)|(?<=url\(#)")


@dataclass(frozen=True)
class Figure:
    """A drawing with its description and caption.

    Attributes:
        png: Content of a PNG file, on white.
        svg: The same as an element of a page, with the colours of its variables.
        alt: Description of the figure with its numbers, for a screen reader.
        caption: What a reader must know to understand it beyond its title; may be empty.

    Example:
        >>> Figure(b"", "<svg></svg>", "A line that rises.", "Hollow: no verdict.").alt
        'A line that rises.'
    """

    png: bytes
    svg: str
    alt: str
    caption: str


class Dot(NamedTuple):
    """A value with its interval, drawn by `draw_dots`.

    Attributes:
        name: What it is a value of.
        value: The value.
        low: Lower limit of its interval; None where there is none.
        high: Upper limit.
        target: The value that it should have; None where there is none.

    Example:
        >>> Dot("gender: female", 0.3, 0.25, 0.35, 0.5).target
        0.5
    """

    name: str
    value: float
    low: float | None
    high: float | None
    target: float | None = None


@contextmanager
def canvas(title: str, height: float) -> Iterator[tuple[Any, ModuleType]]:
    """Yield an empty matplotlib figure and ``matplotlib.ticker``, in a style independent of the user's settings.

    Args:
        title: What is shown, with n; it stands above the drawing.
        height: Height below the title in inches.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    style, drawing, ticker = (require(f"matplotlib.{name}", "plots") for name in ("style", "figure", "ticker"))
    written = fill(title, TITLE_LETTERS)
    with style.context(["default", STYLE], after_reset=True):
        figure = drawing.Figure(figsize=(WIDTH, height + 0.2 * (1 + written.count("\n"))), layout="constrained")
        figure.suptitle(written, x=0.01, ha="left", fontweight="bold")
        yield figure, ticker


def finish(figure: Any, alt: str, caption: str = "") -> Figure:
    """Return what was drawn, inside `canvas`; equal drawings give equal bytes.

    Args:
        figure: The matplotlib figure.
        alt: See `Figure`.
        caption: See `Figure`.
    """
    image, text = BytesIO(), StringIO()
    figure.savefig(image, format="png", dpi=180, metadata={"Software": None})
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    return Figure(image.getvalue(), _inline(text.getvalue(), alt), alt, caption)


def _inline(svg: str, alt: str) -> str:
    """Return an SVG file as an element whose colours are those of the page, and whose ids are its own."""
    element = NEEDLESS.sub("", svg[svg.index("<svg") :]).strip()
    element = HEX_COLOUR.sub(lambda match: VARIABLES.get(match[0], match[0]), element)
    element = IDENTIFIER.sub(f"f{crc32(alt.encode()):08x}", element)
    # matplotlib leaves out the colour of black letters and lines, and the page's is not always black
    return element.replace("<svg ", '<svg aria-hidden="true" fill="currentColor" ', 1)


def draw_dots(axes: Any, dots: Sequence[Dot]) -> None:
    """Draw values as dots with their intervals, one line each; hollow without interval, a cross at the target.

    Args:
        axes: Axes of matplotlib, of a figure of `canvas`.
        dots: The values.
    """
    for index, dot in enumerate(dots):
        known = dot.low is not None and dot.high is not None
        if known:
            axes.plot([dot.low, dot.high], [index, index], color=COLOUR, linewidth=2)
        fill_colour = COLOUR if known else "white"
        axes.plot(dot.value, index, "o", color=COLOUR, markerfacecolor=fill_colour, clip_on=False, zorder=3)
        if dot.target is not None:
            axes.plot(dot.target, index, "x", color=COLOURS[1], markersize=8, markeredgewidth=2, clip_on=False)
    axes.set_ylim(len(dots) - 0.5, -0.5)
    axes.set_yticks(range(len(dots)), [dot.name for dot in dots])
    axes.grid(axis="x")


def draw_bars(axes: Any, names: Sequence[str], heights: Sequence[float]) -> None:
    """Draw a bar for each name.

    Args:
        axes: Axes of matplotlib, of a figure of `canvas`.
        names: Names of the bars.
        heights: Their heights.
    """
    axes.bar(range(len(names)), heights, color=COLOUR, width=0.85)
    step = max(1, len(names) // 14)
    axes.set_xticks(range(0, len(names), step), list(names)[::step], rotation=90 if len("".join(names)) > 50 else 0)
    axes.grid(axis="y")


def draw_years(axes: Any, ticker: ModuleType, years: Sequence[Mapping[str, Cell]], no_verdict: str) -> None:
    """Draw the share of female by year as points with their intervals; hollow where there is no verdict.

    Args:
        axes: Axes of matplotlib, of a figure of `canvas`.
        ticker: The module that `canvas` yields.
        years: Rows with ``year``, ``share of female``, ``low``, ``high`` and ``verdict``.
        no_verdict: The verdict of years with too few cases.
    """
    for hollow in (False, True):
        shown = [year for year in years if (year["verdict"] == no_verdict) is hollow]
        if not shown:
            continue
        heights, low, high = ([float(year[name] or 0) for year in shown] for name in ("share of female", "low", "high"))
        reach = [
            [max(0.0, height - end) for height, end in zip(heights, low, strict=True)],
            [max(0.0, end - height) for height, end in zip(heights, high, strict=True)],
        ]
        axes.errorbar(
            [int(year["year"] or 0) for year in shown],
            heights,
            yerr=None if hollow else reach,
            fmt="o",
            color=COLOUR,
            markerfacecolor="white" if hollow else COLOUR,
            markersize=4,
            capsize=2,
            linewidth=1,
            clip_on=False,
            zorder=3,
        )
    axes.axhline(0.5, color=COLOURS[-1], linewidth=1, linestyle="--")
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(6, integer=True, min_n_ticks=1, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=0))
