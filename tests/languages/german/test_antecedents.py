"""What a German pronoun may stand for, and the candidate that is chosen."""

from __future__ import annotations

import pytest

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.antecedents import Antecedents
from hf_genderfair.languages.german.candidates import Anaphor
from hf_genderfair.languages.german.clauses import FEMININE, MASCULINE, NEUTER, PLURAL, stands_alone
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.preferences import context_of
from hf_genderfair.languages.german.resolution import score_of
from hf_genderfair.languages.pipelines import pipeline

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


def read(text: str) -> tuple[Document, Antecedents]:
    document = Document(text, next(pipeline("de").analyse([text], LAYERS)), "de")
    found = phrases(document)
    return document, Antecedents(document, found, [None] * len(found), True)


def place(document: Document, word: str) -> int:
    return max(at for at, token in enumerate(document.tokens) if token.text.lower() == word)


@pytest.mark.parametrize(
    ("text", "word", "kind", "agreement", "expected"),
    [
        ("Der Koch putzt den Herd, weil er müde ist.", "er", "personal", MASCULINE, "Koch"),
        ("Die Köchin und ihr Hund schlafen.", "ihr", "possessive", FEMININE | PLURAL, "Köchin"),
        ("Die Köchin mit der Schürze und ihrem Hut lacht.", "ihrem", "possessive", FEMININE | PLURAL, "Köchin"),
        ("Als er kam, schlief der Koch.", "er", "personal", MASCULINE, "Koch"),
        ("In seiner Küche singt der Koch.", "seiner", "possessive", MASCULINE | NEUTER, "Koch"),
    ],
)
def test_the_best_candidate(text: str, word: str, kind: str, agreement: int, expected: str) -> None:
    document, antecedents = read(text)
    found = antecedents.best(Anaphor(place(document, word), kind, agreement, 0.0))

    assert found is not None
    assert document.tokens[found.token_index].text == expected


@pytest.mark.parametrize(
    ("text", "word", "kind", "agreement"),
    [
        ("Der Koch lobt ihn.", "ihn", "personal", MASCULINE),
        ("Die Köchin hilft ihr.", "ihr", "personal", FEMININE),
        ("Das ist sein Vater.", "sein", "possessive", MASCULINE),
        ("Die Köche kochen, aber sie ruht.", "sie", "personal", FEMININE),
    ],
)
def test_binding_and_agreement_keep_words_apart(text: str, word: str, kind: str, agreement: int) -> None:
    document, antecedents = read(text)

    assert antecedents.best(Anaphor(place(document, word), kind, agreement, 0.0)) is None


def test_two_joined_names_are_one_antecedent_in_the_plural() -> None:
    document, antecedents = read("Eva und Jan suchen Pilze.")
    first = antecedents.candidates.of(0)[0]

    assert document.tokens[first.token_index].text == "Eva"
    assert first.agreement & PLURAL


def test_what_speaks_for_a_person_makes_things_less_likely() -> None:
    document, antecedents = read("Der Herd steht neben dem Koch, den er mag.")
    herd = antecedents.candidates.of(0)[0]
    pronoun = Anaphor(place(document, "er"), "personal", MASCULINE, 0.0)

    assert herd.reason == "thing"
    around = context_of(document, pronoun, {})
    lower = score_of(document, pronoun._replace(animacy=2.0), herd, 0, around)
    assert lower < score_of(document, pronoun, herd, 0, around)


def test_a_pronoun_taken_up_is_a_candidate_for_the_next() -> None:
    _, antecedents = read("Er kam spät.")
    pronoun = Anaphor(0, "personal", MASCULINE, 0.0)
    antecedents.take(pronoun, None)

    taken = antecedents.candidates.of(0)[-1]
    assert (taken.token_index, taken.agreement, taken.reason, taken.taken) == (0, MASCULINE, "", True)


def test_a_pronoun_stands_alone_where_no_noun_follows() -> None:
    document, _ = read("Dieser Koch singt, jener schweigt.")

    assert not stands_alone(document, 0)
    assert stands_alone(document, 4)
