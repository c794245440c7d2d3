"""Stretches that are no prose are found whole, and prose is left to the rules."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.core.protected import markup_spans, protected_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use `his` and ``` her\n ``` now.", ["`his`", "``` her\n ```"]),
        ("An open ``` fence goes on.", ["``` fence goes on."]),
        ('<b class="his">his</b>', ['<b class="his">', "</b>"]),
        ("[her](https://example.org/her)", ["](https://example.org/her)"]),
        ("See https://example.org/he?x=she, www.her.org.", ["https://example.org/he?x=she,", "www.her.org."]),
        ("Mail him@example.org or @her #his", ["him@example.org", "@her", "#his"]),
        ("he is {{ his }} ${her}", ["{{ his }}", "${her}"]),
        ("open docs/her.html or his.py", ["docs/her.html", "his.py"]),
    ],
)
def test_no_prose(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in protected_spans(text)] == expected


@pytest.mark.parametrize(
    "text",
    ["", "He is here.", "2 < 3 and 5 > 4", "his/her hat", "R & B, he says.", "He [sic] left.", "5 {he} 6", "He.She"],
)
def test_prose(text: str) -> None:
    assert protected_spans(text) == []


@given(st.text(alphabet="he `<>@#&;{}$/[]().:w\n", max_size=60))
def test_spans_are_in_order_and_apart(text: str) -> None:
    spans = protected_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>He <b>sings</b></p>", ["<p>", "<b>", "</b>", "</p>"]),
        ("[her](x.org) hat, he is", ["[", "](x.org)"]),
        ("2 < 3, a[1] and `code` (he)", []),
        ("R & B, @her, {{ his }}", []),
    ],
)
def test_markup_inside_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in markup_spans(text)] == expected
