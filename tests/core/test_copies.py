"""Texts of the golden tables with letters apart, with signs that nobody sees, or as entities give the same answers."""

import re
import unicodedata
from pathlib import Path

import pyarrow as pa
import pytest

from hf_genderfair import GenderFair, GroupWords, PersonReferences, swap_texts
from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.core.text_view import text_view
from hf_genderfair.first_person.tagger import find_expressions
from hf_genderfair.languages.gender_fair_forms import gender_fair_forms
from hf_genderfair.rewriting.languages import normalising_edits
from tests.golden import table

TESTS = Path(__file__).parent.parent
LETTERS = re.compile(r"([^\W\d_]{3})(?=[^\W\d_])")
BEYOND = re.compile("[^\x00-\x7f]|[\"']")
COPIES = {
    "apart": lambda text: unicodedata.normalize("NFD", text),
    "hyphenated": lambda text: LETTERS.sub("\\1\u00ad", text),
    "without width": lambda text: LETTERS.sub("\\1\u200b\u2060", "\ufeff" + text),
    "entities": lambda text: BEYOND.sub(lambda match: f"&#{ord(match[0])};", text),
}
SAMPLE = 25
"""Texts of a table that pipelines read."""


def golden(name, column=0, sample=None, lang=None):
    """Return the texts of a table, or a sample, of a language; those that are read otherwise are left out."""
    rows = [
        row[column]
        for row in table(str(TESTS / name), Path(name).name)
        if len(row) > column and row[column] != "text" and lang in (None, row[0])
    ]
    texts = [text for text in rows if text_view(text).text == text]
    return texts if sample is None else texts[:: max(1, len(texts) // sample)]


def as_read(text, start, end):
    return text_view(text[start:end]).text


def polish_forms(texts):
    return [
        (found.row, as_read(texts[found.row], found.start, found.end), *found[3:])
        for found in find_expressions(list(texts), "window", "auto")
    ]


def listed(texts):
    columns = GroupWords("gender").annotate({"text": pa.array(texts, pa.large_string())}, None)
    found = pa.array(columns["gender_words"]).to_pylist()
    return [
        [(as_read(text, word["start"], word["end"]), word["group"]) for word in words]
        for text, words in zip(texts, found, strict=True)
    ]


def references(lang):
    def find(texts):
        read = zip(texts, PersonReferences(lang).find(texts), strict=True)
        return [[(as_read(text, *each[:2]), *each[2:]) for each in found] for text, found in read]

    return find


def answers_of_edits(texts, edits, refusals=()):
    """Return edited texts as they are read, and the refusals; every edit fits and can be undone."""
    edited = [edit_text(text, each) for text, each in zip(texts, edits, strict=True)]
    assert [restore_text(text, each) for text, each in zip(edited, edits, strict=True)] == list(texts)
    left = [
        [(as_read(text, *each[:2]), *each[2:]) for each in found] for text, found in zip(texts, refusals, strict=False)
    ]
    return [[text_view(text).text for text in edited], left]


def normalised(texts):
    forms = [[(as_read(text, *form[:2]), form[2]) for form in gender_fair_forms(text, "de")] for text in texts]
    return [forms, answers_of_edits(texts, [normalising_edits(text) for text in texts])]


def rewritten(texts):
    found = list(GenderFair("de", scope="all").find(texts))
    return answers_of_edits(texts, [each.edits for each in found], [each.refusals for each in found])


def swapped(lang):
    def swap(texts):
        found = list(swap_texts(texts, lang, "female"))
        return answers_of_edits(texts, [each.edits for each in found], [each.refusals for each in found])

    return swap


MATCHERS = [
    (polish_forms, golden("first_person/golden_pl.tsv")),
    (listed, golden("representation/golden_group_words.tsv")),
    (normalised, [*golden("rewriting/normalise_golden.tsv"), *golden("rewriting/forms_golden.tsv")]),
    (references("pl"), golden("representation/references/golden_pl.tsv")),
    *(
        (references(lang), golden(f"representation/references/golden_{lang}.tsv", sample=SAMPLE))
        for lang in ("ca", "de", "en", "es")
    ),
    (rewritten, golden("representation/references/golden_de.tsv", sample=SAMPLE)),
    *((swapped(lang), golden("counterfactual/swap_golden.tsv", 2, SAMPLE, lang)) for lang in ("de", "en", "es")),
]


@pytest.mark.parametrize("number", range(len(MATCHERS)))
def test_every_matcher_answers_alike(number):
    matcher, texts = MATCHERS[number]
    assert len(texts) >= SAMPLE
    answers = matcher(texts)
    for name, copy in COPIES.items():
        assert matcher([copy(text) for text in texts]) == answers, name
