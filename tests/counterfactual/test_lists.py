"""The lists of words that swaps go by, and what stands beside a word."""

import pytest
from golden import all_rows, golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.german import other_forms
from hf_genderfair.counterfactual.swap import name_counterpart
from hf_genderfair.counterfactual.word_classes import check_target, fitting_classes
from hf_genderfair.languages.evidence import first_name_gender
from hf_genderfair.languages.german.phrases import person_noun
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import WordList, normalised, word_list


@all_rows
def test_nouns_have_the_form_of_the_other_gender(word, case, number, masculine, feminine):
    noun = person_noun(word)
    assert noun is not None
    assert other_forms(word, noun, case, number) == (masculine, feminine)


def test_listed_names_lead_back_and_forth_and_classed_words_are_listed():
    for lang, female, male in load_lexicon("first_name_pairs").rows:
        assert name_counterpart(female, lang, 0, "a") == male
        assert name_counterpart(male, lang, 1, "b") == female
        assert [first_name_gender(name, lang).gender for name in (female, male)] == ["female", "male"], male
    for attribute, group, _, *forms, _ in load_lexicon("group_word_kinds_listed").rows:
        listed = {normalised(word) for word in word_list(attribute).groups[group]}
        for form in filter(None, map(normalised, forms)):
            assert form in listed or form.partition(" ")[0] in listed
    for attribute, group, kind, *forms, _ in load_lexicon("group_word_kinds_companions").rows:
        listed = {normalised(word) for word in word_list(attribute).groups[group]}
        assert any(forms)
        assert kind in ("adjective of things", "modifier") or listed.isdisjoint(map(normalised, filter(None, forms)))


@settings(max_examples=50)
@given(st.text(max_size=12), st.sampled_from(["de", "en", "es"]))
def test_any_text_may_be_asked(name, lang):
    found = name_counterpart(name, lang, 0, "k")
    listed = {word.casefold() for row in load_lexicon("first_name_pairs").rows for word in row[1:]}
    assert found is None or found.casefold() in listed


@pytest.mark.parametrize("attribute", ["age", "religion"])
def test_every_group_offers_words_for_persons_and_adjectives(attribute):
    words = word_list(attribute)
    offers = fitting_classes(words).offers
    for group in words.groups:
        assert {"person", "adjective"} <= {row.kind for row in offers[group]}
        check_target(words, fitting_classes(words), group)


AGES = WordList.from_groups(
    "age", {"young": ["teen", "teens"], "old": ["pensioner", "pensioners", "senior citizen", "senior citizens"]}
)
SENTENCES = golden_rows(__file__, "SENTENCES")


def test_neighbours_within_two_words_are_counted():
    counts = collocation_counts(SENTENCES, AGES)
    assert counts.words == {"pensioners": 1, "senior citizen": 1, "teens": 1, "pensioner": 1}
    assert counts.pairs[("senior citizen", "hid")] == 1
    assert counts.pairs[("teens", "hid")] == 1
    assert ("teens", "citizen") not in counts.pairs
    assert counts.pairs[("pensioner", "frail")] == 1


@settings(max_examples=30)
@given(st.lists(st.sampled_from(SENTENCES), max_size=6), st.integers(0, 6))
def test_counts_of_shards_add_up(texts, cut):
    whole = collocation_counts(texts, AGES)
    parts = collocation_counts(texts[:cut], AGES) + collocation_counts(texts[cut:], AGES)
    assert parts == whole
    assert parts.digest == whole.digest
