"""German nouns for persons that mean nobody in particular."""

from golden import all_rows

from hf_genderfair import ActorMetrics, pipeline
from hf_genderfair.languages.coreference.german.noun_things import means_anybody
from hf_genderfair.languages.document import Document


@all_rows
def test_who_means_anybody(text, noun, expected):
    document = Document(text, next(pipeline("de").analyse([text])), "de")
    index = next(index for index, token in enumerate(document.tokens) if token.text == noun)
    assert means_anybody(document, index) is expected


@all_rows
def test_a_man_beside_a_woman_of_his_role(text, gender):
    (read,) = ActorMetrics("de").read([text])
    assert [actor.gender for actor in read.actors if actor.name == "Bäcker"] == [gender]
