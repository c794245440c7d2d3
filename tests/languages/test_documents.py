"""A text as one row of tokens, its sentences and its paragraphs."""

import re
from itertools import pairwise

from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.quotation_marks import marked_spans, paragraph_breaks, turn_breaks
from hf_genderfair.languages.tokens import count_tokens, merged, parts, sentence_before, sentence_spans


def _document(heads):
    text = "a " * len(heads)
    tokens = [
        Token("a", 2 * place, 2 * place + 1, "X", "a", {}, head, "root" if head == place else "dep")
        for place, head in enumerate(heads)
    ]
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), "en")


def test_a_subtree_reaches_from_its_first_token_to_its_last():
    document = _document([2, 0, 2, 4, 2])
    assert [document.subtree(place) for place in range(5)] == [(0, 2), (1, 2), (0, 5), (3, 4), (3, 5)]


@given(st.lists(st.integers(0, 7), min_size=8, max_size=8))
def test_a_subtree_holds_its_token_and_those_of_its_children(heads):
    document = _document(heads)
    for place in range(8):
        first, last = document.subtree(place)
        assert 0 <= first <= place < last <= 8
        for child in document.children[place]:
            below = document.subtree(child)
            assert first <= below[0] < below[1] <= last


WORDS = st.lists(st.sampled_from(["rain,", "sun;", "wind", "hail:", "fog –", "snow"]), min_size=1, max_size=30)


@given(WORDS, st.integers(1, 12))
def test_parts_are_the_sentence_again_without_the_space_between(words, longest):
    text = " ".join(words)
    found = parts(text, (0, len(text)), longest)
    assert " ".join(text[start:end] for start, end in found) == text
    assert all(start < end for start, end in found)
    for (start, _), (second, end) in pairwise(found):
        beginning = re.match(r"[^,;:–]*[,;:–]?", text[second:end])
        assert count_tokens(text[start : second + beginning.end()]) > longest


@given(WORDS)
def test_a_short_sentence_stays_whole(words):
    text = " ".join(words)
    assert parts(text, (0, len(text)), count_tokens(text)) == [(0, len(text))]


def test_sentences_paragraphs_and_spans_of_several_attributes():
    text = "The ferry left. Nobody waved! It rained."
    spans = sentence_spans(text, "en")
    assert [text[start:end] for start, end in spans] == ["The ferry left.", "Nobody waved!", "It rained."]
    assert sentence_before(text, spans[2][0], "en") == "Nobody waved!"
    assert sentence_before(text, 0, "en") == ""
    assert sentence_spans("", "en") == []
    assert merged([[(4, 9)], [(0, 3), (4, 9)], []]) == [(0, 3), (4, 9)]
    assert paragraph_breaks("“Who?” “Me.” “Why?” He fell.  She ran. We won.")[-1] == (28, 30)
    assert paragraph_breaks("He fell.  She ran. We won. They sat.") == []


@all_rows
def test_turns_of_a_dialogue_on_one_line(text, expected):
    spans = [(span.start, span.end) for span in marked_spans(text, "de" if "»" in text else "en")]
    edges = [0, *(edge for found in turn_breaks(text, spans).breaks for edge in found), len(text)]
    assert [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)] == expected


@given(st.text(alphabet='ab .?"“”»«\n', max_size=60))
def test_breaks_are_white_space_in_order(text):
    spans = [(span.start, span.end) for span in marked_spans(text, "en")]
    breaks = turn_breaks(text, spans).breaks
    assert breaks == sorted(breaks)
    assert all(text[start:end].isspace() for start, end in breaks)
