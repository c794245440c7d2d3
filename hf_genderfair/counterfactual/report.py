"""What is shown of counterfactuals: tables, sentences and a picture of what became of them, and examples."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from datasets import Dataset

from hf_genderfair.core.counts import share
from hf_genderfair.counterfactual.plan import CounterfactualPlan
from hf_genderfair.report.change_list import reasons_by_place
from hf_genderfair.report.examples import Highlight, edited_example, marked_example, rows_with_text_before
from hf_genderfair.report.figures import Figure, draw_in_report, parts_figure
from hf_genderfair.report.report import Cell, Report, Table, TextExample
from hf_genderfair.report.sentences import by_number, counted, main_reason, percent_with_limits, reason_in_words

REASONS_TABLE = "counterfactual_refusals"

REASONS = 6
"""Reasons that are drawn; the others are drawn as one."""


def plan_tables(plan: CounterfactualPlan) -> list[Table]:
    """Return the tables of the sentences that a plan chose, by direction, and of why others may not be swapped."""
    return [_plan_table(plan), reasons_table(plan)]


def _plan_table(plan: CounterfactualPlan) -> Table:
    rows: list[list[Cell]] = []
    for direction in sorted({*plan.limits, *plan.accepted}):
        chosen = share(plan.chosen.get(direction, 0), plan.relevant)
        swapped = plan.accepted.get(direction, 0), chosen.count, chosen.n, chosen.value
        rows.append([*direction, *swapped, plan.wanted.get(direction), plan.moved.get(direction, 0)])
    columns = ["from", "to", "may be swapped", "swapped", "relevant sentences", "share", "words wanted", "words moved"]
    how = (
        "as the target needs" if plan.probability is None else f"by chance, with a probability of {plan.probability:g}"
    )
    note = (
        f"Sentences are swapped {how}; relevant: with a word of a group. Sections 4.2.4 and 5.1.4 of Görge et al. 2025."
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
    of_all = f"Of {counted(plan.relevant, 'sentence')} with a word of a group"
    if done.count:
        swapped = counted(done.count, "was", "were")
        answers = [f"{of_all}, {swapped} swapped, {percent_with_limits(done.value, done.low, done.high)}."]
    else:
        answers = [f"{of_all}, none was swapped."]
    if plan.refused:
        stay = sum(plan.refused.values())
        those = "All of them have" if stay == plan.relevant > 1 else counted(stay, "has", "have")
        said = f"{those} to stay; {main_reason(plan.refused)}."
        if plan.spared:
            others = plan.relevant - plan.swapped
            said = f"Of the other {others:,}, {plan.spared:,} could be swapped and did not need to be; {said}"
        answers.append(said)
    return answers


def draw_plan(report: Report, plan: CounterfactualPlan) -> tuple[Report, dict[str, Figure]]:
    """Draw in a report how many sentences were swapped, could have been, and why others stay."""
    parts = {
        f"swapped, {direction.source} to {direction.target}": number
        for direction, number in sorted(plan.chosen.items())
        if number
    }
    if plan.spared:
        parts["could be swapped: no need"] = plan.spared
    reasons = by_number(plan.refused)
    parts |= {f"stays: {reason_in_words(reason)}": number for reason, number in reasons[:REASONS]}
    if reasons[REASONS:]:
        parts["stays: other reasons"] = sum(number for _, number in reasons[REASONS:])
    title = f"Sentences with a word of a group (n = {plan.relevant:,})"
    return draw_in_report(report, REASONS_TABLE, "swapped_sentences.png", partial(parts_figure, title, parts))


def counterfactual_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows to which a plan was applied."""
    chosen = rows.select_columns([text_column, "counterfactual_sentences", "counterfactual_edits"])
    for row, text, edits in rows_with_text_before(chosen, "counterfactual_edits", text_column):
        if edits:
            directions = sorted({edit["direction"] for edit in row["counterfactual_edits"]})
            yield edited_example("Swapped", text, edits, ", ".join(directions).replace(">", " to "))
        stays = reasons_by_place(row["counterfactual_sentences"] or [])
        for place, why in list(stays.items())[:1]:
            yield marked_example("Left as it is", text, [Highlight(*place)], f"stays: {why}")
