"""What forbids a swap: a word in the sentence, and what it is about."""

import pytest
from as_one_test import as_one_test
from golden import all_rows, table

from hf_genderfair.counterfactual.conflicts import conflict, topic_reason
from hf_genderfair.counterfactual.swapping import Change, Swapping
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline

GOLDEN = table(__file__, "conflicts_golden.tsv")


@pytest.fixture(scope="module")
def documents():
    found = {}
    for lang in ("de", "en", "es"):
        own = [row[3] for row in GOLDEN if row[0] == lang]
        for text, analysis in zip(own, pipeline(lang).analyse(own), strict=True):
            found[lang, text] = Document(text, analysis, lang)
    return found


def swapping_of(document, words):
    cells = (word.split(" > ") for word in words.split(" | "))
    changed = {word: (replacement, rule) for word, replacement, rule in cells}
    changes = [
        Change(token.start, token.end, *changed[token.text], 0) for token in document.tokens if token.text in changed
    ]
    assert changes
    return Swapping(changes, [])


@as_one_test(("lang", "attribute", "to", "text", "words", "reason"), GOLDEN)
def test_golden(documents, lang, attribute, to, text, words, reason):
    document = documents[lang, text]
    assert (conflict(document, swapping_of(document, words), to, attribute) or "") == reason


def test_nothing_changed_is_no_conflict(documents):
    document = documents["en", "She is pregnant again."]
    assert conflict(document, Swapping([], []), "male", "gender") is None


@all_rows
def test_topics(lang, text, reason):
    assert topic_reason(text, lang) == reason
