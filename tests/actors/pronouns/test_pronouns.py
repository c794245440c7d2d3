"""Pronouns: golden tables of invented sentences by language, and contracts."""

from itertools import pairwise

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import all_rows, table

from hf_genderfair.languages.coreference.linking import link
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.name_merging import merge_names
from hf_genderfair.languages.coreference.pronouns import find_pronouns
from hf_genderfair.languages.coreference.resolution import pronouns_of_speakers, unlinked_mentions

TABLES = {"de": "german.tsv", "en": "english.tsv"}
ROWS = [(lang, *row) for lang, name in TABLES.items() for row in table(__file__, name)]


def linked(document):
    mentions, quotes = unlinked_mentions(document)
    link(document, mentions, quotes)
    return mentions


def shown(lang, text):
    """Write what is found as the tables do."""
    mentions = linked(read(text, lang))
    names = {}
    for mention in mentions:
        if mention.kind != "pronoun":
            names.setdefault(mention.actor, text[mention.start : mention.end])
    pronouns = [mention for mention in mentions if mention.kind == "pronoun"]
    for pronoun in pronouns:
        known = sum(name.startswith("new") for name in names.values())
        names.setdefault(pronoun.actor, f"new{known + 1}")
    return " ".join(f"{text[pronoun.start : pronoun.end]}={names[pronoun.actor]}" for pronoun in pronouns)


@as_one_test(("lang", "phenomenon", "text", "expected"), ROWS)
def test_golden(lang, phenomenon, text, expected):
    assert shown(lang, text) == expected


@all_rows
def test_evidence_is_what_a_pronoun_says_of_a_person_not_of_a_word(lang, text, expected):
    found = [
        " ".join([text[each.start : each.end] + "+" * each.plural, each.role, *[sign.gender for sign in each.evidence]])
        for each in linked(read(text, lang))
        if each.kind == "pronoun"
    ]
    assert "; ".join(found) == expected


@pytest.mark.parametrize("lang", TABLES)
def test_pronouns_are_in_order_apart_and_numbered(lang):
    everything = "\n\n".join(text for of, _, text, _ in ROWS if of == lang)
    for text in (everything, "", " \n", "Ada.", "she", "Er", "sich", "der die das", "ihr " * 50, "They them he. Xe!"):
        document = read(text, lang)
        mentions = find_mentions(document)
        merge_names(document, mentions)
        before = repr(mentions)
        found = find_pronouns(document, mentions)
        assert repr(mentions) == before
        assert found == find_pronouns(document, mentions)
        together = sorted([*mentions, *found], key=lambda mention: mention.start)
        assert all(one.end <= other.start for one, other in pairwise(together))
        assert found == sorted(found, key=lambda mention: mention.start)
        for mention in found:
            assert document.tokens[mention.head].start == mention.start
            assert mention.actor >= 0
            assert all(sign.kind == "pronoun" for sign in mention.evidence)


@all_rows
def test_first_person_of_a_quote_is_of_its_speaker(lang, text, said, known, expected):
    starts = [(text.index(words), words, kind, actor) for words, kind, actor in said]
    quotes = [Quote(start, start + len(words), kind, actor=actor) for start, words, kind, actor in starts]
    mentions = [Mention(start, start + 1, 1, "pronoun") for start in known]
    found = pronouns_of_speakers(read(text, lang), mentions, quotes)
    assert [(text[mention.start : mention.end], mention.actor) for mention in found] == expected
