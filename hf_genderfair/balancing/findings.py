"""What a report says of a balanced corpus: tables, pictures, and the number of rows for each reason."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from hf_genderfair.balancing.corpus import REASON, STEP, Balance
from hf_genderfair.balancing.figures import removals_figure, shares_figure
from hf_genderfair.balancing.tables import removal_table
from hf_genderfair.core.errors import GenderfairError, MissingDependencyError
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Table

BALANCE_LIMITS = (
    "Even numbers of women and men are no proof of even treatment: how they are spoken of can differ as before.",
    "Leaving out texts about men alone also leaves out what is reported about places where only men are; the corpus "
    "no longer says how often that is.",
    "The ratios are as exact as the analysis of actors: mentions that it misses, or gives to the wrong actor, are in "
    "no ratio. Actors of unknown gender are in neither ratio.",
)


class BalanceFindings(NamedTuple):
    """What a report says of a balance.

    Attributes:
        tables: Strata, ratios, histograms, trajectory, and removals by the column that divides the corpus.
        figures: Pictures by file name; none where matplotlib is not installed.
        excluded: Number of rows left out by step and reason.

    Example:
        >>> BalanceFindings([], {}, {"corpus level: only men": 3}).excluded
        {'corpus level: only men': 3}
    """

    tables: list[Table]
    figures: dict[str, Figure]
    excluded: dict[str, int]


def balance_findings(balance: Balance, by: str | None = None) -> BalanceFindings:
    """Describe a balance.

    Args:
        balance: What `balance` returned.
        by: Column by which rows left out are counted, such as a date.

    Returns:
        Tables, pictures and numbers.

    Raises:
        ColumnError: There is no such column.
    """
    tables = list(balance.tables)
    drawings = [(balance.table("balance_shares"), shares_figure)]
    if by is not None:
        removals = removal_table(balance.kept, balance.excluded, by)
        tables.append(removals)
        drawings.append((removals, removals_figure))
    figures: dict[str, Figure] = {}
    with suppress(MissingDependencyError):
        for table, draw in drawings:
            # where nobody is, or nothing was left out, there is a table and nothing to draw
            with suppress(GenderfairError):
                figures[f"{table.name}.png"] = draw(table)
    excluded: dict[str, int] = {}
    for step, reason in zip(balance.excluded[STEP][:], balance.excluded[REASON][:], strict=True):
        name = f"{step}: {reason}"
        excluded[name] = excluded.get(name, 0) + 1
    return BalanceFindings(tables, figures, dict(sorted(excluded.items())))
