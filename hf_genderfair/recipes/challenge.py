"""The recipe of challenge sets: from labelled rows to neutral texts, what is in none of the sets, and a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from datasets import Dataset, DatasetDict

from hf_genderfair.core.errors import OutputError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.challenge import challenge_sets
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.statistics import label_names, neutral_examples
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.types import BINARY_GENDERS
from hf_genderfair.recipes.corpus_recipe import corpus_report
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.figures import draw_in_report, parts_figure
from hf_genderfair.report.report import Cell, Step, Table, describe_step
from hf_genderfair.report.sentences import counted, main_reason, percent, reason_in_words

SETS_TABLE = "challenge_sets"

DETAILS = CardDetails(
    tags=("challenge", "first-person"),
    task_categories=("text-classification",),
    summary="Texts in which every feminine first-person form of Polish was put into its masculine counterpart, each "
    "with the label that its forms had before. Within each website both labels are equally frequent, and each website "
    "is in one set only. A label says which gender the **words** of the writer carried. It says nothing about a person "
    "beyond that: no metadata were used and no one's gender was guessed.",
    uses="testing whether a model, or a reader, tells the label by anything else than the forms.",
    template="first_person_corpus.md.j2",
    changes=ChangeColumns(edited=("first_person",)),
)


def challenge(
    rows: Dataset,
    seed: int = 0,
    proportions: tuple[float, float, float] = (0.8, 0.1, 0.1),
    source: Mapping[str, Any] | None = None,
) -> Made:
    """Make challenge sets with their report.

    Args:
        rows: Rows with ``text``, ``url``, ``first_person`` and ``first_person_expressions``.
        seed: Another one gives another choice.
        proportions: Shares of train, dev and test.
        source: Where the rows come from, for the report.

    Returns:
        The sets that have rows, what is in none of them with ``challenge_reason``, and the report.

    Raises:
        ColumnError: A column is missing.
        OutputError: No website has texts of both genders, so all sets are empty.

    Example:
        >>> from hf_genderfair.recipes.corpus_recipe import corpus
        >>> texts = ["Byłam wczoraj w kinie.", "Pisałem o tym wczoraj."]
        >>> made = corpus(Dataset.from_dict({"text": texts, "url": ["http://a.example/1", "http://a.example/2"]}))
        >>> challenge(made.kept).kept["train"]["text"][:]
        ['Byłem wczoraj w kinie.', 'Pisałem o tym wczoraj.']
    """
    edits = Neutralise()
    neutral = annotate(rows, edits)
    sets, excluded = challenge_sets(neutral, seed, proportions)
    filled = DatasetDict({name: part for name, part in sets.items() if len(part)})
    if not filled:
        raise OutputError("no website has texts of both genders: there is nothing to make challenge sets of")
    reasons = Keep("challenge_reason").counts(excluded).under("excluded")
    size = sum(map(len, filled.values()))
    parameters = {"seed": seed, "proportions": list(proportions)}
    steps = [describe_step(edits, len(rows), len(rows)), Step("challenge_sets", "1", parameters, len(rows), size)]
    report = corpus_report(
        "Challenge sets: a writer's gender without the forms that give it away",
        "pl",
        steps,
        [_sets_table(filled)],
        {key[0]: number for key, number in reasons.items()},
        source,
    )
    parts = {name: len(part) for name, part in filled.items()}
    listed = ", ".join(f"{name} {number:,}" for name, number in parts.items())
    answers = [f"{size:,} of {counted(len(rows), 'text')} ({percent(size / len(rows))}) are in the sets: {listed}."]
    if report.excluded:
        answers.append(f"{counted(len(excluded), 'text')} are in none; {main_reason(report.excluded)}.")
    report = replace(report, answers=answers, examples=choose_examples(neutral_examples(drawn_rows(neutral))))
    parts |= {f"in none: {reason_in_words(reason)}": number for reason, number in report.excluded.items()}
    draw = partial(parts_figure, f"What became of the texts (n = {len(rows):,})", parts)
    report, figures = draw_in_report(report, SETS_TABLE, "challenge_sets.png", draw)
    return Made(filled, report, excluded.remove_columns("first_person_edits"), figures, details=DETAILS)


def _sets_table(sets: DatasetDict) -> Table:
    """Return the number of texts of each set by gender."""
    rows: list[list[Cell]] = []
    for name, part in sets.items():
        labels = Counter(label_names(part)[label] for label in part["first_person"])
        rows.append([name, len(part), *(labels[gender] for gender in BINARY_GENDERS)])
    note = "Each website has as many texts with feminine as with masculine forms, and is in one set only."
    return Table(SETS_TABLE, "Texts of each set", ["set", "texts", *BINARY_GENDERS], rows, note)
