"""What the measurement of speed reads and makes."""

from __future__ import annotations

import pytest

from benchmarks.languages import speed as script


@pytest.mark.parametrize(
    ("name", "line", "text"),
    [
        ("a/b.csv.xz", "Sport;'Sie gewann.'\n", "Sie gewann."),
        ("a/b.jsonl.xz", '{"n": 1, "text": "Ella va guanyar."}\n', "Ella va guanyar."),
        ("a/b.txt.xz", " She won; he lost. \n", "She won; he lost."),
    ],
)
def test_texts_of_lines(name, line, text):
    assert script.text_of_line(name, line) == text


def test_portions_are_disjoint_and_large_enough():
    source = [f"text number {number}" for number in range(10)]
    first, second, rest = script.portions(source, [4, 6, 1000])
    assert [len(first), len(second), len(rest)] == [2, 2, 6]
    assert first + second + rest == source


def test_shuffled_texts_differ_and_come_by_seed():
    made = list(script.shuffled_texts(["a", "b"], 50))
    assert len(set(made)) == 50
    assert made == list(script.shuffled_texts(["a", "b"], 50))
    assert all(len(text.split()) == 9 for text in made)


def test_memory_is_a_number_of_megabytes():
    assert 1 < script.anonymous_megabytes() < 100_000
