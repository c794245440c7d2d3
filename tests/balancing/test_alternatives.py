"""Weights and counterfactuals in place of removal."""

import numpy as np
import pytest
from actor_rows import counted
from as_one_test import as_one_test

from hf_genderfair.balancing.corpus import balance_weights, counterfactuals_needed
from hf_genderfair.balancing.equilibrium import COUNT_COLUMNS

WOMAN, MAN, BOTH, NOBODY = (1, 0, 5, 0), (0, 1, 0, 5), (1, 1, 5, 5), (0, 0, 0, 0)


def weighted_ratios(found):
    weights = np.array(found.dataset["balance_weight"][:])
    totals = [float(weights @ np.array(found.dataset[name][:])) for name in COUNT_COLUMNS]
    return totals[0] / totals[1], totals[2] / totals[3]


@as_one_test("ratio", [(0.75, 1.25), (1, 1), 1.1, (1.2, 1.3)])
@as_one_test("seed", range(4))
def test_weighted_ratios_lie_in_the_range(ratio, seed):
    random = np.random.default_rng(seed)
    counts = random.poisson((0.5, 1.1, 2, 6), (300, 4)) * random.integers(0, 2, (300, 1))
    found = balance_weights(counted(counts.tolist()), ratio)
    low, high = ratio if isinstance(ratio, tuple) else (1 / ratio, ratio)
    assert found.reached
    assert all(low * (1 - 1e-6) <= value <= high * (1 + 1e-6) for value in weighted_ratios(found))
    weights = np.array(found.dataset["balance_weight"][:])
    assert weights.min() > 0
    assert weights[counts.any(axis=1)].mean() == pytest.approx(1)
    assert set(weights[~counts.any(axis=1)]) == {1.0}


def test_weights_are_those_in_closed_form_and_strata_out_of_reach_keep_weight_one():
    found = balance_weights(counted([WOMAN] * 10 + [MAN] * 30), (1, 1))
    assert found.dataset["balance_weight"][0] == pytest.approx(2, rel=1e-5)
    assert found.dataset["balance_weight"][39] == pytest.approx(2 / 3, rel=1e-5)
    row = dict(zip(found.table.columns, found.table.rows[0], strict=True))
    assert row["effective rows"] == pytest.approx(40**2 / (10 * 4 + 30 * 4 / 9), rel=1e-4)
    source = counted([WOMAN, MAN, MAN, MAN] + [(1, 9, 1, 9)] * 2, year=["2004"] * 3 + ["2005"] + ["2006"] * 2)
    found = balance_weights(source, by="year")
    assert not found.reached
    assert found.dataset["balance_weight"][3:] == [1.0] * 3
    assert [row[4] for row in found.table.rows] == ["yes", "no", "no"]


def test_counterfactuals():
    table = counterfactuals_needed(counted([MAN] * 12 + [BOTH] * 3 + [NOBODY]))
    added, replaced = (dict(zip(table.columns, row, strict=True)) for row in table.rows)
    # 3 + x women to 15 men; 3 + x women to 15 - x men, 8 to 10 at first.
    assert (added["texts needed"], added["bound"]) == (9, 9)
    assert 0.75 <= added["actors after"] <= 0.8
    assert (replaced["texts needed"], replaced["mentions after"]) == (5, 8 / 10)
    assert added["texts with a person"] == 15
