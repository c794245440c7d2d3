"""What is said of somebody with a name stays, in every language; what is said of others may be swapped."""

import pytest
from golden import golden_rows

from hf_genderfair import edit_text, swap_texts
from hf_genderfair.counterfactual.swapping import SwapOptions

ENGLISH = golden_rows(__file__, "ENGLISH")

OTHERS = [
    ("en", "female", "Nobody slept. The tall man lost his hat.", "Nobody slept. The tall woman lost her hat."),
    ("en", "female", "A man in Leeds lost his hat.", "A woman in Leeds lost her hat."),
    ("en", "female", "On Monday he lost his hat.", "On Monday she lost her hat."),
    ("de", "male", "Eine Köchin in Leipzig suchte ihren Löffel.", "Ein Koch in Leipzig suchte seinen Löffel."),
    ("de", "male", "Die Köchin suchte ihren Löffel.", "Der Koch suchte seinen Löffel."),
    ("es", "male", "Una cocinera llegó cansada.", "Un cocinero llegó cansado."),
]

OTHER_LANGUAGES = [
    ("de", "male", "Sabine Meier ist Ärztin."),
    ("de", "male", "Sabine Meier kam spät. Sie lächelte."),
    ("de", "male", "Die Königin von Spanien lächelte."),
    ("de", "male", "Bürgermeisterin Meier lächelte."),
    ("es", "male", "Carmen Soto fue elegida presidenta."),
    ("es", "male", "Carmen Soto llegó tarde. Ella sonrió."),
    ("es", "male", "La presidenta Soto sonrió."),
]


def swapped(lang, to, text, options=None):
    return edit_text(text, next(iter(swap_texts([text], lang, to, options))).edits)


def test_nothing_is_said_of_somebody_with_a_name():
    changed = {text: swapped("en", "female", text) for text in ENGLISH}
    assert changed == {text: text for text in ENGLISH}


@pytest.mark.parametrize(("lang", "to", "text"), OTHER_LANGUAGES)
def test_nor_in_other_languages(lang, to, text):
    assert swapped(lang, to, text, SwapOptions("keep")) != text
    found = next(iter(swap_texts([text], lang, to)))
    assert not found.edits
    assert "a person with a name" in {refusal.reason for refusal in found.refusals}


@pytest.mark.parametrize(("lang", "to", "text", "expected"), OTHERS)
def test_others_are_swapped(lang, to, text, expected):
    assert swapped(lang, to, text) == expected


def test_whoever_is_in_a_sentence_with_a_name_stays_everywhere():
    text = "A waiter sat by the door. Nobody came. He greeted Robert Moss."
    assert swapped("en", "female", text, SwapOptions("keep")) != text
    assert swapped("en", "female", text) == text
