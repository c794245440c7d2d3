"""Does it help a model? Small models from nothing on stories and Small Heap, and a pretrained one, beside the papers.

*Stories*: Derner et al. 2025, section 5. *Heap*: Görge et al. 2025, section 6, on excerpts as they are, rewritten
neutrally, and debiased. *Pretrained*: SmolLM2-135M with adapters on the same excerpts.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset, disable_progress_bars, load_dataset

from benchmarks.measure import Figures, Measure, limits
from benchmarks.texts import lines, small_heap
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.effects.benchmarks import OccupationCompletions, OccupationOdds, SentenceEncoder, StoryReferences
from hf_genderfair.effects.experiment import Effect, effect
from hf_genderfair.effects.report import write_effect
from hf_genderfair.effects.trained import TrainingSettings
from hf_genderfair.effects.training import BaseModel
from hf_genderfair.effects.training_data import UNTRAINED, Condition, conditions
from hf_genderfair.lexicons.word_lists import word_list
from hf_genderfair.recipes.debias_recipe import DebiasRecipe
from hf_genderfair.report.sentences import counted
from hf_genderfair.scale.sharded import run
from hf_genderfair.stereotypes.transform import Stereotypes

PARTS = ("stories", "heap", "pretrained")
LANGUAGES = {"en": "en", "es": "es", "va": "ca"}
"""Names in the files, and codes."""
HEAP = ("tiny_heap", "orig__wikipedia_00000", "orig__openwebtext_00000", "orig__cc-news_00020")
NEUTRAL = ("tiny_heap-neutral", *(name.replace("orig", "neutral") for name in HEAP[1:]))
SEEDS = 3
PAPER = {"Qwen3-0.6B": 596_049_920, "Llama-3.2-1B": 1_235_814_400, "Llama-3.1-8B": 8_030_261_248}
"""Weights of the models of Görge et al. (2025)."""
SHOWN = frozenset(
    "stories-en stories-es stories-va occupations occupations-mean occupations-they soct-female soct-male "
    "perplexity".split()
)


def _stories(data: Path, work: Path, lang: str, encoder: SentenceEncoder | None) -> Figures:
    """Train on the stories of a language."""
    files = {"male": "M", "balanced": "balanced", "female": "F"}
    paths = {name: data / "grb" / "stories" / f"stories-{lang}-{part}.txt.xz" for name, part in files.items()}
    sets = {name: _rows(filter(str.strip, lines(path))) for name, path in paths.items()}
    found = effect(
        BaseModel("scratch:small"),
        [Condition(UNTRAINED), *(Condition(name, rows) for name, rows in sets.items())],
        [StoryReferences(LANGUAGES[lang], encoder=encoder)],
        settings=replace(TrainingSettings.from_scratch(), epochs=3),
        seeds=SEEDS,
        folder=work / f"stories-{lang}",
        baseline="balanced",
        on_step=say,
    )
    yield from _figures(f"stories-{lang}", found, work / f"stories-{lang}", f"Stories ({lang})", "scratch:small")


def _heap(data: Path, work: Path, base: BaseModel, settings: TrainingSettings, seeds: int) -> Figures:
    """Train on excerpts of Small Heap before and after."""
    before = _joined(data, HEAP)
    debiased = {method: debiased_by(method, before, work / f"heap-{method}") for method in ("base", "gc")}
    name = PARTS[base.pretrained + 1]
    found = effect(
        base,
        conditions(before, debiased["gc"], {"base": debiased["base"], "neutral": _joined(data, NEUTRAL)}),
        [OccupationOdds(), OccupationCompletions()],
        settings=settings,
        seeds=seeds,
        folder=work / name,
        on_step=say,
    )
    # a folder has another name on another machine
    model = Path(base.gguf_file).stem if base.gguf_file else base.name
    yield from _figures(name, found, work / name, "Small Heap before and after", model)


def _rows(found: Iterable[str]) -> Dataset:
    return Dataset.from_dict({"text": [line.strip() for line in found]})


def _joined(data: Path, names: Sequence[str]) -> Dataset:
    """Return the lines of several files, empty ones too, so that line i of a twin is the same text."""
    return _rows(line for name in names for line in small_heap(data, name))


def debiased_by(method: Any, rows: Dataset, folder: Path) -> Dataset:
    """Debias texts by a method of the paper, unless that is done."""
    proposer = Counterfactual("en", word_list("gender"), method, names="keep")
    recipe = DebiasRecipe(proposer, Stereotypes("en", "gender"), remove_stereotypes=True)
    run(rows, recipe, folder, num_proc=2)
    found = load_dataset(str(folder), split="train")
    assert isinstance(found, Dataset)
    return found.select_columns(["text"])


def say(step: str) -> None:
    """Print a step with the time."""
    print(f"{time.strftime('%H:%M:%S')} {step}", flush=True)


def _figures(name: str, compared: Effect, folder: Path, title: str, model: str) -> Figures:
    """Write the report of a comparison, and yield its figures."""
    write_effect(compared, folder, title)
    found = compared.to_json()
    settings, training = found["settings"], found["trainings"][0]
    often = f"{counted(settings['epochs'], 'epoch')}, {counted(training['seeds'], 'seed')}"
    where = f"{model}, {training['tokens']:,} tokens, {often}"
    differences = [{**each, "value": each["difference"]} for each in found["differences"].get("after", ())]
    for condition, figures in {**found["conditions"], "after less before": differences}.items():
        for each in figures:
            if each["name"] in SHOWN:
                at = partial(Measure, f"effect, {name}", where, each["n"], of=condition, unit="")
                yield at(each["name"], *limits(each))


def models(
    data: Path,
    work: Path,
    parts: list[str] | None = None,
    lang: list[str] | None = None,
    model: str = "HuggingFaceTB/SmolLM2-135M",
    gguf_file: str | None = None,
    encoder: str | None = None,
    threads: int = 1,
) -> Figures:
    """Train small models and evaluate them, in a folder that keeps models and answers.

    An interrupted run goes on where it was. Parts are ``stories``, ``heap`` and ``pretrained``. ``--model`` names the
    folder of the pretrained model, ``--gguf-file`` the file in it, ``--encoder`` a sentence encoder of the E5 family.
    """
    disable_progress_bars()
    torch.set_num_threads(threads)
    asked = parts or PARTS
    if "stories" in asked:
        loaded = SentenceEncoder.load(encoder, prefix="query: ") if encoder else None
        for each in lang or LANGUAGES:
            yield from _stories(data, work, each, loaded)
    if "heap" in asked:
        settings = replace(TrainingSettings.from_scratch(), epochs=2, max_tokens=300_000)
        yield from _heap(data, work, BaseModel("scratch:small"), settings, SEEDS)
    if "pretrained" in asked:
        # the paper's adapters; fewer tokens and smaller steps, so that a processor gets through
        smaller: dict[str, Any] = {"batch_size": 8, "accumulation": 2, "block_size": 256, "max_tokens": 300_000}
        settings = replace(TrainingSettings.paper(), epochs=1, dtype="bfloat16", **smaller)
        yield from _heap(data, work, BaseModel(model, gguf_file=gguf_file), settings, 1)
    of = partial(Measure, "on paper: one training of the paper", "from operations, on an H100", None, unit="GPU-hours")
    for name, weights in PAPER.items():
        # the tokens of their data, and .4 of the operations a second that the maker of an H100 says
        yield of(name, TrainingSettings.paper().gpu_hours(weights, 18_700_000, 4e14))
