import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.rewriting.neural.changes import LearnedChanges
from hf_genderfair.rewriting.neural.lattice import Lattice, WordSpellings
from hf_genderfair.rewriting.neural.subwords import END, Subwords

CHANGES = LearnedChanges({"der": ("der*die",), "vom": ("vom*von der",)}, {"Aer|": ("*innen", "*in")}, {})


@pytest.fixture(scope="module")
def words():
    texts = ["Alle Lehrer*innen kamen vom*von der Schule.", "Der*die Lehrer*in sah der Sache zu."] * 10
    return WordSpellings(Subwords.train(texts, size=330), CHANGES)


def paths(lattice, places, written=()):
    for piece in lattice.allowed(places):
        if piece == END:
            yield written
        else:
            yield from paths(lattice, lattice.after(places, piece), (*written, piece))


def test_paths_are_the_combinations_of_what_words_may_become(words):
    lattice = Lattice("vom Lehrer der", words)
    texts = {words.subwords.decode(path) for path in paths(lattice, lattice.start)}
    assert texts == {
        f"{first} {second} {third}"
        for first in ("vom", "vom*von der")
        for second in ("Lehrer", "Lehrer*innen", "Lehrer*in")
        for third in ("der", "der*die")
    }


def test_given_forms_are_the_only_ones(words):
    lattice = Lattice("vom Lehrer", words, {1: ("Lehrenden",)})
    texts = {words.subwords.decode(path) for path in paths(lattice, lattice.start)}
    assert texts == {"vom Lehrer", "vom Lehrenden"}


@given(st.text())
def test_copying_gives_the_text(words, text):
    lattice = Lattice(text, words)
    places, pieces, looks = lattice.start, [], []
    while (piece := lattice.copy(places)) != END:
        assert piece in lattice.allowed(places)
        assert piece == lattice.unchanged(places)
        looks.append(lattice.source(places))
        pieces.append(piece)
        places = lattice.after(places, piece)
    assert words.subwords.decode(pieces) == text
    assert looks == list(range(len(pieces)))


def test_inside_a_changed_word_no_piece_leaves_it_as_it_is(words):
    lattice = Lattice("der Lehrer", words)
    places = lattice.start
    for piece in words.subwords.encode("der*"):
        places = lattice.after(places, piece)
    assert lattice.unchanged(places) is None


def test_nothing_else_may_be_written(words):
    lattice = Lattice("Alle Lehrer", words)
    foreign = words.subwords.encode("Schule")[0]
    assert foreign not in lattice.allowed(lattice.start)
    assert lattice.after(lattice.start, foreign) == ()
