"""Roles of words in their clauses."""

from analysed import read
from golden import all_rows

from hf_genderfair.languages.analysis import Analysis, Sentence, Token
from hf_genderfair.languages.coreference.mention import ROLES
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
        "de", "Den|DET|1|det", "Mann|NOUN|2|nsubj|Gender=Masc|Number=Sing", "sieht|VERB|2|root", "Eva|PROPN|2|obj"
    )
    assert (role(document, "Mann"), role(document, "Eva")) == ("object", "subject")


@all_rows
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
        "en", "songs|NOUN|0|root", "written|VERB|0|acl|VerbForm=Part|Tense=Past", "by|ADP|3|case", "Nora|PROPN|1|obl"
    )
    assert role(document, "Nora") == "agent"


@all_rows
def test_relations_with_one_role(relation, expected):
    assert role(parsed("en", "left|VERB|0|root", f"Nora|PROPN|0|{relation}"), "Nora") == expected


def test_a_cycle_of_heads_ends():
    document = parsed("en", "Nora|PROPN|1|conj", "Emil|PROPN|0|conj")
    assert role(document, "Nora") in ROLES


def test_a_text_may_end_with_a_name_below_its_noun():
    assert role(parsed("de", "Chefin|NOUN|0|root", "Nora|PROPN|0|compound"), "Nora") in ROLES


@all_rows
def test_of_whom_a_noun_is_said(lang, text, noun, about):
    document = read(text, lang)
    (place,) = [place for place, token in enumerate(document.tokens) if token.text == noun]
    found = bearer_of(document, place)
    assert (None if found is None else document.tokens[found].text) == about
