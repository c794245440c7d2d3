"""The other one of two persons of a text, and pronouns at its beginning, before it names their person."""

from golden import all_rows

from hf_genderfair.actors.actor_analysis import ActorAnalyser
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentiment import LexiconSentiment


def chains(text):
    document = Document(text, next(pipeline("de").analyse([text])), "de")
    analysis = ActorAnalyser("evidence", LexiconSentiment("de"), None).analyse(document)
    return [
        [text[mention.start : mention.end] for mention in analysis.mentions if mention.actor == number]
        for number in range(len(analysis.actors))
    ]


@all_rows
def test_the_only_other_person_is_meant(text, noun, name):
    (own,) = (chain for chain in chains(text) if noun in chain)
    assert name in own


@all_rows
def test_who_speaks_is_meant(text, expected):
    assert chains(text) == [expected]
