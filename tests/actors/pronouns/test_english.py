"""English pronouns: a golden table of invented sentences, and contracts."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.languages.analysis import Analysis, Entity, Token
from hf_genderfair.languages.coreference.mention import Mention
from hf_genderfair.languages.coreference.mentions import find_mentions
from hf_genderfair.languages.coreference.names.merging import merge_names
from hf_genderfair.languages.coreference.pronouns.english import GENDERS, decide, resolve
from hf_genderfair.languages.coreference.pronouns.english_candidates import NEW, possible_persons
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import load_lexicon

TABLE = Path(__file__).with_name("english.tsv")

TURNED = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
OCCUPATIONS = ("nurse", "engineer", "secretary", "carpenter", "teacher", "surgeon", "clerk", "mechanic")


def rows() -> list[tuple[str, str, str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(phenomenon, text, found) for phenomenon, text, found in cells]


ROWS = rows()


def read(text: str) -> Document:
    return Document(text, next(iter(pipeline("en").analyse([text]))), "en")


def named(document: Document) -> list[Mention]:
    mentions = find_mentions(document)
    merge_names(document, mentions)
    return mentions


def shown(text: str) -> str:
    """Write what is found as the table does."""
    document = read(text)
    mentions = named(document)
    names: dict[int, str] = {}
    for mention in mentions:
        names.setdefault(mention.actor, text[mention.start : mention.end])
    pronouns = resolve(document, mentions, [])
    for pronoun in pronouns:
        known = sum(name.startswith("new") for name in names.values())
        names.setdefault(pronoun.actor, f"new{known + 1}")
    return " ".join(f"{text[pronoun.start : pronoun.end]}={names[pronoun.actor]}" for pronoun in pronouns)


def test_the_table_has_enough_rows() -> None:
    assert len(ROWS) >= 70
    assert len({text for _, text, _ in ROWS}) == len(ROWS)


@as_one_test(("text", "expected"), [(text, expected) for _, text, expected in ROWS])
def test_golden(text: str, expected: str) -> None:
    assert shown(text) == expected


def turned(document: Document) -> Document:
    """Return the same analysis with *she* for *he*: whatever a parser makes of it is not asked here."""
    tokens: list[Token] = []
    for token in document.tokens:
        word = TURNED.get(token.text.lower(), token.text)
        tokens.append(token._replace(text=word.capitalize() if token.text.istitle() else word))
    other = Document(document.text, Analysis(()), "en")
    other.tokens, other.heads, other.entities = tokens, document.heads, document.entities
    other.sentences, other.sentence_of = document.sentences, document.sentence_of
    return other


@all_rows
def test_she_and_he_get_the_same_antecedent_whatever_the_occupation(template: str) -> None:
    answers = set()
    for place, first in enumerate(OCCUPATIONS):
        document = read(template.format(first, OCCUPATIONS[place - 1]))
        mentions = named(document)
        assert len(mentions) == 2
        own = [mention.actor for mention in resolve(document, mentions, [])]
        assert own
        assert own == [mention.actor for mention in resolve(turned(document), mentions, [])]
        shape = tuple((token.relation, head) for token, head in zip(document.tokens, document.heads, strict=True))
        answers.add((shape, tuple(own)))
    # where the parses are the same, the words of the occupations change nothing
    assert len(answers) == len({shape for shape, _ in answers})


def test_weights_know_neither_gender_nor_words() -> None:
    weights = load_lexicon("pronoun_weights_en").rows
    words = {word for feature, _ in weights for word in re.findall(r"[a-z]+", feature.lower())}
    assert len(weights) > 100
    assert not words & {*GENDERS, "female", "male", "woman", "man", *OCCUPATIONS}


@pytest.mark.parametrize("text", [" ".join(text for _, text, _ in ROWS[:40]), "", "Ada.", "she", "They them he. Xe!"])
def test_contracts(text: str) -> None:
    document = read(text)
    mentions = named(document)
    before = [(mention.start, mention.actor) for mention in mentions]
    found = resolve(document, mentions, [])
    assert [(mention.start, mention.actor) for mention in mentions] == before
    assert [mention.start for mention in found] == sorted(mention.start for mention in found)
    everything = sorted([*mentions, *found], key=lambda mention: mention.start)
    assert all(one.end <= other.start for one, other in pairwise(everything))
    numbers = {mention.actor for mention in everything}
    assert numbers == set(range(len(numbers)))
    for mention in found:
        assert document.tokens[mention.head].start == mention.start
        assert all(sign.kind == "pronoun" for sign in mention.evidence)


def test_evidence_of_pronouns() -> None:
    text = "Ada Hill slept. She dreamt. The boys left because they were late. Sam Price sold xyr car."
    document = read(text)
    signs = {
        text[m.start : m.end]: [sign.gender for sign in m.evidence] for m in resolve(document, named(document), [])
    }
    assert signs == {"She": ["female"], "they": [], "xyr": ["neutral"]}


def test_a_pronoun_proves_that_a_name_is_a_persons() -> None:
    text = "Vondel praised the novel. Later Vondel sold his own books in Leeds."
    document = read(text)
    document.entities = [Entity(0, 6, "LOC"), Entity(32, 38, "ORG"), Entity(61, 66, "LOC")]
    assert [(m.start, m.end, m.actor) for m in possible_persons(document, [])] == [(0, 6, -2), (32, 38, -2)]
    assert [m.start for m in possible_persons(document, [Mention(30, 33, 4, "noun", actor=0)])] == [0]
    found = [(text[m.start : m.end], m.kind, m.actor) for m in resolve(document, [], [])]
    assert found == [("Vondel", "name", 0), ("Vondel", "name", 0), ("his", "pronoun", 0)]


def test_names_of_places_stay_places() -> None:
    text = "Leeds is large. It grew."
    document = read(text)
    document.entities = [Entity(0, 5, "LOC")]
    assert resolve(document, [], []) == []


def test_someone_is_an_actor_only_when_a_pronoun_stands_for_them() -> None:
    alone, meant = read("Someone rang the bell."), read("Someone left her bag on the bus.")
    assert resolve(alone, [], []) == []
    assert [(m.start, m.actor) for m in resolve(meant, [], [])] == [(0, 0), (13, 0)]


def test_them_beside_they_without_any_group_is_a_new_one() -> None:
    document = read("Unless they take them out, you will see two hooks.")
    assert not [mention for mention in resolve(document, [], []) if not mention.plural]


def test_weights_decide() -> None:
    text = "The nurse greeted the clerk. She smiled."
    document = read(text)
    mentions = named(document)
    (first,) = decide(document, mentions, [], {"role subject for subject": 1.0})
    (second,) = decide(document, mentions, [], {"role object for subject": 1.0})
    (none,) = decide(document, mentions, [], {"new": 1.0})
    assert [first.mention.actor, second.mention.actor, none.mention.actor] == [0, 1, 2]
    assert {option.actor for option in first.options} == {0, 1, NEW}
