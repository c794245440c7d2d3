"""The figure of a first-person corpus: the share of female fragments by year."""

from __future__ import annotations

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import Figure, canvas, draw_shares, png
from hf_genderfair.report.report import Cell, Table

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
    return Figure(_draw(years), _describe(years), f"{table.title}. Hollow: no verdict. {table.note}")


def _draw(years: list[dict[str, Cell]]) -> bytes:
    with canvas(8, 4.5) as (figure, ticker):
        axes = figure.subplots()
        for hollow, label in ((False, "share with 95 % interval"), (True, "too few cases for a verdict")):
            shown = [year for year in years if (year["verdict"] == "no verdict") is hollow]
            draw_shares(axes, shown, label, hollow, capsize=3)
        axes.axhline(0.5, color="0.5", linewidth=1, linestyle="--")
        axes.set(ylim=(0, 1), xlabel="year", ylabel="share of female fragments")
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, min_n_ticks=1))
        axes.yaxis.set_major_formatter(ticker.PercentFormatter(1))
        figure.legend(loc="outside upper right", ncols=2, frameon=False)
        return png(figure)


def _describe(years: list[dict[str, Cell]]) -> str:
    first, last = years[0]["year"], years[-1]["year"]
    values = ", ".join(
        f"{year['year']}: {float(year['share of female'] or 0):.0%} of {year['n']:,}"
        + (" (no verdict)" if year["verdict"] == "no verdict" else "")
        for year in years
    )
    period = f"from {first} to {last}" if len(years) > 1 else f"in {first}"
    return f"Share of female fragments by year {period}. {values}."
