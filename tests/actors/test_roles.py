"""Roles of words in their clauses, and what is said in them."""

from analysed import read
from golden import all_rows

from hf_genderfair.actors.actor_analysis import find_predications
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.roles import bearer_of, role_of


def role(document, word):
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == word]
    return role_of(document, place)


@all_rows
def test_the_role_of_a_word(lang, text, word, expected):
    assert role(read(text, lang), word) == expected


@all_rows
def test_of_whom_a_noun_is_said(lang, text, noun, about):
    document = read(text, lang)
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == noun]
    found = bearer_of(document, place)
    assert (None if found is None else document.tokens[found].text) == about


def words(document, tokens):
    return " ".join(document.tokens[place].text for place in tokens)


def mention(document, word, actor):
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == word]
    token = document.tokens[place]
    return Mention(token.start, token.end, place, "name", actor=actor)


@all_rows
def test_a_predication_is_the_clause_of_the_mention(lang, text, word, clause):
    document = read(text, lang)
    (predication,) = find_predications(document, [mention(document, word, 0)])
    assert words(document, predication.tokens) == clause
