"""Figures on actors by year and by text (Urchs 2025, figures 1 to 4 and 8 to 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.actors.estimates import NO_VERDICT
from hf_genderfair.actors.tables import STRATA_COLUMNS
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import (
    FEWEST,
    SHARES_LABEL,
    SHARES_TITLE,
    Figure,
    canvas,
    draw_years,
    enough_to_draw,
    finish,
    histograms_figure,
)
from hf_genderfair.report.report import Cell, Table

KINDS = ("mentions", "actors")

Years = dict[str, list[dict[str, Cell]]]


def years_figure(table: Table) -> Figure:
    """Draw the share of female among female and male by year, a panel for each quantity."""
    # The share of male is its complement. Years with too few texts for a verdict are drawn hollow; missing years leave
    # a gap in the axis.
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
    named = {quantity.replace("_", " "): rows for quantity, rows in years.items()}
    drawn, left_out = enough_to_draw(named, _is_few, "every year has too few texts")
    few = any(_is_few(row) for rows in drawn.values() for row in rows)
    caption = " ".join(
        [
            "Lines: 95 % intervals over texts.",
            *(["Hollow: too few texts for a verdict."] if few else []),
            *(["Texts without a year are left out."] if others else []),
            *([left_out] if left_out else []),
        ]
    )
    return _draw_years(table.title, drawn, _describe_years(table.title, years), caption)


def _is_few(row: dict[str, Cell]) -> bool:
    return row["verdict"] == NO_VERDICT


def _draw_years(title: str, drawn: Mapping[str, Sequence[dict[str, Cell]]], alt: str, caption: str) -> Figure:
    all_years = [int(row["year"] or 0) for rows in drawn.values() for row in rows]
    with canvas(title, 0.3 + 1.7 * len(drawn)) as (figure, ticker):
        panels = figure.subplots(len(drawn), 1, sharex=True, squeeze=False)[:, 0]
        for panel, (quantity, rows) in zip(panels, drawn.items(), strict=True):
            draw_years(panel, ticker, rows, NO_VERDICT)
            number = sum(int(row["female"] or 0) + int(row["male"] or 0) for row in rows)
            panel.set(title=f"{quantity} (n = {number:,})")
            panel.set(xlim=(min(all_years) - 0.7, max(all_years) + 0.7))
        panels[-1].set_xlabel("year")
        figure.supylabel("share of female\namong female and male", fontsize=9)
        return finish(figure, alt, caption)


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
    """Draw the distribution over texts of the share of female among female and male."""
    wanted = [f"{name} by {kind}" for kind in KINDS for name in ("texts", "share of texts")]
    if table.columns[1:] != wanted:
        raise GenderfairError("a figure of the share in each text needs the table of article_shares_table")
    columns = dict(zip(table.columns, zip(*table.rows, strict=True), strict=True))
    if None in columns["share of texts by actors"]:
        raise GenderfairError("a figure of the share in each text needs at least one text with a female or male actor")
    texts = {kind: [sum(int(each or 0) for each in columns[f"texts by {kind}"])] for kind in KINDS}
    enough_to_draw(texts, lambda number: number < FEWEST, f"fewer than {FEWEST} texts have a woman or a man")
    described = []
    for kind in KINDS:
        numbers, shares = columns[f"texts by {kind}"], columns[f"share of texts by {kind}"]
        cells = zip(columns[table.columns[0]], shares, numbers, strict=True)
        listed = ", ".join(f"{name}: {float(share or 0):.1%} ({number:,})" for name, share, number in cells)
        described.append(f"By {kind}: {listed}.")
    alt = f"{table.title}. {' '.join(described)}"
    panels = {
        f"{kind} (n = {texts[kind][0]:,} texts)": [float(share or 0) for share in columns[f"share of texts by {kind}"]]
        for kind in KINDS
    }
    names = list(map(str, columns["share of female"]))
    return histograms_figure(SHARES_TITLE, SHARES_LABEL, names, panels, alt, table.note)
