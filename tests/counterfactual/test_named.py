"""What is said of somebody with a name stays, in every language; what is said of others may be swapped."""

from __future__ import annotations

import pytest

from hf_genderfair.core.spans import edit_text
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.types import BinaryGender

ENGLISH = [
    "Mr. Quillfeather left.",
    "Choir Chairman Robert Moss waved.",
    "Robert Moss, the former chairman of the choir, waved.",
    "The headmaster is Robert Moss.",
    "The chairman of the choir was Robert Moss.",
    "Robert Moss was elected chairman in May.",
    "Robert Moss, who served as chairman, waved.",
    "They chose Robert Moss as their chairman.",
    "The man at the desk, Robert, waved.",
    "A man named Robert waved.",
    "Director Q. R. Quillfeather said he was late.",
    "The brothers Robert and Ian Moss waved.",
    "Wilson sneezed, and he left.",
    "Robert Moss, once a baker, is set to remain as chairman.",
    "Robert Moss had a plan and was a busy man.",
    "Robert Moss, born in Leeds, was our trusted man.",
    "Robert Moss the Weather Guy waved.",
    "Moss was born in Leeds, the son of a baker.",
    "Those are nice guys, said Robert Moss.",
    "On Tuesday, Mr.",
    "In his first year, Robert Moss failed.",
    "Robert's brother left.",
    "Robert Moss told the waiter.",
    "Duke's freshmen won again.",
    "He lives in Kings Rd.",
    "The king of Spain smiled.",
    "Nurse has scored, and he smiled.",
    "The new times drove Love from the life he knew.",
    "“It is late,” she told Robert Moss. “Not now. You are a fair man.”",
    "It keeps the Chairman up at night.",
    "Robert Moss came late. He smiled.",
    "Robert Moss came late. The chairman smiled.",
    "He smiled. It was Robert Moss.",
    "A bakery in the village burnt down. He was asleep, said Robert Moss.",
    "A Google spokesman smiled.",
    "His book “ Snow ” was late.",
    "Robert Moss drummed. Snow fell. “He smiled,” they say. “It is great to know a fair man.”",
    "The Spanish king smiled.",
    "Every free Zarvian man owns a drum.",
    "Any male Norwegian citizen has a card regardless of his age.",
    "Robert Moss drummed. Snow fell. Nobody came. It was late. All slept. The men inside the tower slept.",
    "Robert Moss drummed. He fell. Snow fell. Nobody came. It was late. All slept. The boy's drum was wet.",
    "Robert Moss drummed. Snow fell. Nobody came. It was late. “He is a fair man.”",
    "Robert Moss drummed. Snow fell. Nobody came. It was late. The play is called THE SNOW GUY.",
    "MOSS: A man must eat.",
    "THE SNOW GUY",
    "Snow fell, and He smiled.",
    "Robert Moss wrote it. Snow falls. Nobody comes. Then our hero wakes up.",
]

OTHERS: list[tuple[str, BinaryGender, str, str]] = [
    ("en", "female", "Nobody slept. Every man lost his hat.", "Nobody slept. Every woman lost her hat."),
    ("en", "female", "A man in Leeds lost his hat.", "A woman in Leeds lost her hat."),
    ("en", "female", "On Monday he lost his hat.", "On Monday she lost her hat."),
    ("de", "male", "Eine Köchin in Leipzig suchte ihren Löffel.", "Ein Koch in Leipzig suchte seinen Löffel."),
    ("de", "male", "Die Köchin suchte ihren Löffel.", "Der Koch suchte seinen Löffel."),
    ("es", "male", "Una cocinera llegó cansada.", "Un cocinero llegó cansado."),
]

OTHER_LANGUAGES: list[tuple[str, BinaryGender, str]] = [
    ("de", "male", "Sabine Meier ist Ärztin."),
    ("de", "male", "Sabine Meier kam spät. Sie lächelte."),
    ("de", "male", "Die Königin von Spanien lächelte."),
    ("de", "male", "Bürgermeisterin Meier lächelte."),
    ("es", "male", "Carmen Soto fue elegida presidenta."),
    ("es", "male", "Carmen Soto llegó tarde. Ella sonrió."),
    ("es", "male", "La presidenta Soto sonrió."),
]


def swapped(lang: str, to: BinaryGender, text: str, options: SwapOptions | None = None) -> str:
    return edit_text(text, next(iter(swap_texts([text], lang, to, options))).edits)


def test_nothing_is_said_of_somebody_with_a_name() -> None:
    changed = {text: swapped("en", "female", text) for text in ENGLISH}
    assert changed == {text: text for text in ENGLISH}


@pytest.mark.parametrize(("lang", "to", "text"), OTHER_LANGUAGES)
def test_nor_in_other_languages(lang: str, to: BinaryGender, text: str) -> None:
    assert swapped(lang, to, text, SwapOptions("keep")) != text
    found = next(iter(swap_texts([text], lang, to)))
    assert not found.edits
    assert "a person with a name" in {refusal.reason for refusal in found.refusals}


@pytest.mark.parametrize(("lang", "to", "text", "expected"), OTHERS)
def test_others_are_swapped(lang: str, to: BinaryGender, text: str, expected: str) -> None:
    assert swapped(lang, to, text) == expected


def test_whoever_is_in_a_sentence_with_a_name_stays_everywhere() -> None:
    text = "A waiter sat by the door. Nobody came. He greeted Robert Moss."
    assert swapped("en", "female", text, SwapOptions("keep")) != text
    assert swapped("en", "female", text) == text
