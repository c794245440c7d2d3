from __future__ import annotations

import pytest

from hf_genderfair.rewriting.edit_classes import (
    CLASSES,
    Recall,
    WordChange,
    change_class,
    recall_by_class,
    word_changes,
    words_kept,
)

SOURCE = "Der neue Lehrer, der alle Schüler kennt, ruft seinen Vorsitzenden an."
REFERENCE = "Der*die neue Lehrer*in, der*die alle Schüler*innen kennt, ruft seine*n*ihre*n Vorsitzende*n an."


@pytest.mark.parametrize(
    ("after", "kind"),
    [
        ("Köch*innen,", "plural nouns"),
        ("Köch*in.", "singular nouns"),
        ("„Der*die", "articles, determiners"),
        ("einem*r", "articles, determiners"),
        ("jede*n", "articles, determiners"),
        ("des*der", "articles, determiners"),
        ("er*sie", "personal pronouns"),
        ("Ihm*ihr", "personal pronouns"),
        ("seinem*ihrem*r", "possessives"),
        ("Köch*innenmütze", "inside compounds"),
        ("Köch*in-Mütze", "inside compounds"),
        ("Köch*innenverein*innen", "inside compounds"),
        ("dessen*deren", "articles, determiners"),
        ("müde*r", "adjectives"),
        ("Reisende*r", "nominalised adjectives"),
        ("eine*r", "indefinite, demonstrative"),
        ("der*diejenige", "indefinite, demonstrative"),
        ("zum*zur", "preposition and article"),
        ("vom*von", "preposition and article"),
        ("Unfug", "other"),
    ],
)
def test_a_change_has_the_class_of_its_word(after, kind):
    assert kind in CLASSES
    assert change_class(WordChange(0, "x", after)) == kind


def test_after_a_comma_it_is_a_relative_pronoun_and_what_is_added_after_a_preposition_an_article():
    assert change_class(WordChange(1, "der", "der*die"), follows_comma=True) == "relative pronouns"
    assert change_class(WordChange(1, "", "der")) == "preposition and article"


def test_changes_are_paired_where_as_many_words_stand_for_as_many():
    assert word_changes("a b c d", "a x y d e") == [
        WordChange(1, "b", "x"),
        WordChange(2, "c", "y"),
        WordChange(4, "", "e"),
    ]
    assert word_changes("a b c", "a c") == [WordChange(1, "b", "")]
    assert word_changes("gleich", "gleich") == []


def test_recall_counts_what_is_exactly_so_and_what_nobody_asked_for():
    half = "Der*die neue Lehrer*in, der alle Schüler:innen kennt, ruft seinen Vorsitzenden an*ab."
    recall, spurious = recall_by_class([SOURCE], [REFERENCE], [half])
    assert recall["singular nouns"] == Recall(1, 1)
    assert recall["articles, determiners"] == Recall(1, 1)
    assert recall["plural nouns"] == Recall(0, 1)
    assert recall["relative pronouns"] == Recall(0, 1)
    assert recall["nominalised adjectives"] == Recall(0, 1)
    assert spurious == 1
    assert sum(found.wanted for found in recall.values()) == len(word_changes(SOURCE, REFERENCE))


def test_words_kept_are_those_that_the_reference_keeps():
    kept = len(SOURCE.split()) - len(word_changes(SOURCE, REFERENCE))
    assert words_kept([SOURCE], [REFERENCE], [REFERENCE]) == (kept, kept)
    assert words_kept([SOURCE], [REFERENCE], [SOURCE]) == (kept, kept)
    assert words_kept([SOURCE], [REFERENCE], [REFERENCE.replace("alle", "viele")]) == (kept - 1, kept)
