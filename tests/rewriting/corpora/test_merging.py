import pytest
from as_one_test import as_one_test
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.rewriting.corpora.merging import merge

MERGED = [
    # the part before the star, the part after it, or what is most like the word
    ("Der*die Koch*Köchin ruft.", "Die Köchin ruft.", "Die Köchin ruft."),
    ("Ein*e Schüler*in liest.", "Ein Schüler liest etwas.", "Ein Schüler liest."),
    ("Wir fragen eine*n Ärzt*in.", "Wir fragen nun einen Arzt.", "Wir fragen einen Arzt."),
    ("Viele Kund*innen kamen.", "Viele Kunden sind gekommen.", "Viele Kunden kamen."),
    ("Die Bürger*inneninitiative siegt.", "Die Bürgerinitiative gewinnt.", "Die Bürgerinitiative siegt."),
    ("Sie dankt seinem*ihrem*r Lehrer*in.", "Sie dankt seinem Lehrer.", "Sie dankt seinem Lehrer."),
    # punctuation is not part of the word
    ("„Liebe Leser*innen!“", "Liebe Leser, hallo.", "„Liebe Leser!“"),
    ("Die Köch*innen, müde, schwiegen.", "Müde waren die Köche.", "Die Köche, müde, schwiegen."),
    # a word at the start of one sentence and inside the other
    ("Einem*r Kind*in half sie.", "Sie half einem Kind.", "Einem Kind half sie."),
    ("Sie half einem*r Gärtner*in.", "Einem Gärtner half sie.", "Sie half einem Gärtner."),
    # each occurrence by itself: two genders, or one word of the round trip for two
    ("Der*die Leser*in und der*die Köch*in.", "Der Leser und die Köchin.", "Der Leser und die Köchin."),
    ("Leser*innen mögen Leser*innen.", "Leser mögen einander.", "Leser mögen Leser."),
]


@as_one_test(("target", "round_trip", "source"), MERGED)
def test_merges(target, round_trip, source):
    assert merge(target, round_trip) == (source, True)


@pytest.mark.parametrize(
    ("target", "round_trip"),
    [
        ("Die Lehrer*innen kamen.", "Das Kollegium kam."),
        ("Die Lehrer*innen und Köch*innen kamen.", "Die Lehrer und das Personal kamen."),
        ("Die Lehrer*innen kamen.", ""),
    ],
)
def test_gives_up_as_a_whole(target, round_trip):
    assert merge(target, round_trip) == (round_trip, False)


def test_changes_nothing_else():
    assert merge("  Der  Hund – „so“ –\tbellt … 2 * 3", "Ein Hund bellt.") == (
        "  Der  Hund – „so“ –\tbellt … 2 * 3",
        True,
    )


@given(st.text(alphabet="aeinr*ER ,.", max_size=40), st.text(alphabet="aeinrER ,.", max_size=40))
def test_is_the_round_trip_or_has_no_word_with_a_star_left(target, round_trip):
    source, merged = merge(target, round_trip)
    if not merged:
        assert source == round_trip
    else:
        assert merge(source, "") == (source, True)
