"""Nouns and titles that name all genders, as actors."""

from golden import all_rows

from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.documents import AnalysisRequest, documents


def mentions(text):
    """Return words, whether they are several persons, and the genders of their evidence, of somebody in particular."""
    (document,) = documents([text], AnalysisRequest("de"))
    return [
        (document.text[found.start : found.end], found.plural, [item.gender for item in found.evidence])
        for found in find_mentions(document)
        if not found.generic
    ]


@all_rows
def test_a_group_of_all_genders_is_one(text, words):
    assert mentions(text) == [(words, True, ["neutral"])]


@all_rows
def test_one_of_any_gender_is_nobody_in_particular(text):
    assert mentions(text) == []


@all_rows
def test_titles_with_an_ending(text, genders):
    assert [found for _, _, found in mentions(text)] == genders
