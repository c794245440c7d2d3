"""Classes of verbs and how abstract predicates are."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test

from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.predicate_words import KINDS, english_forms, situation_words, verb_class


@as_one_test(
    ("lang", "form", "lemma", "expected"),
    [
        ("en", "kicked", "kick", "action"),
        ("en", "ran", "ru", "action"),
        ("en", "helping", "help", "interpretive"),
        ("en", "hated", "hat", "state"),
        ("en", "amazes", "amaz", "state_action"),
        ("en", "saw", "see", "experience"),
        ("en", "looks", "look", "appearance"),
        ("de", "half", "helfen", "interpretive"),
        ("de", "liebt", "lieben", "state"),
        ("es", "odia", "odiar", "state"),
        ("es", "ayudó", "ayudar", "interpretive"),
    ],
)
def test_verb_class(lang: str, form: str, lemma: str, expected: str) -> None:
    assert verb_class(Token(form, 0, len(form), "VERB", lemma, {}, 0, "root"), lang) == expected


def test_unknown_verbs_are_actions() -> None:
    assert verb_class(Token("blorped", 0, 7, "VERB", "blorp", {}, 0, "root"), "en") == "action"


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("stop", {"stops", "stopped", "stopping"}),
        ("lie", {"lies", "lied", "lying"}),
        ("try", {"tries", "tried", "trying"}),
        ("dance", {"dances", "danced", "dancing"}),
        ("see", {"sees", "seeing"}),
        ("watch", {"watches", "watched", "watching"}),
    ],
)
def test_english_forms(lemma: str, forms: set[str]) -> None:
    assert forms <= set(english_forms(lemma))


def test_lexicon_rows_are_sound() -> None:
    rows = load_lexicon("verb_classes").rows
    assert {row[2] for row in rows} == {"action", "interpretive", "state", "experience", "state_action", "appearance"}
    assert len({(lang, lemma) for lang, lemma, _, _ in rows}) == len(rows)
    assert {row[1] for row in load_lexicon("situation_words").rows} == set(KINDS)


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_each_language_has_words_of_habit(lang: str) -> None:
    assert situation_words(lang)["habitual"]
