"""Intervals and tests over documents, and the tables and answers that show them with n."""

import numpy as np
import pytest

from hf_genderfair.representation.demographic import GroupCounts, demographic_representation
from hf_genderfair.representation.report import (
    comparison_answers,
    comparison_table,
    groups_table,
    representation_answers,
    representation_table,
)
from hf_genderfair.representation.resampling import compare_representation, estimate_representation, holm

GROUPS = ("female", "male")


def counts(by_document, groups=GROUPS):
    return GroupCounts("gender", groups, np.asarray(by_document, np.int64).reshape(-1, len(groups)))


def drawn(seed, documents, female, male):
    rng = np.random.default_rng(seed)
    return counts(np.column_stack([rng.poisson(female, documents), rng.poisson(male, documents)]))


def test_intervals_are_those_of_drawing_documents_one_by_one():
    found = estimate_representation(drawn(1, 800, 1.0, 2.0))
    assert 0.1 < found.low < found.representation.value < found.high < 0.23
    assert abs(found.bias) < 0.005
    assert (found.documents, found.relevant_documents) == (800, drawn(1, 800, 1.0, 2.0).relevant_documents)
    assert found.verdict == "more male"
    assert found.shares["male"][0] > 0.6
    own = drawn(2, 60, 1.0, 1.6)
    rng = np.random.default_rng(7)
    totals = np.array([own.by_document[rng.integers(60, size=60)].sum(axis=0) for _ in range(4000)])
    values = [demographic_representation(dict(zip(GROUPS, row.tolist(), strict=True))).value for row in totals]
    found = estimate_representation(own, resamples=4000)
    assert [found.low, found.high] == pytest.approx(np.quantile(values, [0.025, 0.975]).tolist(), abs=0.012)


def test_verdicts_name_all_groups_that_differ_and_need_enough_documents():
    few = estimate_representation(counts([[0, 9]] * 29 + [[0, 0]] * 1000))
    assert few.representation.value == 0.5
    assert (few.low, few.high, few.bias, few.shares, few.verdict) == (None, None, None, None, "no verdict")
    assert estimate_representation(counts([[0, 9]] * 30)).verdict == "more male"
    assert estimate_representation(counts([[0, 0]] * 99)).verdict == "no group word"
    assert estimate_representation(counts([])).verdict == "no group word"
    found = estimate_representation(counts([[0, 5, 2], [1, 4, 3], [0, 6, 4]] * 30, ("young", "middle", "old")))
    assert found.verdict == "more middle, old; less young"
    census = {"young": 0.0, "middle": 0.6, "old": 0.4}
    assert estimate_representation(counts([[0, 6, 4]] * 40, tuple(census)), census).verdict == "no difference shown"
    by_document = np.array([[2, 0]] * 50 + [[0, 0]] * 10)
    estimate = estimate_representation(GroupCounts("gender", ("female", "male"), by_document))
    low, high = estimate.shares["male"]
    assert low == 0
    assert 0.05 < high < 0.1
    assert estimate.shares["female"] == (pytest.approx(1 - high), 1)
    assert estimate.verdict == "more female"


@pytest.mark.parametrize("paired", [True, False])
def test_a_change_is_found_and_nothing_said_of_too_few_or_no_words(paired):
    before = drawn(5, 400, 1.0, 2.0)
    after = counts(np.minimum(before.by_document, [[9, 1]]))
    found = compare_representation(before, after, paired=paired)
    assert found.difference == pytest.approx(found.after.value - found.before.value)
    assert found.low < found.difference < found.high < 0
    assert found.p == pytest.approx(1 / 5000)
    assert found.documents == (400, 400)
    assert found.before.majority == ("male",)
    many, none = counts([[0, 1]] * 50), counts([[0, 0]] * 50)
    found = compare_representation(many, none, paired=paired)
    assert (found.difference, found.low, found.high, found.p) == (None, None, None, None)
    few = counts([[0, 1]] * 20 + [[0, 0]] * 30)
    found = compare_representation(many, few, paired=paired)
    assert (found.difference, found.low, found.p) == (0, None, None)


@pytest.mark.parametrize("paired", [True, False])
def test_the_test_errs_as_rarely_as_it_says(paired):
    sets = [(drawn(seed, 60, 1.0, 1.5), drawn(1000 + seed, 60, 1.0, 1.5)) for seed in range(150)]
    p_values = [compare_representation(*pair, paired=paired, resamples=10, permutations=199).p for pair in sets]
    assert sum(p <= 0.05 for p in p_values) <= 16
    assert 0.4 < np.mean(p_values) < 0.6


def test_holm_by_hand_and_in_comparisons():
    assert holm([]) == []
    assert holm([0.02]) == [0.02]
    assert holm([0.5, 0.9, 0.8]) == [1.0, 1.0, 1.0]
    assert holm([0.01, 0.02, 0.03, 0.04]) == pytest.approx([0.04, 0.06, 0.06, 0.06])
    assert holm([None, 0.01, None]) == [None, 0.01, None]
    after = counts([[1, 1], [0, 1]] * 30)
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


GENDER = GroupCounts("gender", GROUPS, np.array([[1, 2], [0, 1]] * 30), 75, 90)
AGE = GroupCounts("age", ("young", "middle", "old"), np.array([[2, 0, 2]] * 3 + [[0, 0, 0]] * 57))
NOTHING = GroupCounts("religion", ("Buddhism", "Islam"), np.array([[0, 0]] * 60))
ESTIMATES = [estimate_representation(each) for each in (GENDER, AGE, NOTHING)]


def cells(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_representation_and_groups_are_tables():
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


def test_answers_say_fewer_more_no_difference_and_too_few_of_one_set_and_two():
    fewer = representation_answers([estimate_representation(counts([[1, 3]] * 40))])
    assert fewer == [
        "Of 160 words for women and men, 25.0\N{NO-BREAK SPACE}% (25.0–25.0\N{NO-BREAK SPACE}%) are for women: "
        "fewer than the equal shares that were chosen as target."
    ]
    target = {"female": 0.1, "male": 0.9}
    more = representation_answers([estimate_representation(counts([[1, 3]] * 40), target)])
    assert more[0].endswith("more than the 10\N{NO-BREAK SPACE}% that were chosen as target.")
    even = representation_answers([estimate_representation(counts([[1, 0], [0, 1]] * 20))])
    assert "no difference shown from the equal shares" in even[0]
    few = representation_answers([estimate_representation(counts([[1, 2]]))])
    assert few == [
        "There are 3 words for women and men: 1 for women and 2 for men; too few for a verdict, since only 1 text has "
        "such words."
    ]
    assert representation_answers([estimate_representation(counts([[0, 0]] * 40))]) == []
    change = compare_representation(counts([[1, 5]] * 50), counts([[3, 3]] * 50), paired=True)
    (said,) = comparison_answers([change], [change.p], "a.txt", "b.txt")
    assert said.startswith(
        "The shares by gender are 33 percentage points from their target in a.txt, and 0 in b.txt: a difference"
    )
    few = compare_representation(counts([[1, 5]]), counts([[3, 3]]), paired=False)
    assert comparison_answers([few], [few.p])[0].endswith("too few for a verdict.")
