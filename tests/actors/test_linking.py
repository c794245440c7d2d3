"""Whose mention a mention is: contracts of the ranker, whatever the reader sees."""

import re
from dataclasses import replace

import pytest
from analysed import read

from hf_genderfair.languages.coreference.linking import NEW, WEIGHTS, Linker, PersonOption, link, probabilities
from hf_genderfair.languages.coreference.mention import PRONOUN, GenderEvidence
from hf_genderfair.languages.coreference.resolution import unlinked_mentions
from hf_genderfair.languages.reader.generic_reference import fitted_weights


def begun(text, new=1):
    """Return the mentions of a text, and a linker to which the first of them are new persons."""
    document = read(text, "en")
    mentions, quotes = unlinked_mentions(document)
    linker = Linker(document, mentions, quotes)
    for mention in mentions[:new]:
        linker.give(mention, NEW)
    return mentions, linker


@pytest.mark.parametrize("lang", ["de", "en"])
def test_weights_know_kinds_and_no_words_for_persons(lang):
    weights = fitted_weights(WEIGHTS)[lang]
    words = {word for feature in weights for word in re.findall(r"[a-zäöüß]+", feature)}
    assert len(weights) > 50
    assert not words & {"he", "she", "er", "sie", "female", "male", "woman", "man", "nurse", "arzt"}


def test_who_has_the_other_gender_is_no_option_and_somebody_new_always_is():
    mentions, linker = begun("Her sister sang. His brother slept.", -1)
    last = mentions[-1]
    last.evidence = (GenderEvidence("male", "pronoun", PRONOUN, "brother"),)
    options = linker.options(last)
    women = {mention.actor for mention in mentions[:-1] if any(each.gender == "female" for each in mention.evidence)}
    assert options[-1].person == NEW
    assert women
    assert not women & {option.person for option in options}


def test_names_reflexives_and_relatives_have_a_number_of_their_own_before_they_are_linked():
    mentions, linker = begun("Joan Ashby sang to herself. Tom Hale left. Ashby, who slept, had not seen her.", 3)
    known = {mention.head: linker.known(mention) for mention in mentions[3:]}
    assert list(known.values()) == [0, 0, NEW]


def test_a_pronoun_is_none_of_the_other_arguments_of_its_verb():
    for text in ("Joan Ashby called her.", "Joan Ashby called the doctor and thanked her."):
        mentions, linker = begun(text, -1)
        assert 0 not in {option.person for option in linker.options(mentions[-1])}


def test_pronouns_that_agree_by_grammar_tell_nothing():
    document = read("Die Person schlief. Die Wirtin kam. Sie lachte.", "de")
    mentions, quotes = unlinked_mentions(document)
    for chosen, told in ((0, []), (1, ["female"])):
        linker = Linker(document, mentions, quotes)
        for mention in mentions[:2]:
            linker.give(mention, NEW)
        pronoun = replace(mentions[2])
        linker.give(pronoun, chosen)
        assert [each.gender for each in pronoun.evidence] == told


def test_nouns_titles_and_the_place_of_a_pronoun_are_features():
    mentions, linker = begun("Mayor Joan Ashby sang. The mayor bowed.")
    (known, new) = linker.options(mentions[1])
    assert "noun same word, known" in known.features
    assert "noun new, known" in new.features
    mentions, linker = begun("Joan Ashby sang. The mayor bowed.")
    assert "noun no word, known" in linker.options(mentions[1])[0].features
    mentions, linker = begun("Joan Ashby sang because she could. “I heard her,” said Tom Hale.")
    (subject, _) = linker.options(mentions[1])
    assert {"pronoun subject after subject", "pronoun undivided"} <= set(subject.features)
    linker.give(mentions[1], 0)
    assert "pronoun subject of its subject" not in subject.features
    (quoted, _) = linker.options(mentions[2])
    assert "pronoun behind it, quoted" in quoted.features


def test_probabilities_add_up_and_follow_the_weights():
    options = [PersonOption(0, ["a"]), PersonOption(1, ["b"]), PersonOption(NEW, [])]
    likely = probabilities(options, {"a": 2.0, "b": -1.0})
    assert sum(likely) == pytest.approx(1)
    assert likely[0] > likely[2] > likely[1]


@pytest.mark.parametrize("text", ["", " ", "She.", "Ada " * 60, "she he they " * 20])
def test_odd_texts_are_no_trouble(text):
    document = read(text, "en")
    mentions, quotes = unlinked_mentions(document)
    link(document, mentions, quotes)
    assert all(mention.actor >= 0 for mention in mentions)
