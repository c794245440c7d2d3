"""Text is built from edits, and back."""

from __future__ import annotations

import pytest
from datasets import Dataset, Features, List, Value
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.spans import EDIT_FEATURE, Edit, apply_edits, edit_text, restore_text, undo_edits

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
def test_every_edit_can_be_undone(drawn):
    text, edits, _ = drawn
    assert restore_text(edit_text(text, edits), edits) == text


@given(texts_with_edits())
def test_what_no_edit_touches_stays(drawn):
    text, edits, spans = drawn
    same = [Edit(edit.start, edit.end, edit.original, edit.original, "rule", "reason") for edit in edits]
    gone = [Edit(edit.start, edit.end, edit.original, "", "rule", "reason") for edit in edits]
    touched = {index for start, end in spans for index in range(start, end)}
    assert edit_text(text, same) == text
    assert edit_text(text, gone) == "".join(letter for index, letter in enumerate(text) if index not in touched)


@pytest.mark.parametrize(
    "edits",
    [
        [(0, 5, "Byłam"), (4, 6, "m ")],
        [(0, 5, "byłam")],
        [(8, 12, "u.")],
        [(-2, 9, "")],
        [(5, 3, "")],
    ],
    ids=["overlap", "another text", "beyond the end", "before the start", "backwards"],
)
def test_edits_that_do_not_fit_are_refused(edits):
    with pytest.raises(ValueError, match="overlaps another or does not fit"):
        edit_text("Byłam tu.", [Edit(*edit, "x", "rule", "reason") for edit in edits])


def test_a_text_changed_since_is_not_restored():
    edit = Edit(0, 5, "Byłam", "Byłem", "past", "masculine counterpart")
    with pytest.raises(ValueError, match="does not fit"):
        restore_text("Byłby tu.", [edit])


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


def test_apply_and_undo_on_a_data_set(dataset):
    edited = apply_edits(dataset, "first_person_edits")
    assert list(edited["text"]) == ["Wczoraj byłem tu.", None, "Pada.", "😀 Zrobiłem to."]
    assert edited.features == FEATURES
    restored = undo_edits(edited, "first_person_edits")
    assert restored.to_dict() == dataset.to_dict()
    assert restored.features == FEATURES


def test_apply_on_an_empty_data_set(dataset):
    assert apply_edits(dataset.select([]), "first_person_edits").features == FEATURES


@pytest.mark.parametrize("column", ["first_person_edits", "text"])
def test_missing_columns_are_named(dataset, column):
    with pytest.raises(ColumnError, match=f"no column '{column}'"):
        apply_edits(dataset.remove_columns(column), "first_person_edits")


@settings(max_examples=20)
@given(st.lists(texts_with_edits(), max_size=4))
def test_a_data_set_can_be_undone(drawn):
    texts = [text for text, _, _ in drawn]
    edits = [[edit.to_dict() for edit in edits] for _, edits, _ in drawn]
    features = Features({"text": Value("string"), "edits": EDIT_FEATURE})
    rows = Dataset.from_dict({"text": texts, "edits": edits}, features=features)
    assert list(undo_edits(apply_edits(rows, "edits"), "edits")["text"]) == texts
