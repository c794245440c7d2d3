"""Pictures of representation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import COLOURS, Figure, canvas, png
from hf_genderfair.representation.word_convergence import Convergence

# lines differ by their dashes too, not by colour alone
DASHES = ("-", "--", "-.", ":")


class Interval(NamedTuple):
    """One row of `shares_figure`.

    Attributes:
        name: The group or quantity of the share.
        value: The share, 0 to 1.
        low: Lower limit of its interval; None where there is none.
        high: Upper limit.
        target: The target share; None where there is none.

    Example:
        >>> Interval("gender: female", 0.3, 0.25, 0.35, 0.5).target
        0.5
    """

    name: str
    value: float
    low: float | None
    high: float | None
    target: float | None


def shares_figure(title: str, rows: Sequence[Interval], note: str) -> Figure:
    """Draw shares as dots with their intervals, one line each.

    Args:
        title: What is shown.
        rows: The shares; without an interval the dot is hollow.
        note: Explanation below the picture.

    Returns:
        The picture; the same rows and the same matplotlib always give the same bytes.

    Raises:
        GenderfairError: There is no share.
        MissingDependencyError: matplotlib is not installed.
    """
    if not rows:
        raise GenderfairError("a figure of shares needs at least one share")
    listed = ", ".join(f"{row.name} {row.value:.1%}{_limits(row)}" for row in rows)
    return Figure(_draw_shares(rows), f"{title}: {listed}.", f"{title}. {note}")


def _limits(row: Interval) -> str:
    return "" if row.low is None or row.high is None else f" ({row.low:.1%} to {row.high:.1%})"


def _draw_shares(rows: Sequence[Interval]) -> bytes:
    with canvas(8, 1 + 0.4 * len(rows)) as (figure, ticker):
        axes = figure.subplots()
        for index, row in enumerate(rows):
            known = row.low is not None and row.high is not None
            if row.low is not None and row.high is not None:
                axes.plot([row.low, row.high], [index, index], color=COLOURS[0], linewidth=2)
            fill = COLOURS[0] if known else "white"
            axes.plot(row.value, index, "o", color=COLOURS[0], markerfacecolor=fill, clip_on=False, zorder=3)
            if row.target is not None:
                axes.plot(row.target, index, "x", color=COLOURS[1], markersize=8, clip_on=False)
        axes.set(xlim=(0, 1), ylim=(len(rows) - 0.5, -0.5), xlabel="share")
        axes.set_yticks(range(len(rows)), [row.name for row in rows])
        axes.xaxis.set_major_formatter(ticker.PercentFormatter(1))
        axes.grid(axis="x", color="0.9")
        axes.set_axisbelow(True)
        return png(figure)


def convergence_figure(curves: Mapping[str, Convergence]) -> Figure:
    """Draw demographic representation by the number of words, a line for each attribute (Figure 6 of the paper).

    Args:
        curves: What `convergence` returned, by attribute; those without a word are left out.

    Returns:
        The picture; a dot marks where a line has converged. The same curves and the same matplotlib always give the
        same bytes.

    Raises:
        GenderfairError: No word occurs.
        MissingDependencyError: matplotlib is not installed.
    """
    drawn = {attribute: curve for attribute, curve in curves.items() if curve.steps}
    if not drawn:
        raise GenderfairError("a figure of convergence needs at least one group word: none of them occurs")
    alt = "Demographic representation by number of words. " + " ".join(
        _describe(attribute, curve) for attribute, curve in drawn.items()
    )
    thresholds = ", ".join(f"{threshold:g}" for threshold in sorted({curve.threshold for curve in drawn.values()}))
    caption = (
        "Demographic representation by the most frequent words of each group, for growing numbers of words a group. "
        f"The dot marks from how many words on no change reaches {thresholds}."
    )
    if any(len(curve.steps) == 1 for curve in drawn.values()):
        caption += " A cross: each group has one word that occurs, or none."
    return Figure(_draw(drawn), alt, caption)


def _draw(curves: Mapping[str, Convergence]) -> bytes:
    with canvas(8, 4.5) as (figure, ticker):
        axes = figure.subplots()
        for number, (attribute, curve) in enumerate(curves.items()):
            colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
            indices = [step.words for step in curve.steps]
            values = [step.value for step in curve.steps]
            axes.plot(indices, values, dash, color=colour, label=attribute, marker="x" if len(indices) == 1 else None)
            if curve.converged is not None:
                axes.plot(curve.converged, values[curve.converged - 1], "o", color=colour)
        top = max(curve.maximum for curve in curves.values())
        axes.set(ylim=(0, 1.05 * top), xlabel="most frequent words of each group", ylabel="demographic representation")
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, min_n_ticks=1))
        figure.legend(loc="outside upper right", ncols=len(curves), frameon=False)
        return png(figure)


def _describe(attribute: str, curve: Convergence) -> str:
    first, last = curve.steps[0], curve.steps[-1]
    end = f"changes below {curve.threshold:g} from {curve.converged} words on" if curve.converged else "not converged"
    return f"{attribute}: {first.value:.3f} with one word a group, {last.value:.3f} with all {last.words}, {end}."
