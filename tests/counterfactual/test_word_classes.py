import pytest

from hf_genderfair.counterfactual.word_classes import check_target, fitting_classes
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import normalised, word_list


def test_every_classed_word_is_listed():
    for attribute, group, kind, singular, plural, offered in load_lexicon("group_word_kinds").rows:
        listed = {normalised(word) for word in word_list(attribute).groups[group]}
        for form in (normalised(form) for form in (singular, plural) if form):
            assert form in listed or form.partition(" ")[0] in listed
        assert kind in ("person", "adjective", "attribute", "man", "woman", "kin", "clergy")
        assert offered in ("yes", "last", "no")


def test_no_companion_is_listed():
    for attribute, group, kind, singular, plural, offered in load_lexicon("companion_words").rows:
        listed = {normalised(word) for word in word_list(attribute).groups[group]}
        forms = {form for form in (singular, plural) if form}
        assert forms
        assert kind in ("adjective of things", "modifier") or listed.isdisjoint(map(normalised, forms))
        assert offered in ("yes", "only", "no")


@pytest.mark.parametrize("attribute", ["age", "religion"])
def test_every_group_offers_words_for_persons_and_adjectives(attribute):
    words = word_list(attribute)
    offers = fitting_classes(words).offers
    for group in words.groups:
        assert {"person", "adjective"} <= {row.kind for row in offers[group]}
        check_target(words, fitting_classes(words), group)
