"""German indefinite pronouns that stand alone."""

from __future__ import annotations

import pytest
from analysed import read
from golden import all_rows

from hf_genderfair.languages.german.clauses import MASCULINE
from hf_genderfair.languages.german.indefinites import case_of, gender_of, is_other, is_plural, is_pronoun, is_somebody

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


@pytest.mark.parametrize(("text", "expected"), [("Keiner lacht.", True), ("Jeder Koch lacht.", False)])
def test_pronouns_are_told_from_articles(text: str, expected: bool) -> None:
    assert is_pronoun(read(text), 0) == expected


def test_gender_and_case() -> None:
    document = read("Keiner hat jeden gefragt.")

    assert gender_of(document, 0) == MASCULINE
    assert (case_of(document, 0, MASCULINE), case_of(document, 2, MASCULINE)) == ("Nom", "Acc")


def test_plurals_by_their_verb() -> None:
    assert is_plural(read("Keine lachen."), 0)
    assert not is_plural(read("Keine lacht."), 0)


def test_einer_is_somebody_before_a_relative_clause() -> None:
    assert is_somebody(read("Da war einer, der lachte."), 2)
    assert not is_somebody(read("Da stand einer am Rand."), 2)


@all_rows
def test_others(text: str, place: int, expected: bool) -> None:
    assert is_other(read(text), place) == expected
