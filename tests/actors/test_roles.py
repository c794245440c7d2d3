"""Roles of words in their clauses."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test

from hf_genderfair.actors.mention import ROLES
from hf_genderfair.actors.roles import role_of, subject_of
from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def read(text, lang):
    return Document(text, next(pipeline(lang).analyse([text])), lang)


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


@as_one_test(
    ("lang", "text", "word", "expected"),
    [
        ("en", "Nora saw the boy.", "Nora", "subject"),
        ("en", "Nora saw the boy.", "boy", "object"),
        ("en", "Nora was praised by the boy.", "Nora", "passive_subject"),
        ("en", "Nora was praised by the boy.", "boy", "agent"),
        ("en", "Nora and Emil sang.", "Emil", "subject"),
        ("en", "Nora talked with Emil.", "Emil", "oblique"),
        ("en", "Nora's song ended.", "Nora", "possessor"),
        ("en", "Nora is a singer.", "Nora", "subject"),
        ("en", "Nora is a singer.", "singer", "predicate"),
        ("en", "The doctor who helped Nora left.", "Nora", "object"),
        ("en", "Nora gave Emil a book.", "Emil", "dative_object"),
        ("de", "Nora sah den Jungen.", "Jungen", "object"),
        ("de", "Den Jungen sah Nora.", "Nora", "subject"),
        ("de", "Nora wurde von dem Jungen gelobt.", "Jungen", "agent"),
        ("de", "Nora wurde von dem Jungen gelobt.", "Nora", "passive_subject"),
        ("de", "Nora hilft dem Jungen.", "Jungen", "dative_object"),
        ("de", "Nora ist Sängerin.", "Sängerin", "predicate"),
        ("de", "Nora und Emil singen.", "Emil", "subject"),
        ("de", "Das Lied der Sängerin endete.", "Sängerin", "possessor"),
        ("de", "Nora sprach mit dem Jungen.", "Jungen", "oblique"),
        ("de", "Nora spricht von dem Jungen.", "Jungen", "oblique"),
        ("de", "Ich frage Sie, Herr Kollege Brandt, ob das stimmt.", "Brandt", "vocative"),
        ("de", "Frau Präsidentin! Wir beraten heute.", "Präsidentin", "vocative"),
        ("de", "Vielen Dank, Frau Kossek.", "Kossek", "vocative"),
        ("de", "Herr Staatssekretär, könnten Sie das erklären?", "Staatssekretär", "vocative"),
        ("de", "Liebe Kolleginnen und Kollegen, wir stimmen ab.", "Kollegen", "vocative"),
        ("de", "Herr Müller, 45, kam.", "Müller", "subject"),
        ("de", "Die Pläne, lieber Herr Lang, sind ein Fehler.", "Lang", "vocative"),
        ("de", "Frau Ministerin, Sie sind zu spät.", "Ministerin", "vocative"),
        ("de", "Die Ministerin, Frau Weber, kam heute.", "Weber", "subject"),
        ("de", "Er traf Frau Maier, Frau Lang, Frau Beck und den Chef.", "Lang", "object"),
        ("en", "Thank you, Mr. Stone, for your letter.", "Stone", "vocative"),
        ("en", "His brother, Mr. Stone, came.", "Stone", "subject"),
    ],
)
def test_the_role_of_a_word(lang, text, word, expected):
    assert role(read(text, lang), word) == expected


def test_german_forms_overrule_a_parser_that_takes_the_first_word_for_the_subject():
    document = parsed(
        "de",
        "Den|DET|1|det",
        "Mann|NOUN|2|nsubj|Gender=Masc|Number=Sing",
        "beißt|VERB|2|root",
        "der|DET|4|det",
        "Hund|NOUN|2|obj|Gender=Masc|Number=Sing",
    )
    assert (role(document, "Mann"), role(document, "Hund")) == ("object", "subject")


def test_a_rival_with_a_sure_form_decides():
    document = parsed(
        "de",
        "Den|DET|1|det",
        "Mann|NOUN|2|nsubj|Gender=Masc|Number=Sing",
        "sieht|VERB|2|root",
        "Eva|PROPN|2|obj",
    )
    assert (role(document, "Mann"), role(document, "Eva")) == ("object", "subject")


@pytest.mark.parametrize(
    ("verb", "noun", "expected"),
    [
        ("reagierte|VERB|1|root|VerbForm=Fin|Number=Sing|Person=3", "Präsident|NOUN|1|obj|Number=Sing", "subject"),
        ("reagierten|VERB|1|root|VerbForm=Fin|Number=Plur|Person=3", "Präsident|NOUN|1|obj|Number=Sing", "object"),
        ("frag|VERB|1|root|VerbForm=Fin|Number=Sing|Mood=Imp", "Präsident|NOUN|1|obj|Number=Sing", "object"),
    ],
)
def test_the_only_argument_is_the_subject_where_it_agrees_with_the_verb(verb, noun, expected):
    assert role(parsed("de", "Verschnupft|ADV|1|advmod", verb, noun), "Präsident") == expected


def test_agents_of_german_passives_that_the_parser_takes_for_modifiers():
    document = parsed(
        "de",
        "Eva|PROPN|4|nsubj:pass",
        "wurde|AUX|4|aux:pass",
        "von|ADP|3|case",
        "Emil|PROPN|4|obl",
        "gelobt|VERB|4|root|VerbForm=Part",
    )
    assert role(document, "Emil") == "agent"


def test_reduced_passives_have_agents():
    document = parsed(
        "en",
        "songs|NOUN|0|root",
        "written|VERB|0|acl|VerbForm=Part|Tense=Past",
        "by|ADP|3|case",
        "Nora|PROPN|1|obl",
    )
    assert role(document, "Nora") == "agent"


@pytest.mark.parametrize(
    ("relation", "expected"),
    [("vocative", "vocative"), ("xcomp", "predicate"), ("dislocated", "other"), ("det:poss", "possessor")],
)
def test_relations_with_one_role(relation, expected):
    assert role(parsed("en", "left|VERB|0|root", f"Nora|PROPN|0|{relation}"), "Nora") == expected


def test_a_cycle_of_heads_ends():
    document = parsed("en", "Nora|PROPN|1|conj", "Emil|PROPN|0|conj")
    assert role(document, "Nora") in ROLES


@pytest.mark.parametrize(
    ("lang", "text", "noun", "about"),
    [
        ("en", "Nora is a singer.", "singer", "Nora"),
        ("en", "Nora works as a singer.", "singer", "Nora"),
        ("en", "Emil saw a singer.", "singer", None),
        ("de", "Nora arbeitet als Sängerin.", "Sängerin", "Nora"),
        ("de", "Nora, die Sängerin, schlief.", "Sängerin", "Nora"),
    ],
)
def test_of_whom_a_noun_is_said(lang, text, noun, about):
    document = read(text, lang)
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == noun]
    found = subject_of(document, place)
    assert (None if found is None else document.tokens[found].text) == about
