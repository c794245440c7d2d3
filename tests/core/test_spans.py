"""Text is built from edits, and back."""

from itertools import pairwise

import pytest
from as_one_test import as_one_test
from datasets import Dataset, DatasetDict, Features, IterableDatasetDict, List, Value
from golden import all_rows, each_row
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.spans import (
    EDIT_FEATURE,
    Edit,
    apply_edits,
    edit_text,
    markup_spans,
    protected_spans,
    restore_text,
    undo_edits,
)

FEATURES = Features(
    {"text": Value("string"), "first_person_edits": EDIT_FEATURE, "url": Value("string"), "tags": List(Value("string"))}
)


@st.composite
def texts_with_edits(draw):
    """Draw a text and edits of it that do not overlap; insertions and deletions included, in any order."""
    text = draw(st.text(max_size=40))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    edits = [Edit(start, end, text[start:end], draw(st.text(max_size=5)), "rule", "reason") for start, end in spans]
    return text, draw(st.permutations(edits)), spans


@given(texts_with_edits())
def test_every_edit_can_be_undone_and_the_rest_stays(drawn):
    text, edits, spans = drawn
    assert restore_text(edit_text(text, edits), edits) == text
    gone = [Edit(edit.start, edit.end, edit.original, "", "rule", "reason") for edit in edits]
    touched = {index for start, end in spans for index in range(start, end)}
    assert edit_text(text, gone) == "".join(letter for index, letter in enumerate(text) if index not in touched)


@each_row
def test_edits_that_do_not_fit_are_refused(edits):
    with pytest.raises(ValueError, match="overlaps another or does not fit"):
        edit_text("Byłam tu.", [Edit(*edit, "x", "rule", "reason") for edit in edits])


@pytest.fixture
def dataset():
    rows = {
        "text": ["Wczoraj byłam tu.", None, "Pada.", "😀 Zrobiłam to."],
        "first_person_edits": [
            [Edit(8, 13, "byłam", "byłem", "past", "masculine counterpart").to_dict()],
            None,
            [],
            [Edit(2, 10, "Zrobiłam", "Zrobiłem", "past", "masculine counterpart").to_dict()],
        ],
        "url": [None, "http://a.example/", None, None],
        "tags": [[], ["a"], None, []],
    }
    return Dataset.from_dict(rows, features=FEATURES)


@settings(max_examples=20)
@given(st.lists(texts_with_edits(), max_size=4))
def test_a_data_set_can_be_undone(drawn):
    # a row that can only be read one way decides for all: chance may draw texts that look as if they were edited
    drawn = [*drawn, ("Er kam.", [Edit(0, 2, "Er", "Sie", "pronoun", "another")], [])]
    texts = [text for text, _, _ in drawn]
    edits = [[edit.to_dict() for edit in edits] for _, edits, _ in drawn]
    features = Features({"text": Value("string"), "edits": EDIT_FEATURE})
    rows = Dataset.from_dict({"text": texts, "edits": edits}, features=features)
    assert list(undo_edits(apply_edits(rows, "edits"), "edits")["text"]) == texts


def rewritten(*texts, column="rewriting_edits"):
    """Return rows with edits: each text is a pair of what stands there and what is to be put in place of a part."""
    built = [[Edit(start, end, text[start:end], new, "noun", "fair").to_dict()] for text, start, end, new in texts]
    features = Features({"text": Value("string"), column: EDIT_FEATURE, "n": Value("int32")})
    values = {"text": [text for text, *_ in texts], column: built, "n": range(len(texts))}
    return Dataset.from_dict(values, features=features)


REPLACES = ("Er kam.", 0, 2, "Sie")


@all_rows
def test_edits_are_applied_once(edit):
    edited = apply_edits(rewritten(edit), "rewriting_edits")
    with pytest.raises(ColumnError, match=r"row 0: the text in 'text' no longer fits its edits in 'rewriting_edits'"):
        apply_edits(edited, "rewriting_edits")["text"]


@all_rows
@as_one_test("use", [apply_edits, undo_edits])
def test_columns_of_something_else_are_refused(use, column, text_column, message):
    with pytest.raises(ColumnError, match=message):
        use(rewritten(REPLACES), column, text_column)


@pytest.mark.parametrize("kind", [None, "arrow", "numpy", "torch", "pandas"])
def test_edits_are_applied_in_every_format(dataset, kind):
    edited = apply_edits(dataset.with_format(kind), "first_person_edits")
    assert edited.format["type"] == kind
    plain = edited.with_format(None)
    assert plain["text"][:] == apply_edits(dataset, "first_person_edits")["text"][:]
    assert undo_edits(edited, "first_person_edits").with_format(None).to_dict() == dataset.to_dict()


def test_splits_and_streams_are_edited_and_undone(dataset):
    wanted = ["Wczoraj byłem tu.", None, "Pada.", "😀 Zrobiłem to."]
    both = apply_edits(DatasetDict(train=dataset, test=dataset.select([0])), "first_person_edits")
    assert (both["train"]["text"][:], both["test"]["text"][:]) == (wanted, wanted[:1])
    stream = apply_edits(dataset.to_iterable_dataset(), "first_person_edits")
    assert ([row["text"] for row in stream], stream.features) == (wanted, FEATURES)
    restored = undo_edits(stream, "first_person_edits")
    assert list(restored) == list(dataset)
    again = apply_edits(IterableDatasetDict(train=stream), "first_person_edits")["train"]
    with pytest.raises(ColumnError, match="applied already"):
        list(again)


@all_rows
def test_no_prose(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in protected_spans(text)] == expected


@given(st.text(alphabet="he `<>@#&;{}$/[]().:w\n", max_size=60))
def test_spans_are_in_order_and_apart(text: str) -> None:
    spans = protected_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@all_rows
def test_markup_inside_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in markup_spans(text)] == expected
