"""Speed and memory of the embedded pipelines on one core, in numpy beside spaCy, and in torch beside numpy."""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.measure import Figures, Measure
from benchmarks.run import in_new_process
from benchmarks.texts import portions, texts
from benchmarks.timing import anonymous_megabytes
from hf_genderfair.core.resources import VARIABLE
from hf_genderfair.languages import embedded, network
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.embedded import MODELS
from hf_genderfair.languages.network import Network, Numbers, SentenceWords, best_tree
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.tokens import tokenise

LANGUAGES = ("de", "en", "es", "ca")
NEEDS: dict[str, Sequence[str]] = {"everything": LAYERS, "pos and morph": ("pos", "morph")}
WORDS = 60_000
LAYER_OF = {"pos": "pos", "features": "morph", "script": "lemma", "head": "syntax", "relation": "syntax"}


def speed(data: Path, lang: list[str] | None = None) -> Figures:
    """Analyse running texts of FOLDER that were not seen before, beside the bare tokeniser of spaCy."""
    for each in lang or LANGUAGES:
        tokeniser = measured(_tokenised, data, each)
        runs = {name: measured(_analysed, data, each, layers) for name, layers in NEEDS.items()}
        of = partial(Measure, "pipelines, speed on one core", "real texts, words", runs["everything"]["words"], of=each)
        for name, run in runs.items():
            beside = {"spaCy's bare tokeniser": tokeniser["rate"]} if name == "everything" else {}
            yield of(name, run["rate"], unit="words/s", beside=beside)
        yield of("memory", runs["everything"]["megabytes"], unit="MB")


def measured(work: Callable[..., dict[str, Any]], *arguments: Any, core: int = 0) -> dict[str, Any]:
    """Measure in a new process on one core."""
    cores = sorted(os.sched_getaffinity(0))
    return in_new_process(work, *arguments, cores=[cores[core % len(cores)]])


def _timed(
    count: Callable[[Sequence[str]], int],
    source: Iterable[str],
    sizes: tuple[int, int] = (WORDS // 6, WORDS),
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, Any]:
    """Count the words of some texts, and then those of others by the clock."""
    first, second = portions(source, sizes)
    count(first)
    start = clock()
    words = count(second)
    return {"words": words, "rate": words / (clock() - start), "megabytes": anonymous_megabytes()}


def _analysed(data: Path, lang: str, layers: Iterable[str]) -> dict[str, Any]:
    return _timed(partial(count_words, lang, layers), texts(data, lang))


def count_words(lang: str, layers: Iterable[str], rows: Sequence[str]) -> int:
    """Analyse texts and return the number of tokens."""
    analyses = pipeline(lang).analyse(rows, frozenset(layers))
    return sum(len(sentence.tokens) for analysis in analyses for sentence in analysis.sentences)


def _tokenised(data: Path, lang: str) -> dict[str, Any]:
    tokenise = importlib.import_module("spacy").blank(lang).make_doc
    return _timed(lambda rows: sum(len(tokenise(text)) for text in rows), texts(data, lang))


def torch_speed(data: Path, device: str = "cpu", lang: list[str] | None = None, words: int = WORDS) -> Figures:
    """Compare the pipelines in torch with numpy: labels and speed, and how many processes feed one GPU.

    *Ties* are tokens whose two best scores in numpy differ by less than 1e-4. On ``cpu`` times are those of the
    processor, on ``cuda`` those of the clock, and German is parsed with several processes on one GPU too.
    """
    where = "one core" if device == "cpu" else importlib.import_module("torch").cuda.get_device_name(device)
    for each in lang or LANGUAGES:
        found = measured(_on_device, _labels, data, each, words, device)
        of = partial(Measure, "pipelines in torch", "real texts, words", found["tokens"], of=each)
        yield of("tokens with all labels of numpy", 1 - found["differ"] / found["tokens"])
        yield of("tokens that differ", found["differ"], unit="")
        yield of("of them ties", found["ties"], unit="")
        torch, numpy = (measured(_on_device, _parsed, data, each, words, at)["rate"] for at in (device, None))
        yield of(f"torch on {where}", torch, unit="words/s", beside={"numpy on one core": numpy})
    if device != "cpu":
        cores = len(os.sched_getaffinity(0))
        without = _together(cores, data, words, None)
        for processes in (number for number in (2, 4, 8, 16, 32) if number <= cores):
            of = partial(Measure, "pipelines in torch", "real texts, words", words, of="de")
            rate, beside = _together(processes, data, words, device), {f"{cores} cores without it": without}
            yield of(f"{processes} processes on {where}", rate, unit="words/s", beside=beside)


def _together(processes: int, data: Path, words: int, device: str | None) -> float:
    """Return the words a second of several processes at once, each on one core."""
    with ThreadPoolExecutor(processes) as pool:
        running = [
            pool.submit(measured, _on_device, _parsed, data, "de", words, device, core=core)
            for core in range(processes)
        ]
        return float(sum(each.result()["rate"] for each in running))


def _on_device(work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    os.environ.pop(VARIABLE, None)
    if arguments[-1] not in (None, "cpu"):
        os.environ[VARIABLE] = str(arguments[-1])
    return work(*arguments)


@contextmanager
def computing_on(device: str | None) -> Iterator[Callable[[], float]]:
    """Let pipelines compute in numpy (None), in torch on the processor (``cpu``), or on a GPU; give the clock."""
    if device == "cpu":
        # what use_device("cpu") asks for is numpy
        with patch.object(embedded, "pipeline_device", lambda: "cpu"):
            yield time.process_time
    else:
        yield time.perf_counter if device or VARIABLE in os.environ else time.process_time


def _parsed(data: Path, lang: str, words: int, device: str | None) -> dict[str, Any]:
    """Time a pipeline with all layers on new texts."""
    with computing_on(device) as clock:
        return _timed(partial(count_words, lang, LAYERS), texts(data, lang), (words // 4, words), clock)


def _labels(data: Path, lang: str, words: int, device: str | None) -> dict[str, Any]:
    """Compare the labels of numpy and torch."""
    (rows,) = portions(texts(data, lang), [words])
    sentences = [SentenceWords(s.forms, s.spaces) for document in tokenise(rows, lang) for s in document]
    ours, theirs = (embedded._Reader(MODELS / f"{lang}.npz", where).network for where in (None, device))
    assert isinstance(ours, Network)
    differ, ties = 0, 0
    pairs = zip(sentences, ours.annotate(sentences, LAYERS), theirs.annotate(sentences, LAYERS), strict=True)
    for sentence, one, other in pairs:
        fields = ((name, getattr(one, name), getattr(other, name)) for name in Numbers._fields)
        wrong = {name: (mine != its).reshape(len(mine), -1).any(1) for name, mine, its in fields}
        of_tokens = np.any(list(wrong.values()), axis=0)
        differ += int(of_tokens.sum())
        if of_tokens.any():
            ties += _ties(ours, sentence, wrong)
    return {"tokens": sum(len(sentence.forms) for sentence in sentences), "differ": differ, "ties": ties}


def _ties(ours: Network, sentence: SentenceWords, differ: dict[str, Any]) -> int:
    """Count the tokens whose every other label is a tie; a relation to another head follows from the head."""
    differ = differ | {"relation": differ["relation"] & ~differ["head"]}
    margins = {name: _margins(ours, sentence, name) for name, wrong in differ.items() if wrong.any()}
    untied = np.any([differ[name] & (margin >= 1e-4) for name, margin in margins.items()], axis=0)
    return int((np.any(list(differ.values()), axis=0) & ~untied).sum())


def _margins(ours: Network, sentence: SentenceWords, name: str) -> Any:
    """Return by how much the best label of each word beats the next one; the closest of several features."""
    seen: dict[str, list[Any]] = {"best": [], "tree": []}

    def noted(kind: str, choose: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def choose_and_note(scores: Any) -> Any:
            # where there is nothing else to choose, the best is far ahead
            beside = np.concatenate([scores, np.full((*scores.shape[:-1], 1), -np.inf)], axis=-1)
            first_two = np.partition(beside, -2, axis=-1)[..., -2:]
            seen[kind].append(first_two[..., 1] - first_two[..., 0])
            return choose(scores)

        return choose_and_note

    with (
        patch.object(network, "_best", noted("best", network._best)),
        patch.object(network, "best_tree", noted("tree", best_tree)),
    ):
        ours.annotate([sentence], {LAYER_OF.get(name, "entities")})
    found = seen["tree" if name == "head" else "best"]
    return np.min([(each if each.ndim == 1 else each[:, 0])[: len(sentence.forms)] for each in found], axis=0)
