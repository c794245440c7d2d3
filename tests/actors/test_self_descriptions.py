"""What people say of their own gender."""

from __future__ import annotations

from as_one_test import as_one_test

from hf_genderfair.actors.actor_analysis import mentions_of_anybody
from hf_genderfair.actors.gender import decide_gender
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def genders(lang, text):
    """Return the gender of the actor of each mention."""
    document = Document(text, next(iter(pipeline(lang).analyse([text]))), lang)
    mentions, _ = mentions_of_anybody(document)
    evidence: dict[int, list] = {}
    names: dict[str, int] = {}
    for mention in mentions:
        names[text[mention.start : mention.end]] = mention.actor
        evidence.setdefault(mention.actor, []).extend(mention.evidence)
    return {name: decide_gender(evidence[actor]) for name, actor in names.items()}


@as_one_test(
    ("lang", "text", "expected"),
    [
        ("en", "Dora Pell, who is nonbinary, sings.", {"Dora Pell": "neutral"}),
        ("en", "The non-binary singer Dora Pell laughed.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell came out as non-binary last year.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell is not nonbinary.", {"Dora Pell": "female"}),
        ("en", "Dora Pell defends nonbinary rights.", {"Dora Pell": "female"}),
        ("en", "Dora Pell (they/them) sings.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell (he/him) sings.", {"Dora Pell": "male"}),
        ("en", "Dora Pell is agender and uses she/her pronouns.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell ist nichtbinär.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell hat sich als nicht-binär geoutet.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell lebt als nicht-binäre Person.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell (Pronomen: dey/denen) singt.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell (divers) singt.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell betreut diverse Vereine.", {"Dora Pell": "female"}),
    ],
)
def test_what_people_say_of_themselves_outranks_their_names(lang, text, expected):
    found = genders(lang, text)
    assert {name: found.get(name) for name in expected} == expected


def test_he_or_she_between_strokes_is_nobody_in_particular():
    assert genders("en", "Ask Dora Pell whether he/she comes.")["Dora Pell"] == "female"
