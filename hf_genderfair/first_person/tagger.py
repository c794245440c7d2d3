"""The gender of the writer from first-person forms (Graliński et al. 2016, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from datasets import ClassLabel, Features, List, Value

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import Transform, text_array
from hf_genderfair.first_person.lexicon import lexicon_digest
from hf_genderfair.first_person.scan import Expression, candidate_rows, find_expressions

LABELS = ["female", "male", "mixed", "none"]
DECIDING = frozenset({"ok", "marginal", "surname"})
EXPRESSION = {
    "start": Value("int32"),
    "end": Value("int32"),
    "gender": Value("string"),
    "kind": Value("string"),
    "counterpart": Value("string"),
    "status": Value("string"),
    "quoted": Value("bool"),
}
CONTEXTS = ("none", "adjacent", "window")


@dataclass(frozen=True)
class FirstPerson(Transform):
    """Labels texts by the gender that their writers give themselves in first-person forms.

    Adds ``first_person`` (female, male, mixed or none) and ``first_person_expressions``: for each expression the word
    that shows the gender, its offsets in code points, kind, counterpart of the other gender, status and whether it is
    quoted. Asymmetric expressions (plurals, person nouns, forms whose counterpart is another word) are marked and
    never decide. The label tells what the text says of its writer, not who the writer is.

    Attributes:
        lang: Language; ``pl`` for Polish.
        text_column: Column of text.
        context: ``none`` for single words, ``adjacent`` for auxiliaries beside their word, ``window`` for the clause.
        quoted: ``mark`` keeps quotations and other persons' speech from deciding a label, ``count`` lets them decide.
        diacritics: ``required``, or ``optional`` to find single words written without them too (*zrobilam*).

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["Byłam tu.", "Jestem bardzo zmęczony.", "Pada."]})
        >>> rows = rows.map(FirstPerson("pl"), batched=True)
        >>> names = rows.features["first_person"].int2str
        >>> [names(label) for label in rows["first_person"]]
        ['female', 'male', 'none']
    """

    lang: str = "pl"
    text_column: str = "text"
    context: Literal["none", "adjacent", "window"] = "window"
    quoted: Literal["mark", "count"] = "mark"
    diacritics: Literal["required", "optional"] = "required"

    version = "1"

    def __post_init__(self) -> None:
        """Refuse values that mean nothing.

        Raises:
            GenderfairError: A setting has a value that is not offered.
        """
        choices: dict[str, tuple[str, ...]] = {
            "lang": ("pl",),
            "context": CONTEXTS,
            "quoted": ("mark", "count"),
            "diacritics": ("required", "optional"),
        }
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise GenderfairError(f"{name}={getattr(self, name)!r} is not offered: use {' or '.join(allowed)}")

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return ``first_person`` and ``first_person_expressions``."""
        return Features({"first_person": ClassLabel(names=LABELS), "first_person_expressions": List(EXPRESSION)})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest()

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> dict[str, Any]:
        """Label a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column)
        rows = candidate_rows(texts, self.diacritics == "optional")
        found = find_expressions(texts.take(rows).to_pylist(), self.context, self.diacritics == "optional")
        numbers = rows.to_numpy()
        labels = np.full(len(texts), LABELS.index("none"), dtype=np.int64)
        for row, label in self._labels(found).items():
            labels[numbers[row]] = label
        return {"first_person": pa.array(labels), "first_person_expressions": _as_lists(found, numbers, len(texts))}

    def _labels(self, found: list[Expression]) -> dict[int, int]:
        labels: dict[int, int] = {}
        count_quoted = self.quoted == "count"
        for row, _, _, gender, _, _, status, quoted in found:
            if status in DECIDING and (count_quoted or not quoted):
                own = LABELS.index(gender)
                labels[row] = own if labels.get(row, own) == own else LABELS.index("mixed")
        return labels


def _as_lists(found: list[Expression], numbers: np.ndarray[Any, Any], length: int) -> pa.Array:
    """Build the list column of a batch from expressions ordered by row."""
    columns = list(zip(*found, strict=True)) or [()] * 8
    counts = np.bincount(numbers[np.array(columns[0], dtype=np.int64)], minlength=length) if found else np.zeros(length)
    offsets = np.zeros(length + 1, dtype=np.int32)
    np.cumsum(counts, out=offsets[1:])
    schema = Features(EXPRESSION).arrow_schema
    fields = [pa.array(values, type=field.type) for values, field in zip(columns[1:], schema, strict=True)]
    return pa.ListArray.from_arrays(pa.array(offsets), pa.StructArray.from_arrays(fields, fields=list(schema)))
