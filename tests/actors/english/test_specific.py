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


def test_features_are_of_noun_clause_sentence_and_pronouns(document):
    baker = Mention(14, 19, 4, "noun", role="object", actor=0)
    him = Mention(27, 30, 7, "pronoun", role="object", actor=0)
    found = features(document, [baker, him])
    assert {"article a", "role object", "plural elsewhere", "you", "if", "he or she", "text present"} <= found
    assert without_anybody(document, [baker, him]) == []


def test_who_has_a_name_or_is_of_several_is_not_asked_for(document):
    noun = Mention(14, 19, 4, "noun", actor=0)
    named, plural = Mention(0, 2, 0, "name", actor=0), Mention(32, 38, 9, "noun", plural=True, actor=1)
    assert unnamed([named, noun, plural]) == []
    assert unnamed([noun]) == [[noun]]


def test_weights_are_those_of_features():
    assert WEIGHTS.as_dict["plural elsewhere"] < 0 < WEIGHTS.as_dict["he or she"]
