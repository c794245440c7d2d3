"""The picture of how many group words are enough."""

from __future__ import annotations

from collections.abc import Mapping

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import COLOURS, Figure, canvas, finish
from hf_genderfair.representation.word_convergence import Convergence

# lines differ by their dashes too, not by colour alone
DASHES = ("-", "--", "-.", ":")


def convergence_figure(curves: Mapping[str, Convergence]) -> Figure:
    """Draw demographic representation by the number of words, a line for each attribute (Figure 6 of the paper)."""
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
