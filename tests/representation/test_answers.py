"""Answers say what the tables say, with intervals, or that texts are too few."""

import numpy as np

from hf_genderfair.representation.demographic import GroupCounts
from hf_genderfair.representation.report import comparison_answers, representation_answers
from hf_genderfair.representation.resampling import compare_representation, estimate_representation


def counts(rows, groups=("female", "male")):
    return GroupCounts("gender", groups, np.array(rows))


def test_fewer_more_and_no_difference():
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


def test_too_few_and_nothing():
    few = representation_answers([estimate_representation(counts([[1, 2]]))])
    assert few == [
        "Of 3 words for women and men, 33\N{NO-BREAK SPACE}% is for women; too few to say more, with 1 text that has "
        "such words."
    ]
    assert representation_answers([estimate_representation(counts([[0, 0]] * 40))]) == []


def test_two_sets_are_compared():
    change = compare_representation(counts([[1, 5]] * 50), counts([[3, 3]] * 50), paired=True)
    (said,) = comparison_answers([change], [change.p])
    assert said.startswith(
        "The shares by gender are 33\N{NO-BREAK SPACE}% away from their target here, 0\N{NO-BREAK SPACE}% in the other "
        "set: a difference"
    )
    few = compare_representation(counts([[1, 5]]), counts([[3, 3]]), paired=False)
    assert comparison_answers([few], [few.p])[0].endswith("too few to say more.")
