"""Which German phrases are left alone, and why."""

import csv
from pathlib import Path

import pytest
from analysed import read
from as_one_test import as_one_test
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.role_nouns import REASONS, GermanOptions, part_refusal, refusal
from hf_genderfair.languages.pipelines import pipeline

with (Path(__file__).parent / "scope.tsv").open(encoding="utf-8") as file:
    ROWS = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def documents():
    texts = [row["sentence"] for row in ROWS]
    return {
        text: Document(text, analysis, "de")
        for text, analysis in zip(texts, pipeline("de").analyse(texts), strict=True)
    }


def reasons(document, options):
    return {
        document.text[phrase.start : phrase.end]: refusal(document, phrase, options) for phrase in phrases(document)
    }


@as_one_test("row", ROWS)
def test_reasons(row, documents):
    document = documents[row["sentence"]]
    assert reasons(document, GermanOptions(scope="all")).get(row["word"]) == (row["all"] or None)
    assert reasons(document, GermanOptions(scope="generic")).get(row["word"]) == (row["generic"] or None)


def test_every_reason_of_the_table_is_listed():
    assert {reason for row in ROWS for reason in (row["all"], row["generic"]) if reason} <= set(REASONS)


def test_quotations_are_an_option():
    document = read("Die Lehrer sagten: „Die Schüler sind fleißig.“")
    assert reasons(document, GermanOptions()) == {"Lehrer": None, "Schüler": None}
    assert reasons(document, GermanOptions(quotations=False)) == {"Lehrer": None, "Schüler": "a quotation"}


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from("Der Lehrer Müller „ “ sagt , Herr Die Räuber im Film Schweden 34-jährige".split())))
def test_any_text_has_known_reasons_only(words):
    document = read(" ".join(words))
    for phrase in phrases(document):
        for options in (GermanOptions("all"), GermanOptions("generic", quotations=False)):
            assert refusal(document, phrase, options) in (None, *REASONS)
        if refusal(document, phrase, GermanOptions("all")):
            assert refusal(document, phrase, GermanOptions("generic"))
        assert part_refusal(document, phrase.start, phrase.end, GermanOptions()) in (None, *REASONS)
