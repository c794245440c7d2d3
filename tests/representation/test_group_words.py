"""Group words: golden sentences, and what holds for every text."""

import pickle
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from as_one_test import as_one_test
from datasets import Dataset
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import Counterfactual, GroupWords, annotate
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.lexicons.word_lists import WordList, normalised, word_list
from hf_genderfair.representation import text_blocks

ALL = ("gender", "age", "religion")
GOLDEN = [
    line.replace("⏎", "\n").replace("⍽", "\u00a0").split("\t")
    for line in (Path(__file__).parent / "golden_group_words.tsv").read_text(encoding="utf-8").split("\n")
    if line and not line.startswith("#")
]
TRADES = WordList.from_groups(
    "trade",
    {"sea": ["sailor", "old salt", "naïve mariner", "Matroſe"], "land": ["farmer", "farm hand", "hand", "Bäuerin"]},
    exact=["Bäuerin"],
    exceptions=["hand-made"],
)


def test_a_list_of_ones_own_is_named_by_its_path(tmp_path):
    (tmp_path / "trade.tsv").write_text("group\tword\nsea\tsailor\nland\tfarmer\n", encoding="utf-8")
    for finder in (GroupWords, lambda path: Counterfactual(attribute=path, method="base")):
        transform = finder(str(tmp_path / "trade.tsv"))
        assert transform.attribute == WordList.from_file(tmp_path / "trade.tsv")
        assert pickle.loads(pickle.dumps(transform)) == transform
    rows = annotate(Dataset.from_dict({"text": ["A sailor."]}), GroupWords((str(tmp_path / "trade.tsv"), "age")))
    assert (rows["trade_sea"][:], rows["age_old"][:]) == ([1], [0])


def values(texts, attribute=ALL):
    """Return the added columns of some texts."""
    return GroupWords(attribute)({"text": texts})


def words(text, attribute=ALL):
    """Return the words of a text as the golden table gives them."""
    row = values([text], attribute)
    found = [word for name, column in row.items() if name.endswith("_words") for word in column[0]]
    return "; ".join(f"{text[word['start'] : word['end']]}={word['group']}" for word in found)


def sentences(text, attribute="gender"):
    row = values([text], attribute)
    spans = row[f"{attribute}_sentences"][0]
    return [text[span["start"] : span["end"]] for span in spans], row[f"{attribute}_sentences_total"][0]


@as_one_test("row", GOLDEN)
@as_one_test("form", ["NFC", "NFD"])
def test_golden_words_in_either_unicode_form(row, form):
    text, expected = (unicodedata.normalize(form, cell) for cell in row[:2])
    assert words(text) == expected


@all_rows
def test_sentences(text, found, total):
    assert sentences(text) == (found, total)


def test_words_are_those_of_the_list_and_invisible_characters_do_not_cut_them():
    found = values(["An OLD SALT, a Nai\u0308ve  mariner and matroſe"], TRADES)["trade_words"][0]
    assert [word["word"] for word in found] == ["old salt", "naïve mariner", "Matroſe"]
    assert values(["Hand-made by a farm hand"], TRADES)["trade_words"] == [
        [{"start": 15, "end": 24, "group": "land", "word": "farm hand"}]
    ]
    assert words("Bäuerin, Ba\u0308uerin, bäuerin, BÄUERIN", TRADES) == "Bäuerin=land; Ba\u0308uerin=land"
    assert words("wo\u00adman, \ufeffman, \u200bhis\u200b, wo\u200dman", "gender") == (
        "wo\u00adman=female; man=male; his=male; wo\u200dman=female"
    )


PIECES = [
    *"she He MAN women mother-in-law fiancée fiance\u0301e ma’am Ms ms ’s 'll x the 7 Mr. muslims teenager".split(),
    *". ! … , - / “ ” ( ) ` ``` @ # _ 😀 ж 。 http://".split(),
    *("old man", " ", "  ", "\n", "\n\n", ". ", "! ", "… ", "\n```\n", "\u00a0", "\u00ad"),
]
TEXTS = st.lists(st.one_of(st.none(), st.lists(st.sampled_from(PIECES)).map("".join), st.text()), max_size=8)


@settings(deadline=None, max_examples=30)
@given(TEXTS)
def test_counts_are_those_of_the_spans_and_spans_cut_the_words(texts):
    row = values(texts)
    for attribute in ALL:
        groups = word_list(attribute).groups
        for number, text in enumerate(texts):
            spans = row[f"{attribute}_words"][number]
            for group, listed in groups.items():
                own = [span for span in spans if span["group"] == group]
                assert row[f"{attribute}_{group}"][number] == len(own)
                assert {span["word"] for span in own} <= set(listed)
            assert all(normalised(text[span["start"] : span["end"]]) == normalised(span["word"]) for span in spans)
            assert all(one["end"] <= two["start"] for one, two in pairwise(spans))
            held = row[f"{attribute}_sentences"][number]
            assert all(any(s["start"] <= w["start"] and w["end"] <= s["end"] for s in held) for w in spans)
            assert len(held) <= min(len(spans), row[f"{attribute}_sentences_total"][number])
            assert all(
                text[s["start"] : s["end"]].strip(" \t\n\r\x0b\x0c") == text[s["start"] : s["end"]] for s in held
            )


@settings(deadline=None, max_examples=30)
@given(TEXTS)
def test_each_row_is_found_alone(texts):
    together = values(texts)
    alone = [values([text]) for text in texts]
    assert together == {name: [row[name][0] for row in alone] for name in together}


def test_blocks_do_not_change_the_result(monkeypatch):
    texts = [row[0] for row in GOLDEN] + [None, ""] + ["She left. " * 100, "x" * 5000]
    expected = values(texts)
    for size in (1, 100, 1000):
        monkeypatch.setattr(text_blocks, "BLOCK_BYTES", size)
        assert values(texts) == expected


def test_lists_whose_columns_clash_or_are_not_there_are_refused():
    clashing = WordList.from_groups("trade", {"sea": ["sailor"], "words": ["poet"]})
    no_list = "attribute must be the name or path of a word list, a WordList"
    for attribute, message in (
        (("gender", "gender"), "the column 'gender_words' would be added twice: rename"),
        (clashing, "the column 'trade_words' would be added twice"),
        ((), no_list),
        (["gender"], no_list),
        (3, no_list),
        ("colour", "no word list 'colour'"),
    ):
        with pytest.raises(GenderfairError, match=message):
            GroupWords(attribute)
