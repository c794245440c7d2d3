"""The report of a data set: its answers, examples, steps, figures, excluded rows, limits, sources and software."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hf_genderfair import __version__
from hf_genderfair.core.records import read_record
from hf_genderfair.core.settings import public_value
from hf_genderfair.report.sentences import in_lines

if TYPE_CHECKING:
    from hf_genderfair.core.transform import Transform

MOST_LINES = 12
"""Lines in which a report is shown."""

Cell = str | int | float | None
Mark = Literal["plain", "deleted", "inserted", "marked", "masked", "person"]
"""What an example shows of a piece of its text; masked letters were replaced, since the piece may offend."""


@dataclass(frozen=True)
class Step:
    """One step from the source to the data set.

    Attributes:
        name: Class or function, such as ``FirstPerson``.
        version: Version of the step.
        parameters: Its configuration.
        rows_in: Rows before; None where it is unknown, as for streams.
        rows_out: Rows after.
    """

    name: str
    version: str
    parameters: dict[str, Any]
    rows_in: int | None = None
    rows_out: int | None = None


@dataclass(frozen=True)
class Table:
    """A table of figures.

    Attributes:
        name: Short identifier, such as ``fragments_by_gender``.
        title: Heading for a reader.
        columns: Names of the columns.
        rows: One list of cells for each row; None for an unknown figure.
        note: What a reader must know to understand it: n, smoothing constant, source in the paper.
        heads: Words for columns and cells that are symbols, by these.
    """

    name: str
    title: str
    columns: list[str]
    rows: list[list[Cell]]
    note: str = ""
    heads: dict[str, str] = field(default_factory=dict)

    def of_split(self, split: str) -> Table:
        """Return the table under the name of a split of a data set."""
        return replace(self, name=f"{self.name}_{split}", title=f"{self.title} ({split})")


class Piece(NamedTuple):
    """A piece of the text of an example.

    Attributes:
        text: The piece.
        mark: What is shown of it.
        label: What stands beside it, such as the number of a person; pieces with one label have one colour.

    Example:
        >>> Piece("Lehrer*innen", "inserted").mark
        'inserted'
    """

    text: str
    mark: Mark = "plain"
    label: str = ""


@dataclass(frozen=True)
class TextExample:
    """A text of the data that shows what a figure counts.

    Attributes:
        kind: What it is an example of, such as ``rewritten``; the heading above all examples of the kind.
        pieces: The text.
        reason: Why, for a reader; empty where the text says it.

    Example:
        >>> TextExample("swapped", [Piece("He", "deleted"), Piece("She", "inserted"), Piece(" left.")]).kind
        'swapped'
    """

    kind: str
    pieces: list[Piece]
    reason: str = ""


@dataclass(frozen=True, repr=False)
class Report:
    """Everything that is known about a data set; written beside it as ``bias_report.json``, shown as what it says.

    Attributes:
        title: Name of the data set.
        language: BCP 47 code.
        steps: The steps in order.
        tables: Tables of figures, each estimate with its n and interval.
        excluded: Rows left out, by reason.
        limits: Limits of the method, one sentence each.
        sources: Where the text comes from: id or description, revision and licence where known.
        data: Rows, columns and fingerprint, which identify the data; filled in when the data are written.
        software: Versions of the software, by name.
        answers: What the figures say, a sentence each, the most important first.
        examples: Texts of the data, drawn by seed.

    Example:
        >>> report = Report("Sentences about tea", "en", limits=["Coffee is invisible to the method."])
        >>> Report.from_json(report.to_json()) == report
        True
    """

    title: str
    language: str
    steps: list[Step] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    excluded: dict[str, int] = field(default_factory=dict)
    limits: list[str] = field(default_factory=list)
    sources: list[dict[str, Any]] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    software: dict[str, str] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    examples: list[TextExample] = field(default_factory=list)

    def __repr__(self) -> str:
        """Return the title and the first answers."""
        return "\n".join(in_lines([self.title, *self.answers], MOST_LINES))

    def to_json(self) -> str:
        """Return the report as JSON; equal reports give equal text."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Report:
        """Read what `to_json` wrote, now or in an earlier version.

        Raises:
            ValueError: The text is not a report.
        """
        try:
            report = read_record(cls, text)
        except ValueError as error:
            raise ValueError(f"not a report: {error}") from error
        for table in report.tables:
            if any(len(row) != len(table.columns) for row in table.rows):
                raise ValueError(
                    f"not a report: the table {table.name!r:.80} has rows of other lengths than its columns"
                )
        return report


def describe_step(transform: Transform, rows_in: int | None, rows_out: int | None) -> Step:
    """Describe a transform as a step of a report."""
    parameters = {name: _named(value) for name, value in transform.configuration().items() if name != "overwrite"}
    if transform.digest():
        parameters["lexicons"] = transform.digest()
    return Step(type(transform).__name__, transform.version, parameters, rows_in, rows_out)


def _named(value: object) -> object:
    return repr(value) if isinstance(getattr(value, "digest", None), str) else public_value(value)


def software_versions() -> dict[str, str]:
    """Return the versions of the software behind a report, by name."""
    import datasets
    import pyarrow as pa

    return {"hf-genderfair": __version__, "datasets": datasets.__version__, "pyarrow": pa.__version__}
