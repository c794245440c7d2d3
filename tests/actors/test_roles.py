"""Roles of words in their clauses, and what is said in them."""

from analysed import read
from golden import all_rows

from hf_genderfair.actors.actor_analysis import find_predications
from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.roles import bearer_of, role_of
from hf_genderfair.languages.document import Document


def parsed(lang, *words):
    """Return a document of words written as text|part of speech|head|relation, with features after it."""
    tokens, start = [], 0
    for word in words:
        text, pos, head, relation, *features = word.split("|")
        morph = dict(feature.split("=") for feature in features)
        tokens.append(Token(text, start, start + len(text), pos, text.lower(), morph, int(head), relation))
        start += len(text) + 1
    text = " ".join(token.text for token in tokens)
    return Document(text, Analysis((Sentence(0, len(text), tuple(tokens), ()),)), lang)


def role(document, word):
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == word]
    return role_of(document, place)


@all_rows
def test_the_role_of_a_word(lang, text, word, expected):
    assert role(read(text, lang), word) == expected


@all_rows
def test_the_only_argument_is_the_subject_where_it_agrees_with_the_verb(verb, noun, expected):
    assert role(parsed("de", "Verschnupft|ADV|1|advmod", verb, noun), "Präsident") == expected


@all_rows
def test_relations_with_one_role(relation, expected):
    assert role(parsed("en", "left|VERB|0|root", f"Nora|PROPN|0|{relation}"), "Nora") == expected


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
