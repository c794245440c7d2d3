"""What verbs and nouns around a German pronoun say of persons and things."""

from __future__ import annotations

from analysed import read
from golden import all_rows

from hf_genderfair.languages.german.animacy_evidence import animacy_of_personal, animacy_of_possessive, speaks

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


@all_rows
def test_signs_of_persons(text: str) -> None:
    assert animacy_of_personal(read(text), 0) > 0


@all_rows
def test_signs_of_things(text: str) -> None:
    assert animacy_of_personal(read(text), 0) < 0


@all_rows
def test_what_is_owned_tells_of_the_owner(text: str, animacy: int) -> None:
    assert animacy_of_possessive(read(f"{text} ist bekannt."), 0) * animacy > 0


def test_subjects_of_speech() -> None:
    document = read("Maier meint, es regne.")

    assert speaks(document, 0)
    assert not speaks(document, 3)
