"""What a recipe makes: rows, what was left out, edits and the report, which are written and published together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from datasets import Dataset, DatasetDict, Features, Value

from hf_genderfair.core.spans import EDIT_FEATURE
from hf_genderfair.report.examples import choose_examples
from hf_genderfair.report.report import MOST_LINES, Report
from hf_genderfair.report.sentences import by_number, counted, in_lines, reason_in_words

if TYPE_CHECKING:
    from hf_genderfair.hub.card import CardDetails
    from hf_genderfair.hub.publish import Published
    from hf_genderfair.report.figures import Figure

Rows = TypeVar("Rows", Dataset, DatasetDict)

LISTED_EDITS = Features({"row": Value("int64"), **EDIT_FEATURE.feature})
"""The columns of a list of edits."""


@dataclass(frozen=True, repr=False)
class Made:
    """What a recipe made of texts, with its report; shown as a few sentences on what happened, never as the data.

    Attributes:
        kept: The rows; split by split where splits came in or are made.
        report: Steps, figures, what was left out, and limits.
        excluded: The rows left out, with the reason; None where the recipe leaves out none.
        figures: Pictures for the report by file name; none where matplotlib is not installed.
        pages: Further pages by file name.
        details: What the card says beyond the report, but for the licence; None for one of annotated texts.

    Example:
        >>> from hf_genderfair import Report
        >>> Made(Dataset.from_dict({"text": ["Ginger tea."]}), Report("Tea", "en", answers=["One text is about tea."]))
        Tea
        1 row kept, none left out.
        One text is about tea.
        It has .kept, .report, .write(folder) and .publish(repo_id).
    """

    kept: Dataset | DatasetDict
    report: Report
    excluded: Dataset | DatasetDict | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)
    pages: Mapping[str, bytes] = field(default_factory=dict)
    details: CardDetails | None = None

    @property
    def edit_columns(self) -> list[str]:
        """The columns of the edits by which the texts were changed, in the order in which they were applied."""
        named = [f"{name}_edits" for name in self.details.changes.edited] if self.details else []
        parts = self.kept.values() if isinstance(self.kept, DatasetDict) else [self.kept]
        return [name for name in named if all(name in part.column_names for part in parts)]

    @property
    def edits(self) -> Dataset | DatasetDict | None:
        """The edits by which the texts were changed, one a row, with the number of the row of ``kept``.

        None where nothing edits texts. The offsets are those of the text before.
        """
        columns = self.edit_columns
        return _listed(self.kept, columns) if columns else None

    def __repr__(self) -> str:
        """Return what happened, in at most twelve lines."""
        left = "; ".join(f"{number:,} {reason_in_words(why)}" for why, number in by_number(self.report.excluded))
        total = f"{sum(self.report.excluded.values()):,} left out ({left})" if left else "none left out"
        some = {".excluded": self.excluded is not None, ".edits": bool(self.edit_columns)}
        names = [".kept", *(name for name, is_there in some.items() if is_there), ".report", ".write(folder)"]
        sentences = [self.report.title, f"{_number(self.kept)} kept, {total}.", *self.report.answers]
        lines = in_lines(sentences, MOST_LINES - 1)
        lines = ["… (the rest stands in .report)" if line == "…" else line for line in lines]
        return "\n".join([*lines, f"It has {', '.join(names)} and .publish(repo_id)."])

    def write(self, folder: str | Path, license: str | None = None, overwrite: bool = False) -> Report:
        """Write the rows as a data set with report, pictures and card; see `write_dataset`.

        Args:
            folder: Where to write.
            license: Licence of the texts, as the Hub spells it.
            overwrite: Replace a data set that stands there.

        Returns:
            The report with what ties it to the data.

        Raises:
            OutputError: The folder cannot be written, or there is no row.
        """
        from hf_genderfair.hub.card import CardDetails
        from hf_genderfair.hub.folder import write_dataset

        details = self.details or CardDetails()
        details = details if license is None else replace(details, license=license)
        return write_dataset(
            folder, self.kept, self.report, self.excluded, details, overwrite, figures=self.figures, pages=self.pages
        )

    def publish(self, repo_id: str, **options: Any) -> Published:
        """Publish the rows on the Hub, with report, pictures and card, and check them; see `publish`.

        Args:
            repo_id: ``namespace/name``; the repository is created if it is missing.
            **options: Those of `publish`, such as ``license``, ``version_tag`` or ``dry_run``.

        Returns:
            What was sent; or after a dry run, what would be.

        Raises:
            PublishError: See `publish`.
        """
        from hf_genderfair.hub.publish import publish

        return publish(self, repo_id, **options)


def joined(parts: Mapping[str, Made]) -> Made:
    """Return the results of splits as one: their names are in those of tables, pictures and pages."""
    first = next(iter(parts.values()))
    reports = {name: part.report for name, part in parts.items()}
    report = replace(
        first.report,
        steps=[step for each in reports.values() for step in each.steps],
        tables=[table.of_split(name) for name, each in reports.items() for table in each.tables],
        excluded={f"{name}: {why}": number for name, each in reports.items() for why, number in each.excluded.items()},
        limits=list(dict.fromkeys(limit for each in reports.values() for limit in each.limits)),
        # what matters most of every split stands first
        answers=[
            f"{name}: {answer}"
            for answers in zip_longest(*(each.answers for each in reports.values()))
            for name, answer in zip(reports, answers, strict=True)
            if answer is not None
        ],
        examples=choose_examples(example for each in reports.values() for example in each.examples),
    )
    left_out = {name: part.excluded for name, part in parts.items() if part.excluded is not None}
    return replace(
        first,
        kept=DatasetDict({name: part.kept for name, part in parts.items()}),
        report=report,
        excluded=DatasetDict(left_out) if left_out else None,
        figures={f"{name}_{file}": figure for name, part in parts.items() for file, figure in part.figures.items()},
        pages={f"{name}_{file}": page for name, part in parts.items() for file, page in part.pages.items()},
    )


def _number(rows: Dataset | DatasetDict) -> str:
    """Return how many rows there are, in words."""
    if not isinstance(rows, DatasetDict):
        return counted(len(rows), "row")
    parts = ", ".join(f"{name} {len(part):,}" for name, part in rows.items())
    return f"{counted(sum(map(len, rows.values())), 'row')} ({parts})"


def _listed(rows: Rows, columns: Sequence[str]) -> Rows:
    """Return the edits of rows, one a row."""
    if isinstance(rows, DatasetDict):
        return DatasetDict({name: _listed(part, columns) for name, part in rows.items()})
    chosen = rows.with_format(None).select_columns(list(columns))
    return chosen.map(
        _one_by_one, batched=True, with_indices=True, remove_columns=list(columns), features=LISTED_EDITS, desc="Edits"
    )


def _one_by_one(batch: Mapping[str, Sequence[Any]], indices: Sequence[int]) -> dict[str, list[Any]]:
    """Return the edits of a batch, one a row."""
    cells = zip(indices, *batch.values(), strict=True)
    found = [(row, edit) for row, *columns in cells for column in columns for edit in column or ()]
    named = {name: [edit[name] for _, edit in found] for name in EDIT_FEATURE.feature}
    return {"row": [row for row, _ in found], **named}
