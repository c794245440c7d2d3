"""Stretches that are no prose are found whole, and prose is left to the rules."""

from __future__ import annotations

from itertools import pairwise

from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.spans import markup_spans, protected_spans


@all_rows
def test_no_prose(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in protected_spans(text)] == expected


@all_rows
def test_prose(text: str) -> None:
    assert protected_spans(text) == []


@given(st.text(alphabet="he `<>@#&;{}$/[]().:w\n", max_size=60))
def test_spans_are_in_order_and_apart(text: str) -> None:
    spans = protected_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@all_rows
def test_markup_inside_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in markup_spans(text)] == expected
