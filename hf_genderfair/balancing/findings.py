"""The part of a report on a balanced corpus: tables, figures, and the number of rows for each reason."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from hf_genderfair.balancing.corpus import REASON, STEP, Balance
from hf_genderfair.balancing.figures import removals_figure, shares_figure
from hf_genderfair.balancing.tables import removal_table
from hf_genderfair.report.figures import Figure, draw_table
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.report.sentences import counted, percent

DRAWN = {"balance_shares": shares_figure, "balance_removals": removals_figure}
"""What draws a table, by its name."""


class BalanceFindings(NamedTuple):
    """The part of a report on a balance.

    Attributes:
        tables: Strata, ratios, histograms, trajectory, and removals by the column that divides the corpus.
        figures: Figures by file name; empty where matplotlib is not installed.
        excluded: Number of rows left out by step and reason.
        answers: What the figures say, a sentence each.

    Example:
        >>> BalanceFindings([], {}, {"corpus level: only men": 3}, []).excluded
        {'corpus level: only men': 3}
    """

    tables: list[Table]
    figures: dict[str, Figure]
    excluded: dict[str, int]
    answers: list[str]


def balance_findings(balance: Balance, by: str | None = None) -> BalanceFindings:
    """Describe a balance."""
    tables = list(balance.tables)
    if by is not None:
        tables.append(removal_table(balance.kept, balance.excluded, by))
    figures: dict[str, Figure] = {}
    for place, table in enumerate(tables):
        if table.name in DRAWN:
            tables[place], picture = draw_table(table, f"{table.name}.png", partial(DRAWN[table.name], table))
            figures |= picture
    excluded: dict[str, int] = {}
    for step, reason in zip(balance.excluded[STEP][:], balance.excluded[REASON][:], strict=True):
        name = f"{step}: {reason}"
        excluded[name] = excluded.get(name, 0) + 1
    return BalanceFindings(tables, figures, dict(sorted(excluded.items())), balance_answers(balance))


def balance_answers(balance: Balance) -> list[str]:
    """Say how many women there are to 100 men before and after, and what was left out for it."""
    out, rows = len(balance.excluded), len(balance.kept) + len(balance.excluded)
    ratios = balance.table("balance_ratios")
    values = [row[ratios.columns.index("women : men")] for row in ratios.rows]
    # mentions and actors of the first stage, and of the last
    was, now = values[1], values[-1]
    low, high = (round(100 * float(bound)) for bound in balance.bounds)
    if now is None:
        return ["No text has a man among its actors: there is nothing to balance."]
    there = f"there are {_to_100(now)} women to 100 men among the actors, and {_to_100(values[-2])} among the mentions"
    before = f"; it was {_to_100(was)} and {_to_100(values[0])}" if out else ""
    reached = "within" if balance.reached else "outside"
    left = (
        f"{counted(out, 'text')} of {rows:,} ({percent(out / rows)}) {'was' if out == 1 else 'were'} left out"
        if out
        else "Nothing was left out"
    )
    return [f"Now {there}{before}: {reached} the range from {low} to {high} that was asked for.", f"{left}."]


def _to_100(ratio: Cell) -> str:
    return "an unknown number of" if ratio is None else f"{100 * float(ratio):.0f}"
