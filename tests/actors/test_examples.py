"""Examples show each person by a number, and quotes with the words that name the speaker."""

from datasets import Dataset

from hf_genderfair import ActorMetrics, annotate
from hf_genderfair.actors.findings import actor_examples, quote_examples

TEXTS = ["Mary Miller met her brother. She said: “The tea is cold.”", "It rained.", None]


def rows():
    return annotate(Dataset.from_dict({"text": TEXTS}), ActorMetrics("en"))


def test_persons_have_one_number_each():
    [example] = actor_examples(rows())
    found = {(piece.text, piece.label) for piece in example.pieces if piece.mark == "person"}
    assert {("Mary Miller", "1"), ("her", "1"), ("She", "1")} <= found
    assert example.reason.startswith("1: female (“")
    assert "".join(piece.text for piece in example.pieces) == TEXTS[0]


def test_quotes_have_their_speaker():
    [example] = quote_examples(rows())
    marks = {piece.mark: (piece.text, piece.label) for piece in example.pieces}
    assert "The tea is cold" in marks["marked"][0]
    assert marks["person"] == ("She", "speaker")
    assert example.reason.startswith("direct quote; speaker: female (“")
