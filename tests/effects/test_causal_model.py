"""Scores and completions of small models: they depend on the text and the seed, not on what else is asked."""

import math

import numpy as np
import pytest
import torch
from golden import golden_rows

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.effects import CausalModel
from hf_genderfair.effects.training import scratch_model

TEXTS = golden_rows(__file__, "TEXTS")


@pytest.fixture(scope="module")
def model():
    return scratch_model(TEXTS, size="tiny")


def log_probabilities(model, tokens):
    """Return the log probability of each token after those before it, one text at a time and token by token."""
    found = []
    for position in range(1, len(tokens)):
        with torch.inference_mode():
            logits = model.model(torch.tensor([tokens[:position]])).logits[0, -1].double()
        found.append(float(logits[tokens[position]] - torch.logsumexp(logits, 0)))
    return found


def test_log_likelihoods_are_sums_over_the_tokens_of_the_continuation_and_spaces_change_nothing(model):
    context, continuation = "The pilot", " drinks tea."
    [total], [number] = model.log_likelihoods([context], [continuation])
    tokens = model.start + model.tokens(context + continuation)
    assert number == len(model.tokens(continuation))
    assert math.isclose(total, sum(log_probabilities(model, tokens)[-number:]), abs_tol=1e-4)
    [whole], [length] = model.log_likelihoods([""], [context + continuation])
    assert length == len(tokens) - 1
    assert math.isclose(whole, sum(log_probabilities(model, tokens)), abs_tol=1e-4)
    first, second = model.log_likelihoods(["The pilot", "The pilot "], [" drinks", "drinks"])[0]
    assert first == pytest.approx(second, abs=1e-5)


@pytest.mark.parametrize("batch_tokens", [1, 40, 10_000])
def test_scores_depend_neither_on_the_batch_nor_on_the_order(model, batch_tokens):
    other = CausalModel(model.model, model.tokeniser, "other", batch_tokens)
    expected = model.log_likelihoods([""] * 4, TEXTS)[0]
    assert np.allclose(other.log_likelihoods([""] * 4, TEXTS[::-1])[0][::-1], expected, atol=1e-4)


@pytest.mark.parametrize("batch_tokens", [1, 10_000])
def test_completions_depend_neither_on_the_batch_nor_on_the_order(model, batch_tokens):
    other = CausalModel(model.model, model.tokeniser, "other", batch_tokens)
    settings = {"number": 2, "max_new_tokens": 6, "seed": 3}
    expected = model.complete(TEXTS, **settings)
    assert other.complete(TEXTS[::-1], **settings)[::-1] == expected
    assert len({text for texts in expected for text in texts}) > 4
    assert model.complete(TEXTS, **settings | {"seed": 4}) != expected


def test_models_are_loaded_from_folders(model, tmp_path):
    model.model.save_pretrained(tmp_path)
    with pytest.raises(GenerationError, match="model with a tokeniser"):
        CausalModel.load(str(tmp_path))
    model.tokeniser.save_pretrained(tmp_path)
    loaded = CausalModel.load(str(tmp_path))
    assert loaded.log_likelihoods([""], ["She"])[0] == pytest.approx(model.log_likelihoods([""], ["She"])[0])
    model.tokeniser.add_tokens([f"<{number}>" for number in range(300)])
    model.tokeniser.save_pretrained(tmp_path)
    with pytest.raises(GenerationError, match="give the tokeniser of this model"):
        CausalModel.load(str(tmp_path))
