"""The recipe of counterfactual data sets: sentences about one group swapped until the groups are even."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from datasets import Dataset

from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import Sided, split_twins
from hf_genderfair.recipes.augment_recipe import AugmentRecipe
from hf_genderfair.recipes.in_memory import carry_out
from hf_genderfair.recipes.made import Made


def augment(
    rows: Dataset,
    proposer: Counterfactual,
    *,
    probability: float | None = None,
    fewest: bool = False,
    sided: Sided = "one",
    shares: Mapping[str, float] | None = None,
    title: str | None = None,
    source: Mapping[str, Any] | None = None,
    num_proc: int | None = None,
) -> Made:
    """Swap sentences about one group for sentences about another until the groups are even (Görge 2025, section 4.2.4).

    Args:
        rows: Texts.
        proposer: What proposes the swapped sentences.
        probability: See `plan_counterfactuals`.
        fewest: See `plan_counterfactuals`.
        sided: See `apply_counterfactuals`.
        shares: Share of each split, such as ``{"train": 0.9, "test": 0.1}``; a row and its twin come into the same one.
        title: Title of the report; None takes one that names the source.
        source: Where the rows come from, for the report: ``id``, ``licence`` and the like.
        num_proc: Number of processes.

    Returns:
        The rows with every edit, and the report; nothing is left out.

    Raises:
        ColumnError: The text is missing or not text, or a column that is to be added exists already.
        GenderfairError: A value is out of range.

    Example:
        >>> rows = Dataset.from_dict({"text": ["My uncle is here.", "A king waits."]})
        >>> augment(rows, Counterfactual("en")).kept["text"][:]
        ['My aunt is here.', 'A king waits.']
    """
    recipe = AugmentRecipe(proposer, probability, fewest, sided)
    made, _ = carry_out(rows, recipe, "augment", title, source, num_proc)
    if not shares:
        return replace(made, excluded=None)
    assert isinstance(made.kept, Dataset)
    return replace(made, kept=split_twins(made.kept, shares, proposer.seed), excluded=None)
