"""Parts of speech, features, lemmas, syntax and entities of words, for the reader to learn.

    python -m dataset_scripts.models.reader.syntax FOLDER > syntax.tsv      print the labels, from the treebanks

Treebanks say them of their own sentences. Of all other text the embedded pipelines say them, as they read it now.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from dataset_scripts.models.pipelines.corpora import (
    DEVELOPMENT,
    GERMEVAL,
    TREEBANKS,
    development_sentences,
    entity_sentences,
    treebank_sentences,
)
from dataset_scripts.models.pipelines.labels import ENTITY_TAGS, IGNORED, MASKED_FEATURES, Labels
from dataset_scripts.models.pipelines.lemma_scripts import lemma_script
from dataset_scripts.models.pipelines.treebanks import FEATURES, TrainingSentence, Word, harmonise, read_conllu
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.tokens import TokenisedSentence

TABLE = Path(__file__).with_name("syntax.tsv")
"""Labels of each head, in the order of their numbers."""

HEAD = "head"
"""Name of the head that says of a word its head in the tree; a root is its own."""

UNKNOWN = IGNORED

FURTHER = {
    "fr": ("treebanks/UD_French-PUD/fr_pud-ud-test.conllu.xz",),
    "it": ("treebanks/UD_Italian-PUD/it_pud-ud-test.conllu.xz",),
    "pt": ("treebanks/UD_Portuguese-Bosque/pt_bosque-documents.conllu.xz",),
}
"""Treebanks of languages without an embedded pipeline."""

MEASURED = {
    "fr": "treebanks/UD_French-GSD/fr_gsd-ud-dev.conllu.xz",
    "it": "treebanks/UD_Italian-ISDT/it_isdt-ud-dev.conllu.xz",
}

KEPT_OUT = 3
"""One sentence of so many is kept out of a treebank that has no other part to measure on."""

SENTENCES, WORDS = 3, 70
"""Most sentences of a treebank in a window, and most words as far as there are several."""

Numbers = NDArray[np.int64]


def _read_labels() -> dict[str, tuple[str, ...]]:
    found = defaultdict[str, list[str]](list)
    for line in TABLE.read_text(encoding="utf-8").splitlines() if TABLE.is_file() else []:
        head, label = line.split("\t")
        found[head].append(label)
    return {head: tuple(labels) for head, labels in found.items()}


LABELS = _read_labels()
_NUMBERS = {head: {label: number for number, label in enumerate(labels)} for head, labels in LABELS.items()}


def gold_sentences(data: Path, lang: str) -> list[TrainingSentence]:
    """Return the sentences of treebanks that are learned from."""
    if lang in TREEBANKS:
        return treebank_sentences(data, lang)
    return [
        each for at, each in enumerate(_further(data, FURTHER.get(lang, ()), lang)) if lang != "pt" or at % KEPT_OUT
    ]


def measured_sentences(data: Path, lang: str) -> list[TrainingSentence]:
    """Return the sentences of treebanks that are not learned from."""
    if lang in TREEBANKS or lang in DEVELOPMENT:
        return development_sentences(data, lang)
    if lang in MEASURED:
        return _further(data, (MEASURED[lang],), lang)
    return _further(data, FURTHER.get(lang, ()), lang)[::KEPT_OUT]


def _further(data: Path, paths: Sequence[str], lang: str) -> list[TrainingSentence]:
    return [harmonise(each) for path in paths for each in read_conllu(data / path, lang)]


def windows_of_treebanks(data: Path, lang: str) -> list[tuple[str, TokenisedSentence, dict[str, Numbers]]]:
    """Return texts of one to three sentences with their words, and what treebanks say of them."""
    random = Random(lang)
    sentences = gold_sentences(data, lang)
    if lang == "de":
        sentences += entity_sentences(data, GERMEVAL)
    found, waiting = [], list[TrainingSentence]()
    wanted = random.randint(1, SENTENCES)
    for each in sentences:
        size = sum(len(one.words) for one in waiting)
        if waiting and (len(waiting) >= wanted or size + len(each.words) > WORDS):
            found.append(window_of(waiting))
            waiting, wanted = [], random.randint(1, SENTENCES)
        waiting.append(each)
    return [*found, window_of(waiting)] if waiting else found


def window_of(sentences: Sequence[TrainingSentence]) -> tuple[str, TokenisedSentence, dict[str, Numbers]]:
    """Return sentences of a treebank as one text with its words, and what is said of them."""
    words = [
        replace(word, space_after=word.space_after or at + 1 == len(each.words))
        for each in sentences
        for at, word in enumerate(each.words)
    ]
    ends = list(accumulate(len(word.form) + word.space_after for word in words))
    starts = [0, *ends[:-1]]
    tokens = TokenisedSentence(
        [word.form for word in words],
        starts,
        [start + len(word.form) for start, word in zip(starts, words, strict=True)],
        [True, *(word.space_after for word in words[:-1])],
    )
    firsts = [0, *accumulate(len(each.words) for each in sentences)]
    columns = [_columns(each.words, first, each.source) for each, first in zip(sentences, firsts, strict=False)]
    text = "".join(word.form + " " * word.space_after for word in words)
    return text, tokens, {name: np.concatenate([each[name] for each in columns]) for name in (*LABELS, HEAD)}


def _columns(words: Sequence[Word], first: int, source: str) -> dict[str, Numbers]:
    masked = MASKED_FEATURES.get(source, frozenset[str]())
    found = {name: np.full(len(words), UNKNOWN, np.int64) for name in (*LABELS, HEAD)}
    for at, word in enumerate(words):
        said = {"pos": word.pos, "relation": word.relation, "entity": word.entity}
        said["lemma"] = lemma_script(word.form, word.lemma) if word.lemma else ""
        for name, label in said.items():
            found[name][at] = _NUMBERS[name].get(label, UNKNOWN) if label else UNKNOWN
        if word.morph is not None:
            for name in FEATURES:
                if name not in masked:
                    found[name][at] = _NUMBERS[name].get(word.morph.get(name, ""), UNKNOWN)
        if word.head >= 0:
            found[HEAD][at] = first + word.head
    return found


def as_pipelines_read(texts: Sequence[str], lang: str) -> Iterator[dict[str, Numbers] | None]:
    """Yield what the embedded pipeline of a language says of the words of texts; None where there is no pipeline."""
    if lang not in TREEBANKS:
        yield from [None] * len(texts)
        return
    for analysis in pipeline(lang).analyse(texts):
        columns, first = [], 0
        for sentence in analysis.sentences:
            tags = ["O"] * len(sentence.tokens)
            for entity in sentence.entities:
                within = [
                    at
                    for at, token in enumerate(sentence.tokens)
                    if token.start < entity.end and entity.start < token.end
                ]
                for at in within:
                    tags[at] = f"{'B' if at == within[0] else 'I'}-{entity.type}"
            words = [
                Word(token.text, True, token.pos, token.morph, token.lemma, token.head, token.relation, tag)
                for token, tag in zip(sentence.tokens, tags, strict=True)
            ]
            columns.append(_columns(words, first, "read"))
            first += len(words)
        yield {name: np.concatenate([each[name] for each in columns]) for name in (*LABELS, HEAD)} if columns else None


def collected(sentences: Iterable[TrainingSentence]) -> Iterator[tuple[str, str]]:
    """Yield heads with their labels, as treebanks have them."""
    labels = Labels.collect(sentences)
    columns: Mapping[str, Sequence[str]] = {
        "pos": labels.pos,
        "lemma": labels.scripts,
        "relation": labels.relations,
        "entity": ENTITY_TAGS,
        **dict(zip(FEATURES, labels.features, strict=True)),
    }
    for head, values in columns.items():
        yield from ((head, value) for value in values)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    every = chain.from_iterable(gold_sentences(folder, lang) for lang in (*TREEBANKS, *FURTHER))
    print(*(f"{head}\t{label}" for head, label in collected(every)), sep="\n")
