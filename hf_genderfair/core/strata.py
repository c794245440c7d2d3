"""Strata of a corpus: the years of its dates, its sections, or the values of any other column."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.core.errors import ColumnError

UNKNOWN = "unknown"
"""The stratum of rows without a value: null, not a number, or blank."""

# a date that begins with its year
YEAR = r"^(?P<year>\d{4})[-/]\d{1,2}(?:\D|$)"
NO_VALUE = ("", "nan", "NaN", "NaT", "null", "None")


def strata_of(values: pa.Array, column: str, names: Sequence[str] | None = None) -> pa.Array:
    """Return the stratum of each value of a column: the year of a date, the name of a class, or the value itself."""
    kind = values.type
    if pa.types.is_nested(kind):
        raise ColumnError(f"column {column!r} holds {kind}: divide the corpus by a column of single values")
    if pa.types.is_dictionary(kind):
        return strata_of(values.dictionary_decode(), column, names)
    if names is not None and pa.types.is_integer(kind):
        inside = pc.and_(pc.greater_equal(values, 0), pc.less(values, len(names)))
        values = pa.array(names, pa.string()).take(pc.if_else(inside, values, None))
    elif pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        values = pc.year(values)
    elif pa.types.is_floating(kind):
        values = pc.if_else(pc.is_finite(values), values, None)
        whole = pc.if_else(pc.equal(pc.floor(values), values), values, None)
        values = pc.coalesce(whole.cast(pa.int64(), safe=False).cast(pa.string()), values.cast(pa.string()))
    try:
        texts = pc.utf8_trim_whitespace(values.cast(pa.string()))
    except pa.ArrowException as error:
        raise ColumnError(f"column {column!r} holds {kind}: divide the corpus by dates, numbers or text") from error
    years = pc.struct_field(pc.extract_regex(texts, YEAR), "year")
    texts = pc.coalesce(years, texts)
    return pc.fill_null(pc.if_else(pc.is_in(texts, pa.array(NO_VALUE)), None, texts), UNKNOWN)
