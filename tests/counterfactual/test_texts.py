"""Whole texts are swapped; what cannot be meant is refused at the call."""

import pytest
from golden import all_rows

from hf_genderfair import GenderfairError, swap_texts


@all_rows
def test_what_is_refused_at_the_call(arguments, message):
    with pytest.raises(GenderfairError) as caught:
        swap_texts(**{"texts": ["She left."], "lang": "en", "to": "male"} | arguments)
    assert str(caught.value).startswith(message)


def test_a_pronoun_that_stays_is_told():
    (swapped,) = swap_texts(["The boat was old. She sank."], "en", "male")
    assert [(left.start, left.end, left.reason) for left in swapped.refusals] == [(18, 21, "no person")]
