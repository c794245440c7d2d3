"""The figure of a first-person corpus: the share of female fragments by year."""

from __future__ import annotations

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import Figure, canvas, draw_years, finish
from hf_genderfair.report.report import Cell, Table

NO_VERDICT = "no verdict"
YEAR_COLUMNS = ("year", "n", "share of female", "low", "high", "verdict")


def share_by_year(table: Table) -> Figure:
    """Draw the share of female fragments by year (Figure 1 of the paper).

    Years with too few cases for a verdict are drawn hollow, and missing years leave a gap in the axis.

    Args:
        table: What `years_table` returned.

    Returns:
        The picture; the same table and the same matplotlib always give the same bytes.

    Raises:
        GenderfairError: The table has other columns, or no year.
        MissingDependencyError: matplotlib is not installed.
    """
    missing = [name for name in YEAR_COLUMNS if name not in table.columns]
    if missing:
        raise GenderfairError(f"a figure by year needs a table with the column {missing[0]!r}")
    years = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    years = [year for year in years if year["share of female"] is not None]
    if not years:
        raise GenderfairError("a figure by year needs at least one year: is there a column 'date'?")
    number = sum(int(year["n"] or 0) for year in years)
    with canvas(f"Share of texts with feminine forms by year (n = {number:,})", 2.4) as (figure, ticker):
        axes = figure.subplots()
        draw_years(axes, ticker, years, NO_VERDICT)
        axes.set(xlabel="year", ylabel="share with feminine forms")
        few = any(year["verdict"] == NO_VERDICT for year in years)
        caption = f"Lines: 95 % intervals.{' Hollow: too few cases for a verdict.' if few else ''} {table.note}"
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
