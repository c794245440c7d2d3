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
