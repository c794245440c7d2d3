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
from hf_genderfair.first_person.agreement import agreeing_words
from hf_genderfair.first_person.alternatives import leaves_gender_open
from hf_genderfair.first_person.expressions import same_case
from hf_genderfair.first_person.lexicon import first_person_forms
from hf_genderfair.first_person.scan import SENTENCE_START, lower
from hf_genderfair.lexicons.loader import lexicon_digest

_REASON = "masculine counterpart of a feminine first-person form"
_AGREEMENT = "agrees with the speaker of a first-person form"
_REMARKS = {"asymmetric": "which does not decide the label", "marginal": "kept by hand", "surname": "also a surname"}

UNMARKED_ROWS = "(?i)by(?:wa)?ć|zostać|czuć|(?:by|te|że|my)śmy|będziemy"
"""Rows that may hold a word that agrees with the speaker although no form was marked."""


@dataclass(frozen=True)
class Neutralise(Transform):
    """Adds ``first_person_edits``: how to put each feminine first-person form into the masculine.

    All forms that `FirstPerson` marked are edited, those in quotations and those that do not decide a label too: a
    reader of the edited text cannot tell the writer's gender by them. So are adjectives, participles and *obie* that
    agree with the speaker in the clause of such a form (*wyszłam zła*, *byłyśmy głodne*, *muszę być silna*), where no
    noun may stand beside them. Forms for both genders (*byłem/am*) stay. The masculine stays as it is, since Polish
    uses it as the generic form; a text with no feminine word for the speaker has no edits. Apply the edits with
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

    version = "3"

    def inputs(self) -> tuple[str, ...]:
        """Return the text and the tagger's expressions."""
        return (self.text_column, "first_person_expressions")

    def features(self) -> Features:
        """Return the column of edits."""
        return Features({"first_person_edits": EDIT_FEATURE})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("Neutralise")

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the edits of every row; only rows with an expression are read."""
        texts = text_array(columns[self.text_column], self.text_column)
        expressions = columns["first_person_expressions"]
        edits: list[list[dict[str, Any]]] = [[] for _ in range(len(texts))]
        marked_rows = _rows_with_expressions(expressions)
        matched = pc.fill_null(pc.match_substring_regex(texts, UNMARKED_ROWS), False)
        rows = np.union1d(marked_rows, np.flatnonzero(matched))
        read = zip(rows, texts.take(rows).to_pylist(), expressions.take(rows).to_pylist(), strict=True)
        for row, text, marked in read:
            edits[row] = [edit.to_dict() for edit in _propose_edits(text or "", marked or [])]
        return {"first_person_edits": edits}


def _propose_edits(text: str, expressions: Sequence[Mapping[str, Any]]) -> list[Edit]:
    """Return the edits that put the feminine expressions of a text into the masculine."""
    edits = []
    lowered = lower(text)
    feminine = [found for found in expressions if found["gender"] == "female"]
    for found in feminine:
        start, end, counterpart = found["start"], found["end"], found["counterpart"]
        if not (0 <= start < end <= len(text) and counterpart):
            raise ColumnError("column 'first_person_expressions' does not fit the text: run FirstPerson on it again")
        if leaves_gender_open(lowered, start, end, "female", first_person_forms()):
            continue
        remarks = [_REMARKS[found["status"]]] if found["status"] in _REMARKS else []
        remarks += ["quoted"] if found["quoted"] else []
        reason = ", ".join([_REASON, *remarks])
        edits.append(Edit(start, end, text[start:end], counterpart, found["kind"], reason))
    heads = [(f["start"], f["end"], f["kind"]) for f in feminine if f["status"] != "unaccented"]
    for start, end, counterpart in agreeing_words(lowered, heads):
        if not _is_name(text, start, end) and all(end <= edit.start or edit.end <= start for edit in edits):
            original = text[start:end]
            edits.append(Edit(start, end, original, same_case(counterpart, original), "agreement", _AGREEMENT))
    return sorted(edits, key=lambda edit: edit.start)


def _is_name(text: str, start: int, end: int) -> bool:
    """Return whether a word has a capital letter that no beginning of a sentence gives it."""
    before = text[:start].rstrip()
    return text[start].isupper() and not text[start:end].isupper() and bool(before) and before[-1] not in SENTENCE_START


def _rows_with_expressions(expressions: pa.Array) -> NDArray[np.intp]:
    kind = expressions.type
    # A batch of a stream that holds no expression has no type for one.
    if pa.types.is_null(kind) or (pa.types.is_list(kind) and pa.types.is_null(kind.value_type)):
        return np.zeros(0, np.intp)
    if not ((pa.types.is_list(kind) or pa.types.is_large_list(kind)) and pa.types.is_struct(kind.value_type)):
        raise ColumnError(f"column 'first_person_expressions' holds {kind}, not expressions")
    return np.flatnonzero(pc.fill_null(pc.greater(pc.list_value_length(expressions), 0), False))
