import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.tokens import count_tokens, merged, parts, sentence_before, sentence_spans

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


def test_sentences_and_the_one_before():
    text = "The ferry left. Nobody waved! It rained."
    spans = sentence_spans(text, "en")
    assert [text[start:end] for start, end in spans] == ["The ferry left.", "Nobody waved!", "It rained."]
    assert sentence_before(text, spans[2][0], "en") == "Nobody waved!"
    assert sentence_before(text, 0, "en") == ""
    assert sentence_spans("", "en") == []


def test_spans_of_several_attributes_count_once():
    assert merged([[(4, 9)], [(0, 3), (4, 9)], []]) == [(0, 3), (4, 9)]
