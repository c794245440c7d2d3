"""What a recipe makes: rows, what was left out, and the report, which are written together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasets import Dataset, DatasetDict

    from hf_genderfair.hub.card import CardDetails
    from hf_genderfair.report.figures import Figure
    from hf_genderfair.report.report import Report


@dataclass(frozen=True)
class Made:
    """A data set that a recipe made, with its report.

    Attributes:
        kept: The rows; split by split where splits came in or are made.
        report: Steps, figures, what was left out, and limits.
        excluded: The rows left out, with the reason; None where the recipe leaves out none.
        figures: Pictures for the report by file name; none where matplotlib is not installed.
        pages: Further pages by file name.
        details: What the card says beyond the report, but for the licence; None for one of annotated texts.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.report.report import Report
        >>> Made(Dataset.from_dict({"text": ["Ginger tea."]}), Report("Tea", "en")).excluded is None
        True
    """

    kept: Dataset | DatasetDict
    report: Report
    excluded: Dataset | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)
    pages: Mapping[str, bytes] = field(default_factory=dict)
    details: CardDetails | None = None

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

        details = replace(self.details or CardDetails(), license=license)
        return write_dataset(
            folder, self.kept, self.report, self.excluded, details, overwrite, figures=self.figures, pages=self.pages
        )
