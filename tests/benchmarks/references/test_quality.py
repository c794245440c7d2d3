"""What the benchmarks of person references count, on invented words."""

from __future__ import annotations

import lzma

import pytest

from benchmarks.references import bias, quality
from benchmarks.references.scores import tally
from hf_genderfair.representation.references.generated import Item
from hf_genderfair.representation.references.reference import Reference

TRUTH = [
    Item("Rat", True, "masculine"),
    Item("Saat", False, "feminine"),
    Item("Tat", False, "feminine"),
    Item("Amt", False, "neuter"),
    Item("Magd", True, "feminine"),
    Item("rat", False, "masculine"),
]
FOUND = [
    (Item("Tat", True, "feminine"), "noun"),
    (Item("rat", False, "masculine"), "noun"),
    (Item("Amt", False, "masculine"), "name"),
    (Item("Rat", True, "masculine"), "noun"),
    (Item("Saat", True, "masculine"), "noun"),
    (Item("Wal", True, "masculine"), "noun"),
]


def test_errors_are_those_of_the_score():
    found = list(quality.pairs(TRUTH, FOUND))
    errors = [(quality.error_class(pair), pair.kind) for pair in found]
    assert errors == [
        (None, "noun"),
        ("called a person", "noun"),
        ("called a person", "noun"),
        ("gender wrong", "name"),
        ("missed person", ""),
        (None, "noun"),
        ("extra person", "noun"),
    ]
    counts = tally(TRUTH, [item for item, _ in FOUND])
    assert (counts.right, counts.other_label, counts.missed, counts.extra) == (2, 3, 1, 1)


def test_german_and_polish_labels_list_no_pronouns_without_gender():
    words = [
        Reference(0, 3, kind, True, gender, False, False, "pronoun")
        for kind in ("noun", "pronoun")
        for gender in ("none", "feminine")
    ]
    assert len(quality.counted(words, "de")) == 3
    assert len(quality.counted(words, "es")) == 4


def test_words_are_those_that_the_reference_stands_for():
    whole = Reference(0, 7, "noun", True, "feminine", False, False, "lexicon", form="tutora")
    assert quality.as_item("tutor/a", whole).word == "tutora"
    assert quality.as_item("tutor/a", whole._replace(end=5, form="")).word == "tutor"


def test_samples_follow_their_seed_and_keep_the_order(tmp_path):
    lines = [f"{number:03}" for number in range(100)]
    with lzma.open(tmp_path / "lines.xz", "wt", encoding="utf-8") as file:
        file.write("\n".join(lines))
    chosen = bias.sample(tmp_path / "lines.xz", 10, 1)
    assert chosen == sorted(chosen)
    assert len(set(chosen)) == 10
    assert chosen == bias.sample(tmp_path / "lines.xz", 10, 1) != bias.sample(tmp_path / "lines.xz", 10, 2)
    assert bias.sample(tmp_path / "lines.xz", None, 1) == bias.sample(tmp_path / "lines.xz", 200, 1) == lines


@pytest.mark.parametrize(
    ("ratio", "written", "judged"),
    [
        (100, "M", "yes"),
        (20, "M", "no"),
        (1.3, "balanced", "yes"),
        (0.02, "F", "yes"),
        (0.2, "F", "no"),
        (None, "M", "no"),
    ],
)
def test_sizes_are_judged_by_order_of_magnitude(ratio, written, judged):
    assert bias.judged(ratio, written) == judged
