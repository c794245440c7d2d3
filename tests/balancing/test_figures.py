"""Figures of balance: one picture from one table, and words for those who do not see it."""

import pytest
from actor_rows import counted

from hf_genderfair.balancing.corpus import find_balance
from hf_genderfair.balancing.equilibrium import removal_table
from hf_genderfair.balancing.report import balance_findings, price_of, removals_figure, shares_figure
from hf_genderfair.report.figures import TooFewToDrawError

pytest.importorskip("matplotlib")
FACTOR = 5
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def balanced():
    counts = ([(1, 0, 5, 0)] * 3 + [(0, 1, 0, 5)] * 9) * FACTOR
    flagged = ([None] * 11 + ["subject_object+sentiment"]) * FACTOR
    flags = ([None] * 10 + [False, True]) * FACTOR
    rows = counted(counts, asymmetry_reason=flagged, asymmetry_subject_object=flags, year=[2004] * 12 * FACTOR)
    return find_balance(rows, exclude="asymmetry_reason")


def test_histograms_and_removals(balanced):
    figure = shares_figure(balanced.table("balance_shares"))
    assert figure.png.startswith(PNG)
    assert figure == shares_figure(balanced.table("balance_shares"))
    assert "before, mentions: 60 texts, 75% with men alone, 25% with women alone." in figure.alt
    assert "balanced, actors: 35 texts, 57% with men alone, 43% with women alone." in figure.alt
    figure = removals_figure(removal_table(balanced.kept, balanced.excluded, "year"))
    assert figure.png.startswith(PNG)
    assert "25 in all, most in 2004 (25). Flags on them: subject_object 20.0%, no flag 80.0%." in figure.alt


def test_histograms_of_few_texts_are_not_drawn():
    found = find_balance(counted([(1, 0, 5, 0)] * 12 + [(0, 1, 0, 5)] * 20))
    caption = shares_figure(found.table("balance_shares")).caption
    assert "Not drawn, since fewer than 30 texts have a woman or a man: actors, balanced." in caption
    few = find_balance(counted([(1, 1, 1, 1)] * 8))
    with pytest.raises(TooFewToDrawError, match="fewer than 30 texts"):
        shares_figure(few.table("balance_shares"))
    findings = balance_findings(few, price_of(few, None, ()))
    assert findings.figures == {}
    (shares,) = (table for table in findings.tables if table.name == "balance_shares")
    assert shares.note.endswith("There is no picture: fewer than 30 texts have a woman or a man.")
