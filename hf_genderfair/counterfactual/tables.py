"""The tables of a report on counterfactuals: what was swapped, what was not, and why."""

from __future__ import annotations

from hf_genderfair.core.counts import share
from hf_genderfair.counterfactual.plan import CounterfactualPlan
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.report.sentences import counted, main_reason, percent_with_limits

REASONS_TABLE = "counterfactual_refusals"


def plan_table(plan: CounterfactualPlan) -> Table:
    """Return the table of the sentences that a plan chose, by direction."""
    rows: list[list[Cell]] = []
    for direction in sorted({*plan.limits, *plan.accepted}):
        chosen = share(plan.chosen.get(direction, 0), plan.relevant)
        rows.append(
            [
                direction.source,
                direction.target,
                plan.accepted.get(direction, 0),
                chosen.count,
                chosen.n,
                chosen.value,
                plan.wanted.get(direction),
                plan.moved.get(direction, 0),
            ]
        )
    columns = ["from", "to", "may be swapped", "swapped", "relevant sentences", "share", "words wanted", "words moved"]
    how = "target" if plan.probability is None else f"probability {plan.probability:g}"
    note = (
        f"Sentences chosen by {how}; relevant: with a word of a group. Sections 4.2.4 and 5.1.4 of Görge et al. 2025."
    )
    return Table("counterfactuals", "Counterfactual sentences", columns, rows, note)


def reasons_table(plan: CounterfactualPlan) -> Table:
    """Return the table of why sentences may not be swapped."""
    rows: list[list[Cell]] = [[reason, count] for reason, count in plan.refused.items()]
    note = f"Of {plan.relevant:,} sentences with a word of a group; each counts once, however many groups it names."
    return Table(REASONS_TABLE, "Sentences that must stay as they are", ["reason", "sentences"], rows, note)


def plan_answers(plan: CounterfactualPlan) -> list[str]:
    """Say how many sentences were swapped, how many could have been, and why others must stay; they add up."""
    done = share(plan.swapped, plan.relevant)
    if done.value is None:
        return ["No sentence has a word of one of the groups: nothing was swapped."]
    sentences = counted(plan.relevant, "sentence")
    said = f"Of {sentences} with a word of a group, {counted(done.count, 'was', 'were')} swapped"
    answers = [f"{said}, {percent_with_limits(done.value, done.low, done.high)}."]
    if plan.refused:
        stay = counted(sum(plan.refused.values()), "must stay as it is", "must stay as they are")
        spared = f"{plan.spared:,} could be swapped and did not need to be; " if plan.spared else ""
        answers.append(f"Of the other {plan.relevant - plan.swapped:,}, {spared}{stay}; {main_reason(plan.refused)}.")
    return answers
