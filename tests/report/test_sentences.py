"""Numbers in sentences have the digits that they need, and stay on one line with their sign."""

from golden import all_rows

from hf_genderfair.report.sentences import in_lines, limits, number_with_limits, percent, percent_with_limits


def marked(text):
    """Return the text with a low line where no line may end."""
    return text.replace("\N{NO-BREAK SPACE}", "_")


@all_rows
def test_percentages(value, decimals, text):
    assert marked(percent(value, decimals)) == text


def test_intervals_decide_on_digits():
    assert marked(percent_with_limits(0.294, None, None)) == "29_%"
    assert marked(percent_with_limits(0.294, 0.27, 0.32)) == "29_% (27–32_%)"
    assert marked(percent_with_limits(0.294, 0.291, 0.297)) == "29.4_% (29.1–29.7_%)"
    assert marked(limits(0, 0.07)) == "0–7_%"
    assert marked(limits(0.0001, 0.07)) == "<_0.1_%–7_%"
    assert number_with_limits(2, None, None) == "2"
    assert number_with_limits(0.79, 0.7, 0.89) == "0.79 (0.70–0.89)"
    assert number_with_limits(9.2, 7, 11.4) == "9 (7–11)"
    assert number_with_limits(-0.02, -0.4, 0.36) == "−0.02 (−0.40–0.36)"


def test_sentences_in_lines_are_whole_until_there_are_too_many():
    assert in_lines(["Two rows.", "Rain."], 2) == ["Two rows.", "Rain."]
    assert in_lines(["Two rows.", "Rain.", "Sun."], 2) == ["Two rows.", "…"]
    first, second = in_lines(["word " * 40], 3)
    assert (len(first) <= 110, second.startswith("  word")) == (True, True)
