"""Everything that reads text, and mutated sentences: what crawled text, broken editors and half a form look like."""

from __future__ import annotations

import importlib
import json
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import pyarrow as pa

from benchmarks.scores import words_kept
from benchmarks.texts import table_rows
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

HERE = Path(__file__).parent
SENTENCES = {
    lang: tuple(sentence.replace("\\n", "\n") for _, sentence in rows)
    for lang, rows in groupby(table_rows(HERE / "fuzzed_sentences.tsv"), key=itemgetter(0))
}
PIECES: dict[str, tuple[int, Sequence[str]]] = {
    kind: (int(most), json.loads(pieces)) for kind, most, pieces in table_rows(HERE / "fuzzed_pieces.tsv")
}
"""What is put into texts, and how often at most at any place."""
(SPACES, HALF_FORMS, DIGITS, MARKUP) = (PIECES[kind][1] for kind in ("spaces", "half forms", "digits", "markup"))
Mutation = Callable[[Random, str], str]


def _at(random: Random, text: str, piece: str) -> str:
    place = random.randint(0, len(text))
    return text[:place] + piece + text[place:]


def _inserted(pieces: Sequence[str], most: int) -> Mutation:
    def mutate(random: Random, text: str) -> str:
        for _ in range(random.randint(1, most)):
            text = _at(random, text, random.choice(pieces))
        return text

    return mutate


def _within_word(random: Random, text: str, change: Callable[[str], str]) -> str:
    words = text.split(" ")
    place = random.randrange(len(words))
    words[place] = change(words[place])
    return " ".join(words)


def _half_form(random: Random, text: str) -> str:
    form = random.choice(HALF_FORMS)
    return _within_word(random, text, lambda word: random.choice((word + form, form, form + word, word[:-2] + form)))


def _cut_text(random: Random, text: str) -> str:
    start = random.randint(0, len(text))
    return text[start : random.randint(start, len(text))]


def _shuffled(random: Random, text: str) -> str:
    words = text.split(" ")
    random.shuffle(words)
    return " ".join(words)


NORMAL_FORMS: tuple[Literal["NFD", "NFKD", "NFKC"], ...] = ("NFD", "NFD", "NFKD", "NFKC")
MUTATIONS: tuple[Mutation, ...] = (
    *(_inserted(pieces, most) for most, pieces in PIECES.values() if most),
    _half_form,
    _half_form,
    # a cut word, a cut text, other spaces, a long word
    lambda random, text: _within_word(
        random, text, lambda word: word[random.randint(0, len(word)) :][: random.randint(0, 9)]
    ),
    _cut_text,
    lambda random, text: _within_word(
        random, text.replace(" ", random.choice(("", *SPACES)), 1), lambda word: f" {word}  "
    ),
    lambda random, text: _within_word(random, text, lambda word: (word or "a") * random.choice((3, 20, 60))),
    lambda random, text: text + random.choice(("", " ", ". ", "\n")) + text[random.randint(0, len(text)) :],
    _shuffled,
    lambda random, text: random.choice((str.upper, str.lower, str.title, str.swapcase, str.capitalize))(text),
    lambda random, text: unicodedata.normalize(random.choice(NORMAL_FORMS), text),
    lambda random, text: _at(random, text, random.choice(DIGITS)),
    lambda random, text: _at(random, text, random.choice(MARKUP)),
)


def fuzzed_texts(lang: str, number: int, seed: int) -> Iterator[str]:
    """Yield mutated texts, which depend on the seed alone; surrogates are left out, since Arrow cannot hold them."""
    random = Random(f"{lang} {seed}")
    for _ in range(number):
        own = lang if random.random() < 0.9 else random.choice(sorted(SENTENCES))
        text = " ".join(random.choice(SENTENCES[own]) for _ in range(random.choice((0, 1, 1, 1, 1, 2, 2, 3))))
        for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4, 6))):
            text = random.choice(MUTATIONS)(random, text)
        yield text


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
