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
        ("en", "“I am nonbinary,” said Dora Pell.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell told the jury that they are nonbinary.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell denied that she was nonbinary.", {"Dora Pell": "female"}),
        ("en", "We asked whether Dora Pell is nonbinary.", {"Dora Pell": "female"}),
        ("en", "Dora Pell\nthey/them\nRoom 7", {"Dora Pell": "neutral"}),
        ("de", "„Ich bin weder Mann noch Frau“, sagte Dora Pell.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell\nPronomen: keine", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell nutzt das Neopronomen xier.", {"Dora Pell": "neutral"}),
        ("de", "Dora Pell benutzt jetzt sier.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell uses they.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell uses neopronouns xe or fae.", {"Dora Pell": "neutral"}),
        ("en", "Dora Pell likes the tools she uses they made.", {"Dora Pell": "female"}),
        ("en", "Dora Pell is nonbinary; Ida Lohm is not.", {"Dora Pell": "neutral", "Ida Lohm": "female"}),
        ("de", "Dora Pell ist agender, Ida Lohm nicht.", {"Dora Pell": "neutral", "Ida Lohm": "female"}),
        ("de", "Dora Pell ist nicht nichtbinär, sondern eine Frau.", {"Dora Pell": "female"}),
        ("de", "Dora Pell kam mit Ida Lohm, die nichtbinär ist.", {"Dora Pell": "female", "Ida Lohm": "neutral"}),
    ],
)
def test_what_people_say_of_themselves_outranks_their_names(lang, text, expected):
    found = genders(lang, text)
    assert {name: found.get(name) for name in expected} == expected


@as_one_test(
    ("lang", "text", "expected"),
    [
        ("de", "Robin Wulf gähnte. Sie war müde.", {"Robin Wulf": "female"}),
        ("de", "Robin Wulf gähnte.", {"Robin Wulf": "unknown"}),
        ("de", "Jan Wulf gähnte.", {"Jan Wulf": "male"}),
        ("de", "Jan Wulf gähnte. Sie war müde.", {"Jan Wulf": "female"}),
        ("de", "Jan Wulf öffnete die Tür. Sie klemmte.", {"Jan Wulf": "male"}),
        ("en", "Sam Wolfe yawned. She was tired.", {"Sam Wolfe": "female"}),
        ("en", "Sam Wolfe yawned.", {"Sam Wolfe": "unknown"}),
        # 'he' cannot have warned himself as 'her'
        (
            "en",
            "Sam Wolfe dropped a tray. The waiter sighed. He had warned her.",
            {"Sam Wolfe": "female", "waiter": "male"},
        ),
        ("en", "John Wolfe dropped a tray. The waiter sighed. He had warned her.", {"John Wolfe": "male"}),
    ],
)
def test_pronouns_tell_the_gender_of_who_has_a_name_of_women_and_men(lang, text, expected):
    assert genders(lang, text).items() >= expected.items()


def test_he_or_she_between_strokes_is_nobody_in_particular():
    assert genders("en", "Ask Dora Pell whether he/she comes.")["Dora Pell"] == "female"
