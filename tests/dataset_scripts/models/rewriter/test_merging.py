from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from dataset_scripts.models.rewriter.corpora.merging import merge


@all_rows
def test_merges(target, round_trip, source):
    assert merge(target, round_trip) == (source, True)


@all_rows
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
