"""Analyses that no pipeline wrote are one clear line, and nothing that reads them goes on for ever."""

import copy

import pyarrow as pa
import pytest
from as_one_test import as_one_test
from golden import all_rows
from one_line import one_line

from hf_genderfair.core.errors import PipelineError
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.kept import (
    ANALYSIS_TYPE,
    KeptAnalyses,
    keep,
    pipeline_digest,
)
from hf_genderfair.languages.pipelines import pipeline

TEXTS = ["Die Ärztin Nora Feldhaus half ihm in Ulm. Er dankte ihr.", "Der Lehrer lacht."]
"""The first one is forged; the second one stays as it is."""


@pytest.fixture(scope="module")
def analyses():
    kept = keep(documents(TEXTS, AnalysisRequest("de")), pipeline("de"))
    return list(kept.to_pylist())


def read(rows, text=TEXTS[0], row=0):
    """Read a row of forged analyses as a transform does."""
    kept = KeptAnalyses(pa.array(rows, ANALYSIS_TYPE), "de")
    reason = kept.why_not(row, text, pipeline_digest(pipeline("de")))
    if reason is not None:
        raise PipelineError(reason)
    kept.take(row, text)
    return kept.get(text)


FORGED = {
    "a wide token outside": lambda row: row["wide"].append({"token": 99, "gap": 1, "length": 1}),
    "a wide token without length": lambda row: row["wide"].append({"token": 1, "gap": 1, "length": None}),
    "a gap over the end": lambda row: row["wide"].append({"token": 1, "gap": 10**9, "length": 1}),
    "a symbol that is missing": lambda row: row["others"].append(None),
    "a token that is missing": lambda row: row["tokens"].insert(1, None),
    "more tokens than text": lambda row: row["tokens"].extend(copy.deepcopy(row["tokens"])),
}


def is_one_clear_line(rows):
    with one_line(PipelineError, match=r"is damaged for the text 'Die|is longer than it"):
        read(rows)
    assert [each.text for each in read(rows, TEXTS[1], 1).tokens] == ["Der", "Lehrer", "lacht", "."]


@as_one_test("name", FORGED)
def test_what_no_pipeline_wrote_is_one_clear_line(analyses, name):
    rows = copy.deepcopy(analyses)
    FORGED[name](rows[0])
    is_one_clear_line(rows)


@all_rows
def test_tokens_that_no_pipeline_wrote_are_one_clear_line(analyses, name, tokens):
    rows = copy.deepcopy(analyses)
    for token, values in zip(rows[0]["tokens"], tokens, strict=False):
        token.update(values)
    is_one_clear_line(rows)
