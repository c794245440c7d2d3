"""Which mentions are of the same actor."""

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import all_rows, table

from hf_genderfair.actors.actor_analysis import actor_name
from hf_genderfair.languages.coreference.mention import mentions_by_actor
from hf_genderfair.languages.coreference.resolution import mentions_of_anybody, mentions_of_somebody

GOLDEN = table(__file__, "names_golden.tsv")


def actors(text, lang):
    document = read(text, lang)
    mentions = [mention for mention in mentions_of_anybody(document)[0] if mention.kind != "pronoun"]
    return document, list(mentions_by_actor(mentions).values())


@as_one_test(("lang", "text", "expected"), GOLDEN)
def test_the_actors_of_a_text(lang, text, expected):
    _, found = actors(text, lang)
    assert "; ".join(", ".join(text[mention.start : mention.end] for mention in own) for own in found) == expected


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_mention_has_one_actor_and_actors_are_numbered_by_their_first_mention(lang):
    document = read(" ".join(row[1] for row in GOLDEN if row[0] == lang), lang)
    mentions, _ = mentions_of_somebody(document)
    first = list(dict.fromkeys(mention.actor for mention in mentions))
    assert first == list(range(len(first)))


@all_rows
def test_what_an_actor_is_called(lang, text, name):
    document, (own, *_) = actors(text, lang)
    assert actor_name(document, own) == name
