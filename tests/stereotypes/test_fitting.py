import math
import random

import pytest
from golden import golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import GenderfairError, Indicators
from hf_genderfair.stereotypes.strength import agreement, bootstrap, features_of, fit_strength, spearman

CONTENTS = tuple(golden_rows(__file__, "CONTENTS"))
LABELS = (
    ("generic target", "noun", "generic"),
    ("specific target", "noun", "subset"),
    ("specific target", "other", "individual"),
)
VALUES = dict(golden_rows(__file__, "VALUES"))


def annotations(number, seed=0, valences=("not-applicable",)):
    draw = random.Random(seed)
    rows = []
    for _ in range(number):
        target, gram_form, ling_form = draw.choice(LABELS)
        situation, generalization = draw.choice(CONTENTS)
        valence = draw.choice(valences)
        rows.append(
            Indicators(True, "x", target, "neutral", gram_form, ling_form, "y", situation, valence, generalization)
        )
    return rows


def additive(row):
    return sum(VALUES.get(value, 0.0) for _, value in features_of(row))


def test_a_linear_truth_is_found_in_full_and_scaled_over_given_scores():
    rows = annotations(80)
    scores = [additive(row) for row in rows]
    fit = fit_strength(rows, scores)
    assert [fit.model.raw(row) for row in rows] == pytest.approx(scores)
    assert fit.validated.mean_absolute_error == pytest.approx(0, abs=1e-9)
    assert fit.validated.r_squared == pytest.approx(1)
    assert fit.validated.n == len(fit.predicted) == 80
    rows = annotations(40)
    scores = [additive(row) for row in rows]
    own, wide = fit_strength(rows, scores).model, fit_strength(rows, scores, scale=[-1.0, 0.0, 1.0]).model
    assert (own.minimum, own.maximum) == (min(scores), max(scores))
    assert (wide.minimum, wide.maximum) == (-1, 1)
    assert own.coefficients == wide.coefficients
    strongest = max((row for row in rows if row.situation != "other"), key=additive)
    assert own.score(strongest) == pytest.approx(1)
    assert wide.score(strongest) == pytest.approx((1 + additive(strongest)) / 2)
    rows = annotations(60)
    features = {row.feature for row in fit_strength(rows, [additive(row) for row in rows]).model.coefficients}
    assert features == {"label", "gram_form", "content"}
    rows = annotations(60, valences=("negative", "neutral"))
    model = fit_strength(rows, [additive(row) + 0.1 * (row.situation_evaluation == "negative") for row in rows]).model
    known = {(row.feature, row.value): row.coefficient for row in model.coefficients}
    assert known["situation_evaluation", "negative"] - known["situation_evaluation", "neutral"] == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"human_scores": [0.1] * 24}, "25 annotations for 24 human scores"),
        ({"annotations": annotations(3), "human_scores": [0.1, 0.2, 0.3]}, "3 sentences are too few"),
        ({"human_scores": [0.1] * 25}, "all human scores are equal"),
        ({"scale": [0.5, 0.5]}, "all human scores are equal"),
        ({"scale": []}, "all human scores are equal"),
        ({"human_scores": [math.nan, *[0.1] * 24]}, "not a finite number"),
        ({"folds": 1}, "folds=1: use 2 to 25"),
        ({"folds": 26}, "folds=26: use 2 to 25"),
        ({"annotations": [*annotations(24), Indicators(False, "")]}, "annotation 24 has no category label"),
    ],
)
def test_what_cannot_be_fitted_is_refused_in_one_line(change, message):
    given_rows = {"annotations": annotations(25), "human_scores": [0.01 * row for row in range(25)]} | change
    with pytest.raises(GenderfairError, match=message) as caught:
        fit_strength(**given_rows)
    assert "\n" not in str(caught.value)


def test_errors_rank_correlations_and_bootstraps_by_hand():
    found = agreement([0.0, 0.5, 0.5, 1.0], [0.0, 0.4, 0.6, 0.8])
    assert found.n == 4
    assert found.mean_absolute_error == pytest.approx(0.1)
    assert found.root_mean_squared_error == pytest.approx(math.sqrt(0.06 / 4))
    assert found.r_squared == pytest.approx(1 - 0.06 / 0.35)
    assert found.spearman.value == pytest.approx(0.9486833)
    values = [1.0] * 10 + [0.0] * 10
    first = bootstrap(lambda rows: sum(values[row] for row in rows) / len(rows), 20, seed=1)
    again = bootstrap(lambda rows: sum(values[row] for row in rows) / len(rows), 20, seed=1)
    assert first == again
    assert first.low < first.value < first.high


def value(left, right):
    return spearman(left, right, resamples=20).value


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=5, max_size=30))
def test_rank_correlation_is_symmetric_bounded_and_blind_to_scale(pairs):
    first, second = [float(pair[0]) for pair in pairs], [float(pair[1]) for pair in pairs]
    found = value(first, second)
    if found is None:
        assert len(set(first)) == 1 or len(set(second)) == 1
        return
    assert -1 - 1e-9 <= found <= 1 + 1e-9
    assert value(second, first) == pytest.approx(found)
    assert value([number**3 + 2 for number in first], second) == pytest.approx(found)
    assert value(first, [-number for number in second]) == pytest.approx(-found)
