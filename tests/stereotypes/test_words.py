"""Classes of verbs, the connotation of labels, the sentiment of what is said of them, and the lists of words."""

import re
from pathlib import Path

import pytest
from analysed import read
from golden import all_rows

from hf_genderfair import stereotypes
from hf_genderfair.languages.analysis import Token
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.languages import verb_forms
from hf_genderfair.stereotypes.predicates import evaluate, read_connotation
from hf_genderfair.stereotypes.words import verb_class


@all_rows
def test_verb_class(lang, form, lemma, expected):
    assert verb_class(Token(form, 0, len(form), "VERB", lemma, {}, 0, "root"), lang) == expected


@all_rows
def test_connotation_of_the_label_alone(lang, label, connotation):
    document = read(label, lang)
    assert read_connotation(document, 0, len(document.tokens)) == connotation


@all_rows
def test_sentiment_of_what_is_said(text, valence):
    document = read(text, "en")
    assert evaluate(document, range(1, len(document.tokens))) == valence


@pytest.mark.parametrize("lexicon", ["reference_words", "situation_words", "statement_patterns"])
def test_every_kind_of_words_is_read_and_explained(lexicon):
    table = load_lexicon(lexicon)
    rules = "".join(path.read_text(encoding="utf-8") for path in Path(stereotypes.__file__).parent.glob("*.py"))
    kinds = {row[1] for row in table.rows}
    assert [kind for kind in kinds if f'"{kind}"' not in rules] == []
    assert [kind for kind in kinds if not re.search(rf"\b{kind}\b", table.metadata["note"])] == []


@all_rows
def test_english_verbs_have_their_forms(lemma, past):
    forms = {*verb_forms(lemma)}
    assert past in forms
    assert lemma + lemma[-1] + "ed" not in forms - {past}
