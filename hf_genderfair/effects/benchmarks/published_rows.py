"""The rows of published data sets, from the Hub or from local files."""

from __future__ import annotations

from collections.abc import Sequence

import datasets
from datasets import Dataset

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub.locate import DATA_SET, locate_source
from hf_genderfair.hub.source import open_source


def published_rows(
    source: str, columns: Sequence[str], advice: str, *, config: str | None = None, split: str | None = None
) -> Dataset:
    """Read the columns of a published data set.

    Args:
        source: Name on the Hub, local folder or file; see `open_source`.
        columns: The columns to read; the first holds text.
        advice: What to do where they cannot be read.
        config: Configuration in a data set of the Hub, or in a local copy of its repository.
        split: Split in the same.

    Raises:
        GenderfairError: It cannot be reached or read, or a column is missing.
    """
    try:
        kind, files = locate_source(source)
        if kind != DATA_SET or source.startswith("hf://"):
            # what is named are the rows themselves
            config = split = None
        elif files and config not in datasets.get_dataset_config_names(str(files[0])):
            config = None
        rows = open_source(source, columns[0], split=split, config=config)
    except GenderfairError as error:
        raise GenderfairError(f"{error}; {advice}") from error
    missing = [column for column in columns if column not in rows.column_names]
    if missing:
        raise GenderfairError(f"{source} has no column {', '.join(map(repr, missing))}; {advice}")
    return rows.select_columns(list(columns))
