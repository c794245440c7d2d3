import pytest
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.languages.evidence import (
    HOME,
    MINIMUM_SHARE,
    Evidence,
    first_name_gender,
    person_noun_gender,
    title_gender,
)
from hf_genderfair.lexicons.loader import load_lexicon

GENDERS = {"female", "male", "neutral", "unknown"}


def gender(evidence):
    return evidence and evidence.gender


@all_rows
def test_titles(lang, form, expected):
    assert gender(title_gender(form, lang)) == expected


@all_rows
def test_person_nouns(lang, lemma, number, expected):
    assert gender(person_noun_gender(lemma, lang, number)) == expected


@all_rows
def test_first_names(lang, name, expected):
    assert gender(first_name_gender(name, lang)) == expected


def test_a_name_known_from_one_foreign_list_stays_unknown():
    evidence = first_name_gender("Ajala", "de")
    assert (evidence.gender, evidence.source, evidence.n) == ("unknown", "first_names: ng", 1)


def test_a_counted_name_carries_its_share_and_interval():
    evidence = first_name_gender("Leslie", "en")
    assert evidence.kind == "first name"
    assert evidence.source == "first_names: us"
    assert 0.6 < evidence.interval.low < evidence.probability < evidence.interval.high < 0.8


def test_words_carry_no_probability():
    evidence = title_gender("Frau", "de")
    assert evidence == Evidence("female", "address", "forms_of_address")
    assert evidence.interval.value is None


def test_one_part_that_is_given_to_all_leaves_the_whole_open():
    evidence = first_name_gender("Kim-Anna", "en")
    assert evidence.gender == "unknown"
    assert evidence.source == "first_names: us"
    assert evidence.probability > first_name_gender("Kim", "en").probability


@given(st.sampled_from(sorted(HOME)), st.sampled_from([row[0] for row in load_lexicon("first_names").rows[::97]]))
def test_verdicts_keep_what_they_promise(lang, name):
    evidence = first_name_gender(name, lang)
    assert evidence.n > 0
    assert evidence.interval.low <= evidence.interval.value <= evidence.interval.high
    limits = {"female": (MINIMUM_SHARE, 1), "male": (0, 1 - MINIMUM_SHARE), "unknown": (0, 1)}[evidence.gender]
    assert limits[0] - 1e-9 <= evidence.probability <= limits[1] + 1e-9
    for written in (name.upper(), name.title(), name.replace(" ", "-"), f" {name}'s "):
        assert first_name_gender(written, lang).gender == evidence.gender


@given(st.text(max_size=20), st.sampled_from([*sorted(HOME), "xx"]))
def test_any_text_gets_an_answer(text, lang):
    for evidence in (title_gender(text, lang), person_noun_gender(text, lang), first_name_gender(text, lang)):
        assert evidence is None or evidence.gender in GENDERS


@pytest.mark.parametrize(("name", "keys"), [("forms_of_address", (0, 1)), ("person_noun_gender", (0, 1, 4))])
def test_rows_are_unique_and_well_formed(name, keys):
    rows = load_lexicon(name).rows
    assert len({tuple(row[key].casefold() for key in keys) for row in rows}) == len(rows)
    assert {row[0] for row in rows} <= set(HOME)
    assert {row[2] for row in rows} <= {"female", "male", "neutral", ""}
    assert all(cell == cell.strip() for row in rows for cell in row)
    assert not any("." in row[1] for row in rows)


def test_every_language_has_words_of_each_gender():
    for name, langs in (("forms_of_address", set(HOME)), ("person_noun_gender", set(HOME) - {"pl"})):
        rows = load_lexicon(name).rows
        for lang in langs:
            assert {"female", "male", "neutral"} <= {row[2] for row in rows if row[0] == lang}


def test_single_list_against_counts_is_not_heard() -> None:
    assert first_name_gender("Ada", "de").gender == "female"
    # a list of the smallest country against that of a small one
    assert first_name_gender("Nour", "de").gender == "unknown"
    # two lists of the language are heard
    assert first_name_gender("Jan", "de").gender == "male"
    assert first_name_gender("Gabriele", "de").gender == "female"


def test_letters_with_bars_are_found_without_them() -> None:
    assert {first_name_gender(name, "en").gender for name in ("Paweł", "Łukasz", "Bjørn")} == {"male"}
