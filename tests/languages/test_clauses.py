"""Queries over clauses, on analyses written by hand."""

from __future__ import annotations

import pytest

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.clauses import (
    begins_clause,
    dependents,
    has_copula,
    has_dependent,
    has_preposition,
    has_word_below,
    is_coordinated,
    is_finite,
    is_predicate,
    other_subjects,
    prepositions,
    subjects,
)
from hf_genderfair.languages.document import Document


def read(*words: tuple[str, str, int, str]) -> Document:
    """Return a sentence of words with their part of speech, head and relation."""
    tokens, start = [], 0
    for text, pos, head, relation in words:
        morph = {"VerbForm": "Fin"} if pos in ("AUX", "NOUN") else {}
        tokens.append(Token(text, start, start + len(text), pos, text.lower(), morph, head, relation))
        start += len(text) + 1
    text = " ".join(word[0] for word in words)
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), "en")


POTTERS = read(
    ("Ada", "PROPN", 6, "nsubj"),
    ("and", "CCONJ", 2, "cc"),
    ("Ben", "PROPN", 0, "conj"),
    ("are", "AUX", 6, "cop"),
    ("From", "ADP", 5, "case"),
    ("Lagos", "PROPN", 6, "nmod"),
    ("potters", "NOUN", 6, "root"),
)

SEEN = read(
    ("Ada", "PROPN", 2, "nsubj"),
    ("he", "PRON", 2, "nsubj:pass"),
    ("seen", "VERB", 2, "root"),
    ("that", "PRON", 2, "csubj"),
)


def test_dependents_come_in_order_and_by_relation() -> None:
    assert dependents(POTTERS, 6, "nmod", "nsubj") == [0, 5]
    assert dependents(POTTERS, 6, "obj") == []
    assert has_dependent(POTTERS, 6, "obj", "cop")
    assert not has_dependent(POTTERS, 0, "cop")


def test_a_word_below_is_found_in_lower_case() -> None:
    assert has_word_below(POTTERS, 5, {"from"})
    assert not has_word_below(POTTERS, 6, {"from"})


@pytest.mark.parametrize(("query", "holds"), [(has_copula, 6), (has_preposition, 5), (is_coordinated, 0)])
def test_a_query_holds_of_one_word(query, holds) -> None:
    assert [index for index in range(7) if query(POTTERS, index)] == [holds]


def test_prepositions_are_in_lower_case() -> None:
    assert prepositions(POTTERS, 5) == ["from"]
    assert prepositions(POTTERS, 6) == []


def test_subjects_of_clauses_and_passives_are_nominal() -> None:
    assert subjects(SEEN, 2) == [0, 1]
    assert other_subjects(SEEN, 0) == [1]
    assert other_subjects(SEEN, 3) == [0, 1]


def test_a_clause_begins_by_its_relation_or_a_joined_verb() -> None:
    assert [begins_clause(POTTERS, index) for index in (0, 2, 6)] == [False, False, True]
    assert [begins_clause(SEEN, index) for index in range(4)] == [False, False, True, True]
    sang = read(("She", "PRON", 1, "nsubj"), ("came", "VERB", 1, "root"), ("sang", "VERB", 1, "conj"))
    assert begins_clause(sang, 2)


def test_predicates_are_verbs_or_have_a_copula() -> None:
    assert [is_predicate(POTTERS, index) for index in (2, 3, 6)] == [False, True, True]


def test_only_verbs_and_auxiliaries_are_finite() -> None:
    assert [is_finite(token) for token in POTTERS.tokens] == [False, False, False, True, False, False, False]
