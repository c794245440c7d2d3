"""Put every marked feminine form into its masculine counterpart (Graliński et al. 2016, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from datasets import Features
from numpy.typing import NDArray

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.spans import EDIT_FEATURE, Edit
from hf_genderfair.core.transform import Column, Transform, text_array

_REASON = "masculine counterpart of a feminine first-person form"
_REMARKS = {"asymmetric": "which does not decide the label", "marginal": "kept by hand", "surname": "also a surname"}


@dataclass(frozen=True)
class Neutralise(Transform):
    """Adds ``first_person_edits``: how to put each feminine first-person form into the masculine.

    All forms that `FirstPerson` marked are edited, those in quotations and those that do not decide a label too: a
    reader of the edited text cannot tell the writer's gender by them. The masculine stays as it is, since Polish uses
    it as the generic form; a text with no feminine form has no edits. Apply the edits with
    ``apply_edits(dataset, "first_person_edits")``, take them back with ``undo_edits``. Annotate the edited text anew
    before its ``first_person_expressions`` are read: their offsets are those of the original.

    Attributes:
        text_column: The text that was tagged.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.core.spans import apply_edits
        >>> form = {"start": 0, "end": 5, "gender": "female", "kind": "past", "counterpart": "Byłem", "status": "ok"}
        >>> rows = Dataset.from_dict({"text": ["Byłam tu."], "first_person_expressions": [[form | {"quoted": False}]]})
        >>> rows = rows.map(Neutralise(), batched=True)
        >>> apply_edits(rows, "first_person_edits")["text"][0]
        'Byłem tu.'
    """

    text_column: str = "text"

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the text and the tagger's expressions."""
        return (self.text_column, "first_person_expressions")

    def features(self) -> Features:
        """Return the column of edits."""
        return Features({"first_person_edits": EDIT_FEATURE})

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the edits of every row; only rows with an expression are read."""
        texts = text_array(columns[self.text_column], self.text_column)
        expressions = columns["first_person_expressions"]
        edits: list[list[dict[str, Any]]] = [[] for _ in range(len(texts))]
        rows = _rows_with_expressions(expressions)
        read = zip(rows, texts.take(rows).to_pylist(), expressions.take(rows).to_pylist(), strict=True)
        for row, text, marked in read:
            edits[row] = [edit.to_dict() for edit in _propose_edits(text or "", marked)]
        return {"first_person_edits": edits}


def _propose_edits(text: str, expressions: Sequence[Mapping[str, Any]]) -> list[Edit]:
    """Return the edits that put the feminine expressions of a text into the masculine."""
    edits = []
    for found in expressions:
        if found["gender"] != "female":
            continue
        start, end, counterpart = found["start"], found["end"], found["counterpart"]
        if not (0 <= start < end <= len(text) and counterpart):
            raise ColumnError("column 'first_person_expressions' does not fit the text: run FirstPerson on it again")
        remarks = [_REMARKS[found["status"]]] if found["status"] in _REMARKS else []
        remarks += ["quoted"] if found["quoted"] else []
        reason = ", ".join([_REASON, *remarks])
        edits.append(Edit(start, end, text[start:end], counterpart, found["kind"], reason))
    return edits


def _rows_with_expressions(expressions: pa.Array) -> NDArray[np.intp]:
    kind = expressions.type
    # A batch of a stream that holds no expression has no type for one.
    if pa.types.is_null(kind) or (pa.types.is_list(kind) and pa.types.is_null(kind.value_type)):
        return np.zeros(0, np.intp)
    if not ((pa.types.is_list(kind) or pa.types.is_large_list(kind)) and pa.types.is_struct(kind.value_type)):
        raise ColumnError(f"column 'first_person_expressions' holds {kind}, not expressions")
    return np.flatnonzero(pc.fill_null(pc.greater(pc.list_value_length(expressions), 0), False))
