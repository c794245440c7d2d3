"""The share that each group should have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose, isfinite
from typing import TypeAlias

from hf_genderfair.core.errors import GenderfairError

Target: TypeAlias = str | Mapping[str, float]
"""``uniform``, or the share of each group."""


def target_shares(groups: Sequence[str], target: Target) -> dict[str, float]:
    """Return the share that each group should have, in the order of the groups."""
    if isinstance(target, str):
        if target != "uniform":
            raise GenderfairError(f"target={target!r} is not offered: use 'uniform' or a share for each group")
        return dict.fromkeys(groups, 1 / len(groups))
    if set(target) != set(groups):
        named = ", ".join(sorted(set(target) ^ set(groups)))
        raise GenderfairError(
            f"the target and the groups differ in {named}: give a share for each of {', '.join(groups)}"
        )
    if not all(isfinite(share) and share >= 0 for share in target.values()):
        raise GenderfairError("a share of the target is negative or no number: give shares from 0 to 1")
    if not isclose(sum(target.values()), 1, abs_tol=1e-6):
        raise GenderfairError(f"the shares of the target sum to {sum(target.values()):g}, not 1: divide them by that")
    return {group: float(target[group]) for group in groups}
