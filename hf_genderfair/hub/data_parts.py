"""What a report says of each part of the data that it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hf_genderfair.core.records import as_record
from hf_genderfair.hub.card import DATA_FOLDERS
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.report.report import Report

SPLIT = re.compile(r"\w+(?:\.\w+)*")
"""Names of splits that ``datasets`` accepts."""


@dataclass(frozen=True)
class DataPart:
    """One split, as a report describes it.

    Attributes:
        rows: Number of rows.
        columns: The columns, with their types in words.
        fingerprint: See `data_fingerprint`.
        contacts: E-mail addresses and telephone numbers in its texts.
        empty_columns: Columns that were left out, since they were empty in every row.

    Example:
        >>> DataPart(3, {"text": "string"}, "sha256-v2:9f").contacts
        Contacts(emails=0, telephones=0)
    """

    rows: int
    columns: dict[str, str]
    fingerprint: str
    contacts: Contacts = field(default_factory=Contacts)
    empty_columns: tuple[str, ...] = ()


def data_parts(report: Report) -> dict[str, DataPart]:
    """Return the parts of the data by ``configuration/split``."""
    parts: dict[str, DataPart] = as_record(dict[str, DataPart], report.data)
    for name in parts:
        config, _, split = name.partition("/")
        if config not in DATA_FOLDERS or not SPLIT.fullmatch(split):
            raise ValueError(f"the report describes data {name!r:.80}, which this library never writes")
    return parts
