"""What the benchmarks of person references count, on invented words."""

from benchmarks.references import quality
from hf_genderfair.languages.types import Reference


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
