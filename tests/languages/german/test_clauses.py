"""Clauses of German sentences."""

from __future__ import annotations

from analysed import read

from hf_genderfair.languages.clauses import finite_verb, subject_of
from hf_genderfair.languages.german.clauses import verb_is_plural

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")


def test_a_subordinate_clause_has_its_own_subject() -> None:
    document = read("Der Koch singt, weil die Suppe kocht.")

    clause = next(place for place, token in enumerate(document.tokens) if token.text == "kocht")
    assert document.tokens[subject_of(document, clause)].text == "Suppe"


def test_joined_predicates_share_a_subject() -> None:
    document = read("Der Koch kam und wusch den Topf.")

    assert document.tokens[subject_of(document, 4)].text == "Koch"


def test_the_finite_verb_is_the_auxiliary_where_there_is_one() -> None:
    document = read("Die Köche haben gesungen.")

    verb = finite_verb(document, 3)
    assert document.tokens[verb].text == "haben"
    assert verb_is_plural(document.tokens[verb])


def test_singulars_in_n_are_no_plurals() -> None:
    document = read("Die Sonne schien.")

    assert not verb_is_plural(document.tokens[2])
