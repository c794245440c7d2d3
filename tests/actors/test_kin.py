"""Wives and husbands who have a name in the text."""

from __future__ import annotations

import pytest

from hf_genderfair.actors.kin import join_kin
from hf_genderfair.actors.mention import Mention
from hf_genderfair.actors.mentions import find_mentions
from hf_genderfair.actors.names.merging import join_by_pronouns, merge_mentions
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def read(text, lang):
    return Document(text, next(pipeline(lang).analyse([text])), lang)


def actors(document, mentions):
    found = {}
    for mention in mentions:
        found.setdefault(mention.actor, []).append(document.text[mention.start : mention.end])
    return list(found.values())


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "Mr. Hill slept. Mrs. Hill sang. Mr. Hill's wife left.", [["Hill", "Hill"], ["Hill", "wife"]]),
        ("en", "Mrs. Lane sang. Mr. Lane slept. Mrs. Lane's husband left.", [["Lane", "Lane"], ["Lane", "husband"]]),
        ("en", "Mr. Hill slept. Miss Hill sang. Mr. Hill's wife left.", [["Hill", "Hill"], ["Hill"], ["wife"]]),
        ("en", "Mr. Hill slept. Mrs. Lane sang. Mr. Hill's wife left.", [["Hill", "Hill"], ["Lane"], ["wife"]]),
    ],
)
def test_possessors_with_a_name(lang, text, expected):
    document = read(text, lang)
    mentions = find_mentions(document)
    merge_mentions(document, mentions)
    assert actors(document, mentions) == expected


@pytest.mark.parametrize(
    ("lang", "text", "possessive", "kin", "joined"),
    [
        ("en", "Mr. Hill slept. Mrs. Hill sang. His wife left.", "His", "wife", True),
        ("en", "Mr. Hill slept. His wife left.", "His", "wife", False),
        ("en", "Mr. Hill slept. Mrs. Hill sang. His daughter left.", "His", "daughter", False),
        ("de", "Herr Weber schlief. Frau Weber sang. Seine Frau lachte.", "Seine", "Frau", True),
        ("de", "Klaus Weber schlief. Eva Weber sang. Seine Frau lachte.", "Seine", "Frau", False),
    ],
)
def test_possessors_that_are_pronouns(lang, text, possessive, kin, joined):
    document = read(text, lang)
    mentions = find_mentions(document)
    number = merge_mentions(document, mentions)
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == possessive]
    token = document.tokens[place]
    mentions.append(Mention(token.start, token.end, place, "pronoun", actor=mentions[0].actor))
    mentions.sort(key=lambda mention: mention.start)
    join_kin(document, mentions)
    (noun,) = [mention for mention in mentions if mention.kind == "noun" and text[mention.start : mention.end] == kin]
    assert (noun.actor == mentions[1].actor) == joined
    assert all(0 <= mention.actor < number for mention in mentions)


def test_pronouns_go_along_with_the_noun():
    document = read("Mr. Hill slept. Mrs. Hill sang. His wife left. She came.", "en")
    mentions = find_mentions(document)
    merge_mentions(document, mentions)
    he, wife = mentions[0].actor, mentions[-1].actor
    for word, actor in (("His", he), ("She", wife)):
        (place,) = [place for place, token in enumerate(document.tokens) if token.text == word]
        token = document.tokens[place]
        mentions.append(Mention(token.start, token.end, place, "pronoun", actor=actor))
    mentions.sort(key=lambda mention: mention.start)
    join_kin(document, mentions)
    assert actors(document, mentions) == [["Hill", "His"], ["Hill", "wife", "She"]]


@pytest.mark.parametrize(
    ("lang", "text", "pronoun", "noun", "joined"),
    [
        ("en", "Emma Hill came. She is a doctor.", "She", "doctor", True),
        ("en", "Mr. Hill came. He is a mother.", "He", "mother", False),
        ("en", "Emma Hill came. She met a doctor.", "She", "doctor", False),
        ("de", "Eva Berg kam. Sie ist Ärztin.", "Sie", "Ärztin", True),
    ],
)
def test_what_is_said_of_a_pronoun_is_said_of_its_actor(lang, text, pronoun, noun, joined):
    document = read(text, lang)
    mentions = find_mentions(document)
    merge_mentions(document, mentions)
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == pronoun]
    token = document.tokens[place]
    mentions.append(Mention(token.start, token.end, place, "pronoun", actor=mentions[0].actor))
    mentions.sort(key=lambda mention: mention.start)
    join_by_pronouns(document, mentions)
    (said,) = [mention for mention in mentions if text[mention.start : mention.end] == noun]
    assert (said.actor == mentions[0].actor) == joined
