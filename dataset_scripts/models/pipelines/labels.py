"""The labels that teacher and student predict, and sentences as arrays of label numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dataset_scripts.models.pipelines.lemma_scripts import lemma_script
from dataset_scripts.models.pipelines.treebanks import FEATURES, TrainingSentence

IGNORED = -100
"""The number of a label that a sentence does not have, or that its source does not share with the others."""

MASKED_FEATURES = {
    "de_pud": frozenset(
        {"Degree", "Gender[psor]", "NumType", "Number[psor]", "Polarity", "PronType", "VerbForm", "Voice"}
    )
}
"""Features that a treebank annotates in its own way or only now and then: not learnt from there."""

ENTITY_TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG")


@dataclass(frozen=True)
class Labels:
    """The inventories, in the order of their numbers.

    Attributes:
        pos: Parts of speech.
        features: For each of ``FEATURES`` its values; the first is the empty value.
        scripts: Lemma scripts, the most frequent first (see ``lemma_script``).
        relations: Dependency relations.
        sources: Conventions of annotation.
    """

    pos: tuple[str, ...]
    features: tuple[tuple[str, ...], ...]
    scripts: tuple[str, ...]
    relations: tuple[str, ...]
    sources: tuple[str, ...]

    @classmethod
    def collect(cls, sentences: Iterable[TrainingSentence], min_script_count: int = 3) -> Labels:
        """Return the inventories of sentences.

        Args:
            sentences: The sentences to learn from.
            min_script_count: How often a lemma script must occur to be learnt.
        """
        pos: Counter[str] = Counter()
        features = [Counter({"": 1 << 60}) for _ in FEATURES]
        scripts: Counter[str] = Counter()
        relations: Counter[str] = Counter()
        sources: Counter[str] = Counter()
        for sentence in sentences:
            sources[sentence.source] += 1
            for word in sentence.words:
                pos[word.pos] += bool(word.pos)
                relations[word.relation] += bool(word.relation)
                scripts[lemma_script(word.form, word.lemma)] += bool(word.lemma)
                for counter, name in zip(features, FEATURES, strict=True):
                    counter[(word.morph or {}).get(name, "")] += 1
        return cls(
            _by_count(pos),
            tuple(_by_count(counter) for counter in features),
            tuple(script for script in _by_count(scripts) if script and scripts[script] >= min_script_count),
            _by_count(relations),
            tuple(sorted(sources)),
        )


def _by_count(counter: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted((label for label in counter if counter[label] > 0), key=lambda label: (-counter[label], label)))


@dataclass(frozen=True)
class Targets:
    """The label numbers of one sentence; ``IGNORED`` where there is none.

    Attributes:
        pos: Shape (words,).
        features: Shape (words, features).
        script: Shape (words,).
        head: Shape (words,), index in the sentence; the own index for the root.
        relation: Shape (words,).
        entity: Shape (words,).
    """

    pos: NDArray[np.int64]
    features: NDArray[np.int64]
    script: NDArray[np.int64]
    head: NDArray[np.int64]
    relation: NDArray[np.int64]
    entity: NDArray[np.int64]


def encode(sentence: TrainingSentence, labels: Labels) -> Targets:
    """Return the label numbers of a sentence."""
    masked = MASKED_FEATURES.get(sentence.source, frozenset())
    number = _numbers(labels)
    words = sentence.words

    def column(name: str, values: list[str]) -> NDArray[np.int64]:
        return np.array([number[name].get(value, IGNORED) for value in values], dtype=np.int64)

    features = np.full((len(words), len(FEATURES)), IGNORED, dtype=np.int64)
    for column_number, name in enumerate(FEATURES):
        if name not in masked:
            features[:, column_number] = [
                IGNORED if word.morph is None else number[name].get(word.morph.get(name, ""), IGNORED) for word in words
            ]
    return Targets(
        column("pos", [word.pos for word in words]),
        features,
        column("script", [lemma_script(word.form, word.lemma) if word.lemma else "" for word in words]),
        np.array([word.head if word.head >= 0 else IGNORED for word in words], dtype=np.int64),
        column("relation", [word.relation for word in words]),
        np.array([ENTITY_TAGS.index(word.entity) if word.entity else IGNORED for word in words], dtype=np.int64),
    )


_cache: dict[int, tuple[Labels, dict[str, dict[str, int]]]] = {}


def _numbers(labels: Labels) -> dict[str, dict[str, int]]:
    if id(labels) not in _cache:
        inventories: dict[str, tuple[str, ...]] = {
            "pos": labels.pos,
            "script": labels.scripts,
            "relation": labels.relations,
            **dict(zip(FEATURES, labels.features, strict=True)),
        }
        numbers = {name: {label: i for i, label in enumerate(values)} for name, values in inventories.items()}
        _cache[id(labels)] = (labels, numbers)
    return _cache[id(labels)][1]


def lemma_exceptions(sentences: Iterable[TrainingSentence]) -> dict[str, str]:
    """Return the most usual lemmas of forms that no script leads to them from: English *was*, German *ist*."""
    lemmas: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for word in sentence.words:
            derived = not word.lemma or lemma_script(word.form, word.lemma)
            lemmas[word.form.lower()]["" if derived else word.lemma] += 1
    exceptions = {}
    for form, counter in sorted(lemmas.items()):
        (lemma, count), *_ = counter.most_common(1)
        if lemma and count > 1:
            exceptions[form] = lemma
    return exceptions
