from pathlib import Path

import pytest
from as_one_test import as_one_test

from hf_genderfair.actors.actor_analysis import CODED_LANGUAGES, CodedWord, codings, find_coded_words
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import load_lexicon

GOLDEN = [
    line.split("\t")
    for line in Path(__file__).with_name("coded_words_golden.tsv").read_text(encoding="utf-8").splitlines()
]


@as_one_test(("lang", "pos", "word", "expected"), GOLDEN)
def test_golden(lang, pos, word, expected):
    assert codings(word.replace("\\u00ad", "\u00ad"), pos, lang) == tuple(expected.split())


@pytest.mark.parametrize("lang", CODED_LANGUAGES)
def test_every_stem_is_found_and_every_exception_is_not(lang):
    for coding, form, kind, pos in load_lexicon(f"coded_words_{lang}").rows:
        assert (coding in codings(form, pos or "NOUN", lang)) == (not kind.startswith("except")), form


def test_words_are_counted_once_and_names_never():
    text = "Frau Stark und Herr Kühn leiten die Betreuung, die Betreuung ist mutig."
    document = Document(text, next(pipeline("de").analyse([text])), "de")
    found = [(document.tokens[place].text, coding) for place, coding in find_coded_words(document)]
    assert found == [
        ("leiten", "masculine"),
        ("Betreuung", "feminine"),
        ("Betreuung", "feminine"),
        ("mutig", "masculine"),
    ]
    assert CodedWord(0, "feminine") not in find_coded_words(document)
