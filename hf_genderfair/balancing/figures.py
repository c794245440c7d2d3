"""Figures of a balanced corpus: share of women by text at each stage, rows left out by year."""

from __future__ import annotations

from math import nan

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import COLOUR, COLOURS, Figure, canvas, png
from hf_genderfair.report.report import Cell, Table

FLAGS = ("subject_object", "direct_indirect", "named_pronoun", "sentiment", "no flag")
COLOUR_OF = dict(zip(FLAGS, (*COLOURS[:4], "#999999"), strict=True))
# lines differ by their markers too, not by colour alone
MARKERS = ("o-", "s--", "^-.", "v:", "x-")
MEASURES = ("mentions", "actors")


def shares_figure(table: Table) -> Figure:
    """Draw the distribution of the share of women by text (Urchs 2025, figures 4 and 6).

    Args:
        table: The table ``balance_shares`` of a `Balance`.

    Returns:
        A line of two histograms for each stage, mentions left and actors right; the same table and the same matplotlib
        always give the same bytes.

    Raises:
        GenderfairError: It is another table.
        MissingDependencyError: matplotlib is not installed.
    """
    cells = _cells(table, ("stage", "measure", "from", "to", "texts", "n", "share"), "balance_shares")
    stages = list(dict.fromkeys(str(cell["stage"]) for cell in cells))
    panels = {
        (stage, measure): [cell for cell in cells if (cell["stage"], cell["measure"]) == (stage, measure)]
        for stage in stages
        for measure in MEASURES
    }
    alt = "Histograms of the share of women by text. " + " ".join(
        _describe(stage, measure, bins) for (stage, measure), bins in panels.items()
    )
    return Figure(_draw_shares(stages, panels), alt, f"{table.title}: mentions left, actors right. {table.note}")


def _describe(stage: str, measure: str, bins: list[dict[str, Cell]]) -> str:
    if not bins or not bins[0]["n"]:
        return f"{stage}, {measure}: no text."
    first, last = (float(each["share"] or 0) for each in (bins[0], bins[-1]))
    return (
        f"{stage}, {measure}: {bins[0]['n']:,} texts, {first:.0%} with less than {float(bins[0]['to'] or 0):.0%}, "
        f"{last:.0%} with {float(bins[-1]['from'] or 0):.0%} or more."
    )


def _draw_shares(stages: list[str], panels: dict[tuple[str, str], list[dict[str, Cell]]]) -> bytes:
    with canvas(8, 2.6 * len(stages)) as (figure, ticker):
        grid = figure.subplots(len(stages), 2, sharex=True, sharey=True, squeeze=False)
        for line, stage in zip(grid, stages, strict=True):
            for axes, measure in zip(line, MEASURES, strict=True):
                for each in panels[stage, measure]:
                    start, end = float(each["from"] or 0), float(each["to"] or 0)
                    axes.bar(
                        start, float(each["share"] or 0), end - start, align="edge", color=COLOUR, edgecolor="white"
                    )
                axes.set_title(f"{measure}, {stage}", fontsize=10)
                axes.xaxis.set_major_formatter(ticker.PercentFormatter(1))
                axes.yaxis.set_major_formatter(ticker.PercentFormatter(1))
        figure.supxlabel("share of women in a text", fontsize=10)
        figure.supylabel("share of texts", fontsize=10)
        return png(figure)


def removals_figure(table: Table) -> Figure:
    """Draw the number of rows left out by year and flag (Urchs 2025, figures 5 and 7).

    Args:
        table: What `removal_table` returned.

    Returns:
        Above, the rows that were left out; below, the share of them on which each flag fired. A row can have several.

    Raises:
        GenderfairError: It is another table, or nothing was left out.
        MissingDependencyError: matplotlib is not installed.
    """
    cells = _cells(table, ("rows", "left out", "no flag"), "balance_removals")
    if not any(cell["left out"] for cell in cells):
        raise GenderfairError("a figure of removals needs at least one row that was left out")
    by = table.columns[0]
    flags = [flag for flag in FLAGS if flag in table.columns]
    out = sum(int(cell["left out"] or 0) for cell in cells)
    listed = ", ".join(f"{flag} {sum(int(cell[flag] or 0) for cell in cells) / out:.1%}" for flag in flags)
    most = max(cells, key=lambda cell: int(cell["left out"] or 0))
    alt = f"{table.title}: {out:,} in all, most in {most[by]} ({most['left out']:,}). Flags on them: {listed}."
    return Figure(_draw_removals(cells, by, flags), alt, f"{table.title}. {table.note}")


def _draw_removals(cells: list[dict[str, Cell]], by: str, flags: list[str]) -> bytes:
    with canvas(8, 6) as (figure, ticker):
        above, below = figure.subplots(2, 1, sharex=True)
        positions = range(len(cells))
        left = [int(cell["left out"] or 0) for cell in cells]
        above.bar(positions, left, color=COLOUR)
        above.set_ylabel("rows left out")
        for number, flag in enumerate(flags):
            fired = [int(cell[flag] or 0) for cell in cells]
            heights = [count / total if total else nan for count, total in zip(fired, left, strict=True)]
            below.plot(
                positions, heights, MARKERS[number], color=COLOUR_OF[flag], label=flag, markersize=4, linewidth=1
            )
        below.set(ylim=(0, 1), ylabel="share of rows left out", xlabel=by)
        below.yaxis.set_major_formatter(ticker.PercentFormatter(1))
        step = max(1, len(cells) // 12)
        below.set_xticks(list(positions)[::step], [str(cell[by]) for cell in cells][::step])
        figure.legend(loc="outside upper right", ncols=len(flags), frameon=False)
        return png(figure)


def _cells(table: Table, needed: tuple[str, ...], name: str) -> list[dict[str, Cell]]:
    missing = [column for column in needed if column not in table.columns]
    if missing:
        raise GenderfairError(f"this figure needs the table {name!r}, with the column {missing[0]!r}")
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]
