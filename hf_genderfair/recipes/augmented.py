"""The recipe of counterfactual data sets: sentences about one group swapped until the groups are even."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from datasets import Dataset

from hf_genderfair.core.transform import annotate
from hf_genderfair.counterfactual.plan import plan_counterfactuals
from hf_genderfair.counterfactual.tables import COUNTERFACTUAL_LIMITS, plan_table, reasons_table
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import Sided, apply_counterfactuals, split_twins
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.report import Report, Step
from hf_genderfair.report.steps import describe_step, software_versions
from hf_genderfair.representation.group_words import GroupWords

DETAILS = CardDetails(
    summary="Texts in which sentences about one group were swapped for sentences about another, with every edit.",
    template="audited_texts.md.j2",
)


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
        title: Title of the report; None takes a general one.
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
    words = proposer.words()
    group_words = [] if words is None else [GroupWords(words, proposer.text_column)]
    steps = [*group_words, proposer]
    proposed = annotate(rows, Chain(*steps), num_proc)
    plan = plan_counterfactuals(proposed, proposer.groups(), probability=probability, fewest=fewest)
    # group words are those of the text as it was
    found = sorted(name for step in group_words for name in step.features())
    kept = apply_counterfactuals(proposed, plan, sided, proposer.text_column).remove_columns(found)
    applied = Step("apply_counterfactuals", proposer.version, {"sided": sided}, len(rows), len(kept))
    report = Report(
        title or "Texts with counterfactuals",
        proposer.lang,
        [*(describe_step(step, len(rows), len(rows)) for step in steps), applied],
        [plan_table(plan), reasons_table(plan)],
        limits=list(COUNTERFACTUAL_LIMITS),
        sources=[dict(source)] if source else [],
        software=software_versions(),
    )
    return Made(split_twins(kept, shares, proposer.seed) if shares else kept, report, details=DETAILS)
