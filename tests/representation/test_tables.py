"""Tables of representation show every figure with n and interval, and a dash where nothing is known."""

import numpy as np
import pytest

from hf_genderfair.representation.demographic import GroupCounts
from hf_genderfair.representation.report import comparison_table, groups_table, representation_table
from hf_genderfair.representation.resampling import compare_representation, estimate_representation


def counts(attribute, groups, rows, *sentences):
    return GroupCounts(attribute, groups, np.array(rows), *sentences)


GENDER = counts("gender", ("female", "male"), [[1, 2], [0, 1]] * 30, 75, 90)
AGE = counts("age", ("young", "middle", "old"), [[2, 0, 2]] * 3 + [[0, 0, 0]] * 57)
NOTHING = counts("religion", ("Buddhism", "Islam"), [[0, 0]] * 60)
ESTIMATES = [estimate_representation(each) for each in (GENDER, AGE, NOTHING)]


def cells(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_representation():
    gender, age, nothing = cells(representation_table(ESTIMATES))
    assert gender["DR"] == pytest.approx(0.25)
    assert gender["low"] < 0.25 < gender["high"]
    assert (gender["maximum"], gender["DR / maximum"]) == (0.5, pytest.approx(0.5))
    assert (gender["majority"], gender["minority"], gender["verdict"]) == ("male", "female", "more male")
    assert [
        gender[name] for name in ("group words", "documents with one", "documents", "sentences with one", "sentences")
    ] == [120, 60, 60, 75, 90]
    assert (age["DR"], age["low"], age["verdict"]) == (pytest.approx(1 / 3), None, "no verdict")
    assert (age["majority"], age["minority"]) == ("young, old", "middle")
    assert (nothing["DR"], nothing["majority"], nothing["verdict"]) == (None, None, "no group word")
    assert "below 30 documents" in representation_table(ESTIMATES).note


def test_groups():
    rows = cells(groups_table(ESTIMATES))
    assert [(row["group"], row["group words"]) for row in rows[:3]] == [("female", 30), ("male", 90), ("young", 6)]
    assert rows[1]["low"] < rows[1]["share"] < rows[1]["high"]
    assert rows[3] == {
        "attribute": "age",
        "group": "middle",
        "group words": 0,
        "share": 0.0,
        "low": None,
        "high": None,
        "target": pytest.approx(1 / 3),
    }
    assert rows[-1]["share"] is None


def test_comparison():
    after = counts("gender", ("female", "male"), [[1, 1], [0, 1]] * 30)
    table = comparison_table(
        [compare_representation(GENDER, after, paired=True), compare_representation(NOTHING, NOTHING, paired=True)],
        "original",
        "neutral",
    )
    gender, nothing = cells(table)
    assert gender["DR original"] > gender["DR neutral"]
    assert gender["low"] < gender["difference"] < gender["high"] < 0
    assert gender["p"] == gender["p (Holm)"] == pytest.approx(1 / 5000)
    assert (gender["majority neutral"], gender["group words neutral"], gender["documents original"]) == ("male", 90, 60)
    assert (nothing["difference"], nothing["p"], nothing["p (Holm)"]) == (None, None, None)
    assert table.note.startswith("Rows are pairs. ")
    assert comparison_table([]).rows == []
