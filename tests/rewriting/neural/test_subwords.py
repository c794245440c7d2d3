import pytest
from as_one_test import as_one_test
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.rewriting.neural.subwords import END, PAD, STAR, Subwords

TEXTS = ["Alle Lehrer*innen kamen mit 12 Kindern.", "Der*die Schülerin sah, was im Haus stand."] * 10


@pytest.fixture(scope="module")
def subwords():
    return Subwords.train(TEXTS, size=330)


@as_one_test(
    "text",
    [
        "",
        " ",
        "  zwei  Räume ",
        "Zeile\n\nZeile\tEnde",
        "🙂‍👩 https://beispiel.org/a?b=*c",
        "▁x▁ y",
        "</s> <pad> <unk> <0x41>",
        "\0",
        "Lehrer*innen**",
        "Ärzt*in",
    ],
)
def test_text_comes_back(subwords, text):
    assert subwords.decode(subwords.encode(text)) == text


@given(st.text())
def test_any_text_comes_back(subwords, text):
    assert subwords.decode(subwords.encode(text)) == text


def test_star_and_ending_are_pieces_of_their_own(subwords):
    pieces = subwords.encode("Lehrer*innen")
    star, ending = pieces[-2:]
    assert subwords.decode([*subwords.word("x"), star, ending]) == "x*innen"
    assert subwords.decode([*subwords.word("x"), star]) == f"x{STAR}"


def test_words_do_not_depend_on_their_neighbours(subwords):
    first, second = subwords.encode("Alle"), subwords.encode("kamen")
    assert subwords.encode("Alle kamen") == first + second


def test_padding_and_ends_are_left_out(subwords):
    assert subwords.decode([*subwords.encode("Alle"), END, PAD, PAD]) == "Alle"


def test_same_texts_give_same_vocabulary_and_it_is_kept(subwords, tmp_path):
    assert Subwords.train(TEXTS, size=330).model == subwords.model
    subwords.save(tmp_path)
    kept = Subwords.load(tmp_path)
    assert len(kept) == len(subwords)
    assert kept.encode(TEXTS[0]) == subwords.encode(TEXTS[0])


def test_broken_bytes_are_shown_as_such(subwords):
    byte = subwords.encode("🙂")[1]
    assert subwords.decode([byte]) == "\N{REPLACEMENT CHARACTER}"
