"""Differences between models: how often intervals hold the truth, and when there is a verdict."""

from dataclasses import replace

import numpy as np
import pytest
from golden import each_row
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.effects import Items, Measure
from hf_genderfair.effects.evaluation import compare, estimate

MEAN = Measure("mean", "Mean", lambda items: float(items.columns["x"].mean()), "higher", fewest=5)


def models(source, seeds, units, effect=0.0, by_seed=0.1, by_item=0.5):
    """Return items of models whose figures differ by seed and by item, and the same with an effect."""
    of_item = source.normal(0, by_item, units)
    found = []
    for _ in range(2):
        found.append(
            [
                Items.of({"x": of_item + source.normal(0, by_seed) + source.normal(0, 0.1, units)}, range(units))
                for _ in range(seeds)
            ]
        )
    after = [Items({"x": items.columns["x"] + effect}, items.unit) for items in found[1]]
    return found[0], after


@pytest.mark.parametrize(("seeds", "by_seed"), [(3, 0.1), (6, 0.0)])
def test_intervals_hold_the_truth_about_as_often_as_they_say(seeds, by_seed):
    source = np.random.default_rng(1)
    held = 0
    for _ in range(80):
        found = compare(MEAN, *models(source, seeds, 20, effect=0.4, by_seed=by_seed), resamples=30)
        held += found.difference.low <= 0.4 <= found.difference.high
    # 0.95 of 80, and three standard errors
    assert 0.87 <= held / 80 <= 1


def test_pairing_takes_the_differences_between_items_out():
    source = np.random.default_rng(2)
    before, after = models(source, 3, 40, effect=0.5, by_seed=0.01, by_item=5.0)
    found = compare(MEAN, before, after, resamples=100)
    assert found.difference.high - found.difference.low < 0.3 < found.before.high - found.before.low


@each_row
def test_what_is_better_depends_on_the_goal(goal, before, after, better):
    noise = np.random.default_rng(3).normal(0, 0.01, 30)
    groups = [[Items.of({"x": noise + value}, range(30))] * 3 for value in (before, after)]
    found = compare(MEAN._replace(goal=goal), *groups)
    found = replace(found, adjusted=found.gain.p)
    assert found.verdict == ("better" if better else "worse")
    assert found.difference.value == pytest.approx(after - before)


def test_no_verdict_from_too_few_and_a_single_model_is_compared_with_each_of_the_others():
    source = np.random.default_rng(4)
    one = compare(MEAN, *models(source, 1, 20, effect=3.0))
    assert replace(one, adjusted=one.gain.p).verdict == "too few to say: 1 of 3 seeds"
    few = compare(MEAN, *models(source, 3, 4, effect=3.0))
    assert replace(few, adjusted=few.gain.p).verdict == "too few to say: 4 of 5 units"
    same = replace(compare(MEAN, *models(source, 3, 20)), adjusted=0.5)
    assert (same.verdict, replace(same, learnt=False).verdict) == ("no effect shown", "too little learnt to say")
    nothing = Measure("none", "Nothing", lambda items: float("nan"), "zero")
    unknown = compare(nothing, *models(source, 3, 20))
    assert (unknown.difference.value, unknown.difference.low, unknown.verdict) == (None, None, "no value")
    source = np.random.default_rng(5)
    before, after = models(source, 3, 20, effect=1.0)
    found = compare(MEAN, before[:1], after)
    assert found.seeds == 3
    assert found.difference.value == pytest.approx(estimate(MEAN, after).value - estimate(MEAN, before[:1]).value)
    with pytest.raises(GenderfairError, match="2 and 3 models cannot be paired"):
        compare(MEAN, before[:2], after)
    other = Items.of({"x": [0.0] * 20}, [0] * 20)
    with pytest.raises(GenderfairError, match="ask all models the same benchmark"):
        compare(MEAN, [other], after)


@given(st.lists(st.sampled_from("abc"), min_size=1), st.lists(st.integers(0, 2), max_size=8))
def test_drawn_units_bring_all_their_items(units, drawn):
    items = Items.of({"value": list(range(len(units)))}, units)
    names = list(dict.fromkeys(units))
    drawn = [number for number in drawn if number < len(names)]
    found = items.drawn(np.array(drawn, np.int64))
    expected = [
        (place, row) for place, number in enumerate(drawn) for row, name in enumerate(units) if name == names[number]
    ]
    assert list(zip(found.unit.tolist(), found.columns["value"].tolist(), strict=True)) == expected
