"""Everything that reads text: tests read mutated texts with it, and a benchmark real ones."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pyarrow as pa

from benchmarks.languages.fuzzed_texts import SENTENCES
from benchmarks.scores import words_kept
from hf_genderfair.core.spans import Edit, Refusal
from hf_genderfair.core.transform import Transform
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.evaluate import score_swaps
from hf_genderfair.counterfactual.swap import LANGUAGES as SWAPPED
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.analysis import Sentence, Token
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.tokens import sentence_spans
from hf_genderfair.languages.types import BinaryGender, PairedGender
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.representation.polarity import gender_polarity
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.evaluate import word_error_rate
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.languages import biasing_edits, normalising_edits
from hf_genderfair.stereotypes.transform import Stereotypes

LANGUAGES = {"GroupWords": "en", "StereotypeEdits": "en", "NormalisedHash": "de"}
"""Of transforms that are not given one, if it is not Polish."""
SWAPS = ((SwapOptions("keep"), False), (SwapOptions("swap", 1), True), (SwapOptions("refuse"), False))
"""Options, and whether the checks of each swap are made."""
Rows = list[Mapping[str, Any]]


@dataclass(frozen=True)
class Subject:
    """What reads texts: its name, the language of the texts, and from texts to what is found in each."""

    name: str
    lang: str
    read: Callable[[list[str]], Rows]


def subjects() -> list[Subject]:
    """Return every transform that reads text, and the functions that do."""
    named = named_transforms().items()
    transforms = [transform_subject(name[:60], each) for name, each in named if "text" in each.inputs()]
    return [*transforms, *_functions()]


def all_subjects() -> list[Subject]:
    """Return these and transforms in further languages."""
    more = [PersonReferences("de"), PersonReferences("en"), PersonReferences("ca"), Stereotypes("de")]
    return [*subjects(), *(transform_subject(f"{type(each).__name__} {each.lang}", each) for each in more)]


def named_transforms() -> Mapping[str, Transform]:
    """Return the transforms that the tests read with, by name."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
    named: Mapping[str, Transform] = importlib.import_module("every_transform").NAMED
    return named


def transform_subject(name: str, transform: Transform) -> Subject:
    """Return a transform as a reader of texts, with those before it whose columns it reads."""
    lang = getattr(transform, "lang", None) or LANGUAGES.get(type(transform).__name__, "pl")
    return Subject(name, lang, partial(_rows, transform, list(named_transforms().values())))


def _rows(transform: Transform, makers: Sequence[Transform], texts: list[str]) -> Rows:
    """Return what a transform adds, after those whose columns it reads."""
    table = pa.table({"text": pa.array(texts, pa.string()), "url": pa.array(texts[::-1], pa.string())})
    rows: Rows = _annotated(transform, table, makers).select(list(transform.features())).to_pylist()
    return rows


def _annotated(transform: Transform, table: pa.Table, makers: Sequence[Transform]) -> pa.Table:
    for name in transform.inputs():
        if name not in table.column_names:
            table = _annotated(next(maker for maker in makers if name in maker.features()), table, makers)
    annotated = transform(table)
    assert isinstance(annotated, pa.Table)
    return annotated


def _functions() -> Iterator[Subject]:
    for lang in ("ca", "de", "en", "es"):
        yield Subject(f"analyse {lang}", lang, partial(_analysed, lang))
    for lang, (options, checks) in product(SWAPPED, SWAPS):
        yield Subject(f"swap_texts {lang} {options.names}", lang, partial(_swapped, lang, options, checks))
    for lang, forms in (("de", FORMS), ("en", FORMS[:1])):
        yield Subject(f"normalise {lang}", lang, partial(_edited, lang, normalising_edits, forms))
        yield Subject(f"biased {lang}", lang, partial(_edited, lang, biasing_edits, get_args(PairedGender)))
    for lang in sorted(SENTENCES):
        yield Subject(f"scores and counts {lang}", lang, partial(_scored, lang))


def _analysed(lang: str, texts: list[str]) -> Rows:
    return [
        {
            "sentences": [_span(each) for each in analysis.sentences],
            "tokens": [_span(token) for each in analysis.sentences for token in each.tokens],
        }
        for analysis in pipeline(lang).analyse(texts)
    ]


def _swapped(lang: str, options: SwapOptions, checks: bool, texts: list[str]) -> Rows:
    both = [list(swap_texts(texts, lang, to, options, checks=checks)) for to in get_args(BinaryGender)]
    return [
        {name: _edits(swapped.edits) for name, swapped in zip(get_args(BinaryGender), pair, strict=True)}
        | {"refusals": [_span(refusal) for swapped in pair for refusal in swapped.refusals]}
        for pair in zip(*both, strict=True)
    ]


def _edits(edits: Sequence[Edit]) -> list[dict[str, Any]]:
    return [edit.to_dict() for edit in edits]


def _span(found: Refusal | Sentence | Token) -> dict[str, int]:
    return {"start": found.start, "end": found.end}


def _edited(lang: str, find: Callable[..., Sequence[Edit]], ways: Sequence[str], texts: list[str]) -> Rows:
    return [{way: _edits(find(text, lang, way)) for way in ways} for text in texts]


def _scored(lang: str, texts: list[str]) -> Rows:
    """Compare texts with their neighbours and count in them; nothing here has a place in a text but sentences."""
    others = [*texts[1:], *texts[:1]]
    word_error_rate(texts, others)
    words_kept(texts, others, texts)
    score_swaps(texts, others, texts)
    collocation_counts(texts, word_list("age"))
    polarity = gender_polarity(texts)
    spans = [[{"start": start, "end": end} for start, end in sentence_spans(text, lang)] for text in texts]
    return [{"sentences": found, "male": polarity.male, "female": polarity.female} for found in spans]
