"""Whose mention a mention is: contracts of the ranker, whatever the reader sees."""

import re

import pytest
from analysed import read

from hf_genderfair.languages.coreference.linking import NEW, WEIGHTS, Linker, PersonOption, link, probabilities
from hf_genderfair.languages.coreference.mention import PRONOUN, GenderEvidence
from hf_genderfair.languages.coreference.quotes.spans import direct_quotes
from hf_genderfair.languages.coreference.resolution import unlinked_mentions
from hf_genderfair.languages.reader.generic_reference import fitted_weights


def mentions_of(text, lang="en"):
    document = read(text, lang)
    return document, unlinked_mentions(document)[0]


def begun(text, new=1):
    """Return the mentions of a text, and a linker to which the first of them are new persons."""
    document, mentions = mentions_of(text)
    linker = Linker(document, direct_quotes(document))
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


def test_rules_say_whose_a_pronoun_is():
    mentions, linker = begun("Joan Ashby sang. She bowed.")
    said = [option.person for option in linker.options(mentions[1]) if "pronoun by rule" in option.features]
    assert said == [linker.ruled(mentions[1])] == [0]
    mentions, linker = begun("Joan Ashby sang. She bowed. Tom Hale left. Ashby slept.", 2)
    assert linker.ruled(mentions[3]) == 0


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
    document, mentions = mentions_of(text)
    link(document, mentions, [])
    assert all(mention.actor >= 0 for mention in mentions)
