"""What models are trained on to be compared: data sets before and after, and texts that none of them sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from datasets import Dataset

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub.lines import require_text_column

UNTRAINED, BEFORE, AFTER = "untrained", "before", "after"

LEAST_TEXTS = 10
"""Fewest texts that are held out: perplexity on fewer says nothing."""


@dataclass(frozen=True)
class Condition:
    """What a model is trained on.

    Attributes:
        name: Such as ``before``.
        rows: The data set; None for the model without training.

    Example:
        >>> Condition("untrained").rows is None
        True
    """

    name: str
    rows: Dataset | None = None


def conditions(
    before: Dataset, after: Dataset, others: Mapping[str, Dataset] | None = None, untrained: bool = True
) -> list[Condition]:
    """Return the conditions that tell the effect of a change from that of training at all.

    The paper's three baselines (Görge et al. 2025, section 6) are the model without training, the model trained on as
    much of the original data, and the model trained on a neutral rewriting, which goes into ``others``.

    Args:
        before: The data as they were.
        after: The data as they are after a change.
        others: Further data sets by name, such as a neutral rewriting.
        untrained: Whether the model without training is compared too: the paper's pretrained one.

    Raises:
        GenderfairError: A name is taken.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Tea."]})
        >>> [condition.name for condition in conditions(rows, rows, {"neutral": rows})]
        ['untrained', 'before', 'after', 'neutral']
    """
    others = others or {}
    taken = {UNTRAINED, BEFORE, AFTER} & others.keys()
    if taken:
        raise GenderfairError(f"a data set cannot be named {min(taken)}: the comparison has one of that name")
    first = [Condition(UNTRAINED)] if untrained else []
    named = {BEFORE: before, AFTER: after, **others}
    return [*first, *(Condition(name, rows) for name, rows in named.items())]


def hold_out(
    trained: Sequence[Condition],
    baseline: str = BEFORE,
    *,
    most: int = 200,
    share: float = 0.05,
    text_column: str = "text",
    seed: int = 0,
) -> tuple[list[Condition], tuple[str, ...]]:
    """Take some texts of one data set out of all."""
    # Where all data sets have as many rows, row i of each is taken to be the same document, as after a rewriting, and
    # goes out of all; otherwise rows with an equal text do.
    rows = {condition.name: condition.rows for condition in trained if condition.rows is not None}
    if baseline not in rows:
        raise GenderfairError(f"no data set is named {baseline!r}: the data sets are {', '.join(rows) or 'none'}")
    for each in rows.values():
        require_text_column(each.column_names, text_column, "a data set")
    if not most:
        return list(trained), ()
    texts = rows[baseline][text_column][:]
    candidates = [number for number, text in enumerate(texts) if text]
    number = min(most, int(len(candidates) * share))
    if number < LEAST_TEXTS:
        return list(trained), ()
    drawn = sorted(np.random.default_rng(seed).choice(candidates, number, replace=False).tolist())
    held_out = {texts[position] for position in drawn}
    aligned = len({len(each) for each in rows.values()}) == 1
    left_out = set(drawn) if aligned else set()

    def without(each: Dataset) -> Dataset:
        stays = [
            position
            for position, text in enumerate(each[text_column][:])
            if position not in left_out and text not in held_out
        ]
        return each.select(stays)

    remaining = [
        condition if condition.rows is None else replace(condition, rows=without(condition.rows))
        for condition in trained
    ]
    return remaining, tuple(texts[position] for position in drawn)
