"""The recipe of challenge sets: from labelled rows to neutral texts, what is in none of the sets, and a report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from datasets import Dataset, DatasetDict

from hf_genderfair.core.errors import OutputError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.challenge import challenge_sets
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import write_dataset
from hf_genderfair.recipes.corpus import corpus_report
from hf_genderfair.report.report import Report, Step
from hf_genderfair.report.steps import describe_step


class Challenge(NamedTuple):
    """Challenge sets and what is not in them.

    Attributes:
        sets: ``train``, ``dev`` and ``test``, those that have rows.
        excluded: The other rows, with ``challenge_reason``.
        report: Steps, what was excluded, limits.

    Example:
        >>> Challenge._fields
        ('sets', 'excluded', 'report')
    """

    sets: DatasetDict
    excluded: Dataset
    report: Report

    def write(self, folder: str | Path, license: str | None = None, overwrite: bool = False) -> Report:
        """Write the sets as a data set with their report and card; see `write_dataset`.

        Args:
            folder: Where to write.
            license: Licence of the texts, as the Hub spells it.
            overwrite: Replace a data set that stands there.

        Returns:
            The report with what ties it to the data.

        Raises:
            OutputError: The folder cannot be written.
        """
        return write_dataset(folder, self.sets, self.report, self.excluded, CardDetails(license), overwrite)


def challenge(
    rows: Dataset,
    seed: int = 0,
    proportions: tuple[float, float, float] = (0.8, 0.1, 0.1),
    source: Mapping[str, Any] | None = None,
) -> Challenge:
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
        >>> from hf_genderfair.recipes.corpus import corpus
        >>> texts = ["Byłam wczoraj w kinie.", "Pisałem o tym wczoraj."]
        >>> made = corpus(Dataset.from_dict({"text": texts, "url": ["http://a.example/1", "http://a.example/2"]}))
        >>> challenge(made.kept).sets["train"]["text"][:]
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
        [],
        {key[0]: number for key, number in reasons.items()},
        source,
    )
    return Challenge(filled, excluded.remove_columns("first_person_edits"), report)
