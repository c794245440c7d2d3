"""Nouns and titles that name all genders, as actors."""

from __future__ import annotations

import pytest
from golden import all_rows

from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.documents import AnalysisRequest, documents


def mentions(text: str) -> list[tuple[str, bool, list[str]]]:
    """Return words, whether they are several persons, and the genders of their evidence, of somebody in particular."""
    (document,) = documents([text], AnalysisRequest("de"))
    return [
        (document.text[found.start : found.end], found.plural, [item.gender for item in found.evidence])
        for found in find_mentions(document)
        if not found.generic
    ]


@all_rows
def test_a_group_of_all_genders_is_one(text: str, words: str):
    assert mentions(text) == [(words, True, ["neutral"])]


@pytest.mark.parametrize("text", ["Der*die Beauftragte lachte.", "Ein*e Beauftragte*r lachte."])
def test_nominalised_adjectives_have_no_gender_where_their_article_has_a_sign(text: str):
    assert [(plural, genders) for _, plural, genders in mentions(text)] == [(False, ["neutral"])]


@all_rows
def test_one_of_any_gender_is_nobody_in_particular(text: str):
    assert mentions(text) == []


def test_a_man_and_a_woman_of_one_role_are_two():
    assert len(mentions("Der Koch und die Köchin rührten.")) == 2


@all_rows
def test_titles_with_an_ending(text: str, genders: list[list[str]]):
    assert [found for _, _, found in mentions(text)] == genders
