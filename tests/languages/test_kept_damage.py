"""Analyses that no pipeline wrote are one clear line, and nothing that reads them goes on for ever."""

import copy

import pyarrow as pa
import pytest
from as_one_test import as_one_test

from hf_genderfair.core.errors import PipelineError
from hf_genderfair.languages.documents import AnalysisRequest, documents
from hf_genderfair.languages.kept import (
    AFTER_SPACE,
    ANALYSIS_TYPE,
    BEGINS_NAME,
    BEGINS_SENTENCE,
    NAME_TYPE,
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


def token(number, **values):
    return lambda row: row["tokens"][number].update(values)


def circle(row):
    token(0, head=1)(row)
    token(1, head=-1)(row)


def ring_of_three(row):
    for number, head in enumerate((1, 1, -2)):
        token(number, head=head)(row)


FORGED = {
    "two heads that point at each other": circle,
    "three heads in a ring": ring_of_three,
    "a head before the text": token(0, head=-1),
    "a head in another sentence": token(0, head=10),
    "a head far behind the text": token(0, head=30_000),
    "no head": token(0, head=None),
    "a part of speech without a name": token(0, pos=255),
    "a relation without a name": token(0, relation=255),
    "a feature without a name": token(0, features=b"\xff"),
    "no features": token(0, features=None),
    "a token without letters": token(0, length=0),
    "a token longer than the text": token(0, length=250),
    "a first token that begins no sentence": token(0, mark=AFTER_SPACE),
    "a name of no type": token(0, mark=BEGINS_SENTENCE | BEGINS_NAME | 31 * NAME_TYPE),
    "a name without a type": token(0, mark=BEGINS_SENTENCE | BEGINS_NAME),
    "a name that goes on with none before it": token(0, mark=BEGINS_SENTENCE | NAME_TYPE),
    "a wide token outside": lambda row: row["wide"].append({"token": 99, "gap": 1, "length": 1}),
    "a wide token without length": lambda row: row["wide"].append({"token": 1, "gap": 1, "length": None}),
    "a gap over the end": lambda row: row["wide"].append({"token": 1, "gap": 10**9, "length": 1}),
    "a symbol that is missing": lambda row: row["others"].append(None),
    "a token that is missing": lambda row: row["tokens"].insert(1, None),
    "more tokens than text": lambda row: row["tokens"].extend(copy.deepcopy(row["tokens"])),
}


@as_one_test("name", FORGED)
def test_what_no_pipeline_wrote_is_one_clear_line(analyses, name):
    rows = copy.deepcopy(analyses)
    FORGED[name](rows[0])
    with pytest.raises(PipelineError, match=r"is damaged for the text 'Die|is longer than it") as caught:
        read(rows)
    assert "\n" not in str(caught.value)
    assert [each.text for each in read(rows, TEXTS[1], 1).tokens] == ["Der", "Lehrer", "lacht", "."]
