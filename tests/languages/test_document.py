"""A text as one row of tokens."""

from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.document import Document


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
