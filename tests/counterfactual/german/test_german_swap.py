"""Swapping the gender of persons in German sentences."""

import itertools

import pytest
from as_one_test import as_one_test
from golden import table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair import Edit, edit_text, pipeline
from hf_genderfair.counterfactual.german.swap import NEEDS, mentions_gender, swap
from hf_genderfair.counterfactual.swapping import RULES, SwapOptions
from hf_genderfair.languages.document import Document

GOLDEN = table(__file__, "swap_golden.tsv")

NOTHING = ("Das Wetter bleibt schön.", "Wer kommt, wäscht sich.", "Das Auto fährt.")

NAMED = "Sabine Meier ist Ärztin. Sie liebt ihren Beruf. Eine Nachbarin winkt."


@pytest.fixture(scope="module")
def documents():
    texts = [*(row[1] for row in GOLDEN), *NOTHING, NAMED]
    return {
        text: Document(text, analysis, "de")
        for text, analysis in zip(texts, pipeline("de").analyse(texts, NEEDS), strict=True)
    }


def written(text, swapping):
    return edit_text(
        text,
        [
            Edit(change.start, change.end, text[change.start : change.end], change.replacement, change.rule, "")
            for change in swapping.changes
        ],
    )


@as_one_test(("to", "text", "expected", "reason"), GOLDEN)
def test_golden(documents, to, text, expected, reason):
    found = swap(documents[text], to, SwapOptions("keep"))
    assert written(text, found) == expected
    if reason:
        assert not found.changes
        assert reason in {refusal.reason for refusal in found.refusals}


def test_names_are_kept_or_swapped(documents):
    document = documents[NAMED]
    assert written(NAMED, swap(document, "male", SwapOptions("keep"))).startswith(
        "Sabine Meier ist Arzt. Er liebt seinen"
    )
    assert written(NAMED, swap(document, "male", SwapOptions("swap"))) == (
        "Thomas Meier ist Arzt. Er liebt seinen Beruf. Ein Nachbar winkt."
    )


def test_changes_are_ordered_and_mentioned(documents):
    for text, document in documents.items():
        for to in ("male", "female"):
            changes = swap(document, to, SwapOptions("keep")).changes
            assert all(first.end <= second.start for first, second in itertools.pairwise(changes))
            assert all(change.rule in RULES for change in changes)
            assert all(text[change.start : change.end] != change.replacement for change in changes)
            assert mentions_gender(text, to) or not changes


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from([*"SieerihrFrauMann", "Sie", "er", "ihr", "Mädchen", "Frau", "die", ",", "Als", "eine"]))
)
def test_any_words_keep_the_contract(words):
    text = " ".join(words)
    document = Document(text, next(iter(pipeline("de").analyse([text], NEEDS))), "de")
    for to in ("male", "female"):
        found = swap(document, to, SwapOptions("swap"))
        written(text, found)
        assert found == swap(document, to, SwapOptions("swap"))
