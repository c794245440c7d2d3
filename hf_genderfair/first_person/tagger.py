"""The gender of the writer from first-person forms (Graliński et al. 2016, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import pyarrow as pa

from hf_genderfair.core.batches import number_array, string_array
from hf_genderfair.core.text_view import column_view
from hf_genderfair.core.transform import Categories, Transform, text_array
from hf_genderfair.first_person.expressions import GENDERS, KINDS, STATUSES, Expressions, Integers
from hf_genderfair.first_person.scan import candidate_rows, find_expressions
from hf_genderfair.lexicons.loader import lexicon_digest

if TYPE_CHECKING:
    from datasets import Features

LABELS = ["female", "male", "mixed", "none"]
DECIDING = frozenset({"ok", "marginal", "surname", "unaccented", "misspelt"})
EXPRESSION = {
    "start": pa.int32(),
    "end": pa.int32(),
    "gender": pa.string(),
    "kind": pa.string(),
    "counterpart": pa.string(),
    "status": pa.string(),
    "quoted": pa.bool_(),
}
LANGUAGES = ("pl",)


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
        diacritics: ``auto`` reads texts that hardly use them as if they did (*bylam zmeczona*), and misspelt words
            (*był em*, *poszłem*); ``required`` does not; ``optional`` reads every text so. The status of such forms is
            ``unaccented``.

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
    diacritics: Literal["auto", "required", "optional"] = "auto"

    version = "5"
    languages = LANGUAGES
    categories: ClassVar[Categories] = {
        "first_person_expressions.gender": GENDERS,
        "first_person_expressions.kind": KINDS,
        "first_person_expressions.status": STATUSES,
    }

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return ``first_person`` and ``first_person_expressions``."""
        from datasets import ClassLabel, Features, List, Value

        expression = {name: Value(str(kind)) for name, kind in EXPRESSION.items()}
        return Features({"first_person": ClassLabel(names=LABELS), "first_person_expressions": List(expression)})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("FirstPerson", self.lang)

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> dict[str, Any]:
        """Label a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column)
        found = find_expressions(texts, self.context, self.diacritics)
        return {
            "first_person": self._labels(found, len(texts)),
            "first_person_expressions": _as_lists(found, len(texts)),
        }

    def candidates(self, texts: pa.Array) -> pa.Array:
        """Return which texts may hold an expression: a fast search, right about those that it rules out.

        Args:
            texts: Texts, nulls allowed.

        Example:
            >>> FirstPerson().candidates(pa.array(["Byłam tu.", "Pada."])).to_pylist()
            [True, False]
        """
        return candidate_rows(column_view(texts).texts, self.diacritics)

    def _labels(self, found: Expressions, length: int) -> pa.Array:
        deciding = np.isin(found.status, [STATUSES.index(status) for status in DECIDING])
        if self.quoted == "mark":
            deciding &= ~found.quoted
        seen = np.zeros((len(GENDERS), length), dtype=np.bool_)
        seen[found.gender[deciding], found.row[deciding]] = True
        female, male = seen
        labels = np.select(
            [female & male, female, male],
            [LABELS.index(name) for name in ("mixed", "female", "male")],
            LABELS.index("none"),
        )
        return number_array(labels.astype(np.int64))


def _as_lists(found: Expressions, length: int) -> pa.Array:
    """Build the list column of a batch."""
    offsets = np.zeros(length + 1, dtype=np.int32)
    np.cumsum(np.bincount(found.row, minlength=length), out=offsets[1:])
    fields = [
        number_array(found.start.astype(np.int32)),
        number_array(found.end.astype(np.int32)),
        _named(found.gender, GENDERS),
        _named(found.kind, KINDS),
        string_array(found.counterpart),
        _named(found.status, STATUSES),
        number_array(found.quoted),
    ]
    schema = pa.schema(EXPRESSION)
    return pa.ListArray.from_arrays(number_array(offsets), pa.StructArray.from_arrays(fields, fields=list(schema)))


def _named(codes: Integers, names: tuple[str, ...]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(number_array(codes.astype(np.int8)), string_array(names)).cast(pa.string())
