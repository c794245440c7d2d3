"""Find e-mail addresses and telephone numbers in texts by their form: count them, and replace them by a mark.

What is counted or replaced is surely one of them, so that no date or price is lost; examples of a report ask for less
(`hf_genderfair.report.examples`), since another text can be shown in place of each that is left out.

Texts are redacted where they are read, before anything is annotated. Afterwards every place that an annotation names
would be wrong, and so would be fingerprints, figures and examples; what an annotation repeats of a text, such as the
words of an edit, would still hold the address. So there is no way to redact a data set that was written: it is
written again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from hf_genderfair.core.batches import arrow_batches, is_list, is_text
from hf_genderfair.core.errors import SourceError

if TYPE_CHECKING:
    from datasets import Dataset

EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])")
TELEPHONE = re.compile(
    r"(?<![\w+/.,:=-])(?:"
    r"(?:\+|00)[1-9]\d{0,2}(?:[ ./-]?\(0?\d{0,4}\))?(?:[ ./-]?\d){7,12}"
    r"|(?:\(0[1-9]\d{1,4}\)|0[1-9]\d{1,4})(?:[ /-]| [/-] )\d(?:[ -]?\d){4,8}"
    r"|(?:\([2-9]\d\d\) ?|[2-9]\d\d-)[2-9]\d\d-\d{4}"
    r")(?![\w/=-]|[.,:]\d)"
)
"""International numbers, national ones with a divided area code, and North American ones; other digits may be dates,
prices or identifiers, and stay."""

EMAIL_MARK, TELEPHONE_MARK = "[EMAIL]", "[PHONE]"
PLACES = ({"start", "end"}, {"gap", "length"})
"""Fields that say where something stands in a text: of annotations, and of an analysis that is kept."""

ADVICE = "redact texts before they are annotated"
EMAIL_SIGN = "@"
TELEPHONE_DIGITS = r"[0-9](?:[ ()./-]{0,4}[0-9]){7}"
"""What every telephone number has: eight digits, with little between them."""


@dataclass
class Contacts:
    """Numbers of e-mail addresses and telephone numbers, found by their form."""

    emails: int = 0
    telephones: int = 0

    def update(self, table: pa.Table) -> None:
        """Count those in the columns of text of a table; what annotations repeat of a text is not counted again."""
        for column in table.columns:
            for chunk in column.chunks if is_text(column.type) else ():
                _redacted_texts(chunk, self)

    def __add__(self, other: Contacts) -> Contacts:
        """Return the numbers of both."""
        return Contacts(self.emails + other.emails, self.telephones + other.telephones)

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Contacts:
        """Return the numbers that the ``data`` of a report have; reports of earlier versions have none."""
        return sum((cls(**part.get("contacts", {})) for part in data.values()), cls())

    def in_words(self) -> str:
        """Return the numbers in words."""
        emails = f"{self.emails:,} e-mail address{'' if self.emails == 1 else 'es'}"
        return f"{emails} and {self.telephones:,} telephone number{'' if self.telephones == 1 else 's'}"


def redact(text: str) -> str:
    """Return a text with marks in place of e-mail addresses and telephone numbers."""
    return _redacted(text, Contacts())


def redact_table(table: pa.Table, found: Contacts) -> pa.Table:
    """Return a table with marks in place of e-mail addresses and telephone numbers, in all text it holds."""
    placed = [field.name for field in table.schema if _holds_places(field.type)]
    if placed:
        raise SourceError(f"column {placed[0]!r} holds places in the text, which would no longer fit: {ADVICE}")
    columns = [
        pa.chunked_array([_redacted_array(chunk, found) for chunk in column.chunks], column.type)
        for column in table.columns
    ]
    return pa.table(columns, schema=table.schema)


def redact_contacts(rows: Dataset) -> tuple[Dataset, Contacts]:
    """Replace e-mail addresses and telephone numbers by ``[EMAIL]`` and ``[PHONE]``, in all text that rows hold.

    Call it before anything is annotated: what is found afterwards has its places in the new text. Rows that were
    annotated are refused, since the places in them would point elsewhere.

    Args:
        rows: Rows as they were read.

    Returns:
        The rows, and how many addresses and numbers were replaced; for a report, give ``in_words()`` of these as
        ``redacted`` of the source.

    Raises:
        SourceError: A column holds places in the text.

    Example:
        >>> from datasets import Dataset
        >>> rows, found = redact_contacts(Dataset.from_dict({"text": ["Ask ada@mail.example.", "Tea."]}))
        >>> rows["text"][:], found.in_words()
        (['Ask [EMAIL].', 'Tea.'], '1 e-mail address and 0 telephone numbers')
    """
    from datasets.fingerprint import Hasher

    found = Contacts()
    for table in arrow_batches(rows, None, desc="Redact"):
        redact_table(table, found)
    if found == Contacts():
        return rows, found
    # a changed pattern must not meet a cached result
    patterns = (EMAIL.pattern, EMAIL_MARK, TELEPHONE.pattern, TELEPHONE_MARK)
    redacted = rows.with_format("arrow").map(
        lambda table: redact_table(table, Contacts()),
        batched=True,
        features=rows.features,
        new_fingerprint=Hasher.hash((rows._fingerprint, patterns)),
        desc="Redact",
    )
    return redacted.with_format(None), found


def _redacted(text: str, found: Contacts) -> str:
    text, emails = EMAIL.subn(EMAIL_MARK, text)
    text, telephones = TELEPHONE.subn(TELEPHONE_MARK, text)
    found.emails += emails
    found.telephones += telephones
    return text


def _holds_places(kind: pa.DataType) -> bool:
    """Return whether a type is that of annotations: somewhere in it something says where it stands."""
    if is_list(kind):
        return _holds_places(kind.value_type)
    if not pa.types.is_struct(kind):
        return False
    names = {field.name for field in kind}
    return any(place <= names for place in PLACES) or any(_holds_places(field.type) for field in kind)


def _redacted_array(array: pa.Array, found: Contacts) -> pa.Array:
    """Return an array with marks in all text that it holds, however deep."""
    kind = array.type
    if is_text(kind):
        return _redacted_texts(array, found)
    if pa.types.is_struct(kind) and len(kind):
        children = [_redacted_array(child, found) for child in array.flatten()]
        return pa.StructArray.from_arrays(children, fields=list(kind), mask=array.is_null())
    if is_list(kind) and not pa.types.is_fixed_size_list(kind):
        lengths = pc.fill_null(pc.list_value_length(array), 0).to_numpy()
        offsets = pa.array(
            [0, *accumulate(lengths.tolist())], pa.int64() if pa.types.is_large_list(kind) else pa.int32()
        )
        values = _redacted_array(array.flatten(), found)
        return type(array).from_arrays(offsets, values, type=kind, mask=array.is_null())
    return array


def _redacted_texts(texts: pa.Array, found: Contacts) -> pa.Array:
    """Return texts with marks; only those that may hold an address or a number become Python strings."""
    suspected = pc.or_(pc.match_substring(texts, EMAIL_SIGN), pc.match_substring_regex(texts, TELEPHONE_DIGITS))
    suspected = pc.fill_null(suspected, False)
    before = texts.filter(suspected).to_pylist()
    if not before:
        return texts
    after = pa.array([_redacted(text, found) for text in before], texts.type)
    return pc.replace_with_mask(texts, suspected, after)
