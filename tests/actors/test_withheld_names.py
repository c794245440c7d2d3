"""Genders that are left open, since a text tells something of somebody's gender and not surely of whose."""

from __future__ import annotations

from as_one_test import as_one_test

from hf_genderfair.actors.actor_analysis import mentions_of_anybody
from hf_genderfair.actors.gender import decide_gender
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


@as_one_test(
    ("lang", "text", "expected"),
    [
        # of whom is not said
        (
            "en",
            "Walter Groom wept. “I never thought a nonbinary cook would get this far,” Groom said.",
            {"Groom": "unknown"},
        ),
        ("en", "Brenda Wicks. Non-binary. Writer. Born in Leith.", {"Brenda Wicks": "unknown"}),
        ("en", "We used the wrong pronouns for Walter Groom.", {"Walter Groom": "unknown"}),
        ("en", "Are you a man or a woman? Walter Groom smiled.", {"Walter Groom": "unknown"}),
        ("en", "A trans woman has won. Walter Groom, 34, was fast.", {"Walter Groom": "female"}),
        ("en", "Brenda Wicks left. “I am not a woman,” Wicks said.", {"Wicks": "unknown"}),
        ("en", "Dear Ms Orr, I use they/them. Yours, Walter Groom", {"Orr": "female", "Walter Groom": "unknown"}),
        ("de", "Zur Person: Rainer Bolz, Jahrgang 1971, nicht-binär, lebt in Erfurt.", {"Rainer Bolz": "unknown"}),
        ("de", "Für Rainer Bolz haben wir falsche Pronomen verwendet.", {"Rainer Bolz": "unknown"}),
        ("de", "Sind Sie Mann oder Frau? Rainer Bolz lächelte.", {"Rainer Bolz": "unknown"}),
        # it is said of all, or of others
        ("en", "Ida Voss asked a driver whether he was trans.", {"Ida Voss": "female"}),
        ("en", "Nonbinary people wait. Walter Groom runs the clinic.", {"Walter Groom": "male"}),
        ("en", "Walter Groom met a trans woman in Leeds.", {"Walter Groom": "male"}),
        ("en", "Walter Groom is not a man of many words.", {"Walter Groom": "male"}),
        ("en", "Is Walter Groom nonbinary? He runs a garage.", {"Walter Groom": "male"}),
        ("de", "Rainer Bolz berät nichtbinäre Jugendliche.", {"Rainer Bolz": "male"}),
        # of two together
        ("en", "Ida Voss and Walter Groom, both agender, sing.", {"Ida Voss": "neutral", "Walter Groom": "neutral"}),
        (
            "de",
            "Ida Voss und Rainer Bolz, beide nichtbinär, singen.",
            {"Ida Voss": "neutral", "Rainer Bolz": "neutral"},
        ),
        # pronouns against a name
        ("en", "The council elected Ida Voss. He is the first trans man in it.", {"Ida Voss": "male"}),
        ("en", "Walter Groom has changed her name.", {"Walter Groom": "female"}),
        ("en", "Walter Groom sold her car.", {"Walter Groom": "unknown"}),
        ("en", "Walter Groom met her.", {"Walter Groom": "male"}),
        ("en", "Walter Groom blamed herself.", {"Walter Groom": "female"}),
        ("en", "Walter Groom has written three novels. They live with their partner.", {"Walter Groom": "unknown"}),
        ("de", "Rainer Bolz, die heute als Frau lebt, führt ein Café.", {"Rainer Bolz": "female"}),
        ("en", "Walter Groom shares a flat with their husband.", {"Walter Groom": "unknown"}),
        ("en", "Walter Groom thanked the twins and their mother.", {"Walter Groom": "male"}),
        ("de", "Hen dichtet gern. Neu von Rainer Bolz: ein Lied.", {"Rainer Bolz": "unknown"}),
        # what was said of a child, or is said no more
        ("en", "Walter Groom was raised as a boy in Leeds.", {"Walter Groom": "unknown"}),
        ("en", "Ida Voss, assigned female at birth, paints.", {"Ida Voss": "unknown"}),
        ("en", "Ida Voss teaches a class of assigned male nurses.", {"Ida Voss": "female"}),
        ("en", "This is not my son but my child, says the mother of Walter Groom.", {"Walter Groom": "unknown"}),
        ("de", "Rainer Bolz ist als Junge aufgewachsen.", {"Rainer Bolz": "unknown"}),
        ("de", "Bei der Geburt wurde Ida Voss das weibliche Geschlecht zugewiesen.", {"Ida Voss": "unknown"}),
        # other names
        ("en", "Walter Groom (now Wanda) opened the fair.", {"Walter Groom": "unknown"}),
        ("en", "Walter Groom (now Mayor) opened the fair.", {"Walter Groom": "male"}),
        # only a comma between a name and what is said
        ("de", "Das hilft Menschen wie Rainer Bolz, einer nichtbinären Person.", {"Rainer Bolz": "unknown"}),
    ],
)
def test_a_first_name_tells_nothing_beside_what_may_be_said_of_its_bearer(lang, text, expected):
    document = Document(text, next(iter(pipeline(lang).analyse([text]))), lang)
    mentions, _ = mentions_of_anybody(document)
    found = {}
    for mention in mentions:
        evidence = [item for other in mentions if other.actor == mention.actor for item in other.evidence]
        found[text[mention.start : mention.end]] = decide_gender(evidence)
    assert {name: found.get(name) for name in expected} == expected
