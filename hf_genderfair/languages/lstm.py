"""A layer of bidirectional LSTM in numpy, over blocks of sentences with a fixed number of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hf_genderfair.languages.word_vectors import ROWS, Floats, Weights, product


def both_directions(weights: Weights, name: str, inputs: Floats, active: Sequence[int]) -> Floats:
    """Return the states of both directions of a layer, shape (steps, ROWS, 2 * size)."""
    steps = range(len(active))
    return np.concatenate(
        [
            _one_direction(weights, f"{name}.forward", inputs, active, steps),
            _one_direction(weights, f"{name}.backward", inputs, active, reversed(steps)),
        ],
        axis=-1,
    )


def _one_direction(weights: Weights, name: str, inputs: Floats, active: Sequence[int], steps: Iterable[int]) -> Floats:
    recurrent = weights[f"{name}.recurrent"]
    size = recurrent.shape[0]
    gates = product(inputs, weights[f"{name}.input"]) + weights[f"{name}.bias"]
    states = np.zeros((len(active), ROWS, size), dtype=np.float32)
    hidden, cell = np.zeros((2, ROWS, size), dtype=np.float32)
    for step in steps:
        now = active[step]
        gate = (gates[step] + product(hidden, recurrent))[:now]
        opened = _sigmoid(gate[:, : 3 * size])
        cell[:now] = opened[:, size : 2 * size] * cell[:now] + opened[:, :size] * np.tanh(gate[:, 3 * size :])
        hidden[:now] = opened[:, 2 * size :] * np.tanh(cell[:now])
        states[step, :now] = hidden[:now]
    return states


def _sigmoid(values: Floats) -> Floats:
    result: Floats = np.tanh(values * np.float32(0.5)) * np.float32(0.5) + np.float32(0.5)
    return result
