"""The figures of a first-person corpus: the share of texts with feminine forms, by year or of all texts."""

from __future__ import annotations

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.languages.types import BINARY_GENDERS
from hf_genderfair.report.figures import FEWEST, Dot, Figure, canvas, dots_figure, draw_years, enough_to_draw, finish
from hf_genderfair.report.report import Cell, Table

NO_VERDICT = "no verdict"
FORMS = {"female": "feminine", "male": "masculine"}
YEAR_COLUMNS = ("year", "n", "share of female", "low", "high", "verdict")


def share_by_year(table: Table) -> Figure:
    """Draw the share of female fragments by year (Figure 1 of the paper)."""
    # Years with too few cases for a verdict are drawn hollow, and missing years leave a gap in the axis.
    missing = [name for name in YEAR_COLUMNS if name not in table.columns]
    if missing:
        raise GenderfairError(f"a figure by year needs a table with the column {missing[0]!r}")
    years = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    years = [year for year in years if year["share of female"] is not None]
    if not years:
        raise GenderfairError("a figure by year needs at least one year: is there a column 'date'?")
    enough_to_draw({"years": years}, lambda year: year["verdict"] == NO_VERDICT, "every year has too few texts")
    number = sum(int(year["n"] or 0) for year in years)
    with canvas(f"Texts with feminine forms by year (n = {number:,})", 2.4) as (figure, ticker):
        axes = figure.subplots()
        draw_years(axes, ticker, years, NO_VERDICT)
        axes.set(xlabel="year", ylabel="share with feminine forms")
        few = any(year["verdict"] == NO_VERDICT for year in years)
        caption = f"Lines: 95 % intervals.{' Hollow: too few cases for a verdict.' if few else ''}"
        return finish(figure, _describe(years), caption)


def _describe(years: list[dict[str, Cell]]) -> str:
    first, last = years[0]["year"], years[-1]["year"]
    values = ", ".join(
        f"{year['year']}: {float(year['share of female'] or 0):.0%} of {year['n']:,}"
        + (" (no verdict)" if year["verdict"] == NO_VERDICT else "")
        for year in years
    )
    period = f"from {first} to {last}" if len(years) > 1 else f"in {first}"
    return f"Share of female fragments by year {period}. {values}."


def share_of_all(table: Table) -> Figure:
    """Draw the shares of texts with feminine and with masculine forms, of all years."""
    found = {str(row[0]): dict(zip(table.columns, row, strict=True)) for row in table.rows}
    number = sum(int(found[gender]["fragments"] or 0) for gender in BINARY_GENDERS)
    dots = []
    for gender in BINARY_GENDERS:
        value, low, high = (float(found[gender][name] or 0) for name in ("share", "low", "high"))
        limits = (low, high) if number >= FEWEST else (None, None)
        dots.append(Dot(f"{FORMS[gender]} forms", value, *limits))
    return dots_figure(f"Texts by their first-person forms (n = {number:,})", dots, "Lines: 95 % intervals.")
