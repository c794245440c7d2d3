"""Removal of the sentences that are marked as stereotypes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import pyarrow as pa
from datasets import Features, Value

from hf_genderfair.core.spans import EDIT_FEATURE, Edit, apply_edits, edit_text
from hf_genderfair.core.transform import AnyDataset, Column, Transform, annotate, text_array

RULE, REASON = "stereotype", "a stereotype above the threshold"


@dataclass(frozen=True)
class StereotypeEdits(Transform):
    """Proposes to delete the sentences that `Stereotypes` marks.

    Adds ``stereotype_edits``, which delete exactly these sentences with the white space after them (at the end of a
    line, that before them), and ``stereotypes_leave_empty``: whether only white space remains of the text.

    Attributes:
        text_column: Column of text.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.stereotypes.transform import STEREOTYPE_FEATURES
        >>> mark = {"start": 0, "end": 8, "remove": True}
        >>> mark = {name: mark.get(name) for name in STEREOTYPE_FEATURES["stereotypes"].feature}
        >>> rows = Dataset.from_dict({"text": ["Bad one. Good one."], "stereotypes": [[mark]]})
        >>> rows = rows.map(StereotypeEdits(), batched=True)
        >>> [(edit["start"], edit["end"]) for edit in rows["stereotype_edits"][0]]
        [(0, 9)]
    """

    text_column: str = "text"

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the text and the column of `Stereotypes`."""
        return (self.text_column, "stereotypes")

    def features(self) -> Features:
        """Return the column of edits and that of emptied texts."""
        return Features({"stereotype_edits": EDIT_FEATURE, "stereotypes_leave_empty": Value("bool")})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the edits of a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        edits, emptied = [], []
        for text, rows in zip(texts, columns["stereotypes"].to_pylist(), strict=True):
            spans = [(row["start"], row["end"]) for row in rows or [] if row["remove"]]
            removals = list(sentence_removals(text or "", spans))
            edits.append([edit.to_dict() for edit in removals])
            emptied.append(bool(removals) and not edit_text(text, removals).strip())
        return {"stereotype_edits": edits, "stereotypes_leave_empty": emptied}


def sentence_removals(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[Edit]:
    """Propose to delete sentences of a text."""
    free = run = 0
    for start, end in sorted(set(spans)):
        first, last = max(start, free), end
        # of adjacent sentences that are all removed, the start of the first one counts
        run = run if first == free else first
        while last < len(text) and text[last] in " \t\u00a0":
            last += 1
        if last == len(text) or text[last] in "\r\n":
            last = end
            while first > free and text[first - 1] in " \t\u00a0":
                first -= 1
            run = min(run, first)
            if run == 0 or text[run - 1] in "\r\n":
                # a line of its own goes with its end
                while last < len(text) and text[last].isspace():
                    last += 1
        if first < last:
            yield Edit(first, last, text[first:last], "", RULE, REASON)
            free = last


def remove_stereotypes(dataset: AnyDataset, text_column: str = "text") -> AnyDataset:
    """Delete the sentences that `Stereotypes` marks.

    Args:
        dataset: Rows with the columns of `Stereotypes`.
        text_column: Column of text.

    Returns:
        The same rows with the shorter text, the edits by which it can be restored (`undo_edits`), and
        ``stereotypes_leave_empty``; an empty text stays as a row. Other offsets, such as those of group
        words, point into the text before the edits: annotate again with ``overwrite=True``.

    Raises:
        ColumnError: A column is missing.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import Chain, GroupWords, Stereotypes, annotate
        >>> rows = Dataset.from_dict({"text": ["Women are always late. The tram was full."]})
        >>> rows = annotate(rows, Chain(GroupWords("gender"), Stereotypes("en")))
        >>> remove_stereotypes(rows)["text"][:]
        ['The tram was full.']
    """
    return apply_edits(annotate(dataset, StereotypeEdits(text_column)), "stereotype_edits", text_column)
