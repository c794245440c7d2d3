"""Sentences with their origin in a text, and rows that repeat an earlier one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import pyarrow as pa
import xxhash
from datasets import Dataset, Features, IterableDataset, Value

from hf_genderfair.core.batches import ROWS_AT_ONCE
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.settings import language_tag, several_names
from hf_genderfair.languages.tokens import tokenise

ORIGIN = {"row": Value("int64"), "start": Value("int32"), "end": Value("int32")}
"""The origin of a sentence: the row of its text, and its offsets there in code points, end exclusive."""

SENTENCE_FEATURES = Features({"text": Value("string"), "origin": ORIGIN})
SEPARATOR = "\x1f"

AnyRows = TypeVar("AnyRows", Dataset, IterableDataset)


def split_sentences(rows: AnyRows, lang: str, text_column: str = "text") -> AnyRows:
    """Divide texts into sentences by rule, as Amrhein 2023 does.

    Args:
        rows: Texts; their other columns are dropped. A stream is read as one.
        lang: Language of the texts.
        text_column: Column of text; a null text has no sentences.

    Returns:
        One row for each sentence, in order: ``text`` in one line, white space between words made one space, and
        ``origin`` with the row of its text and the offsets of the sentence in the text as it was.

    Raises:
        ColumnError: There is no such column; for a stream without known columns when it is read.
        MissingDependencyError: The tokeniser is not installed.

    Example:
        >>> sentences = split_sentences(Dataset.from_dict({"text": ["Es regnet.  Wir  bleiben hier.", None]}), "de")
        >>> sentences["text"][:], sentences["origin"][1]
        (['Es regnet.', 'Wir bleiben hier.'], {'row': 0, 'start': 12, 'end': 30})
    """
    lang = language_tag(lang)
    names = rows.column_names
    if names is not None and text_column not in names:
        raise ColumnError(f"no column {text_column!r}: the data set has {', '.join(map(repr, names))}")
    cut = partial(_cut, lang=lang, text_column=text_column)
    if isinstance(rows, IterableDataset):
        return rows.map(cut, batched=True, with_indices=True, remove_columns=names, features=SENTENCE_FEATURES)
    if not len(rows):
        return Dataset.from_dict({"text": [], "origin": []}, features=SENTENCE_FEATURES)
    return rows.map(
        cut, batched=True, with_indices=True, remove_columns=names, features=SENTENCE_FEATURES, desc="split_sentences"
    )


def _cut(batch: Mapping[str, Any], indices: Sequence[int], lang: str, text_column: str) -> dict[str, list[Any]]:
    texts = [text or "" for text in batch[text_column]]
    sentences: list[str] = []
    origins: list[dict[str, int]] = []
    for row, text, parts in zip(indices, texts, tokenise(texts, lang), strict=True):
        for part in parts:
            start, end = part.starts[0], part.ends[-1]
            sentences.append(" ".join(text[start:end].split()))
            origins.append({"row": row, "start": start, "end": end})
    return {"text": sentences, "origin": origins}


def exact_duplicates(rows: Dataset, columns: Sequence[str] = ("text",)) -> Dataset:
    """Add ``duplicate_reason``: ``duplicate`` in rows that repeat an earlier one to the byte, else null.

    The memory needed is one hash of 128 bits a distinct row. Split with ``Keep("duplicate_reason")``.

    Args:
        rows: Rows in any number.
        columns: Columns of text by which rows are compared: one for sentences, two for pairs.

    Raises:
        ColumnError: A column is missing.

    Example:
        >>> exact_duplicates(Dataset.from_dict({"text": ["Ja.", "Nein.", "Ja."]}))["duplicate_reason"][:]
        [None, None, 'duplicate']
    """
    columns = several_names(columns, "columns")
    missing = next((name for name in columns if name not in rows.column_names), None)
    if missing is not None:
        raise ColumnError(f"no column {missing!r}: the data set has {', '.join(map(repr, rows.column_names))}")
    seen: set[bytes] = set()
    reasons: list[str | None] = []
    for table in rows.select_columns(list(columns)).with_format("arrow").iter(ROWS_AT_ONCE):
        for values in zip(*(table[name].to_pylist() for name in columns), strict=True):
            digest = xxhash.xxh3_128_digest(SEPARATOR.join(value or "" for value in values).encode())
            reasons.append("duplicate" if digest in seen else None)
            seen.add(digest)
    return rows.add_column("duplicate_reason", pa.array(reasons, pa.string()), feature=Value("string"))
