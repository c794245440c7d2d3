"""The picture of counterfactuals: what became of the sentences that name a group."""

from __future__ import annotations

from hf_genderfair.counterfactual.plan import CounterfactualPlan
from hf_genderfair.report.figures import Figure, parts_figure
from hf_genderfair.report.sentences import reason_in_words

REASONS = 6
"""Reasons that are drawn; the others are drawn as one."""


def plan_figure(plan: CounterfactualPlan) -> Figure:
    """Draw how many sentences were swapped, could have been, and why others stay."""
    parts = {
        f"swapped, {direction.source} to {direction.target}": number
        for direction, number in sorted(plan.chosen.items())
        if number
    }
    parts["not swapped: no need"] = plan.spared
    reasons = sorted(plan.refused.items(), key=lambda item: (-item[1], item[0]))
    parts |= {f"stays: {reason_in_words(reason)}": number for reason, number in reasons[:REASONS]}
    if reasons[REASONS:]:
        parts["stays: other reasons"] = sum(number for _, number in reasons[REASONS:])
    return parts_figure(f"Sentences with a word of a group (n = {plan.relevant:,})", parts)
