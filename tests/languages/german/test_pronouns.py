"""German pronouns: which stand for persons, and how they read for all genders."""

from itertools import pairwise

from as_one_test import as_one_test
from golden import table
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.german.person_phrase import RULES
from hf_genderfair.languages.german.phrases import phrases
from hf_genderfair.languages.german.pronouns import NO_ANTECEDENT, REASONS, pronouns_with_antecedents
from hf_genderfair.languages.german.role_nouns import GermanOptions, refusal
from hf_genderfair.languages.pipelines import pipeline

LAYERS = ("pos", "morph", "lemma", "syntax", "entities")

GOLDEN = table(__file__, "pronouns.tsv")[1:]
PIECES = [text for _, text, _, _ in GOLDEN] + ["er", "sie", "ihr", ",", "die", "jeder", "sein", "seine", "dessen", "\n"]


def pronouns(text, scope):
    document = Document(text, next(pipeline("de").analyse([text], LAYERS)), "de")
    found = phrases(document)
    reasons = [refusal(document, phrase, GermanOptions(scope=scope)) for phrase in found]
    return pronouns_with_antecedents(document, found, reasons, scope)[:2]


@as_one_test(("scope", "text", "words", "left"), GOLDEN)
def test_golden(scope, text, words, left):
    found, refusals = pronouns(text, scope)

    assert "; ".join(word.star for word in found) == words
    assert "; ".join(f"{text[one.start : one.end]}: {one.reason}" for one in refusals) == left


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=6), st.sampled_from(["all", "generic"]))
def test_any_text_gives_words_in_order_without_overlap(pieces, scope):
    text = " ".join(pieces)
    words, refusals = pronouns(text, scope)

    places = sorted((found.start, found.end) for found in (*words, *refusals))
    assert all(end <= start for (_, end), (start, _) in pairwise(places))
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(word.rule in RULES and word.masculine.lower() != word.feminine.lower() for word in words)
    assert {one.reason for one in refusals} <= set(REASONS)
    assert pronouns(text, scope) == (words, refusals)


def test_pronouns_of_a_sentence_with_too_many_are_left():
    words, refusals = pronouns("er sagte, dass " * 41, "all")

    assert words == []
    assert [refusal.reason for refusal in refusals] == [NO_ANTECEDENT] * 41
