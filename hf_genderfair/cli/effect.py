"""The commands ``effect`` and ``evaluate-model``."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from datasets import Dataset
from rich.console import Console

from hf_genderfair.cli.console import say
from hf_genderfair.cli.options import AsJson, Options, Title, grouped, pairs
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.output import print_table
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.processes import launched_processes
from hf_genderfair.core.settings import choose, public_name
from hf_genderfair.effects.benchmarks import (
    CrowsPairs,
    GenderBbq,
    HellaSwag,
    HonestCompletions,
    OccupationCompletions,
    OccupationOdds,
    RedditBiasPairs,
    StoryReferences,
)
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.evaluation import Benchmark, evaluate, scores_table
from hf_genderfair.effects.experiment import check_folder, score_values
from hf_genderfair.effects.experiment import effect as measure_effect
from hf_genderfair.effects.report import summary, write_effect
from hf_genderfair.effects.trained import TrainingSettings
from hf_genderfair.effects.training import BaseModel
from hf_genderfair.effects.training_data import conditions

BENCHMARKS: dict[str, Callable[[str | None], Benchmark]] = {
    "occupations": lambda data: OccupationOdds(),
    "soct": lambda data: OccupationCompletions(),
    "stories-en": lambda data: StoryReferences("en"),
    "stories-es": lambda data: StoryReferences("es"),
    "stories-va": lambda data: StoryReferences("ca"),
    "crows-pairs": lambda data: CrowsPairs(data) if data else CrowsPairs(),
    "hellaswag": lambda data: HellaSwag(data) if data else HellaSwag(),
    "bbq": lambda data: GenderBbq(data) if data else GenderBbq(),
    "reddit-bias": lambda data: RedditBiasPairs(_given("reddit-bias", data)),
    "honest": lambda data: HonestCompletions(*_two_files(data)),
}
"""What makes a benchmark of a name, with the place of its data where the user gave one."""


LOADED = ("revision", "gguf_file", "dtype", "device")
"""How a model is loaded; see `BaseModel`."""

MODEL = typer.Option(
    ..., "--model", help="Folder, Hub name, or scratch:small (scratch:medium) for a small model from nothing."
)
MODEL_ARGUMENT = typer.Argument(..., metavar="MODEL", help="Folder, also of adapters, or Hub name.")
TRAINED = ("rank", "alpha", "dropout", "target_modules", "learning_rate", "weight_decay", "warmup_steps", "epochs")
BLOCKS = ("batch_size", "accumulation", "block_size", "max_tokens", "optimiser")
Training: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        method=typer.Option(
            None, "--method", help="Train adapters (lora) or all weights; by default as the model needs."
        ),
        dtype=typer.Option(None, "--training-dtype"),
        **dict.fromkeys((*TRAINED, *BLOCKS), None),
        of=TrainingSettings,
    ),
]
"""How the models are trained, where that is not as the model needs."""


@dataclass(frozen=True)
class Asked:
    """The benchmarks of a command.

    Attributes:
        benchmark: Their names.
        benchmark_data: Places of their data.

    Example:
        >>> [benchmark.name for benchmark in Asked(["soct"]).benchmarks()]
        ['soct']
    """

    benchmark: Annotated[
        list[str] | None,
        typer.Option(
            "--benchmark", metavar="NAME", help=f"What models are asked: {', '.join(BENCHMARKS)}; may be given again."
        ),
    ] = None
    benchmark_data: Annotated[
        list[str] | None,
        typer.Option(
            "--benchmark-data",
            metavar="NAME=PATH",
            help="Local data of a benchmark in place of the Hub's, such as crows-pairs=pairs/; may be given again.",
        ),
    ] = None

    def benchmarks(self) -> list[Benchmark]:
        """Return the benchmarks."""
        names = list(dict.fromkeys(self.benchmark or ["occupations"]))
        data = pairs(self.benchmark_data or [], "--benchmark-data", "NAME=VALUE", str)
        unused = [name for name in data if name not in names]
        if unused:
            raise GenderfairError(
                f"--benchmark-data names {unused[0]}, which is not asked: add --benchmark {unused[0]}"
            )
        return [BENCHMARKS[choose("--benchmark", name, list(BENCHMARKS))](data.get(name)) for name in names]


@grouped
def effect(
    base: Annotated[BaseModel, Options(*LOADED, name=MODEL)],
    training: Training,
    measured: Annotated[dict[str, Any], Options("seeds", "minutes", "held_out", "baseline", of=measure_effect)],
    origin: Annotated[Origin, Options(without=("source", "longest", "keep_going", "delimiter", "encoding", "config"))],
    asked: Asked,
    before: Annotated[str, typer.Option("--before", metavar="SOURCE", help="The data as they were.")],
    after: Annotated[str, typer.Option("--after", metavar="SOURCE", help="The data after the change.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for models, answers, effect.json, report.")],
    other: Annotated[
        list[str] | None,
        typer.Option("--other", metavar="NAME=SOURCE", help="Further data to compare, such as a neutral rewriting."),
    ] = None,
    title: Title = None,
    as_json: AsJson = False,
) -> None:
    """Train models on data before and after a change, and say what differs.

    Each data set gives as many tokens. The differences between the models come with intervals over items and seeds, and
    with a verdict where these suffice. Perplexity on held-out texts says what the change costs. The same command goes
    on with a comparison that was interrupted.

    Examples:
        hf-genderfair effect --model scratch:small --before posts.jsonl --after balanced/ --out effect/
        hf-genderfair effect --model me/model --before a.jsonl --after b.jsonl --benchmark soct --seeds 3 --out effect/
        hf-genderfair effect --model scratch:small --before a.txt --after b.txt --minutes 20 --out effect/
    """
    benchmarks, processes = asked.benchmarks(), launched_processes()
    settings = replace(base.settings, **training)
    processes.of_first(lambda: check_folder(out))
    others = {name: _rows(origin, source) for name, source in pairs(other or [], "--other", "NAME=VALUE", str).items()}
    compared = conditions(_rows(origin, before), _rows(origin, after), others)
    found = measure_effect(
        base,
        compared,
        benchmarks,
        settings=settings,
        folder=out,
        on_step=_say if processes.rank == 0 else lambda step: None,
        **measured,
    )
    report = write_effect(found, out, title)
    if processes.rank:
        return
    if as_json:
        say(json.dumps(found.to_json()))
        return
    say(summary(found))
    for table in report.tables[:1]:
        print_table(table)
    _say(f"{out}/effect.json, report.html and report.md hold all figures; models/ the models")


@grouped
def evaluate_model(
    base: Annotated[BaseModel, Options(*LOADED, name=MODEL_ARGUMENT)],
    asked: Asked,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="How often answers are drawn.")] = 1,
    cache: Annotated[
        Path | None, typer.Option("--cache", metavar="DIR", help="Keep answers there, so that none is asked again.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask a language model the questions of benchmarks, and print what the answers say.

    Examples:
        hf-genderfair evaluate-model models/after/seed-0 --benchmark occupations --benchmark soct
        hf-genderfair evaluate-model me/model --benchmark crows-pairs --benchmark-data crows-pairs=pairs/ --json
    """
    if not base.pretrained:
        raise GenderfairError(f"{base.name} has learnt nothing that could be evaluated: name a folder or a Hub name")
    model: CausalModel = base.load((), 0)
    scores = evaluate(model, asked.benchmarks(), seeds=seeds, cache=cache, on_benchmark=_say)
    if as_json:
        say(json.dumps({"model": public_name(base.name), "benchmarks": list(map(score_values, scores))}))
        return
    print_table(scores_table(scores))


def _rows(origin: Origin, source: str) -> Dataset:
    return origin.beside(source).rows()


def _given(name: str, data: str | None) -> str:
    if data is None:
        raise GenderfairError(f"benchmark {name} needs its data: give --benchmark-data {name}=PATH")
    return data


def _two_files(data: str | None) -> tuple[str, str]:
    templates, _, lexicon = _given("honest", data).partition(",")
    if not lexicon:
        raise GenderfairError("honest needs templates and a lexicon: give --benchmark-data honest=TEMPLATES,LEXICON")
    return templates, lexicon


def _say(step: str) -> None:
    Console(stderr=True).print(step, highlight=False, markup=False)
