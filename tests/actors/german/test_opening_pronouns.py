"""German pronouns at the beginning of a text, before it names their person."""

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
def test_who_speaks_is_meant(text, expected):
    assert chains(text) == [expected]


def test_who_does_not_speak_is_not_meant():
    assert ["Er"] in chains("Er könne das garantieren. Die Stadt kennt den Kommissar.")


def test_an_age_tells_the_gender_that_pronouns_before_it_have():
    text = "Er rief gegen Abend die Polizei. Die Beamten sprachen mit dem 45-Jährigen."
    assert ["Er", "45-Jährigen"] in chains(text)


def test_an_age_is_taken_up_whatever_number_parsers_see():
    assert ["30-Jährigen", "Er"] in chains("Für den 30-Jährigen aus Bonn ist es heute heiß. Er kocht und lacht.")
