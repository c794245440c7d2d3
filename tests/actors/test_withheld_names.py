"""Genders that are left open, since a text tells something of somebody's gender and not surely of whose."""

from golden import all_rows

from hf_genderfair.languages.coreference.gender import decide_gender
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


@all_rows
def test_a_first_name_tells_nothing_beside_what_may_be_said_of_its_bearer(lang, text, expected):
    document = Document(text, next(iter(pipeline(lang).analyse([text]))), lang)
    mentions, _ = mentions_of_anybody(document)
    found = {}
    for mention in mentions:
        evidence = [item for other in mentions if other.actor == mention.actor for item in other.evidence]
        found[text[mention.start : mention.end]] = decide_gender(evidence)
    assert {name: found.get(name) for name in expected} == expected
