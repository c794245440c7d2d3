"""Edits of raw text, which leave code, addresses and markup alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hf_genderfair.core.spans import Edit, unprotected, without_emphasis
from hf_genderfair.core.text_view import text_view


def edits_of_prose(text: str, propose: Callable[[str], Iterable[Edit]]) -> list[Edit]:
    """Return the edits that rules propose for a text as it is read, as edits of the text as it was given."""
    view = text_view(text).with_plain_spaces()
    edits = propose(without_emphasis(view.text))
    # what reaches over a mark of emphasis would take it away
    whole = (edit for edit in edits if view.text[edit.start : edit.end] == edit.original)
    return [view.edit(edit) for edit in unprotected(view.text, whole)]
