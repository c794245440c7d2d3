"""Tests for reported clauses and their speakers."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.languages.coreference.mention import Mention, Quote
from hf_genderfair.languages.coreference.quotes.spans import indirect_quotes, reporting_verbs
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline

MARKED = re.compile(r"\[\[(.*?)\]\]")


def rows(lang):
    lines = (Path(__file__).parent / f"indirect_golden_{lang}.tsv").read_text(encoding="utf-8").splitlines()
    return [(cells[0], cells[1]) for cells in (line.split("\t") for line in lines if not line.startswith("#"))]


@cache
def documents(lang):
    texts = [MARKED.sub(r"\1", marked) for marked, _ in rows(lang)]
    analyses = pipeline(lang).analyse(texts)
    return {text: Document(text, analysis, lang) for text, analysis in zip(texts, analyses, strict=True)}


@cache
def analysed(lang, text):
    return Document(text, next(iter(pipeline(lang).analyse([text]))), lang)


def reported(document, direct=()):
    return [document.text[quote.start : quote.end] for quote in indirect_quotes(document, direct, [])]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_golden_sentences_are_reported_with_their_speakers(lang):
    wrong = []
    for marked, speakers in rows(lang):
        document = documents(lang)[MARKED.sub(r"\1", marked)]
        quotes = indirect_quotes(document, [], [])
        found = [document.text[quote.start : quote.end] for quote in quotes]
        named = [
            document.text[quote.speaker_start : quote.speaker_end] if quote.speaker >= 0 else "-" for quote in quotes
        ]
        if (found, named) != (MARKED.findall(marked), speakers.split("|") if speakers else []):
            wrong.append((marked, found, named))
    assert wrong == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_quotes_are_in_order_apart_and_inside_the_text(lang):
    text = " ".join(documents(lang))
    quotes = indirect_quotes(analysed(lang, text), [], [])
    assert len(quotes) > 90
    assert all(0 <= quote.start < quote.end <= len(text) and quote.kind == "indirect" for quote in quotes)
    assert all(before.end <= after.start for before, after in pairwise(quotes))
    assert all((quote.speaker < 0) == (quote.speaker_start < 0) == (quote.speaker_end < 0) for quote in quotes)


@all_rows
def test_clause_inside_quotation_marks_is_not_reported_again(lang, text):
    said = Quote(text.index(":") + 3, len(text) - 1, "direct")
    assert reported(analysed(lang, text), (said,)) == []


@all_rows
def test_speaker_is_the_mention_at_its_head(lang, text, name):
    document = analysed(lang, text)
    head = next(place for place, token in enumerate(document.tokens) if token.text == name)
    start = document.tokens[head].start
    (quote,) = indirect_quotes(document, [], [Mention(start, start + len(name), head, "name", actor=7)])
    assert (quote.actor, text[quote.speaker_start : quote.speaker_end]) == (7, name)


@as_one_test("text", ["", " ", ".", "Dass.", "Sagte", "so", "laut", "Nach Angaben", ", sagte sie", "Wie er sagt"])
@as_one_test("lang", ["de", "en"])
def test_fragments_do_no_harm(lang, text):
    assert all(quote.end <= len(text) for quote in indirect_quotes(analysed(lang, text), [], []))


@all_rows
def test_verbs_are_found_in_all_their_forms(lang, text, lemmas):
    verbs = reporting_verbs(analysed(lang, text)).values()
    assert [verb.lemma for verb in verbs if verb.indirect] == lemmas
