"""Pictures of representation."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import require
from hf_genderfair.report.figures import Figure
from hf_genderfair.representation.convergence import Convergence

# Colours that readers with any colour vision tell apart on white (Okabe and Ito 2008); the dashes differ too.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000")
DASHES = ("-", "--", "-.", ":")


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
    return Figure(_draw(drawn), alt, caption)


def _draw(curves: Mapping[str, Convergence]) -> bytes:
    style = require("matplotlib.style", "plots")
    canvas = require("matplotlib.figure", "plots")
    ticker = require("matplotlib.ticker", "plots")
    with style.context("default", after_reset=True):
        figure = canvas.Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.subplots()
        for number, (attribute, curve) in enumerate(curves.items()):
            colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
            places = [step.words for step in curve.steps]
            values = [step.value for step in curve.steps]
            axes.plot(places, values, dash, color=colour, label=attribute, marker="." if len(places) == 1 else None)
            if curve.converged is not None:
                axes.plot(curve.converged, values[curve.converged - 1], "o", color=colour)
        top = max(curve.maximum for curve in curves.values())
        axes.set(ylim=(0, top), xlabel="most frequent words of each group", ylabel="demographic representation")
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, min_n_ticks=1))
        axes.spines[["top", "right"]].set_visible(False)
        figure.legend(loc="outside upper right", ncols=len(curves), frameon=False)
        file = BytesIO()
        figure.savefig(file, format="png", dpi=150, metadata={"Software": None})
    return file.getvalue()


def _describe(attribute: str, curve: Convergence) -> str:
    first, last = curve.steps[0], curve.steps[-1]
    end = f"changes below {curve.threshold:g} from {curve.converged} words on" if curve.converged else "not converged"
    return f"{attribute}: {first.value:.3f} with one word a group, {last.value:.3f} with all {last.words}, {end}."
