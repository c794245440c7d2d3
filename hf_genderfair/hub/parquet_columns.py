"""The columns of Parquet files as ``datasets`` reads them, checked before anything is read."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features, Value

from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.names import check_names, named
from hf_genderfair.hub.source_files import reason_in_one_line

VIEWS = {"string_view": "string", "binary_view": "binary"}
"""How text and bytes lie in the memory of who wrote a file: Parquet has no such types."""


def read_footer(path: str) -> pq.FileMetaData:
    """Return the footer of a Parquet file."""
    try:
        metadata = pq.read_metadata(path)
        # a footer may be whole, and the schema in it damaged
        metadata.schema.to_arrow_schema()
        return metadata
    except (OSError, pa.ArrowException) as error:
        raise SourceError(f"{path} cannot be read: {reason_in_one_line(error)}") from error


def footer_features(metadata: pq.FileMetaData, name: str) -> Features:
    """Return the columns that a footer names."""
    schema = metadata.schema.to_arrow_schema()
    check_names(schema.names, name)
    for field in schema:
        try:
            Features.from_arrow_schema(pa.schema([field]))
        except ValueError as error:
            problem = f"{name} cannot be read: column {named([field.name])} holds {field.type}"
            raise SourceError(
                f"{problem}, which datasets has no type for: leave it out, or write it as text"
            ) from error
    try:
        features = Features.from_arrow_schema(schema)
    # whatever the metadata hold is taken for features
    except Exception as error:
        problem = f"{name} cannot be read: its metadata 'huggingface' describe no columns of datasets"
        raise SourceError(f"{problem} ({reason_in_one_line(error)[:200]}): write it without them") from error
    return without_views(features)


def without_views(features: Features) -> Features:
    """Return columns of plain text and bytes in place of views of them."""
    plain = {name: VIEWS.get(getattr(kind, "dtype", "")) for name, kind in features.items()}
    return Features({name: Value(plain[name]) if plain[name] else kind for name, kind in features.items()})


def filled_parquet(paths: Sequence[str], name: str) -> list[str]:
    """Check Parquet files before they are opened, and return those that have rows."""
    footers = {path: read_footer(path) for path in paths}
    columns = {path: footer_features(footer, path) for path, footer in footers.items()}
    filled = [path for path in paths if footers[path].num_rows]
    for path in filled:
        if {*columns[path]} != {*columns[filled[0]]}:
            raise SourceError(f"{path} has other columns than {filled[0]}: open them apart")
    if not filled or not columns[filled[0]]:
        raise SourceError(f"{name} is empty: there is nothing to read")
    return filled
