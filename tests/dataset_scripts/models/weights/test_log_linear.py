import pytest

pytest.importorskip("scipy")

from dataset_scripts.models.weights.log_linear import Choice, fit


def test_the_weights_make_what_is_right_likely():
    weights = fit([Choice([["near"], ["far"], ["new"]], [True, False, False])] * 20, penalty=1.0)
    assert weights["near"] > 0 > weights["new"] == weights["far"]


def test_a_choice_counts_by_its_weight_and_several_options_may_be_right():
    near, far = Choice([["near"], ["far"]], [True, False]), Choice([["near"], ["far"]], [False, True], 3.0)
    assert fit([near, far], penalty=1.0)["far"] > 0
    assert fit([Choice([["near"], ["far"]], [True, True])], penalty=1.0) == {}


def test_a_larger_penalty_makes_weights_smaller():
    choices = [Choice([["near"], ["far"]], [True, False])]
    assert fit(choices, penalty=4.0)["near"] < fit(choices, penalty=0.5)["near"]
