"""Figures of balance: one picture from one table, and words for those who do not see it."""

from __future__ import annotations

import pytest
from datasets import Dataset

from hf_genderfair.balancing.corpus import balance
from hf_genderfair.balancing.counts import COUNT_COLUMNS
from hf_genderfair.balancing.figures import removals_figure, shares_figure
from hf_genderfair.balancing.tables import removal_table
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.report.report import Table

pytest.importorskip("matplotlib")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def balanced():
    counts = [(1, 0, 5, 0)] * 3 + [(0, 1, 0, 5)] * 8 + [(0, 1, 0, 5)]
    columns = {name: [row[place] for row in counts] for place, name in enumerate(COUNT_COLUMNS)}
    flagged = [None] * 11 + ["subject_object+sentiment"]
    more = {"asymmetry_reason": flagged, "asymmetry_subject_object": [None] * 10 + [False, True], "year": [2004] * 12}
    return balance(Dataset.from_dict(columns | more), exclude="asymmetry_reason")


def test_histograms(balanced):
    figure = shares_figure(balanced.table("balance_shares"))
    assert figure.png.startswith(PNG)
    assert figure == shares_figure(balanced.table("balance_shares"))
    assert "before, mentions: 12 texts, 75% with less than 5%, 25% with 95% or more." in figure.alt
    assert "after corpus level, actors: 7 texts, 57% with less than 5%, 43% with 95% or more." in figure.alt


def test_removals(balanced):
    figure = removals_figure(removal_table(balanced.kept, balanced.excluded, "year"))
    assert figure.png.startswith(PNG)
    assert "5 in all, most in 2004 (5). Flags on them: subject_object 20.0%, no flag 80.0%." in figure.alt


def test_other_tables_are_refused(balanced):
    with pytest.raises(GenderfairError, match="needs the table 'balance_shares', with the column 'stage'"):
        shares_figure(Table("other", "Other", ["n"], []))
    with pytest.raises(GenderfairError, match="at least one row that was"):
        removals_figure(removal_table(balanced.kept, balanced.excluded.select([]), "year"))
    with pytest.raises(ColumnError, match="give the excluded rows of a balance"):
        removal_table(balanced.kept, balanced.kept, "year")
