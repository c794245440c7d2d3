"""The embedded pipelines in torch beside numpy: labels, speed, and how many processes feed one GPU.

    python -m benchmarks.run languages/torch_speed --data FOLDER [--device cuda] [--lang de ...] [--words 60000]

Texts are those of ``speed.py``. *Agree* is the share of tokens whose every label (part of speech, features,
lemma, head, relation, entity) is the same in numpy and in torch; *ties* are those of the others whose two best scores
in numpy differ by less than 1e-4. *Network* is the network alone, *parse* a whole pipeline with all layers from texts
to analyses, on texts that were not seen before, each in a process of its own on one core with one thread. The profile
is of the German chain (``PersonReferences``, ``ActorMetrics``, ``GenderFair``).

On the processor, times are those of the processor, since a machine may be shared. With ``--device cuda`` times are
those of the clock, and it also measures parse and chain with several processes on one GPU beside all cores without it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from benchmarks.languages.speed import LANGUAGES, portions, texts
from benchmarks.measure import Measure
from benchmarks.processes import in_new_process
from hf_genderfair.core.devices import VARIABLE
from hf_genderfair.languages import embedded, network
from hf_genderfair.languages.analysis import LAYERS
from hf_genderfair.languages.embedded import MODELS
from hf_genderfair.languages.network import Network, Numbers, SentenceWords
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.languages.trees import best_tree

WORDS = 60_000
TIE = 1e-4
TARGETS = {"agree": 0.9999, "parse": 300_000, "chain": 4.0}


class Asked(NamedTuple):
    """The texts of a measurement."""

    data: Path
    lang: str
    words: int


@contextmanager
def computing_on(device: str | None) -> Iterator[Callable[[], float]]:
    """Let pipelines compute in numpy (None), in torch on the processor (``cpu``), or on a GPU; give the clock."""
    if device == "cpu":
        # what use_device("cpu") asks for is numpy
        with patch.object(embedded, "pipeline_device", lambda: "cpu"):
            yield time.process_time
    else:
        yield time.perf_counter if device or VARIABLE in os.environ else time.process_time


def labels(data: Path, lang: str, words: int, device: str | None) -> dict[str, Any]:
    """Compare the labels of numpy and torch, and time both networks."""
    (rows,) = portions(texts(data, lang), [words])
    sentences = [SentenceWords(s.forms, s.spaces) for document in tokenise(rows, lang) for s in document]
    found: dict[str, Any] = {"tokens": sum(len(sentence.forms) for sentence in sentences)}
    annotated = {}
    for name, where in (("numpy", None), ("torch", device)):
        chosen = embedded._Reader(MODELS / f"{lang}.npz", where).network
        # words and memory of the device are not the network's
        chosen.annotate(sentences, LAYERS)
        clock = time.process_time if where in (None, "cpu") else time.perf_counter
        start = clock()
        annotated[name] = chosen.annotate(sentences, LAYERS)
        found[f"{name}_words_per_second"] = found["tokens"] / (clock() - start)
        if isinstance(chosen, Network):
            numpy_network = chosen
    differ = [differences(*pair) for pair in zip(annotated["numpy"], annotated["torch"], strict=True)]
    found["differ"] = {name: sum(int(each[name].sum()) for each in differ) for name in Numbers._fields}
    wrong = [np.any(list(each.values()), axis=0) for each in differ]
    found["tokens_that_differ"] = sum(int(each.sum()) for each in wrong)
    found["ties"] = sum(
        ties(numpy_network, sentence, each)
        for sentence, each in zip(sentences, differ, strict=True)
        if any(layer.any() for layer in each.values())
    )
    found["agree"] = 1 - found["tokens_that_differ"] / found["tokens"]
    return found


def differences(ours: Numbers, theirs: Numbers) -> dict[str, Any]:
    """Return for each layer which tokens of a sentence differ."""
    pairs = {name: (getattr(ours, name), getattr(theirs, name)) for name in Numbers._fields}
    return {name: (one != two).reshape(len(one), -1).any(1) for name, (one, two) in pairs.items()}


def ties(ours: Network, sentence: SentenceWords, differ: dict[str, Any]) -> int:
    """Count the tokens whose every other label is a tie; a relation to another head follows from the head."""
    differ = differ | {"relation": differ["relation"] & ~differ["head"]}
    margins = {name: score_margins(ours, sentence, name) for name, wrong in differ.items() if wrong.any()}
    untied = np.any([differ[name] & (margin >= TIE) for name, margin in margins.items()], axis=0)
    return int((np.any(list(differ.values()), axis=0) & ~untied).sum())


def score_margins(ours: Network, sentence: SentenceWords, name: str) -> Any:
    """Return by how much the best label of each word beats the next one; the closest of several features."""
    layers = {"pos": "pos", "features": "morph", "script": "lemma", "head": "syntax", "relation": "syntax"}
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
        ours.annotate([sentence], {layers.get(name, "entities")})
    count = len(sentence.forms)
    found = seen["tree" if name == "head" else "best"]
    return np.min([(each if each.ndim == 1 else each[:, 0])[:count] for each in found], axis=0)


def parse(data: Path, lang: str, words: int, device: str | None) -> dict[str, Any]:
    """Time a pipeline with all layers on new texts."""
    first, second = portions(texts(data, lang), [words // 4, words])
    with computing_on(device) as clock:
        list(pipeline(lang).analyse(first))
        start = clock()
        count = sum(len(s.tokens) for analysis in pipeline(lang).analyse(second) for s in analysis.sentences)
        return {"words": count, "words_per_second": count / (clock() - start)}


def chain(data: Path, lang: str, words: int, device: str | None) -> dict[str, Any]:
    """Time the chain, and what of it each part takes."""
    import pyarrow as pa

    from hf_genderfair.actors.transform import ActorMetrics
    from hf_genderfair.languages.chain import Chain
    from hf_genderfair.representation.references.transform import PersonReferences
    from hf_genderfair.rewriting.transform import GenderFair

    links = Chain(PersonReferences(lang), ActorMetrics(lang), GenderFair(lang))
    first, second = (pa.table({"text": rows}) for rows in portions(texts(data, lang), [words // 4, words]))
    seconds = dict.fromkeys(("tokenise", "network", "tokens"), 0.0)
    counted = 0
    with computing_on(device) as clock:
        links(first)
        kind = type(embedded.EmbeddedPipeline(lang)._reader().network)

        def timed(part: str, work: Callable[..., Any]) -> Callable[..., Any]:
            def timed_work(*arguments: Any) -> Any:
                start = clock()
                result = work(*arguments)
                seconds[part] += clock() - start
                return result

            return timed_work

        def all_tokens(rows: Sequence[str], lang: str) -> Any:
            nonlocal counted
            documents = list(tokenise(rows, lang))
            counted += sum(len(sentence.forms) for document in documents for sentence in document)
            return documents

        with (
            patch.object(embedded, "tokenise", timed("tokenise", all_tokens)),
            patch.object(kind, "annotate", timed("network", kind.annotate)),
            patch.object(embedded._Reader, "_sentence", timed("tokens", embedded._Reader._sentence)),
        ):
            start = clock()
            links(second)
            total = clock() - start
    seconds["rules"] = total - sum(seconds.values())
    return {"words": counted, "words_per_second": counted / total, "seconds": seconds}


def measured(
    work: Callable[..., dict[str, Any]], asked: Asked, device: str | None, processes: int = 1
) -> dict[str, Any]:
    """Run a measurement in so many processes at once, each on one core; of several, add up the words a second."""
    cores = sorted(os.sched_getaffinity(0))
    with ThreadPoolExecutor(processes) as pool:
        running = [
            pool.submit(in_new_process, _on_device, work, asked, device, cores=[cores[number % len(cores)]])
            for number in range(processes)
        ]
        results = [each.result() for each in running]
    if processes == 1:
        return results[0]
    return {"processes": processes, "words_per_second": sum(each["words_per_second"] for each in results)}


def _on_device(work: Callable[..., dict[str, Any]], asked: Asked, device: str | None) -> dict[str, Any]:
    os.environ.pop(VARIABLE, None)
    if device not in (None, "cpu"):
        os.environ[VARIABLE] = str(device)
    return work(*asked, device)


def compare(asked: Asked, device: str) -> dict[str, Any]:
    """Measure one language and print its line."""
    found = measured(labels, asked, device)
    found["parse"] = {"numpy": measured(parse, asked, None), "torch": measured(parse, asked, device)}
    print(
        f"{asked.lang:4} {found['tokens']:9,} {100 * found['agree']:9.4f} {found['tokens_that_differ']:7} "
        f"{found['ties']:5} {found['numpy_words_per_second']:10,.0f} {found['torch_words_per_second']:10,.0f} "
        f"{found['parse']['numpy']['words_per_second']:10,.0f} {found['parse']['torch']['words_per_second']:10,.0f}",
        flush=True,
    )
    return found


def profile(asked: Asked, device: str) -> dict[str, Any]:
    """Measure the German chain, and print the share of each part and how many processes feed one GPU."""
    found: dict[str, Any] = {"numpy": measured(chain, asked, None), "torch": measured(chain, asked, device)}
    for name, each in found.items():
        microseconds = {part: 1e6 * value / each["words"] for part, value in each["seconds"].items()}
        parts = ", ".join(f"{part} {value:.1f}" for part, value in microseconds.items())
        print(f"German chain, {name}: {each['words_per_second']:,.0f} words/s; microseconds a word: {parts}")
    others = sum(microseconds.values()) - microseconds["network"]
    found["microseconds_beside_the_network"] = others
    print(
        "processes that keep one GPU busy: 1 + (tokenise + tokens + rules) / network of the GPU "
        f"= 1 + {others:.1f} / (microseconds a word on the GPU)"
    )
    if device != "cpu":
        found["processes_to_feed_one_gpu"] = 1 + others / microseconds["network"]
        print(f"    on this one: {found['processes_to_feed_one_gpu']:.1f}")
    else:
        processes = 1 + others * TARGETS["parse"] / 1e6
        print(f"    a network of {TARGETS['parse']:,} words/s, as is aimed at: {processes:.1f}")
    return found


def several_processes(asked: Asked, device: str) -> dict[str, Any]:
    """Measure parse and chain with several processes on one GPU, and with all cores without it."""
    cores = len(os.sched_getaffinity(0))
    found: dict[str, Any] = {}
    for run, work in (("parse", parse), ("chain", chain)):
        numbers = [number for number in (2, 4, 8, 16, 32) if number <= cores]
        found[run] = {
            "all_cores": measured(work, asked, None, cores),
            "gpu": [measured(work, asked, device, number) for number in numbers],
        }
        without = found[run]["all_cores"]["words_per_second"]
        print(f"{run}, de, {cores} cores without the GPU: {without:,.0f} words/s")
        for each in found[run]["gpu"]:
            speed = each["words_per_second"]
            print(f"    {each['processes']} processes on one GPU: {speed:,.0f} words/s, {speed / without:.1f} times")
    return found


def computed_with(device: str) -> dict[str, Any]:
    """Return what was computed with."""
    import torch

    found = {"torch": torch.__version__, "numpy": np.__version__, "device": device}
    return found if device == "cpu" else found | {"gpu": torch.cuda.get_device_name(device)}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how many tokens have the same labels in torch as in numpy, and the speed of both."""
    where = results["computed_with"].get("gpu", "one core")
    for lang, found in results["languages"].items():
        at = partial(Measure, f"pipeline {lang} in torch", "real texts, words", found["tokens"])
        yield at("tokens with all labels of numpy", found["agree"])
        yield at("tokens that differ", found["tokens_that_differ"], unit="")
        yield at("of them ties", found["ties"], unit="")
        speed, numpy_speed = (found["parse"][name]["words_per_second"] for name in ("torch", "numpy"))
        yield at(f"torch on {where}", speed, unit="words/s", beside={"numpy on one core": numpy_speed})


def benchmark(data: Path, device: str = "cpu", lang: list[str] | None = None, words: int = WORDS) -> dict[str, Any]:
    """Print the table and return the results; a device is ``cpu``, ``cuda`` or ``cuda:N``: where torch computes."""
    print(f"{'':4} {'':9} {'':9} {'':7} {'':5} {'network w/s':>21} {'parse w/s':>21}")
    print(
        f"{'':4} {'tokens':>9} {'agree %':>9} {'differ':>7} {'ties':>5} {'numpy':>10} {'torch':>10} "
        f"{'numpy':>10} {'torch':>10}"
    )
    german = Asked(data, "de", words)
    results: dict[str, Any] = {
        "targets": TARGETS,
        "computed_with": computed_with(device),
        "languages": {each: compare(Asked(data, each, words), device) for each in lang or LANGUAGES},
        "chain": profile(german, device),
    }
    if device != "cpu":
        results["several_processes"] = several_processes(german, device)
    return results
