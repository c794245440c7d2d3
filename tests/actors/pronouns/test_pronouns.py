"""Pronouns: golden tables of invented sentences by language, and contracts."""

import re
from itertools import pairwise

import pytest
from analysed import read
from as_one_test import as_one_test
from golden import all_rows, table

from hf_genderfair.languages.analysis import Analysis, Entity
from hf_genderfair.languages.coreference import english_pronouns as english
from hf_genderfair.languages.coreference import german_pronouns as german
from hf_genderfair.languages.coreference.english_candidates import possible_persons
from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.name_merging import merge_names
from hf_genderfair.languages.coreference.resolution import pronouns_of_speakers
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import load_lexicon

RESOLVE = {"de": german.resolve, "en": english.resolve}
TABLES = {"de": "german.tsv", "en": "english.tsv"}
ROWS = [(lang, *row) for lang, name in TABLES.items() for row in table(__file__, name)]
TURNED = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
OCCUPATIONS = ("nurse", "engineer", "secretary", "carpenter", "teacher", "surgeon", "clerk", "mechanic")


def named(document):
    mentions = [mention for mention in find_mentions(document) if not mention.seen]
    merge_names(document, mentions)
    return mentions


def shown(lang, text, quotes=()):
    """Write what is found as the tables do."""
    document = read(text, lang)
    mentions = named(document)
    names = {}
    for mention in mentions:
        names.setdefault(mention.actor, text[mention.start : mention.end])
    pronouns = RESOLVE[lang](document, mentions, quotes)
    for pronoun in pronouns:
        known = sum(name.startswith("new") for name in names.values())
        names.setdefault(pronoun.actor, f"new{known + 1}")
    return " ".join(f"{text[pronoun.start : pronoun.end]}={names[pronoun.actor]}" for pronoun in pronouns)


@as_one_test(("lang", "phenomenon", "text", "expected"), ROWS)
def test_golden(lang, phenomenon, text, expected):
    assert shown(lang, text) == expected


@all_rows
def test_evidence_is_what_a_pronoun_says_of_a_person_not_of_a_word(lang, text, expected):
    document = read(text, lang)
    found = [
        " ".join([text[each.start : each.end] + "+" * each.plural, each.role, *[sign.gender for sign in each.evidence]])
        for each in RESOLVE[lang](document, named(document), [])
    ]
    assert "; ".join(found) == expected


@pytest.mark.parametrize("lang", RESOLVE)
def test_mentions_are_in_order_apart_and_of_numbered_persons(lang):
    everything = "\n\n".join(text for of, _, text, _ in ROWS if of == lang)
    for text in (everything, "", " \n", "Ada.", "she", "Er", "sich", "der die das", "ihr " * 50, "They them he. Xe!"):
        document = read(text, lang)
        mentions = named(document)
        before = repr(mentions)
        found = RESOLVE[lang](document, mentions, [])
        assert repr(mentions) == before
        assert found == RESOLVE[lang](document, mentions, [])
        together = sorted([*mentions, *found], key=lambda mention: mention.start)
        assert all(one.end <= other.start for one, other in pairwise(together))
        assert found == sorted(found, key=lambda mention: mention.start)
        numbers = {mention.actor for mention in together}
        assert numbers == set(range(len(numbers)))
        for mention in found:
            assert document.tokens[mention.head].start == mention.start
            assert all(sign.kind == "pronoun" for sign in mention.evidence)


def turned(document):
    """Return the same analysis with *she* for *he*: whatever a parser makes of it is not asked here."""
    tokens = []
    for token in document.tokens:
        word = TURNED.get(token.text.lower(), token.text)
        tokens.append(token._replace(text=word.capitalize() if token.text.istitle() else word))
    other = Document(document.text, Analysis(()), "en")
    other.tokens, other.heads, other.entities = tokens, document.heads, document.entities
    other.sentences, other.sentence_of = document.sentences, document.sentence_of
    return other


@pytest.mark.parametrize("count", [3, pytest.param(len(OCCUPATIONS), marks=pytest.mark.whole)])
@all_rows
def test_she_and_he_get_the_same_antecedent_whatever_the_occupation(count, template):
    answers = set()
    for place, first in enumerate(OCCUPATIONS[:count]):
        document = read(template.format(first, OCCUPATIONS[place - 1]), "en")
        mentions = named(document)
        assert len(mentions) == 2
        own = [mention.actor for mention in english.resolve(document, mentions, [])]
        assert own
        assert own == [mention.actor for mention in english.resolve(turned(document), mentions, [])]
        shape = tuple((token.relation, head) for token, head in zip(document.tokens, document.heads, strict=True))
        answers.add((shape, tuple(own)))
    # where the parses are the same, the words of the occupations change nothing
    assert len(answers) == len({shape for shape, _ in answers})


def test_weights_know_neither_gender_nor_words():
    weights = load_lexicon("pronoun_weights_en").rows
    words = {word for feature, _ in weights for word in re.findall(r"[a-z]+", feature.lower())}
    assert len(weights) > 100
    assert not words & {*english.GENDERS, "female", "male", "woman", "man", *OCCUPATIONS}


def test_nobody_calls_themselves_she():
    text = "Petra Klein kam mit Frau Seidel. Petra Klein sagte: „Sie lügt.“"
    start = text.index("Sie lügt")
    assert shown("de", text, (Quote(start, start + 9, "direct"),)) == "Sie=Seidel"


@all_rows
def test_first_person_of_a_quote_is_of_its_speaker(lang, text, said, known, expected):
    starts = [(text.index(words), words, kind, actor) for words, kind, actor in said]
    quotes = [Quote(start, start + len(words), kind, actor=actor) for start, words, kind, actor in starts]
    mentions = [Mention(start, start + 1, 1, "pronoun") for start in known]
    found = pronouns_of_speakers(read(text, lang), mentions, quotes)
    assert [(text[mention.start : mention.end], mention.actor) for mention in found] == expected


def test_a_pronoun_proves_that_a_name_is_a_persons_and_places_stay_places():
    text = "Vondel praised the novel. Later Vondel sold his own books in Leeds."
    document = read(text, "en")
    document.entities = [Entity(0, 6, "LOC"), Entity(32, 38, "ORG"), Entity(61, 66, "LOC")]
    assert [(m.start, m.end, m.actor) for m in possible_persons(document, [])] == [(0, 6, -2), (32, 38, -2)]
    assert [m.start for m in possible_persons(document, [Mention(30, 33, 4, "noun", actor=0)])] == [0]
    found = [(text[m.start : m.end], m.kind, m.actor) for m in english.resolve(document, [], [])]
    assert found == [("Vondel", "name", 0), ("Vondel", "name", 0), ("his", "pronoun", 0)]
    document = read("Leeds is large. It grew.", "en")
    document.entities = [Entity(0, 5, "LOC")]
    assert english.resolve(document, [], []) == []
