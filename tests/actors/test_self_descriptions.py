"""What people say of their own gender."""

from golden import all_rows

from hf_genderfair.languages.coreference.gender import decide_gender
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def genders(lang, text):
    """Return the gender of the actor of each mention."""
    document = Document(text, next(iter(pipeline(lang).analyse([text]))), lang)
    mentions, _ = mentions_of_anybody(document)
    evidence = {}
    names = {}
    for mention in mentions:
        names[text[mention.start : mention.end]] = mention.actor
        evidence.setdefault(mention.actor, []).extend(mention.evidence)
    return {name: decide_gender(evidence[actor]) for name, actor in names.items()}


@all_rows
def test_what_people_say_of_themselves_outranks_their_names(lang, text, expected):
    found = genders(lang, text)
    assert {name: found.get(name) for name in expected} == expected


@all_rows
def test_pronouns_tell_the_gender_of_who_has_a_name_of_women_and_men(lang, text, expected):
    assert genders(lang, text).items() >= expected.items()
