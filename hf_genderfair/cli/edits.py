"""How commands print a text with its edits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hf_genderfair.core.spans import Edit, edit_text


def edited_line(text: str, edits: Sequence[Edit]) -> str:
    """Return a text with its edits."""
    return edit_text(text, edits)


def edited_fields(text: str, edits: Sequence[Edit]) -> dict[str, Any]:
    """Return the JSON object of a text with its edits, by which it can be undone."""
    return {"text": edit_text(text, edits), "edits": [edit.to_dict() for edit in edits]}
