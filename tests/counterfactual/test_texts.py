"""Whole texts are swapped; what cannot be meant is refused at the call."""

import pytest
from golden import all_rows

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import edit_text
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts


@all_rows
def test_what_is_refused_at_the_call(arguments, message):
    with pytest.raises(GenderfairError) as caught:
        swap_texts(**{"texts": ["She left."], "lang": "en", "to": "male"} | arguments)
    assert str(caught.value).startswith(message)


def test_an_item_that_is_no_text():
    found = swap_texts(["She left.", None], "en", "male")
    with pytest.raises(GenderfairError, match=r"texts\[1\] is None"):
        list(found)


@pytest.mark.parametrize("lang", ["EN", "en-GB", "eng"])
def test_the_tag_of_a_language(lang):
    (found,) = swap_texts(["She left."], lang, "male", SwapOptions(seed=1))
    assert edit_text("She left.", found.edits) == "He left."


def test_texts_may_be_a_generator():
    texts = ["She left.", "It rained.", ""]
    found = swap_texts(iter(texts), "en", "male")
    assert [edit_text(text, swapped.edits) for text, swapped in zip(texts, found, strict=True)] == [
        "He left.",
        "It rained.",
        "",
    ]
