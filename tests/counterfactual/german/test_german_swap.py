"""Swapping the gender of persons in German sentences."""

from __future__ import annotations

import itertools

import pytest
from as_one_test import as_one_test
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.counterfactual.german.swap import NEEDS, mentions_gender, swap
from hf_genderfair.counterfactual.swapping import RULES, SwapOptions, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.types import BinaryGender

TO_MALE = {
    "Sie war eine hagere, unzugängliche Greisin.": "Er war ein hagerer, unzugänglicher Greis.",
    "Judith war die erste, welche kam, und sie blieb.": "Judith war der erste, welcher kam, und er blieb.",
    "Ich bitte um Verzeihung, schöne Frau.": "Ich bitte um Verzeihung, schöner Mann.",
    "Sie ist eine gute Ärztin.": "Er ist ein guter Arzt.",
    "Ihre Tante wohnt bei der Großmutter.": "Sein Onkel wohnt beim Großvater.",
    "Die Königin sprach mit ihrer Schwiegermutter.": "Der König sprach mit seinem Schwiegervater.",
    "Wir danken der Gräfin für ihr Schloss.": "Wir danken dem Grafen für sein Schloss.",
    "Das kleine Mädchen, das gestern kam, suchte seine Mutter.": (
        "Der kleine Junge, der gestern kam, suchte seinen Vater."
    ),
    "Ein junges Mädchen half dem alten Mädchen.": "Ein junger Junge half dem alten Jungen.",
    "Sie war die erste, die gewann.": "Er war der erste, der gewann.",
    "Sie wurde Zweite.": "Er wurde Zweiter.",
    "Sie ist eine der besten Spielerinnen.": "Er ist einer der besten Spieler.",
    "Frau Keller grüßt Frau Ministerin Ott.": "Herr Keller grüßt Herrn Minister Ott.",
    "Der Brief von Frau Keller kam an.": "Der Brief von Herrn Keller kam an.",
    "Sie ging zur Ärztin, die ihr half.": "Er ging zum Arzt, der ihm half.",
    "Als Vorsitzende leitete sie den Verein.": "Als Vorsitzender leitete er den Verein.",
    "Viele Frauen mit weiblichen Vorbildern lernen.": "Viele Männer mit männlichen Vorbildern lernen.",
    "Jede Schülerin kennt ihre Lehrerin.": "Jeder Schüler kennt seinen Lehrer.",
    "Ich sah sie, als sie lachte.": "Ich sah ihn, als er lachte.",
    "Die Frau, deren Tochter singt, lacht.": "Der Mann, dessen Sohn singt, lacht.",
    "Die Nonnen verließen ihr Kloster.": "Die Mönche verließen ihr Kloster.",
    "Die Mädchenschule schließt, sagte die Leiterin.": "Die Jungenschule schließt, sagte der Leiter.",
    "Der Mann der Kanzlerin schwieg.": "Der Mann des Kanzlers schwieg.",
    "Ihre Muttersprache ist Polnisch.": "Seine Muttersprache ist Polnisch.",
    "Seine Mutter lacht.": "Sein Vater lacht.",
    "Sie versuchte, sie zu trösten.": "Er versuchte, ihn zu trösten.",
    "Sie hilft den Müttern und Töchtern.": "Er hilft den Vätern und Söhnen.",
    "Ein Onkel mütterlicherseits war da.": "Ein Onkel väterlicherseits war da.",
}

TO_FEMALE = {
    "Der Krieger hob sein Schwert.": "Die Kriegerin hob ihr Schwert.",
    "Die Leute nennen ihn einen Helden.": "Die Leute nennen sie eine Heldin.",
    "Bei dem Mann handelt es sich um einen Araber.": "Bei der Frau handelt es sich um eine Araberin.",
    "Ja, Herr Pfarrer, antwortete Judith.": "Ja, Frau Pfarrerin, antwortete Judith.",
    "Sie traf unter anderem Minister Karl Ott.": "Sie traf unter anderem Ministerin Karl Ott.",
    "Er ist ein guter Lehrer.": "Sie ist eine gute Lehrerin.",
    "Als Lehrer half er vielen Schülern.": "Als Lehrerin half sie vielen Schülern.",
    "Der Junge, den wir trafen, sucht seinen Vater.": "Das Mädchen, das wir trafen, sucht ihre Mutter.",
    "Der Maler Otto Dix zeigte dem Grafen sein Bild.": "Die Malerin Otto Dix zeigte der Gräfin ihr Bild.",
    "Herr Keller dankt Herrn Ott.": "Frau Keller dankt Frau Ott.",
    "Er wurde zum König gekrönt.": "Sie wurde zur Königin gekrönt.",
    "Er ist einer der besten Ärzte der Stadt.": "Sie ist eine der besten Ärztinnen der Stadt.",
    "Sein Neffe ist Student.": "Ihre Nichte ist Studentin.",
    "Man gab ihm den Preis.": "Man gab ihr den Preis.",
    "Er war der erste, der siegte.": "Sie war die erste, die siegte.",
    "Ein kleiner Junge spielte mit einem großen Jungen.": "Ein kleines Mädchen spielte mit einem großen Mädchen.",
    "Das Kind liebt seinen Opa.": "Das Kind liebt seine Oma.",
}

KEPT: dict[BinaryGender, dict[str, str]] = {
    "male": {
        "Mutter Erde leidet.": "a fixed expression",
        "Haben Sie Ihre Karte?": "polite address",
        "Die Firma sucht Leute, denn sie wächst.": "thing",
        "Meine Damen und Herren!": "beside its counterpart",
        "Lehrerinnen und Lehrer streiken.": "beside its counterpart",
    },
    "female": {
        "Die Lehrer streiken.": "nobody in particular",
        "Jeder Lehrer liebt seinen Beruf.": "nobody in particular",
        "Der Lehrer benotet die Schüler.": "nobody in particular",
        "Der Zweitligist gewann das Spiel.": "nobody in particular",
        "Jeder kennt seinen Namen.": "nobody in particular",
        "Einer steht da, den niemand kennt.": "nobody in particular",
        "Der Tisch ist alt, und er wackelt.": "thing",
        "Der Verein feiert sein Jubiläum.": "thing",
        "Vater Staat zahlt.": "a fixed expression",
    },
}

NOTHING = ("Das Wetter bleibt schön.", "Wer kommt, wäscht sich.", "Das Auto fährt.")

NAMED = "Sabine Meier ist Ärztin. Sie liebt ihren Beruf. Eine Nachbarin winkt."


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    texts = [*TO_MALE, *TO_FEMALE, *KEPT["male"], *KEPT["female"], *NOTHING, NAMED]
    return {
        text: Document(text, analysis, "de")
        for text, analysis in zip(texts, pipeline("de").analyse(texts, NEEDS), strict=True)
    }


def written(text: str, swapping: Swapping) -> str:
    return edit_text(
        text,
        [
            Edit(change.start, change.end, text[change.start : change.end], change.replacement, change.rule, "")
            for change in swapping.changes
        ],
    )


@as_one_test(("text", "expected"), TO_MALE.items())
def test_women_become_men(documents: dict[str, Document], text: str, expected: str) -> None:
    assert written(text, swap(documents[text], "male", SwapOptions())) == expected


@as_one_test(("text", "expected"), TO_FEMALE.items())
def test_men_become_women(documents: dict[str, Document], text: str, expected: str) -> None:
    assert written(text, swap(documents[text], "female", SwapOptions())) == expected


@as_one_test(
    ("to", "text", "reason"), [(to, text, reason) for to, kept in KEPT.items() for text, reason in kept.items()]
)
def test_what_stays_has_a_reason(documents: dict[str, Document], to: BinaryGender, text: str, reason: str) -> None:
    found = swap(documents[text], to, SwapOptions())
    assert not found.changes
    assert reason in {refusal.reason for refusal in found.refusals}


@pytest.mark.parametrize("text", NOTHING)
def test_sentences_without_gender_stay(documents: dict[str, Document], text: str) -> None:
    for to in ("male", "female"):
        assert swap(documents[text], to, SwapOptions()) == Swapping([], [])


def test_names_are_kept_swapped_or_refused(documents: dict[str, Document]) -> None:
    document = documents[NAMED]
    assert written(NAMED, swap(document, "male", SwapOptions())).startswith("Sabine Meier ist Arzt. Er liebt seinen")
    assert written(NAMED, swap(document, "male", SwapOptions("swap"))) == (
        "Thomas Meier ist Arzt. Er liebt seinen Beruf. Ein Nachbar winkt."
    )
    refused = swap(document, "male", SwapOptions("refuse"))
    assert written(NAMED, refused) == "Sabine Meier ist Ärztin. Sie liebt ihren Beruf. Ein Nachbar winkt."
    assert {refusal.reason for refusal in refused.refusals} == {"a person with a name"}


def test_words_of_one_person_are_one_chain(documents: dict[str, Document]) -> None:
    found = swap(documents["Sie ist eine gute Ärztin."], "male", SwapOptions())
    assert {change.chain for change in found.changes} == {0}
    found = swap(documents["Sie ging zur Ärztin, die ihr half."], "male", SwapOptions())
    assert found.changes[-2].chain == found.changes[1].chain


def test_possessives_say_so_whatever_they_stand_before(documents: dict[str, Document]) -> None:
    found = swap(documents["Die Königin sprach mit ihrer Schwiegermutter."], "male", SwapOptions())
    assert [change.rule for change in found.changes] == ["determiner", "noun", "possessive", "noun"]


def test_changes_are_ordered_and_mentioned(documents: dict[str, Document]) -> None:
    for text, document in documents.items():
        for to in ("male", "female"):
            changes = swap(document, to, SwapOptions()).changes
            assert all(first.end <= second.start for first, second in itertools.pairwise(changes))
            assert all(change.rule in RULES for change in changes)
            assert all(text[change.start : change.end] != change.replacement for change in changes)
            assert mentions_gender(text, to) or not changes


def test_mentions_gender_knows_the_direction() -> None:
    assert mentions_gender("Die Tante kam.", "male")
    assert not mentions_gender("Die Tante kam.", "female")
    assert mentions_gender("Ein männlicher Gast kam.", "female")


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from([*"SieerihrFrauMann", "Sie", "er", "ihr", "Mädchen", "Frau", "die", ",", "Als", "eine"]))
)
def test_any_words_keep_the_contract(words: list[str]) -> None:
    text = " ".join(words)
    document = Document(text, next(iter(pipeline("de").analyse([text], NEEDS))), "de")
    for to in ("male", "female"):
        found = swap(document, to, SwapOptions("swap"))
        written(text, found)
        assert found == swap(document, to, SwapOptions("swap"))
