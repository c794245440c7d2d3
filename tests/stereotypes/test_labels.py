"""The label of a sentence and its indicators."""

import csv
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
from as_one_test import as_one_test
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.indicators import LinguisticForm, TargetType, Valence
from hf_genderfair.stereotypes.labels import find_label, label_words
from hf_genderfair.stereotypes.languages import LANGUAGES

GOLDEN = Path(__file__).with_name("golden_labels.tsv")


def _rows():
    with GOLDEN.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t", restval=""))


def _documents(texts, lang):
    texts = list(texts)
    return [Document(text, found, lang) for text, found in zip(texts, pipeline(lang).analyse(texts), strict=True)]


@pytest.fixture(scope="module")
def golden():
    rows = _rows()
    analysed = {}
    for lang in LANGUAGES:
        texts = [row["sentence"] for row in rows if row["lang"] == lang]
        analysed.update(zip(texts, _documents(texts, lang), strict=True))
    return analysed


@as_one_test("row", _rows())
def test_label_and_its_indicators(golden, row):
    document = golden[row["sentence"]]
    label = find_label(document, 0, [])
    if not row["label"]:
        assert label is None
        return
    assert label is not None
    assert document.text[label.start : label.end] == row["label"]
    assert (label.attribute, label.group) == (row["attribute"], row["group"])
    assert label.target_type == f"{row['target']} target"
    assert (label.connotation, label.gram_form, label.ling_form) == (
        row["connotation"],
        row["gram_form"],
        row["ling_form"],
    )


def test_only_the_words_given_are_looked_at():
    text = "He said that old women from Peru knit."
    (document,) = _documents([text], "en")
    label = find_label(document, 0, [GroupWord(0, 2, "gender", "male")])
    assert label is not None
    assert (label.start, label.end, label.gram_form) == (0, 2, "other")
    both = find_label(document, 0, [GroupWord(0, 2, "gender", "male"), GroupWord(17, 22, "gender", "female")])
    assert both is not None
    assert text[both.start : both.end] == "old women"
    assert (both.attribute, both.group) == ("gender", "female")


def test_a_word_in_the_name_of_an_organisation_is_no_label():
    (document,) = _documents(["She sued Women Unite Limited in London."], "en")
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
    (document,) = _documents([text], "en")
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lexicon_is_well_formed(lang):
    rows = load_lexicon(f"category_labels_{lang}").rows
    keys = [(word, attribute, form) for word, _, attribute, form, *_ in rows]
    assert len(keys) == len(set(keys))
    for word, group, attribute, form, number, connotation, _ in rows:
        assert word == word.lower().strip(), word
        assert group, word
        assert attribute, word
        assert form in ("noun", "adjective", "pronoun", "country"), word
        assert number in (("", "both") if form in ("adjective", "country") else ("singular", "plural", "both")), word
        assert connotation in ("", "negative", "positive"), word


def test_they_take_up_a_group_of_the_sentence_before():
    texts = [
        "Sailors rest. Girls never rest. They sing.",
        "Kenya is far away. They sing.",
        "Girls rest. Cats sleep when they can.",
        "They sing.",
        "The girls left. They sang.",
    ]
    found = []
    for document in _documents(texts, "en"):
        number = len(document.sentences) - 1
        label = find_label(document, number, [])
        found.append((label.group, label.ling_form, label.gram_form) if label else None)
    assert found[:2] == [("female", "generic", "other"), ("Kenyan", "generic", "other")]
    assert found[2:] == [None, None, None]
