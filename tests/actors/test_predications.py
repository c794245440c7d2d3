"""Clauses and what is said in them."""

from analysed import read
from golden import all_rows

from hf_genderfair.actors.predications import clauses, find_predications
from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.document import Document


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


def test_an_actor_who_is_mentioned_twice_in_a_clause_has_one_predication():
    document = read("Nora saw Emil.", "en")
    both = [mention(document, "Nora", 0), mention(document, "Emil", 0)]
    assert len(find_predications(document, both)) == 1
    both[1].actor = 1
    assert [predication.actor for predication in find_predications(document, both)] == [0, 1]


def test_every_token_has_a_clause_even_where_heads_run_in_a_circle():
    tokens = tuple(
        Token(text, place, place + 1, "X", text, {}, head, "dep")
        for place, (text, head) in enumerate([("a", 1), ("b", 2), ("c", 1)])
    )
    document = Document("abc", Analysis((Sentence(0, 3, tokens, ()),)), "en")
    assert len(set(clauses(document))) == 1
    assert list(document.ancestors(0)) == [1, 2, 1]
