"""Singular they and neutral words on invented sentences: golden table, offsets, undo, idempotence."""

import re
from functools import lru_cache
from pathlib import Path

from as_one_test import as_one_test
from golden import all_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.spans import edit_text, restore_text
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.english.reasons import REASONS
from hf_genderfair.rewriting.english.rewrite import (
    find_nouns,
    fitting_neighbours,
    has_noun,
    mentions_gender,
    noun_table,
    rewrite,
)
from hf_genderfair.rewriting.rules import RewritingOptions

TABLE = Path(__file__).with_name("rewrite_golden.tsv").read_text(encoding="utf-8")
ESCAPES = {"\\t": "\t", "\\n": "\n", "\\r": "\r", "\\z": "\u200b"}
"""How the table writes what would break its lines or cannot be seen."""

GOLDEN = [
    [re.sub(r"\\[tnrz]", lambda escape: ESCAPES[escape[0]], cell) for cell in line.split("\t")]
    for line in TABLE.splitlines()[1:]
]
WORDS = st.sampled_from(
    "he she him her his hers himself herself she's he’s isn't is was has goes says who and , . ? \" ( ) / or not "
    "firemen an actress mankind Bob every student if 😂 <b> `his` @her \n ... a the dog gave flowers "
    "[her](x) ❤ \u200bhe &nbsp;".split(" ")
)


@lru_cache(maxsize=1)
def golden_documents():
    texts = list(dict.fromkeys(text for row in GOLDEN for text in row[2:4]))
    return dict(zip(texts, documents(texts, AnalysisRequest("en")), strict=True))


def run(text, **options):
    document = golden_documents().get(text) or next(documents([text], AnalysisRequest("en")))
    return document.as_given(rewrite(document, RewritingOptions(**options)))  # type: ignore[arg-type]


@as_one_test(("group", "scope", "text", "expected", "reasons"), GOLDEN)
def test_golden(group, scope, text, expected, reasons):
    found = run(text, scope=scope)
    assert edit_text(text, found.edits) == expected
    assert "; ".join(refusal.reason for refusal in found.refusals) == reasons
    assert run(expected, scope=scope).edits == []
    assert mentions_gender(text) or not (found.edits or found.refusals)


@given(st.lists(WORDS, max_size=20), st.sampled_from(["all", "generic"]), st.booleans())
@settings(max_examples=30, deadline=None)
def test_offsets_and_undo(words, scope, quotations):
    text = " ".join(words)
    found = run(text, scope=scope, quotations=quotations)
    for edit in found.edits:
        assert text[edit.start : edit.end] == edit.original != edit.replacement
    for refusal in found.refusals:
        assert refusal.reason in REASONS
        assert refusal.start < refusal.end
    assert restore_text(edit_text(text, found.edits), found.edits) == text


def test_options_and_words_that_are_found_whole_and_once():
    text = 'She hurt herself, said the seamstress. "He is late," said Bo.'
    plain = edit_text(text, run(text, scope="all", reflexive="themselves").edits)
    assert plain == 'They hurt themselves, said the seamstress. "They are late," said Bo.'
    found = run(text, scope="all", quotations=False, nouns=(("seamstress", "sewer"),))
    assert edit_text(text, found.edits) == 'They hurt themself, said the sewer. "He is late," said Bo.'
    assert [refusal.reason for refusal in found.refusals] == ["in quotation marks"]
    for gendered, neutral in noun_table().neutral.items():
        assert has_noun(gendered), gendered
        assert [(match.start, match.end, match.neutral) for match in find_nouns(gendered)] == [
            (0, len(gendered), neutral)
        ]
    for neutral in noun_table().neutral.values():
        assert neutral == "husband and wife" or not list(find_nouns(neutral)), neutral
    extra = (("seamstress", "sewer"), ("Yardman", "yard worker"))
    assert [match.neutral for match in find_nouns("Seamstresses and yardmen", extra)] == ["Sewers", "yard workers"]


@all_rows
def test_neighbours(text, noun, neutral, expected):
    start = text.index(noun)
    assert list(fitting_neighbours(text, start, start + len(noun), neutral)) == expected
