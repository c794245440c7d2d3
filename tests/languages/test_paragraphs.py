"""Paragraphs end where lines do; a dialogue on one line still shows most of its turns."""

from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.quotation_marks import marked_spans, paragraph_breaks, turn_breaks


@all_rows
def test_turns_of_a_dialogue_on_one_line(text, expected):
    spans = [(span.start, span.end) for span in marked_spans(text, "de" if "»" in text else "en")]
    edges = [0, *(edge for found in turn_breaks(text, spans).breaks for edge in found), len(text)]
    assert [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)] == expected


def test_two_spaces_are_a_blank_line_in_a_dialogue_only():
    assert paragraph_breaks("“Who?” “Me.” “Why?” He fell.  She ran. We won.")[-1] == (28, 30)
    assert paragraph_breaks("He fell.  She ran. We won. They sat.") == []


@given(st.text(alphabet='ab .?"“”»«\n', max_size=60))
def test_breaks_are_white_space_in_order(text):
    spans = [(span.start, span.end) for span in marked_spans(text, "en")]
    breaks = turn_breaks(text, spans).breaks
    assert breaks == sorted(breaks)
    assert all(text[start:end].isspace() for start, end in breaks)
