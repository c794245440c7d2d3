"""Mentions of persons by name and noun."""

from itertools import pairwise

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import all_rows, table

from hf_genderfair.languages.coreference.mentions import find_mentions

GOLDEN = table(__file__, "mentions_golden.tsv")


def described(document):
    found = []
    for mention in find_mentions(document):
        words = document.text[mention.start : mention.end].replace(" ", "_")
        kind = mention.kind + "+" * mention.plural
        found.append(" ".join([words, kind, mention.role, *[sign.gender for sign in mention.evidence]]))
    return "; ".join(found)


@as_one_test(("lang", "text", "mentions"), GOLDEN)
def test_the_mentions_of_a_sentence(lang, text, mentions):
    assert described(read(text, lang)) == mentions


@pytest.mark.parametrize("lang", ["de", "en"])
def test_mentions_are_in_order_without_overlap_and_open(lang):
    text = " ".join(row[1] for row in GOLDEN if row[0] == lang)
    document = read(text, lang)
    found = find_mentions(document)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(text[mention.start : mention.end].strip() and mention.actor == -1 for mention in found)
    assert all(mention.start <= document.tokens[mention.head].start < mention.end for mention in found)


@as_one_test("lang", ["de", "en"])
@as_one_test("text", ["", " \n", "42", "…", "- - -", "Xyz", "A.", "'s"])
def test_texts_without_persons(lang, text):
    assert [mention for mention in find_mentions(read(text, lang)) if mention.kind == "noun"] == []


@all_rows
def test_names_and_nouns_of_persons(lang, text, kind, words):
    assert [text[found.start : found.end] for found in find_mentions(read(text, lang)) if found.kind == kind] == words


@all_rows
def test_commands_storms_ships_and_idioms_name_nobody(lang, text):
    assert not any(not mention.plural for mention in find_mentions(read(text, lang)))


@all_rows
def test_the_possessive_of_an_honour_tells_the_gender(lang, text, gender):
    titles = [item for mention in find_mentions(read(text, lang)) for item in mention.evidence if item.kind == "title"]
    assert {item.gender for item in titles} == {gender}
