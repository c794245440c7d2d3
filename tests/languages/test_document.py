"""A text as one row of tokens."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.analysis import Analysis, Entity, Sentence, Token
from hf_genderfair.languages.document import Document


def _document(heads: list[int]) -> Document:
    text = "a " * len(heads)
    tokens = [
        Token("a", 2 * place, 2 * place + 1, "X", "a", {}, head, "root" if head == place else "dep")
        for place, head in enumerate(heads)
    ]
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), "en")


def test_a_subtree_reaches_from_its_first_token_to_its_last():
    document = _document([2, 0, 2, 4, 2])
    assert [document.subtree(place) for place in range(5)] == [(0, 2), (1, 2), (0, 5), (3, 4), (3, 5)]


def test_a_cycle_of_heads_ends():
    document = _document([1, 2, 0, 0])
    assert document.subtree(1) == (0, 4)
    assert len(list(document.ancestors(3))) <= 4


@given(st.lists(st.integers(0, 7), min_size=8, max_size=8))
def test_a_subtree_holds_its_token_and_those_of_its_children(heads):
    document = _document(heads)
    for place in range(8):
        first, last = document.subtree(place)
        assert 0 <= first <= place < last <= 8
        for child in document.children[place]:
            below = document.subtree(child)
            assert first <= below[0] < below[1] <= last


def test_a_name_is_found_by_its_characters():
    names = (Entity(0, 3, "PER"), Entity(8, 15, "LOC"))
    document = Document("Ada saw New Ulm", Analysis((Sentence(0, 15, (), names),)), "en")
    assert [document.entity_at(offset) for offset in (0, 2, 3, 7, 8, 14, 15)] == [
        names[0],
        names[0],
        None,
        None,
        names[1],
        names[1],
        None,
    ]
