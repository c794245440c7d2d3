"""German nouns for persons that mean nobody in particular."""

from __future__ import annotations

from as_one_test import as_one_test

from hf_genderfair.actors.german.noun_things import means_anybody
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
    ],
)
def test_who_means_anybody(text, noun, expected):
    document = Document(text, next(pipeline("de").analyse([text])), "de")
    index = next(index for index, token in enumerate(document.tokens) if token.text == noun)
    assert means_anybody(document, index) is expected
