"""Weights are fitted to choices, and passages are labelled whose mention a mention is."""

import pytest

from benchmarks.persons.labels import Labels, Mention, Window
from dataset_scripts.models.reader.windows import invented_windows
from dataset_scripts.models.weights.linking import passages, persons
from dataset_scripts.models.weights.log_linear import Choice, fit


def test_the_weights_make_what_is_right_likely_and_a_choice_counts_by_its_weight():
    weights = fit([Choice([["near"], ["far"], ["new"]], [True, False, False])] * 20, penalty=1.0)
    assert weights["near"] > 0 > weights["new"] == weights["far"]
    near, far = Choice([["near"], ["far"]], [True, False]), Choice([["near"], ["far"]], [False, True], 3.0)
    assert fit([near, far], penalty=1.0)["far"] > 0
    assert fit([near], penalty=4.0)["near"] < fit([near], penalty=0.5)["near"]


def mention(words, antecedent=()):
    return Mention(frozenset(words), "name", "somebody", "unknown", frozenset(antecedent), frozenset(), False)


def test_a_person_has_one_number_at_the_end_of_each_mention():
    window = Window("en", "news", "Ada Seel met Bob. She left.")
    labels = Labels((mention([0, 1]), mention([3]), mention([5], [0, 1])), ())
    assert persons(window, labels) == {8: 0, 16: 1, 21: 0}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_reader_has_not_learned_from_a_passage(lang):
    rows = passages(lang)
    assert len(rows) > 400
    assert not {window.text for window, _ in rows} & {window.text for window in invented_windows(lang)}
