"""The label of a sentence and its indicators."""

import csv
from itertools import pairwise
from pathlib import Path
from typing import get_args

from analysed import read
from as_one_test import as_one_test
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.stereotypes.indicators import LinguisticForm, TargetType, Valence
from hf_genderfair.stereotypes.labels import find_label, label_words

GOLDEN = Path(__file__).with_name("golden_labels.tsv")
with GOLDEN.open(encoding="utf-8") as lines:
    ROWS = list(csv.DictReader(lines, delimiter="\t", restval=""))


@as_one_test("row", ROWS)
def test_label_and_its_indicators(row):
    lang, sentence, words, *expected = row.values()
    document = read(sentence, lang)
    label = find_label(document, 0, [])
    assert (document.text[label.start : label.end] if label else "") == words
    if label is not None:
        target = label.target_type.removesuffix(" target")
        found = [label.attribute, label.group, target, label.connotation, label.gram_form, label.ling_form]
        assert found == expected


@all_rows
def test_they_take_up_a_group_of_the_sentence_before(text, group):
    document = read(text, "en")
    label = find_label(document, len(document.sentences) - 1, [])
    assert (label and label.group) == group
    assert label is None or (label.ling_form, label.gram_form) == ("generic", "other")


def test_only_the_words_given_are_looked_at_and_those_of_an_organisation_are_no_label():
    text = "He said that old women from Peru knit."
    document = read(text, "en")
    label = find_label(document, 0, [GroupWord(0, 2, "gender", "male")])
    assert label is not None
    assert (label.start, label.end, label.gram_form) == (0, 2, "other")
    both = find_label(document, 0, [GroupWord(0, 2, "gender", "male"), GroupWord(17, 22, "gender", "female")])
    assert both is not None
    assert text[both.start : both.end] == "old women"
    assert (both.attribute, both.group) == ("gender", "female")
    document = read("She sued Women Unite Limited in London.", "en")
    words = [GroupWord(9, 14, "gender", "female")]
    names = [entity for entity in document.entities if entity.start <= 9 < entity.end]
    assert [entity.type for entity in names] == ["ORG"]
    assert find_label(document, 0, words) is None


@settings(max_examples=25)
@given(
    st.lists(
        st.sampled_from("the a most he women old black of Peru - , who are men his lazy Ann like one".split()),
        min_size=1,
        max_size=9,
    )
)
def test_labels_stand_in_their_sentence(words):
    text = " ".join(words) + "."
    document = read(text, "en")
    for number, (first, last) in enumerate(document.sentences):
        start, end = document.tokens[first].start, document.tokens[last - 1].end
        listed = label_words(document, number)
        assert listed == sorted(listed)
        assert all(before.end <= after.start for before, after in pairwise(listed))
        label = find_label(document, number, [])
        if label is None:
            continue
        assert start <= label.start < label.end <= end
        assert first <= label.head < last
        assert (label.attribute, label.group) in {(word.attribute, word.group) for word in listed}
        assert label.target_type in get_args(TargetType)[:2]
        assert label.ling_form in get_args(LinguisticForm)[:3]
        assert label.connotation in get_args(Valence)[:3]
