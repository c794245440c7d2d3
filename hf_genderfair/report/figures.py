"""Figures of a report: one style for all, as SVG that follows the page and as PNG, with words for screen readers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO, StringIO
from textwrap import fill
from types import ModuleType
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import require
from hf_genderfair.report.report import Cell, Report, Table
from hf_genderfair.report.sentences import JOIN, by_number, reason_in_words

COLOURS: tuple[str, ...] = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#767676")
"""Colours that readers with any colour vision tell apart on white (Okabe and Ito 2008)."""

COLOUR = COLOURS[0]
WIDTH = 5.2
"""Width of every figure in inches, so that its letters can be read on a page of 420 pixels."""

TITLE_LETTERS = 50
"""Letters of a line of a title."""

NAME_LETTERS = 30
"""Letters of a line of a name beside a bar."""

SHARES_TITLE, SHARES_LABEL = "Share of women among the persons of a text", "share of women in one text"
"""What histograms of `hf_genderfair.core.counts` are called."""

REASONS = 6
"""Reasons that are drawn; the others are drawn as one."""

FEWEST = 30
"""A histogram of fewer texts says nothing of others."""

Point = TypeVar("Point")

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
    """A drawing with its description and caption."""

    png: bytes  # content of a PNG file, on white
    svg: str  # the same as an element of a page, with the colours of its variables
    alt: str  # description of the figure with its numbers, for a screen reader
    caption: str  # what a reader must know to understand it beyond its title; may be empty


class Dot(NamedTuple):
    """A value with its interval, drawn by `draw_dots`."""

    name: str
    value: float
    low: float | None
    high: float | None
    target: tuple[float, float] | None = None  # between which it should be; equal where one value is the target


class TooFewToDrawError(GenderfairError):
    """Every point of a picture is too few to say anything; the message is a sentence for readers."""


def enough_to_draw(
    panels: Mapping[str, Sequence[Point]], too_few: Callable[[Point], bool], why: str
) -> tuple[dict[str, Sequence[Point]], str]:
    """Leave out the panels of a picture in which every point is too few to say anything."""
    drawn = {name: points for name, points in panels.items() if not all(map(too_few, points))}
    if not drawn:
        raise TooFewToDrawError(f"There is no picture: {why}.")
    left = [name for name, points in panels.items() if points and name not in drawn]
    return drawn, f"Not drawn, since {why}: {', '.join(left)}." if left else ""


def draw_table(table: Table, file: str, draw: Callable[[], Figure]) -> tuple[Table, dict[str, Figure]]:
    """Draw what a table says, where it can be drawn."""
    try:
        return table, {file: draw()}
    except TooFewToDrawError as error:
        return replace(table, note=f"{table.note} {error}".strip()), {}
    except GenderfairError:
        return table, {}


def draw_in_report(
    report: Report, name: str, file: str, draw: Callable[[], Figure]
) -> tuple[Report, dict[str, Figure]]:
    """Draw what a table of a report says, as `draw_table` does."""
    tables: list[Table] = []
    figures: dict[str, Figure] = {}
    for table in report.tables:
        if table.name == name:
            table, figures = draw_table(table, file, draw)
        tables.append(table)
    return replace(report, tables=tables), figures


@contextmanager
def canvas(title: str, height: float) -> Iterator[tuple[Any, ModuleType]]:
    """Yield an empty matplotlib figure and ``matplotlib.ticker``, in a style independent of the user's settings."""
    style, drawing, ticker = (require(f"matplotlib.{name}", "plots") for name in ("style", "figure", "ticker"))
    written = fill(title, TITLE_LETTERS)
    with style.context(["default", STYLE], after_reset=True):
        figure = drawing.Figure(figsize=(WIDTH, height + 0.2 * (1 + written.count("\n"))), layout="constrained")
        figure.suptitle(written, x=0.01, ha="left", fontweight="bold")
        yield figure, ticker


def finish(figure: Any, alt: str, caption: str = "") -> Figure:
    """Return what was drawn, inside `canvas`; equal drawings give equal bytes."""
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


def percent_axis(ticker: ModuleType) -> Any:
    """Return what writes the numbers of an axis of shares: as percentages, like all others of a report."""
    return ticker.PercentFormatter(1, symbol=f"{JOIN}%")


def draw_dots(axes: Any, dots: Sequence[Dot]) -> None:
    """Draw values as dots with their intervals, one line each; hollow without interval, a cross or band as target."""
    for index, dot in enumerate(dots):
        known = dot.low is not None and dot.high is not None
        if known:
            axes.plot([dot.low, dot.high], [index, index], color=COLOUR, linewidth=2)
        fill_colour = COLOUR if known else "white"
        axes.plot(dot.value, index, "o", color=COLOUR, markerfacecolor=fill_colour, clip_on=False, zorder=3)
        if dot.target is not None and dot.target[0] == dot.target[1]:
            axes.plot(dot.target[0], index, "x", color=COLOURS[1], markersize=8, markeredgewidth=2, clip_on=False)
        elif dot.target is not None:
            axes.barh(index, dot.target[1] - dot.target[0], left=dot.target[0], height=0.6, color=COLOURS[1], alpha=0.3)
    axes.set_ylim(len(dots) - 0.5, -0.5)
    axes.set_yticks(range(len(dots)), [dot.name for dot in dots])
    axes.grid(axis="x")


def dots_figure(title: str, dots: Sequence[Dot], note: str) -> Figure:
    """Draw shares as dots with their intervals, one line each."""
    if not dots:
        raise GenderfairError("a figure of shares needs at least one share")
    enough_to_draw({title: dots}, lambda dot: dot.low is None, "there are too few texts for intervals")
    listed = ", ".join(f"{dot.name} {dot.value:.1%}{_limits(dot)}" for dot in dots)
    targets = {dot.target[0] == dot.target[1] for dot in dots if dot.target is not None}
    said = ["Hollow: too few cases for a verdict."] if any(dot.low is None for dot in dots) else []
    said += ["A cross: the target."] if True in targets else []
    said += ["A band: the range that was the target.", note] if False in targets else [note]
    with canvas(title, 0.6 + 0.28 * len(dots)) as (figure, ticker):
        axes = figure.subplots()
        draw_dots(axes, dots)
        axes.set(xlim=(0, 1))
        axes.xaxis.set_major_formatter(percent_axis(ticker))
        return finish(figure, f"{title}: {listed}.", " ".join(said))


def _limits(dot: Dot) -> str:
    return "" if dot.low is None or dot.high is None else f" ({dot.low:.1%} to {dot.high:.1%})"


def parts_figure(title: str, parts: Mapping[str, int], note: str = "") -> Figure:
    """Draw into which parts something falls, as bars with their numbers."""
    if not any(parts.values()):
        raise GenderfairError("a figure of parts needs at least one that is not empty")
    names = [fill(name, NAME_LETTERS) for name in parts]
    lines = max(name.count("\n") + 1 for name in names)
    with canvas(title, 0.3 + max(0.28, 0.16 * lines) * len(parts)) as (figure, _):
        axes = figure.subplots()
        bars = axes.barh(range(len(parts)), list(parts.values()), color=COLOUR, height=0.7)
        axes.bar_label(bars, [f"{number:,}" for number in parts.values()], padding=3)
        axes.set_ylim(len(parts) - 0.5, -0.5)
        axes.set_yticks(range(len(parts)), names)
        axes.set_xlim(0, 1.15 * max(parts.values()))
        # the numbers stand beside the bars
        axes.xaxis.set_visible(False)
        axes.spines["bottom"].set_visible(False)
        listed = ", ".join(f"{name} {number:,}" for name, number in parts.items())
        return finish(figure, f"{title}: {listed}.", note)


def draw_parts(file: str, title: str, parts: Mapping[str, int]) -> dict[str, Figure]:
    """Draw into which parts something falls, where it can be drawn."""
    try:
        return {file: parts_figure(title, parts)}
    except GenderfairError:
        return {}


def kept_and_left_out(kept: int, excluded: Mapping[str, int]) -> dict[str, int]:
    """Return how many rows stayed and how many were left out for each reason, to be drawn."""
    reasons = by_number(excluded)
    parts = {"kept": kept} | {f"left out: {reason_in_words(reason)}": number for reason, number in reasons[:REASONS]}
    others = sum(number for _, number in reasons[REASONS:])
    return parts | ({"left out: other reasons": others} if others else {})


def draw_bars(axes: Any, names: Sequence[str], heights: Sequence[float]) -> None:
    """Draw a bar for each name."""
    axes.bar(range(len(names)), heights, color=COLOUR, width=0.85)
    step = max(1, len(names) // 14)
    axes.set_xticks(range(0, len(names), step), list(names)[::step], rotation=90 if len("".join(names)) > 50 else 0)
    axes.grid(axis="y")


def histograms_figure(
    title: str, label: str, classes: Sequence[str], panels: Mapping[str, Sequence[float]], alt: str, caption: str
) -> Figure:
    """Draw the shares of texts that fall into classes, a panel for each name."""
    with canvas(title, 0.6 + 1.5 * len(panels)) as (figure, ticker):
        grid = figure.subplots(len(panels), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for axes, (name, shares) in zip(grid, panels.items(), strict=True):
            draw_bars(axes, classes, shares)
            axes.set_title(name)
            axes.yaxis.set_major_formatter(percent_axis(ticker))
        figure.supxlabel(label, fontsize=9)
        figure.supylabel("share of texts", fontsize=9)
        return finish(figure, alt, caption)


def draw_years(axes: Any, ticker: ModuleType, years: Sequence[Mapping[str, Cell]], no_verdict: str) -> None:
    """Draw the share of female by year as points with their intervals; hollow where there is no verdict."""
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
    axes.yaxis.set_major_formatter(percent_axis(ticker))
