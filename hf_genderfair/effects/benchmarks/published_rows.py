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
    """Read the columns of a published data set."""
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
