"""Logistic regression with a small penalty, for the weights of evidence of words."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray


def logistic_regression(
    evidence: NDArray[np.float64], wanted: NDArray[np.float64], penalty: float
) -> NDArray[np.float64]:
    """Return the weights that fit best; the first, that of what is always there, is not penalised.

    Args:
        evidence: A row for each case, a column for each piece of evidence.
        wanted: For each case 1 or 0.
        penalty: Times the mean of the squares of the weights.
    """
    rows, answers = torch.tensor(evidence), torch.tensor(wanted)
    weights = torch.zeros(evidence.shape[1], dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=300)

    def step() -> torch.Tensor:
        optimiser.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(rows @ weights, answers)
        loss = loss + penalty * (weights[1:] ** 2).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    optimiser.step(step)  # type: ignore[no-untyped-call]
    found: NDArray[np.float64] = weights.detach().numpy()
    return found
