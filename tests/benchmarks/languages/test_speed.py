"""What texts the measurements of speed read."""

from golden import each_row

from benchmarks import texts


@each_row
def test_texts_of_lines(name, line, text):
    assert texts.text_of_line(name, line) == text


def test_portions_are_disjoint_and_large_enough():
    source = [f"text number {number}" for number in range(10)]
    first, second, rest = texts.portions(source, [4, 6, 1000])
    assert [len(first), len(second), len(rest)] == [2, 2, 6]
    assert first + second + rest == source
