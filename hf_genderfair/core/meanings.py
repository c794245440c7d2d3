"""What columns mean: words for the fields that many columns share."""

from __future__ import annotations

from collections.abc import Mapping

SPAN_MEANINGS = {
    "start": "Offset of the first character in the text.",
    "end": "Offset after the last character.",
}
"""Of the fields of a span; offsets are Unicode code points."""


def with_fields(column: str, meaning: str, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the meanings of a column and of the fields nested in it.

    Args:
        column: Name of the column, or of a nested field, such as ``actors.evidence``.
        meaning: What it means.
        fields: What each of its fields means, by name.

    Example:
        >>> with_fields("posts", "Posts of the text.", {"author": "Name as written."})
        {'posts': 'Posts of the text.', 'posts.author': 'Name as written.'}
    """
    return {column: meaning, **{f"{column}.{name}": text for name, text in fields.items()}}
