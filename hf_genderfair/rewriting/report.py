"""What is shown of a rewriting: words that were rewritten or left alone, by kind and reason, and examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from datasets import Dataset

from hf_genderfair.core.counts import Counts, share
from hf_genderfair.languages.german.candidates import LEFT
from hf_genderfair.report.examples import Highlight, edited_example, marked_example, rows_with_text_before
from hf_genderfair.report.report import Cell, Table, TextExample
from hf_genderfair.report.sentences import (
    kind_in_words,
    kinds_in_words,
    main_reason,
    percent,
    percent_with_limits,
    reason_in_words,
)


def count_rewritings(rows: Dataset) -> Counts:
    """Count the words that were rewritten and those left alone."""
    counts: Counter[tuple[str, ...]] = Counter({("texts",): len(rows), ("texts edited",): 0})
    for part in rows.select_columns(["rewriting_edits", "rewriting_refusals"]).iter(10_000):
        for edits, refusals in zip(part["rewriting_edits"], part["rewriting_refusals"], strict=True):
            counts["texts edited",] += bool(edits)
            counts.update(("edit", edit["rule"]) for edit in edits)
            counts.update(("refusal", refusal["rule"], refusal["reason"]) for refusal in refusals)
    return Counts(counts)


def rewriting_tables(counts: Counts) -> list[Table]:
    """Return the tables of a report."""
    edits, refusals = counts.under("edit"), counts.under("refusal")
    edited = share(counts["texts edited",], counts["texts",])
    rows: list[list[Cell]] = [["texts edited", edited.count, edited.n, edited.value, edited.low, edited.high]]
    every = edits.total() + refusals.total()
    rules = sorted({key[0] for key in (*edits, *refusals)})
    for rule in rules:
        done = sum(count for key, count in edits.items() if key[0] == rule)
        left = sum(count for key, count in refusals.items() if key[0] == rule)
        part = share(done, done + left)
        rows.append([rule, part.count, part.n, part.value, part.low, part.high])
    note = f"Words that have a gender-fair form: {every}. Interval: 95 % Wilson interval."
    columns = ["kind of word", "rewritten", "n", "share", "low", "high"]
    reasons: list[list[Cell]] = [
        [reason, rule, count]
        for (rule, reason), count in sorted(refusals.items(), key=lambda item: (-item[1], item[0]))
    ]
    return [
        Table("rewritten_words", "Words rewritten", columns, rows, note, kinds_in_words(rules)),
        Table(
            "refusals", "Words left alone", ["reason", "kind of word", "words"], reasons, heads=kinds_in_words(rules)
        ),
    ]


def rewriting_answers(counts: Counts) -> list[str]:
    """Say how many words were rewritten, and why most others were left alone."""
    edits, refusals = counts.under("edit"), counts.under("refusal")
    done = share(edits.total(), edits.total() + refusals.total())
    if done.value is None:
        return ["No word was found that has a gender-fair form: nothing was rewritten."]
    texts = percent(counts["texts edited",] / counts["texts",])
    share_of_words = percent_with_limits(done.value, done.low, done.high)
    rewritten = "none was rewritten"
    if done.count:
        rewritten = f"{done.count:,} were rewritten, {share_of_words}, in {texts} of the texts"
    answers = [f"Of {done.n:,} words that have a gender-fair form, {rewritten}."]
    reasons: Counter[str] = Counter()
    for (_, reason), number in refusals.items():
        reasons[reason] += number
    # this only points to another word
    followed = reasons.pop(LEFT, 0)
    if reasons:
        left = f"{reasons.total() + followed:,} were left alone"
        if followed:
            left += f": {followed:,} since they go with another one that was, and {reasons.total():,} for themselves"
        answers.append(f"{left}; {main_reason(reasons)}.")
    elif followed:
        answers.append(f"{followed:,} were left alone; {main_reason({LEFT: followed})}.")
    return answers


def rewriting_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples from rows with the columns of `GenderFair`, applied or not."""
    chosen = rows.select_columns([text_column, "rewriting_edits", "rewriting_refusals"])
    for row, text, edits in rows_with_text_before(chosen, "rewriting_edits", text_column):
        if edits:
            yield edited_example("Rewritten", text, edits)
        for refusal in (row["rewriting_refusals"] or [])[:1]:
            why = f"{kind_in_words(refusal['rule'])}: {reason_in_words(refusal['reason'])}"
            yield marked_example("Left alone", text, [Highlight(refusal["start"], refusal["end"])], why)
