"""What verbs and nouns around a German pronoun say of persons and things."""

from __future__ import annotations

import pytest

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.animacy_evidence import (
    animacy_of_personal,
    animacy_of_possessive,
    speaks,
)
from hf_genderfair.languages.pipelines import pipeline

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


def read(text: str) -> Document:
    return Document(text, next(pipeline("de").analyse([text], LAYERS)), "de")


@pytest.mark.parametrize(
    "text",
    [
        "Er sagte nichts.",
        "Er wurde verhaftet.",
        "Er ist Bäcker.",
        "Er ist verheiratet.",
        "Er studiert in Bonn.",
        "Ihr droht ein Verfahren.",
        "Er schüttelte den Kopf.",
        "Sie wurde zur Präsidentin gewählt.",
        "Sie wurde Ärztin.",
        "Er irrte sich.",
        "Ihr fiel nichts ein.",
    ],
)
def test_signs_of_persons(text: str) -> None:
    assert animacy_of_personal(read(text), 0) > 0


@pytest.mark.parametrize(
    "text",
    [
        "Er wurde 1890 erbaut.",
        "Er kostet drei Euro.",
        "Er ist lecker.",
        "Er ist ein Fluss.",
        "Er wurde gebaut und versenkt.",
        "Sie dient als Grundlage.",
        "Er geht auf einen Entwurf zurück.",
        "Sie besteht aus Holz.",
        "Sie verfehlte den Einzug.",
        "Ihr liegt ein Brief vor.",
        "Er gehört zu den ältesten Bäumen.",
        "Er beinhaltet drei Kapitel.",
        "Er gilt als Beleg für diese These.",
    ],
)
def test_signs_of_things(text: str) -> None:
    assert animacy_of_personal(read(text), 0) < 0


@pytest.mark.parametrize(
    ("text", "animacy"),
    [
        ("Seine Mutter", 1),
        ("Seine Stimme", 1),
        ("Seines Charakters", 1),
        ("Seine Verhaftung", 1),
        ("Seine Höhe", -1),
        ("Seine Umsetzung", -1),
        ("Seine Wohnfläche", -1),
    ],
)
def test_what_is_owned_tells_of_the_owner(text: str, animacy: int) -> None:
    assert animacy_of_possessive(read(f"{text} ist bekannt."), 0) * animacy > 0


def test_subjects_of_speech() -> None:
    document = read("Maier meint, es regne.")

    assert speaks(document, 0)
    assert not speaks(document, 3)
