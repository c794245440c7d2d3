"""Perplexity of held-out texts: by hand, and of texts that are longer than the model takes."""

import math

import pytest

from hf_genderfair.effects import Items
from hf_genderfair.effects.benchmarks import HeldOutPerplexity
from hf_genderfair.effects.training import scratch_model

TEXTS = ("The gardener waters the plants.", "The pilot drinks tea.")


@pytest.fixture(scope="module")
def model():
    return scratch_model(TEXTS, size="tiny")


def test_perplexity_by_hand_and_of_long_texts_in_parts(model):
    # three tokens of probability 1/2 and one of 1/16: the geometric mean is 2 ** -(7 / 4)
    items = Items.of({"log_likelihood": [-2 * math.log(2), -5 * math.log(2)], "tokens": [2, 2]}, range(2))
    [measure] = HeldOutPerplexity.measures
    assert measure.value(items) == pytest.approx(2 ** (7 / 4))
    long = "tea " * 600
    items = HeldOutPerplexity((long,)).items(model, 0)
    number = len(model.tokens(long))
    assert items.columns["tokens"].tolist() == [number]
    assert number > model.longest
    parts = [model.tokeniser.decode(model.tokens(long)[begin : begin + 511]) for begin in range(0, number, 511)]
    assert items.columns["log_likelihood"].sum() == pytest.approx(
        model.log_likelihoods([""] * len(parts), parts)[0].sum()
    )
