"""The sentiment of what is said of a label."""

import pytest
from as_one_test import as_one_test
from golden import golden_rows

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.stereotypes.predicates import evaluate

SAID = dict(golden_rows(__file__, "SAID"))
AT_LEAST = {"de": 150, "en": 600, "es": 150}


@pytest.fixture(scope="module")
def documents():
    analyses = pipeline("en").analyse(list(SAID), ("pos", "morph", "lemma", "syntax"))
    return {text: Document(text, analysis, "en") for text, analysis in zip(SAID, analyses, strict=True)}


@as_one_test("text", SAID)
def test_sentiment(documents, text):
    document = documents[text]
    assert evaluate(document, range(1, len(document.tokens))) == SAID[text]


def test_lexicon_rows_are_sound():
    rows = load_lexicon("evaluation_words").rows
    assert all(-4 <= float(valence) <= 4 for _, _, valence, _ in rows)
    assert {kind for _, _, _, kind in rows} == {"", "adverb", "noun", "verb"}
    for lang, least in AT_LEAST.items():
        assert sum(row[0] == lang for row in rows) > least
