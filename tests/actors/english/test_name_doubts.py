"""Which English names are told by their mentions to be those of places, firms and things."""

import pytest
from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.languages.coreference.english.name_doubts import WEIGHTS, grouped, without_things
from hf_genderfair.languages.coreference.names.parts import NameSpan
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def persons(text):
    return [actor.name for actor in next(ActorMetrics("en").read([text])).actors if not actor.group]


@all_rows
def test_which_names_and_nouns_are_of_persons(text, expected):
    assert persons(text) == expected


@pytest.fixture(scope="module")
def document():
    text = "Joan Ashby met Tom Hale. Ashby and Hale sang."
    return Document(text, next(pipeline("en").analyse([text])), "en")


def test_a_single_word_is_with_the_longer_name(document):
    names = [NameSpan(0, 2, ()), NameSpan(3, 5, ()), NameSpan(6, 7, ()), NameSpan(8, 9, ())]
    assert [len(found) for found in grouped(document, names)] == [2, 2]


def test_a_title_is_enough(document):
    assert without_things(document, [NameSpan(2, 3, ((1, 2),))])
    assert not without_things(document, [])


def test_every_name_has_a_weight():
    assert WEIGHTS.as_dict["any name"] > 0 > WEIGHTS.as_dict["is place or body"]
