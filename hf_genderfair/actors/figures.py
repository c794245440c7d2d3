"""Figures on actors by year and by text (Urchs 2025, figures 1 to 4 and 8 to 10)."""

from __future__ import annotations

from typing import Any

from hf_genderfair.actors.estimates import NO_VERDICT
from hf_genderfair.actors.tables import STRATA_COLUMNS
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import COLOUR, Figure, canvas, draw_shares, png
from hf_genderfair.report.report import Cell, Table

POINTS = {"markersize": 4, "capsize": 2, "linewidth": 1, "clip_on": False, "zorder": 3}
"""How the points of small panels are drawn."""

KINDS = ("mentions", "actors")

Years = dict[str, list[dict[str, Cell]]]


def years_figure(table: Table) -> Figure:
    """Draw the share of female among female and male by year, a panel for each quantity.

    The share of male is its complement. Years with too few texts for a verdict are drawn hollow; missing years leave a
    gap in the axis.

    Args:
        table: One of `hf_genderfair.actors.tables.strata_tables`, counted by a column of dates or years.

    Returns:
        The picture; the same table and the same matplotlib always give the same bytes.

    Raises:
        GenderfairError: The table has other columns, or no year.
        MissingDependencyError: matplotlib is not installed.
    """
    if tuple(table.columns[1:]) != STRATA_COLUMNS:
        raise GenderfairError("a figure by year needs one of the tables of strata_tables")
    years: Years = {}
    others = 0
    for cells in table.rows:
        row = dict(zip(("year", *STRATA_COLUMNS), cells, strict=True))
        found = years.setdefault(str(row["quantity"]), [])
        if not str(row["year"]).isdecimal():
            others += 1
        elif row["share of female"] is not None:
            found.append(row)
    if not any(years.values()):
        raise GenderfairError("a figure by year needs at least one year with an actor: count by a column of dates")
    caption = f"{table.title}. Hollow: no verdict. {table.note}"
    if others:
        caption += " Texts without a year are left out."
    return Figure(_draw_years(years), _describe_years(table.title, years), caption)


def _draw_years(years: Years) -> bytes:
    drawn = {quantity: rows for quantity, rows in years.items() if rows}
    all_years = [int(row["year"] or 0) for rows in drawn.values() for row in rows]
    lines = (len(drawn) + 1) // 2
    with canvas(9, 0.6 + 3 * lines) as (figure, ticker):
        grid = figure.subplots(lines, min(2, len(drawn)), sharex=True, sharey=True, squeeze=False)
        panels = list(grid.flat)
        for panel, (quantity, rows) in zip(panels, drawn.items(), strict=False):
            for hollow, label in ((False, "share with 95 % interval"), (True, "too few texts for a verdict")):
                shown = [row for row in rows if (row["verdict"] == NO_VERDICT) is hollow]
                draw_shares(panel, shown, label, hollow, not hollow, **POINTS)
            panel.axhline(0.5, color="0.5", linewidth=1, linestyle="--")
            panel.set(title=quantity.replace("_", " "), ylim=(0, 1), xlim=(min(all_years) - 0.7, max(all_years) + 0.7))
            panel.xaxis.set_major_locator(ticker.MaxNLocator(6, integer=True, min_n_ticks=1, steps=[1, 2, 5, 10]))
            panel.tick_params(labelbottom=True)
            panel.yaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=0))
        for panel in panels[len(drawn) :]:
            panel.set_visible(False)
        figure.supxlabel("year")
        figure.supylabel("share of female")
        named: dict[str, Any] = {}
        for panel in panels:
            handles, labels = panel.get_legend_handles_labels()
            named.update(zip(labels, handles, strict=True))
        figure.legend(named.values(), named.keys(), loc="outside upper right", ncols=2, frameon=False)
        return png(figure)


def _describe_years(title: str, years: Years) -> str:
    described = [
        f"{quantity.replace('_', ' ')}: {', '.join(map(_describe, rows)) or 'none'}" for quantity, rows in years.items()
    ]
    return f"{title}. {'; '.join(described)}."


def _describe(row: dict[str, Cell]) -> str:
    limits = "" if row["low"] is None else f" ({float(row['low'] or 0):.0%} to {float(row['high'] or 0):.0%})"
    verdict = f", {NO_VERDICT}" if row["verdict"] == NO_VERDICT else ""
    return f"{row['year']} {float(row['share of female'] or 0):.0%}{limits} in {row['n']:,} texts{verdict}"


def article_shares_figure(table: Table) -> Figure:
    """Draw the distribution over texts of the share of female among female and male.

    Args:
        table: What `hf_genderfair.actors.tables.article_shares_table` returned.

    Returns:
        The picture, mentions on the left and actors on the right; the same table and the same matplotlib always give
        the same bytes.

    Raises:
        GenderfairError: The table has other columns, or no text.
        MissingDependencyError: matplotlib is not installed.
    """
    wanted = [f"{name} by {kind}" for kind in KINDS for name in ("texts", "share of texts")]
    if table.columns[1:] != wanted:
        raise GenderfairError("a figure of the share in each text needs the table of article_shares_table")
    columns = dict(zip(table.columns, zip(*table.rows, strict=True), strict=True))
    if None in columns["share of texts by actors"]:
        raise GenderfairError("a figure of the share in each text needs at least one text with a female or male actor")
    described = []
    for kind in KINDS:
        numbers, shares = columns[f"texts by {kind}"], columns[f"share of texts by {kind}"]
        cells = zip(columns[table.columns[0]], shares, numbers, strict=True)
        listed = ", ".join(f"{name}: {float(share or 0):.1%} ({number:,})" for name, share, number in cells)
        described.append(f"By {kind}: {listed}.")
    return Figure(_draw_shares(columns), f"{table.title}. {' '.join(described)}", f"{table.title}. {table.note}")


def _draw_shares(columns: dict[str, tuple[Cell, ...]]) -> bytes:
    with canvas(9, 4) as (figure, ticker):
        names = columns["share of female"]
        for panel, kind in zip(figure.subplots(1, 2, sharey=True), KINDS, strict=True):
            panel.bar(range(len(names)), columns[f"share of texts by {kind}"], color=COLOUR)
            panel.set_xticks(range(len(names)), names, rotation=90)
            panel.set_title(kind)
            panel.yaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=0))
        figure.supxlabel("share of female in one text")
        figure.supylabel("share of texts")
        return png(figure)
