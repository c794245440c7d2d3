"""German nouns for persons that mean nobody in particular."""

from __future__ import annotations

from as_one_test import as_one_test

from hf_genderfair.actors.german.noun_things import means_anybody
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


@as_one_test(
    ("text", "noun", "expected"),
    [
        ("Deshalb wird ein neuer Mieter gesucht.", "Mieter", True),
        ("Ein 30-Jähriger wird gesucht.", "Jähriger", False),
        ("Die Kinder sind in der Schule oder bei einer Tante.", "Tante", True),
        ("Die Kinder sind in der Schule und bei einer Tante.", "Tante", False),
        ("Man fragt, ob der Besitzer einer Karte ins Stadion kommt.", "Besitzer", True),
        ("Der Besitzer eines Hauses starb gestern.", "Besitzer", False),
        ("Eine Bäckerin oder ein erfahrener Bäcker kommt.", "Bäcker", True),
        ("Sie sprach mit einer Bäckerin bzw. mit einem Bäcker.", "Bäckerin", True),
        ("Die Bäckerin/der Bäcker unterschreibt.", "Bäcker", True),
        ("Der Bäcker half der Bäckerin.", "Bäcker", False),
        ("Der Bäcker weinte. Die Bäckerin lachte.", "Bäckerin", False),
    ],
)
def test_who_means_anybody(text, noun, expected):
    document = Document(text, next(pipeline("de").analyse([text])), "de")
    index = next(index for index, token in enumerate(document.tokens) if token.text == noun)
    assert means_anybody(document, index) is expected


@as_one_test(
    ("text", "gender"),
    [
        ("Der Bäcker half der Bäckerin.", "male"),
        ("Die Bäckerin ging, ein Bäcker (43) kam.", "male"),
        ("Der Bäcker half der Malerin.", "unknown"),
        ("Die Bäckerin oder der Bäcker half. Der Bäcker schwieg.", "unknown"),
    ],
)
def test_a_man_beside_a_woman_of_his_role(text, gender):
    (read,) = ActorMetrics("de").read([text])
    assert [actor.gender for actor in read.actors if actor.name == "Bäcker"] == [gender]
