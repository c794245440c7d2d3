"""German relative pronouns, their case and their antecedents."""

from __future__ import annotations

import pytest
from analysed import read
from golden import all_rows

from hf_genderfair.languages.german.antecedents import Antecedents
from hf_genderfair.languages.german.candidates import Candidate
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, PLURAL
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.relatives import agreement_of, antecedent, case_of, is_relative, takes_up_wer
from hf_genderfair.languages.types import Case

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


@pytest.mark.parametrize(
    ("text", "place", "agreement", "case"),
    [
        ("Ich suche die Köchin, die hier kocht.", 5, FEMININE, "Nom"),
        ("Ich suche die Köchin, die wir kennen.", 5, FEMININE | PLURAL, "Acc"),
        ("Ich suche die Köchin, der wir danken.", 5, FEMININE, "Dat"),
        ("Ich suche den Koch, den wir kennen.", 5, MASCULINE, "Acc"),
        ("Ich suche die Köche, die hier kochen.", 5, PLURAL, "Nom"),
    ],
)
def test_case_and_agreement(text: str, place: int, agreement: int, case: Case) -> None:
    document = read(text)

    assert is_relative(document, place)
    assert agreement_of(document, place) == agreement
    assert case_of(document, place, agreement) == case


@pytest.mark.parametrize(("text", "place"), [("Er kam, der Koch ging.", 3), ("Die Köchin kocht.", 0)])
def test_articles_are_no_relative_pronouns(text: str, place: int) -> None:
    assert not is_relative(read(text), place)


@pytest.mark.parametrize(
    "text", ["Er nahm den Brief, ihn aber las er nicht.", "Der Plan – ihn lobte der Koch – war neu."]
)
def test_personal_pronouns_are_no_relative_pronouns(text: str) -> None:
    document = read(text)

    assert not any(is_relative(document, at) for at, token in enumerate(document.tokens) if token.text == "ihn")


def test_the_antecedent_agrees() -> None:
    document = read("Wir danken der Leiterin des Chors, die lange probte.")
    found = phrases(document)
    candidates = Antecedents(document, found, [None] * len(found), True).candidates
    best = antecedent(document, candidates, 7, {}, Candidate.agrees)

    assert best is not None
    assert document.tokens[best.token_index].text == "Leiterin"


@all_rows
def test_der_before_a_noun_may_be_relative(text: str, place: int) -> None:
    document = read(text)
    found = phrases(document)
    candidates = Antecedents(document, found, [None] * len(found), True).candidates
    best = antecedent(document, candidates, place, {}, Candidate.agrees)

    assert document.tokens[place].text == "der"
    assert is_relative(document, place)
    assert agreement_of(document, place) == MASCULINE
    assert best is not None
    assert document.tokens[best.token_index].text == "Freund"


@all_rows
def test_der_before_a_noun_may_be_the_article(text: str, place: int) -> None:
    assert not is_relative(read(text), place)


def test_der_takes_up_wer() -> None:
    assert takes_up_wer(read("Wer schläft, der sündigt nicht."), 3)
    assert not takes_up_wer(read("Wenn du schläfst, der Hund wacht."), 4)
