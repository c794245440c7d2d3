"""Which unnamed English actors are somebody in particular by all that a text tells."""

import pytest
from golden import all_rows

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.languages.coreference.english.specific import WEIGHTS, features, unnamed, without_anybody
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


@all_rows
def test_who_is_somebody_in_particular(text, expected):
    assert [actor.name for actor in next(ActorMetrics("en").read([text])).actors if not actor.group] == expected


@pytest.fixture(scope="module")
def document():
    text = "If you meet a baker, greet him. Bakers are shy."
    return Document(text, next(pipeline("en").analyse([text])), "en")
