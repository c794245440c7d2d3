from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.references.scores import score, tally
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.representation.references.generated import SKIPPED, Item

WORDS = st.sampled_from(["Rat", "rat", "Frau", "sie", "ich"])
ITEMS = st.lists(st.builds(Item, WORDS, st.booleans(), st.sampled_from(["masculine", "feminine", "neuter"])))


def man(word):
    return Item(word, True, "masculine")


def woman(word):
    return Item(word, True, "feminine")


def thing(word):
    return Item(word, False, "feminine")


def test_a_word_that_occurs_twice_needs_two_predictions():
    counts = tally([man("Rat"), man("Rat")], [man("RAT")])
    assert (counts.right, counts.other_label, counts.missed, counts.extra) == (1, 0, 1, 0)


def test_the_first_prediction_with_another_label_is_consumed():
    counts = tally([man("Rat"), thing("rat")], [thing("Rat")])
    assert (counts.right, counts.other_label, counts.missed, counts.extra) == (0, 1, 1, 0)


def test_skipped_words_count_on_neither_side():
    counts = tally([man("Ich"), woman("sie")], [man("ich"), man("WIR"), woman("Sie")], SKIPPED["de"])
    assert counts == tally([woman("sie")], [woman("sie")])


def test_figures_are_sums_over_sentences():
    scores = score([[man("Rat")], [thing("Tat"), thing("Saat"), woman("Frau")]], [[man("Rat")], [woman("Frau")]])
    assert scores.tally.sentences == 2
    assert scores.recall.value == pytest.approx(2 / 4)
    assert scores.precision.value == 1
    assert scores.person_f_score == (1, 1, 1, 2)
    assert scores.ratio.value == scores.ratio_predicted.value == 1
    assert scores.ratio_error.value == 0
    assert scores.ratio.low is None, "a draw without feminine words has no ratio"


def test_a_person_word_is_right_with_its_gender_alone():
    scores = score([[woman("Person"), man("Rat")]], [[man("Person"), man("Rat"), man("Tat")]])
    assert scores.tally.persons_right == 1
    assert scores.person_f_score.value == pytest.approx(2 / 5)
    assert scores.ratio.value == 1
    assert scores.ratio_predicted.value is None


def test_nothing_to_divide_by_is_none():
    scores = score([[]], [[]])
    assert {scores.accuracy, scores.f_score, scores.person_f_score, scores.ratio_error} == {(None, None, None, 0)}


@pytest.mark.parametrize(("truth", "predicted"), [([], []), ([[]], [])])
def test_lists_that_do_not_fit_are_refused(truth, predicted):
    with pytest.raises(GenderfairError, match="one list of items a sentence"):
        score(truth, predicted)


@given(ITEMS, ITEMS)
def test_every_word_is_counted_once(truth, predicted):
    counts = tally(truth, predicted, SKIPPED["de"])
    assert counts.right + counts.other_label + counts.missed == sum(i.word != "ich" for i in truth)
    assert counts.right + counts.other_label + counts.extra == sum(i.word != "ich" for i in predicted)
    assert counts.persons_right <= min(counts.persons, counts.persons_predicted)


@given(st.lists(ITEMS, min_size=1, max_size=5))
def test_the_truth_itself_is_right(truth):
    scores = score(truth, truth, draws=10)
    assert scores.f_score.value in (1, None)
    assert scores.ratio_error.value in (0, None)
