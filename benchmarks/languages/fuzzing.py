"""Everything that reads text, and what may go wrong with mutated texts: the tests read some, other benchmarks more."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, product
from pathlib import Path
from typing import Any, get_args

import pyarrow as pa

from benchmarks.languages.fuzzed_texts import SENTENCES
from benchmarks.rewriting.scores import words_kept
from hf_genderfair.core.spans import Edit, Refusal, edit_text, edits_of, restore_text
from hf_genderfair.core.transform import Transform
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.evaluate import score_swaps
from hf_genderfair.counterfactual.languages import LANGUAGES as SWAPPED
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.languages.analysis import Sentence, Token
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentences import sentence_spans
from hf_genderfair.languages.types import BinaryGender, PairedGender
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.representation.polarity import gender_polarity
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.biased import biasing_edits
from hf_genderfair.rewriting.evaluate import word_error_rate
from hf_genderfair.rewriting.forms import FORMS
from hf_genderfair.rewriting.normalise import normalising_edits
from hf_genderfair.stereotypes.transform import Stereotypes

TEXTS_AT_ONCE = 500
KINDS = ("exception", "offset", "undo", "count")
SIGNED = "sentiment"
"""What may be below 0."""
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


@dataclass
class Tally:
    """Number of texts that a subject read, and what went wrong by kind, each with its text."""

    texts: int = 0
    found: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: {kind: [] for kind in KINDS})


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
    for lang in ("de", "en"):
        yield Subject(f"normalise {lang}", lang, partial(_normalised, lang))
        yield Subject(f"biased {lang}", lang, partial(_biased, lang))
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


def _normalised(lang: str, texts: list[str]) -> Rows:
    forms = FORMS if lang == "de" else FORMS[:1]
    return [{form: _edits(normalising_edits(text, lang, form)) for form in forms} for text in texts]


def _biased(lang: str, texts: list[str]) -> Rows:
    return [{gender: _edits(biasing_edits(text, lang, gender)) for gender in get_args(PairedGender)} for text in texts]


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


def examine(subject: Subject, texts: Sequence[str], tally: Tally) -> None:
    """Read texts and add what goes wrong to a tally."""
    for first in range(0, len(texts), TEXTS_AT_ONCE):
        for text, row in _read(subject, list(texts[first : first + TEXTS_AT_ONCE]), tally):
            for kind, problem in problems(text, row):
                tally.found[kind].append((problem, text))
    tally.texts += len(texts)


def _read(subject: Subject, texts: list[str], tally: Tally) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield texts with what is found in them; where a batch fails, its halves are read, down to the single text."""
    try:
        yield from list(zip(texts, subject.read(texts), strict=True))
    except Exception as error:  # whatever it is, it is what is looked for
        if len(texts) == 1:
            tally.found["exception"].append((f"{type(error).__name__}: {error}"[:200], texts[0]))
        else:
            half = len(texts) // 2
            yield from _read(subject, texts[:half], tally)
            yield from _read(subject, texts[half:], tally)


def problems(text: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the things found in a text, as kind and words."""
    for name, value in row.items():
        if isinstance(value, int) and value < 0 and SIGNED not in name:
            yield "count", f"{name}={value}"
        yield from (("offset", f"{name}: {problem}") for problem in _misplaced(text, value))
        if isinstance(value, list) and value and isinstance(value[0], dict) and "replacement" in value[0]:
            yield from (("undo", f"{name}: {problem}") for problem in _not_undone(text, value))


def _misplaced(text: str, value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for part in value:
            yield from _misplaced(text, part)
    elif isinstance(value, dict):
        for key, start in value.items():
            if key == "start" or key.endswith("_start"):
                end = value[key.removesuffix("start") + "end"]
                if (start is None) != (end is None) or (start is not None and not 0 <= start <= end <= len(text)):
                    yield f"{key} {start}-{end} of {len(text)}"
            elif isinstance(start, (list, dict)):
                yield from _misplaced(text, start)


def _not_undone(text: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Apply and undo edits; those of a counterfactual direction belong together."""

    def direction(row: Mapping[str, Any]) -> str:
        return str(row.get("direction", ""))

    for _, together in groupby(sorted(rows, key=direction), key=direction):
        edits = edits_of(together)
        try:
            if restore_text(edit_text(text, edits), edits) != text:
                yield "the text comes back changed"
        except ValueError as error:
            yield str(error)
