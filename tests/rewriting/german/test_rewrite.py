"""German rewriting of what is gender-fair in part, and of its own output."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test

from hf_genderfair.core.spans import edit_text
from hf_genderfair.languages.types import Scope
from hf_genderfair.rewriting.transform import GenderFair

TEXTS = (
    "Der Alte lachte, und der Abgeordnete lachte mit ihm.",
    "Fast jeder zehnte Befragte kennt seinen Nachbarn; der damals junge Vorsitzende kennt ihn auch.",
    "Ein 16-jähriger Schüler und der 37-Jährige sahen den Wiener Tischler, der sie fragte.",
    "Eine Stadt sucht einen in Ulm lebenden Maler. Sie zahlt ihm seinen Lohn, und er lobt sie.",
    "Die Bürgervertreter fragten einen anderen, ob er seinerseits jemanden kenne.",
    "Der U19-Trainer und frühere Abgeordnete lobt die Torfrau und Kapitänin. Der 44-Jährige bleibt.",
    "Autofahrer, -händler und -vermieter trafen Bäcker- und Metzgermeister.",
    "Jeder <b>Maler</b>, jede  Malerin, ein **Koch** und JEDER GAST UND GÄRTNER grüßten ihn:ihn:ihn.",
    "Keiner kam. Sie sagte, ihr Bruder sei Pilot geworden – er fehle ihr.",
    "SIE SAGTE, IHR BRUDER SEI PILOT GEWORDEN – ER FEHLE IHR. WER DEN BÄCKER KENNT, DER GRÜSST IHN.",
)
FAIR = (
    "Der*die Alte lachte, sagte der*die damals junge Abgeordnete.",
    "Gestern sprach Minister*in Weber.",
    "Die Wiener Ärzt*innen fanden jede*n zehnte Befragte.",
    "Die Kommentare der Schweizer Leser*innen kamen spät.",
    "Er*sie sah sie, und sie sah ihn*sie.",
    "Die Nachbar*innen Freund*in Deutsche und euren",
)


@pytest.mark.parametrize("scope", ["generic", "all"])
@pytest.mark.parametrize("form", ["star", "colon", "pair"])
def test_a_second_run_finds_nothing(scope: Scope, form: str) -> None:
    rewriting = GenderFair("de", scope=scope, form=form)
    once = [edit_text(text, found.edits) for text, found in zip(TEXTS, rewriting.find(TEXTS), strict=True)]
    assert [edit_text(text, found.edits) for text, found in zip(once, rewriting.find(once), strict=True)] == once


@as_one_test("text", FAIR)
def test_what_names_all_genders_is_one_unit(text: str) -> None:
    (found,) = GenderFair("de", scope="all").find([text])
    assert found.edits == []


def test_what_names_all_genders_is_no_article_of_the_noun_before() -> None:
    texts = (
        "Sie gingen mit dem 30-jährigen Lehrer des*der 12-Jährigen.",
        "Sie gingen mit dem Ehemann des*der 52-Jährigen.",
    )
    found = GenderFair("de", scope="all").find(texts)
    assert [edit_text(text, each.edits) for text, each in zip(texts, found, strict=True)] == [
        "Sie gingen mit dem*der 30-jährigen Lehrer*in des*der 12-Jährigen.",
        "Sie gingen mit dem Ehemann des*der 52-Jährigen.",
    ]


def test_other_words_of_such_a_text_change_with_their_pronouns() -> None:
    text = "Liebe Kolleg*innen, jeder Kunde muss seinen Ausweis zeigen, wenn er kommt, und keiner darf es vergessen."
    (found,) = GenderFair("de").find([text])
    assert edit_text(text, found.edits) == (
        "Liebe Kolleg*innen, jede*r Kund*in muss seinen*ihren Ausweis zeigen, wenn er*sie kommt, "
        "und keine*r darf es vergessen."
    )
