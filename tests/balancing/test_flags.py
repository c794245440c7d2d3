"""Flags of asymmetry: the published rule to the letter, and one that needs both genders and enough cases."""

from math import log

import pytest
from datasets import Dataset, Features, List, Value
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import Keep, annotate
from hf_genderfair.balancing.flags import INDICATORS, AsymmetryFlags

DEFAULT, PAPER = AsymmetryFlags(), AsymmetryFlags(mode="paper")
QUANTITIES = sorted({name.split("_", 1)[1] for each in (DEFAULT, PAPER) for name in each.inputs() if name != "actors"})
COUNTS = [f"{gender}_{quantity}" for gender in ("female", "male") for quantity in QUANTITIES]
ACTOR = {"gender": Value("string"), "group": Value("bool"), "sentiment": Value("int32"), "predications": Value("int32")}
FEATURES = Features({"actors": List(ACTOR), **{name: Value("int32") for name in COUNTS}})


def actor(gender, sentiment=0, predications=0, group=False):
    return {"gender": gender, "group": group, "sentiment": sentiment, "predications": predications}


def texts(*rows):
    """Return rows whose other counts are 0; there is a woman or a man where nothing is said of actors."""
    filled = [{"actors": [actor("female"), actor("male")], **dict.fromkeys(COUNTS, 0), **row} for row in rows]
    return Dataset.from_list(filled, features=FEATURES)


def flagged(transform, **counts):
    return annotate(texts(counts), transform)[0]


def finding(row, indicator):
    return next(found for found in row["asymmetry"] if found["indicator"] == indicator)


@all_rows
def test_as_published(counts, fires):
    row = flagged(PAPER, **counts)
    assert [name for name in INDICATORS if row[f"asymmetry_{name}"]] == fires
    assert row["asymmetry_flags"] == len(fires)
    assert row["asymmetry_reason"] == ("+".join(fires) if len(fires) > 1 else None)


@all_rows
def test_sentiment_as_published(actors, female, male, fires):
    row = flagged(PAPER, actors=[actor(*each) for each in actors])
    found = finding(row, "sentiment")
    assert (found["female"], found["male"]) == pytest.approx((female, male))
    assert (found["flag"], row["asymmetry_sentiment"], found["low"]) == (fires, fires, None)


def test_default_needs_support_and_measures_effects_with_intervals():
    alone = flagged(DEFAULT, male_subjects=90, male_direct_quotes=40, male_named=40)
    assert [alone[f"asymmetry_{name}"] for name in INDICATORS] == [None] * 4
    assert (alone["asymmetry_flags"], alone["asymmetry_reason"]) == (0, None)
    assert finding(alone, "subject_object")["female"] is None
    assert finding(alone, "subject_object")["male"] == 1
    few = flagged(DEFAULT, male_named=40, female_pronouns=4)
    assert few["asymmetry_named_pronoun"] is None
    assert flagged(DEFAULT, male_named=40, female_pronouns=5)["asymmetry_named_pronoun"] is True
    row = flagged(DEFAULT, female_subjects=6, female_agents=2, female_objects=1, female_dative_objects=1,
                  male_subjects=3, male_objects=4, male_passive_subjects=3)  # fmt: skip
    found = finding(row, "subject_object")
    assert (found["female"], found["male"]) == pytest.approx((0.8, 0.3))
    assert found["effect"] == pytest.approx(log(8.5 * 7.5 / (2.5 * 3.5)))
    reach = 1.959964 * (1 / 8.5 + 1 / 2.5 + 1 / 3.5 + 1 / 7.5) ** 0.5
    assert (found["low"], found["high"]) == pytest.approx((found["effect"] - reach, found["effect"] + reach))
    assert found["flag"] is (found["low"] > 0)
    counts = {"female_predications": 20, "male_predications": 20, "female_sentiment": -16_000, "male_sentiment": 16_000}
    found = finding(flagged(DEFAULT, **counts), "sentiment")
    assert (found["female"], found["male"], found["effect"]) == pytest.approx((-0.8, 0.8, -1.6))
    assert found["low"] < -1.6 < found["high"] < 0
    assert found["flag"] is True
    # The same means of five cases each say little.
    few = {name: count // 4 for name, count in counts.items()} | {"female_sentiment": -1500, "male_sentiment": 500}
    assert finding(flagged(DEFAULT, **few), "sentiment")["flag"] is False


@pytest.mark.parametrize(("threshold", "fires"), [(0.5, True), (2, True), (9, False)])
def test_default_threshold_is_of_the_effect(threshold, fires):
    transform = AsymmetryFlags(named_pronoun=threshold)
    row = flagged(transform, female_named=1, female_pronouns=20, male_named=20, male_pronouns=1)
    assert row["asymmetry_named_pronoun"] is fires
    assert finding(row, "named_pronoun")["effect"] < -2


@pytest.mark.parametrize("transform", [DEFAULT, PAPER], ids=["default", "paper"])
def test_rows_without_counts_say_nothing(transform):
    rows = texts({}, dict.fromkeys(COUNTS), {"male_subjects": 9})
    found = annotate(rows, transform)
    assert found["asymmetry"][1] is None
    assert found["asymmetry_flags"][:] == [0, None, int(transform is PAPER)]
    assert found["asymmetry_subject_object"][1] is None
    assert len(Keep("asymmetry_reason").split(found).kept) == 3


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(0, 30), min_size=len(COUNTS), max_size=len(COUNTS)), st.booleans())
def test_genders_are_treated_alike(numbers, published):
    transform = PAPER if published else DEFAULT
    counts = dict(zip(COUNTS, numbers, strict=True))
    swapped = {f"{'fe' if name.startswith('m') else ''}male{name[name.index('_') :]}": n for name, n in counts.items()}
    one, other = flagged(transform, **counts), flagged(transform, **swapped)
    assert one["asymmetry_reason"] == other["asymmetry_reason"]
    for left, right in zip(one["asymmetry"], other["asymmetry"], strict=True):
        assert (left["female"], left["male"], left["flag"]) == (right["male"], right["female"], right["flag"])
        assert (left["effect"] is None) is (right["effect"] is None)
        assert left["effect"] is None or left["effect"] == pytest.approx(-right["effect"], abs=1e-5)
