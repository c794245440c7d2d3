from __future__ import annotations

import pytest

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.counterfactual.word_classes import (
    check_target,
    fitting_classes,
    listed_classes,
    names_thing,
    token_indices,
)
from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.word_lists import Entry, WordList, normalised, word_list


def test_every_classed_word_is_listed() -> None:
    for attribute, group, kind, singular, plural, offered in load_lexicon("group_word_kinds").rows:
        listed = {normalised(word) for word in word_list(attribute).groups[group]}
        for form in (normalised(form) for form in (singular, plural) if form):
            assert form in listed or form.partition(" ")[0] in listed
        assert kind in ("person", "adjective", "attribute", "man", "woman", "kin", "clergy")
        assert offered in ("yes", "last", "no")


def test_no_companion_is_listed() -> None:
    for attribute, group, kind, singular, plural, offered in load_lexicon("companion_words").rows:
        listed = {normalised(word) for word in word_list(attribute).groups[group]}
        forms = {form for form in (singular, plural) if form}
        assert forms
        assert kind in ("adjective of things", "modifier") or listed.isdisjoint(map(normalised, forms))
        assert offered in ("yes", "only", "no")


def test_companions_are_offered_but_not_all_exchanged() -> None:
    classes = fitting_classes(word_list("age"))
    assert "young man" in classes.companions["young"]
    assert "young" not in classes.companions["young"]
    assert "young" in {row.singular for row in classes.offers["young"]}
    assert classes.last == {"middle-aged people"}
    assert "young" in classes.modifiers["young"]


def test_nouns_for_things_are_known_by_attribute() -> None:
    assert names_thing("rituals", "religion")
    assert not names_thing("rituals", "age")
    assert not names_thing("neighbour", "religion")


@pytest.mark.parametrize("attribute", ["age", "religion"])
def test_every_group_offers_words_for_persons_and_adjectives(attribute: str) -> None:
    words = word_list(attribute)
    offers = fitting_classes(words).offers
    for group in words.groups:
        assert {"person", "adjective"} <= {row.kind for row in offers[group]}
        check_target(words, fitting_classes(words), group)


def test_published_words_without_a_class_have_no_meaning_to_exchange() -> None:
    fitting, listed = fitting_classes(word_list("age")), listed_classes(word_list("age"))
    assert "freshman" not in fitting.meanings
    assert [(row.plural, number) for row, number in listed.meanings["freshmen"]] == [("freshmen", "Plur")]


def test_words_of_users_are_nouns_if_their_plural_is_listed() -> None:
    words = WordList.from_groups("trade", {"sea": ["sailor", "sailors", "naval"], "land": ["farmer", "rural"]})
    meanings = fitting_classes(words).meanings
    kinds = {word: row.kind for word, ((row, _), *_) in meanings.items()}
    assert kinds == {"sailor": "person", "sailors": "person", "naval": "other", "farmer": "other", "rural": "other"}


def test_words_in_two_groups_are_offered_by_none() -> None:
    words = WordList("trade", (Entry("sea", "ferryman"), Entry("land", "ferryman"), Entry("sea", "sailor")))
    classes = fitting_classes(words)
    assert [row.singular for row in classes.offers["sea"]] == ["sailor"]
    with pytest.raises(GenderfairError, match="group 'land'"):
        check_target(words, classes, "land")


def test_tokens_of_a_span() -> None:
    tokens = tuple(
        Token(word, start, start + len(word), "", "", {}, 0, "")
        for word, start in (("a", 0), ("senior", 2), ("man", 9))
    )
    document = Document("a senior man", Analysis((Sentence(0, 12, tokens, ()),)), "en")
    assert token_indices(document, 2, 12) == (1, 2)
    assert token_indices(document, 0, 1) == (0, 0)
