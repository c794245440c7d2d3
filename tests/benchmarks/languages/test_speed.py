"""What texts the measurements of speed read."""

from __future__ import annotations

import pytest

from benchmarks import texts, timing


@pytest.mark.parametrize(
    ("name", "line", "text"),
    [
        ("a/b.csv.xz", "Sport;'Sie gewann.'\n", "Sie gewann."),
        ("a/b.jsonl.xz", '{"n": 1, "text": "Ella va guanyar."}\n', "Ella va guanyar."),
        ("a/b.txt.xz", " She won; he lost. \n", "She won; he lost."),
    ],
)
def test_texts_of_lines(name, line, text):
    assert texts.text_of_line(name, line) == text


def test_portions_are_disjoint_and_large_enough():
    source = [f"text number {number}" for number in range(10)]
    first, second, rest = texts.portions(source, [4, 6, 1000])
    assert [len(first), len(second), len(rest)] == [2, 2, 6]
    assert first + second + rest == source


def test_memory_is_a_number_of_megabytes():
    assert 1 < timing.anonymous_megabytes() < 100_000
