"""Edits of texts, what no edit may touch, refusals to edit, and the functions that apply and undo edits."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, cast

import pyarrow as pa
from datasets import Dataset, DatasetDict, Features, IterableDataset, IterableDatasetDict, List, Value

from hf_genderfair.core.batches import check_columns
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.settings import several_names
from hf_genderfair.core.transform import AnyDataset, OneDataset, in_plain_format

EDIT_FEATURE = List(
    {
        "start": Value("int32"),
        "end": Value("int32"),
        "original": Value("string"),
        "replacement": Value("string"),
        "rule": Value("string"),
        "reason": Value("string"),
    }
)


WORD = re.compile(r"[^\W\d_][\w-]+")
SPACE = re.compile(r"[ \n]")
LETTERS = 4
"""Number of different characters from which added text counts as a sentence."""

TAG = r"</?[A-Za-z!][^<>]{0,2000}>"
LINK_TARGET = r"\]\([^()\s]{0,2000}\)"
MARKUP = re.compile(rf"{TAG}|{LINK_TARGET}|\[(?=[^\[\]\n]{{1,300}}\]\()")
"""What a reader of the finished page does not see."""

NO_PROSE = re.compile(
    rf"""
    ```.{{0,20000}}?(?:```|\Z)                            # fenced code
  | `[^`\n]{{1,500}}`                                     # inline code
  | {TAG}                                                # tags of HTML
  | {LINK_TARGET}                                        # target of a Markdown link
  | \b(?:https?|ftp)://[^\s<>]{{1,2000}} | \bwww\.[^\s<>]{{1,2000}}
  | [\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,64}}){{1,8}}     # mail
  | [@\#]\w{{1,200}}                                      # handles, tags
  | \{{\{{[^{{}}]{{0,500}}\}}\}} | \$\{{[^{{}}]{{0,500}}\}}           # templates
  | (?<!\w)(?:\w{{1,64}}[\\/]){{0,32}}\w{{1,64}}            # files and hosts
        \.(?:html?|com|org|net|py|js|txt|jpe?g|png|pdf|mp[34])\b(?:/[^\s<>]{{0,2000}})?
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
EMPHASIS = re.compile(r"(?<![\w*\\])(\*{1,3}|_{1,3})(?![\s*_])([^\n]{1,300}?)(?<!\s)\1(?![\w*])")
"""Words between the marks by which Markdown emphasises them; gender signs stand before a letter."""

MARKS = re.compile(r"[`<@#/{\]]|\.\w")


@dataclass(frozen=True)
class Edit:
    """One replacement in a text.

    Attributes:
        start: First character replaced, in Unicode code points from the start of the text.
        end: Character after the last one replaced.
        original: The replaced text; kept so that the edit can be checked and undone.
        replacement: The new text.
        rule: Name of the rule that proposed the edit.
        reason: Why, for a reader.

    Example:
        >>> edit = Edit(0, 3, "Her", "Their", "pronoun", "agrees with a gender-fair word")
        >>> edit_text("Her son.", [edit])
        'Their son.'
    """

    start: int
    end: int
    original: str
    replacement: str
    rule: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Return the edit as a row of an edit column."""
        return asdict(self)


class Refusal(NamedTuple):
    """A word that a rule could change and does not."""

    start: int  # offset of its first character in the text, in code points
    end: int
    rule: str  # the rule that would have changed it
    reason: str  # why it is not changed, such as ``thing``


def edit_text(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a text; everything outside of them stays identical.

    Args:
        text: The original text.
        edits: Edits that do not overlap, in any order.

    Returns:
        The edited text.

    Raises:
        ValueError: Edits overlap, lie outside the text, or do not fit it.

    Example:
        >>> edit_text("Byłam tu.", [Edit(0, 5, "Byłam", "Byłem", "past", "masculine counterpart")])
        'Byłem tu.'
    """
    pieces, position = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < position or edit.end < edit.start or text[edit.start : edit.end] != edit.original:
            raise ValueError(f"edit at {edit.start}-{edit.end} overlaps another or does not fit the text")
        pieces += [text[position : edit.start], edit.replacement]
        position = edit.end
    return "".join([*pieces, text[position:]])


def restore_text(text: str, edits: Iterable[Edit]) -> str:
    """Restore the original text of an edited one."""
    return edit_text(text, inverse(edits))


def inverse(edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits that undo other edits, with offsets in the edited text, in order."""
    undone, shift = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        start = edit.start + shift
        end = start + len(edit.replacement)
        undone.append(Edit(start, end, edit.replacement, edit.original, edit.rule, edit.reason))
        shift += len(edit.replacement) - len(edit.original)
    return undone


def apply_edits(dataset: AnyDataset, column: str | Sequence[str], text_column: str = "text") -> AnyDataset:
    """Apply a column of edits to the text of every row.

    Args:
        dataset: Rows with a text and a column of edits: a `Dataset`, a stream, or a dict of either.
        column: The column of edits, such as ``first_person_edits``, or several columns whose edits all point into the
            same text and do not overlap, such as ``("stereotype_edits", "counterfactual_edits")``.
        text_column: The text that the edits' offsets point into.

    Returns:
        The data set with the edited text; the edits stay, so that it can be undone.

    Raises:
        ColumnError: A column is missing or holds something else; or the text no longer fits its edits, since it was
            changed or they were applied before. A stream says so when its rows are read.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import Chain, FirstPerson, Neutralise, annotate
        >>> rows = Dataset.from_dict({"text": ["Wczoraj byłam w kinie."]})
        >>> edited = apply_edits(annotate(rows, Chain(FirstPerson(), Neutralise())), "first_person_edits")
        >>> edited["text"][:]
        ['Wczoraj byłem w kinie.']
    """
    return _rebuild(dataset, column, text_column, undo=False)


def apply_edits_to_table(rows: pa.Table, column: str, text_column: str = "text") -> pa.Table:
    """Apply a column of edits to the text of every row of a table, as `apply_edits` does to a data set."""
    batch = {name: rows[name].to_pylist() for name in (column, text_column)}
    texts = _rebuild_batch(batch, range(len(rows)), [column], text_column, undo=False)[text_column]
    place = rows.column_names.index(text_column)
    return rows.set_column(place, rows.schema.field(place), pa.array(texts, rows.schema.field(place).type))


def undo_edits(dataset: AnyDataset, column: str | Sequence[str], text_column: str = "text") -> AnyDataset:
    """Undo what `apply_edits` did.

    Args:
        dataset: What `apply_edits` returned.
        column: The same column or columns of edits.
        text_column: The edited text.

    Returns:
        The data set with the original text.

    Raises:
        ColumnError: A column is missing or holds something else; or the text is not what the edits made, since it was
            changed or they are not applied. A stream says so when its rows are read.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import Chain, FirstPerson, Neutralise, annotate
        >>> rows = Dataset.from_dict({"text": ["Wczoraj byłam w kinie."]})
        >>> edited = apply_edits(annotate(rows, Chain(FirstPerson(), Neutralise())), "first_person_edits")
        >>> undo_edits(edited, "first_person_edits")["text"][:]
        ['Wczoraj byłam w kinie.']
    """
    return _rebuild(dataset, column, text_column, undo=True)


def _rebuild(dataset: AnyDataset, column: str | Sequence[str], text_column: str, undo: bool) -> AnyDataset:
    if isinstance(dataset, (DatasetDict, IterableDatasetDict)):
        parts = {name: _rebuild(part, column, text_column, undo) for name, part in dataset.items()}
        return cast(AnyDataset, type(dataset)(parts))
    if not isinstance(dataset, (Dataset, IterableDataset)):
        raise ColumnError(f"edits belong to a data set, not to {type(dataset).__name__}: use edit_text for one text")
    columns = [column] if isinstance(column, str) else list(several_names(column, "column"))
    if dataset.features is not None:
        _check_columns(dataset.features, columns, text_column)
    arguments = {"columns": columns, "text_column": text_column, "undo": undo}
    features = None if dataset.features is None else Features(dataset.features)

    def build(rows: OneDataset) -> OneDataset:
        return rows.map(_rebuild_batch, with_indices=True, batched=True, fn_kwargs=arguments, features=features)

    return in_plain_format(dataset, build, plain=(None,))


def _check_columns(features: Features, columns: Sequence[str], text_column: str) -> None:
    check_columns(features, columns)
    check_columns(features, [text_column], in_python="name another with text_column=")
    kind = features[text_column]
    if getattr(kind, "dtype", None) not in ("string", "large_string", "null"):
        raise ColumnError(f"column {text_column!r} holds {kind}, not text: name the column that the edits belong to")
    for name in columns:
        fields = getattr(features[name], "feature", None)
        if not (isinstance(fields, Mapping) and set(EDIT_FEATURE.feature) <= set(fields)):
            named = ", ".join(other for other in features if other.endswith("_edits")) or "none here"
            raise ColumnError(f"column {name!r} holds no edits: name a column of edits ({named})")


def _rebuild_batch(
    batch: Mapping[str, Any], indices: Sequence[int], columns: Sequence[str], text_column: str, undo: bool
) -> dict[str, Any]:
    rows = zip(*(batch[name] for name in columns), strict=True)
    edits = [[edit for column in row for edit in edits_of(column or [])] for row in rows]
    changes = [inverse(each) if undo else each for each in edits]
    built: list[str | None] = []
    settled = doubtful = None
    for index, text, change in zip(indices, batch[text_column], changes, strict=True):
        fits_back = _fits(text, inverse(change))
        if not _fits(text, change):
            raise ColumnError(_unfit(index, columns, text_column, undo, fits_back))
        if not fits_back:
            settled = index
        elif doubtful is None and text is not None and _shows(text, change):
            doubtful = index
        built.append(edit_text(text, change) if text is not None and change else text)
    if doubtful is not None and settled is None:
        raise ColumnError(_unfit(doubtful, columns, text_column, undo, done=True))
    return {text_column: built}


def edits_applied(texts: Sequence[str | None], edits: Sequence[Sequence[Edit]]) -> list[bool | None]:
    """Return for each text whether it holds its edits already."""
    pairs = list(zip(texts, edits, strict=True))
    ways = [(_fits(text, each), _fits(text, inverse(each))) for text, each in pairs]
    decided = [after for before, after in ways if before != after]
    shown = (text is not None and _shows(text, each) for text, each in pairs)
    usual = any(decided) if decided else any(shown)
    return [usual if before and after else after if before or after else None for before, after in ways]


def _fits(text: str | None, edits: Sequence[Edit]) -> bool:
    if text is None:
        return not edits
    try:
        edit_text(text, edits)
    except ValueError:
        return False
    return True


def _shows(text: str, edits: Sequence[Edit]) -> bool:
    """Return whether a text that fits edits shows that they were applied before."""
    # Where an edit only adds text (Lehrer, Lehrer*in), the edited text fits the edit again. That the added text already
    # follows shows it, unless a word or a sentence happens to be repeated.
    for edit in edits:
        added = edit.replacement.removeprefix(edit.original)
        if edit.replacement == edit.original + added and (len(set(added)) > 1 or added.isalpha()):
            around = text[edit.start - 1 : edit.start] + text[edit.end + len(added) :][:1]
            # a letter that is added, as in señora, makes another word
            is_word = WORD.fullmatch(edit.original) and not any(map(str.isalnum, around))
            is_sentence = not edit.original and len(set(added)) > LETTERS and SPACE.search(added)
            if is_word or is_sentence:
                return True
    return False


def _unfit(index: int, columns: Sequence[str], text_column: str, undo: bool, done: bool) -> str:
    where = f"row {index}: the text in {text_column!r} no longer fits its edits in {' and '.join(map(repr, columns))}"
    if done:
        return f"{where}: they {'are not applied, or undone already' if undo else 'are applied already'}"
    return f"{where}: it was changed since they were {'applied' if undo else 'proposed'}"


def edits_of(rows: Iterable[Mapping[str, Any]]) -> list[Edit]:
    """Return the edits of a cell of a column of edits, without further fields of its structs.

    Args:
        rows: Structs with at least the fields of an `Edit`.

    Example:
        >>> row = Edit(0, 2, "He", "She", "pronoun", "counterfactual").to_dict()
        >>> edits_of([{**row, "pair": "a1"}])[0].replacement
        'She'
    """
    return [Edit(**{name: row[name] for name in EDIT_FEATURE.feature}) for row in rows]


def protected_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of what nothing in a text may change, in order: code, addresses, handles, markup."""
    if not MARKS.search(text):
        return []
    return [match.span() for match in NO_PROSE.finditer(text)]


def markup_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of the markup inside sentences, in order: tags, brackets and targets of links."""
    if "<" not in text and "](" not in text:
        return []
    return [match.span() for match in MARKUP.finditer(text)]


def overlaps(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether a stretch of a text overlaps one of some spans."""
    before = bisect_left(spans, (end,)) - 1
    return before >= 0 and spans[before][1] > start


def unprotected(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits that leave what is protected alone."""
    spans = protected_spans(text)
    return [edit for edit in edits if not overlaps(spans, edit.start, edit.end)]


def without_emphasis(text: str) -> str:
    """Return a text with spaces for the marks of emphasis, which hide words with a gender sign; no offset changes."""
    if "*" not in text and "_" not in text:
        return text
    return EMPHASIS.sub(lambda match: without_emphasis(match[2]).join([" " * len(match[1])] * 2), text)
