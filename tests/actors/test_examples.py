"""Examples show each person by a number, and quotes with the words that name the speaker."""

from datasets import Dataset

from hf_genderfair.actors.columns import ACTOR_FEATURES
from hf_genderfair.actors.examples import SHOWN, actor_examples, quote_examples
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.transform import annotate

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


def test_texts_with_many_persons_and_long_quotes_are_no_examples():
    number = SHOWN + 1
    names = [f"Name{place}" for place in range(number)]
    starts = [sum(len(name) + 1 for name in names[:place]) for place in range(number)]
    row = {name: [[]] if name not in ("actors_method",) else ["x"] for name in ACTOR_FEATURES}
    row |= {name: [0] for name, kind in ACTOR_FEATURES.items() if getattr(kind, "dtype", "") == "int32"}
    row["actor_mentions"] = [
        [
            {"start": start, "end": start + 5, "actor": place, "kind": "name", "role": "subject"}
            for place, start in enumerate(starts)
        ]
    ]
    quote = {"start": 0, "end": 400, "kind": "direct", "speaker_start": None, "speaker_end": None, "actor": None}
    row["quotes"] = [[quote, {**quote, "end": 5}]]
    made = Dataset.from_dict(row, ACTOR_FEATURES).add_column("text", [" ".join(names) + "." * 400])
    assert list(actor_examples(made)) == []
    [short] = quote_examples(made)
    assert short.reason == "direct quote; speaker: nobody"
