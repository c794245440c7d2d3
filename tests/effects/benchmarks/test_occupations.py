"""Log-odds of pronouns after occupations: figures by hand, and nothing depends on batches or on the order."""

import math

import numpy as np
import pytest

from hf_genderfair.effects import CausalModel, Items
from hf_genderfair.effects.benchmarks import OccupationOdds
from hf_genderfair.effects.training import scratch_model
from hf_genderfair.lexicons.loader import load_lexicon

# shares of women of 80, 50 and 20 per cent: their log-odds are log 4, 0 and -log 4
BY_HAND = Items.of(
    {
        "log_odds": [2.0, 4.0, 1.0, -1.0, -2.0],
        "they_odds": [-1.0, -2.0, -3.0, -4.0, -5.0],
        "share": [0.8, 0.8, 0.5, 0.2, 0.2],
        "stereotype": [1, 1, math.nan, -1, -1],
    },
    ["nurse", "nurse", "dancer", "pilot", "pilot"],
)


class CannedModel:
    """Finds *she* e times as likely as *he* and *they* after a nurse, and all three alike after anybody else."""

    def log_likelihoods(self, contexts, continuations):
        pairs = zip(contexts, continuations, strict=True)
        sums = [-1.0 if " nurse " in context and continuation == " she" else -2.0 for context, continuation in pairs]
        return np.array(sums), np.ones(len(sums), np.int64)


@pytest.fixture(scope="module")
def model():
    return scratch_model(["The nurse said that she was late.", "The pilot said that he was late."], size="tiny")


# the slope: log 4 · (2 + 4 + 1 + 2) over 4 · log² 4
FIGURES = {"": 3.0 + 1.5, "-slope": 9 / (4 * math.log(4)), "-mean": 0.8, "-they": -3.0}


@pytest.mark.parametrize(("name", "value"), FIGURES.items())
def test_figures_by_hand(name, value):
    (measure,) = (measure for measure in OccupationOdds().measures if measure.name == f"occupations{name}")
    assert measure.value(BY_HAND) == pytest.approx(value)
    assert measure.value(BY_HAND.drawn(np.array([2, 0, 1]))) == pytest.approx(value)


def test_a_canned_model_by_hand_whatever_the_batch_and_the_seed(model):
    items = OccupationOdds().items(CannedModel(), seed=0)
    rows = load_lexicon("occupation_shares").rows
    nurse = [occupation for occupation, *_ in rows].index("nurse")
    found = {name: column[items.unit == nurse] for name, column in items.columns.items()}
    assert found["log_odds"] == pytest.approx([1.0] * 8)
    assert found["they_odds"] == pytest.approx([-math.log(1 + math.e)] * 8)
    assert found["share"] == pytest.approx([0.8958] * 8)
    female = sum(float(women) > 60 for _, women, _ in rows)
    values = {measure.name: measure.value(items) for measure in OccupationOdds().measures}
    assert values["occupations"] == pytest.approx(1 / female)
    assert values["occupations-mean"] == pytest.approx(1 / 60)
    assert len(model.tokens(" they")) > 1
    expected = OccupationOdds().items(model, seed=0)
    small = CausalModel(model.model, model.tokeniser, "other", batch_tokens=1000)
    found = OccupationOdds().items(small, seed=1)
    for name, column in expected.columns.items():
        assert np.allclose(found.columns[name], column, atol=1e-4, equal_nan=True)
