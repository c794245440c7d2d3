from __future__ import annotations

import numpy as np
import pytest
from as_one_test import as_one_test

from benchmarks.rewriting import scores
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.rewriting.evaluate import WordErrors

SOURCE = "Der neue Lehrer, der alle Schüler kennt, ruft seinen Vorsitzenden an."
REFERENCE = "Der*die neue Lehrer*in, der*die alle Schüler*innen kennt, ruft seine*n*ihre*n Vorsitzende*n an."


@as_one_test(
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
    assert kind in scores.CLASSES
    assert scores.change_class(scores.WordChange(0, "x", after)) == kind


def test_after_a_comma_it_is_a_relative_pronoun_and_what_is_added_after_a_preposition_an_article():
    assert scores.change_class(scores.WordChange(1, "der", "der*die"), follows_comma=True) == "relative pronouns"
    assert scores.change_class(scores.WordChange(1, "", "der")) == "preposition and article"


def test_changes_are_paired_where_as_many_words_stand_for_as_many():
    assert scores.word_changes("a b c d", "a x y d e") == [
        scores.WordChange(1, "b", "x"),
        scores.WordChange(2, "c", "y"),
        scores.WordChange(4, "", "e"),
    ]
    assert scores.word_changes("a b c", "a c") == [scores.WordChange(1, "b", "")]
    assert scores.word_changes("gleich", "gleich") == []


def test_recall_counts_what_is_exactly_so_and_what_nobody_asked_for():
    half = "Der*die neue Lehrer*in, der alle Schüler:innen kennt, ruft seinen Vorsitzenden an*ab."
    recall, spurious = scores.recall_by_class([SOURCE], [REFERENCE], [half])
    assert recall["singular nouns"] == scores.Recall(1, 1)
    assert recall["articles, determiners"] == scores.Recall(1, 1)
    assert recall["plural nouns"] == scores.Recall(0, 1)
    assert recall["relative pronouns"] == scores.Recall(0, 1)
    assert recall["nominalised adjectives"] == scores.Recall(0, 1)
    assert spurious == 1
    assert sum(found.wanted for found in recall.values()) == len(scores.word_changes(SOURCE, REFERENCE))


def test_words_kept_are_those_that_the_reference_keeps():
    kept = len(SOURCE.split()) - len(scores.word_changes(SOURCE, REFERENCE))
    assert scores.words_kept([SOURCE], [REFERENCE], [REFERENCE]) == (kept, kept)
    assert scores.words_kept([SOURCE], [REFERENCE], [SOURCE]) == (kept, kept)
    assert scores.words_kept([SOURCE], [REFERENCE], [REFERENCE.replace("alle", "viele")]) == (kept - 1, kept)


@pytest.mark.parametrize("measure", [scores.words_kept, scores.recall_by_class])
def test_lines_of_unequal_number_are_refused(measure):
    with pytest.raises(GenderfairError, match="give as many of each"):
        measure(["a", "b"], ["a"], ["a", "b"])


def test_systems_are_compared_on_the_same_lines():
    with pytest.raises(ValueError, match="same lines"):
        scores.compare_systems([WordErrors(0, 2)], [WordErrors(0, 3)])
    with pytest.raises(ValueError, match="at least one"):
        scores.compare_systems([], [])


def test_the_better_system_wins_nearly_always_and_ties_count_against_it():
    better = [WordErrors(number % 3 == 0, 10) for number in range(300)]
    worse = [WordErrors(1, 10) for _ in range(300)]
    found = scores.compare_systems(better, worse)
    assert found.p == 0
    assert found.low < found.difference < found.high < 0
    assert scores.compare_systems(better, better).p == 1
    assert scores.compare_systems(better, worse) == found


def test_the_interval_covers_the_rate_of_the_process():
    random = np.random.default_rng(3)
    hits = 0
    for _ in range(60):
        lines = [WordErrors(int(random.random() < 0.2), 1) for _ in range(200)]
        low, high = scores.rate_interval(lines, resamples=300)
        hits += low <= 20 <= high
    assert hits >= 52
