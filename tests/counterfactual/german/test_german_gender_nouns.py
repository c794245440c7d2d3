"""German nouns whose meaning has a gender, and what agrees with neuters."""

from __future__ import annotations

import pytest
from golden import all_rows

from hf_genderfair.counterfactual.german.neuters import adjective_in, article_in
from hf_genderfair.counterfactual.german.nouns import other_compound, other_forms
from hf_genderfair.languages.german.gender_pairs import gender_noun, is_neuter_pair, person_noun
from hf_genderfair.languages.german.person_nouns import noun_for_persons
from hf_genderfair.languages.types import Case, Number
from hf_genderfair.lexicons.loader import load_lexicon


@all_rows
def test_nouns_have_the_form_of_the_other_gender(
    word: str, case: Case, number: Number, masculine: str, feminine: str
) -> None:
    noun = person_noun(word)
    assert noun is not None
    assert other_forms(word, noun, case, number) == (masculine, feminine)


@pytest.mark.parametrize("word", ["Gebärmutter", "Schneemann", "Hauptmann", "mutter", "Grmann", "Haus"])
def test_other_words_are_none(word: str) -> None:
    assert gender_noun(word) is None


def test_neuters_agree_otherwise() -> None:
    girl, noun = person_noun("Mädchen", "neuter"), noun_for_persons("Mädchen", "neuter")
    assert girl is not None
    assert noun is not None
    assert is_neuter_pair(girl)
    assert (girl.gender, noun.gender) == ("feminine", "neuter")


def test_articles_and_adjectives_of_neuters_come_back() -> None:
    for case, article, adjective in (
        ("Nom", "das", "kleine"),
        ("Acc", "das", "kleine"),
        ("Nom", "ein", "kleines"),
        ("Acc", "ein", "kleines"),
        ("Dat", "dem", "kleinen"),
        ("Gen", "dieses", "kleinen"),
        ("Acc", "dieses", "kleine"),
        ("Nom", "jedes", "kleine"),
    ):
        masculine = article_in(article, "masculine", case)  # type: ignore[arg-type]
        changed = adjective_in(adjective, "masculine", case, article)  # type: ignore[arg-type]
        assert article_in(masculine, "neuter", case) == article  # type: ignore[arg-type]
        assert adjective_in(changed, "neuter", case, masculine) == adjective  # type: ignore[arg-type]


def test_compounds_begin_with_the_other() -> None:
    assert other_compound("Frauenmannschaft", "male") == "Männermannschaft"
    assert other_compound("Herrenmode", "female") == "Damenmode"
    assert other_compound("Herrenhaus", "female") is None


def test_the_lexicon_holds_each_word_once() -> None:
    rows = load_lexicon("gender_pairs_de").rows
    assert len({tuple(row) for row in rows}) == len(rows)
    assert {row[0] for row in rows} == {"tail", "whole", "one way", "one way tail", "one way back", "part", "left"}
    for kind, feminine, masculine in rows:
        assert feminine
        assert bool(masculine) == (kind != "left")
