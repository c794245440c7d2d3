"""Pictures of representation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import COLOURS, Dot, Figure, canvas, draw_dots, finish
from hf_genderfair.representation.word_convergence import Convergence

# lines differ by their dashes too, not by colour alone
DASHES = ("-", "--", "-.", ":")


def shares_figure(title: str, rows: Sequence[Dot], note: str) -> Figure:
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
    said = [*(["A cross: the target."] if any(row.target is not None for row in rows) else []), note]
    if any(row.low is None for row in rows):
        said.insert(0, "Hollow: too few to give an interval.")
    with canvas(title, 0.6 + 0.28 * len(rows)) as (figure, ticker):
        axes = figure.subplots()
        draw_dots(axes, rows)
        axes.set(xlim=(0, 1))
        axes.xaxis.set_major_formatter(ticker.PercentFormatter(1))
        return finish(figure, f"{title}: {listed}.", " ".join(said))


def _limits(row: Dot) -> str:
    return "" if row.low is None or row.high is None else f" ({row.low:.1%} to {row.high:.1%})"


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
    caption = "Distance of the shares from their target, counted by the most frequent words of each group alone."
    if any(curve.converged is not None for curve in drawn.values()):
        caption += f" A dot: from here on no change reaches {thresholds}."
    if any(len(curve.steps) == 1 for curve in drawn.values()):
        caption += " A cross: each group has one word that occurs, or none."
    return _draw(drawn, alt, caption)


def _draw(curves: Mapping[str, Convergence], alt: str, caption: str) -> Figure:
    number = sum(curve.steps[-1].occurrences for curve in curves.values())
    with canvas(f"How many words are enough (n = {number:,} group words)", 2.8) as (figure, ticker):
        axes = figure.subplots()
        for number, (attribute, curve) in enumerate(curves.items()):
            colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
            indices = [step.words for step in curve.steps]
            values = [step.value for step in curve.steps]
            axes.plot(indices, values, dash, color=colour, label=attribute, marker="x" if len(indices) == 1 else None)
            if curve.converged is not None:
                axes.plot(curve.converged, values[curve.converged - 1], "o", color=colour)
        top = max(curve.maximum for curve in curves.values())
        axes.set(ylim=(0, 1.05 * top), xlabel="most frequent words of each group", ylabel="distance from target")
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, min_n_ticks=1))
        figure.legend(loc="outside lower left", ncols=4, frameon=False)
        return finish(figure, alt, caption)


def _describe(attribute: str, curve: Convergence) -> str:
    first, last = curve.steps[0], curve.steps[-1]
    end = f"changes below {curve.threshold:g} from {curve.converged} words on" if curve.converged else "not converged"
    return f"{attribute}: {first.value:.3f} with one word a group, {last.value:.3f} with all {last.words}, {end}."
