"""The rows of effects on models on the page of figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hf_genderfair.report.sentences import counted

Row = list[str | int | float | None]

SHOWN = (
    "stories-en",
    "stories-es",
    "stories-va",
    "occupations",
    "occupations-mean",
    "occupations-they",
    "soct-female",
    "soct-male",
    "perplexity",
)


def effects_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the figures of the models of each comparison, and what the trainings of the papers cost."""
    for name, found in results.items():
        if isinstance(found, Mapping) and "conditions" in found:
            yield from _comparison_rows(name, found)
    hours = ", ".join(f"{model} {each:.1f}" for model, each in results["gpu_hours_of_a_training"].items())
    yield ["on paper: GPU-hours of one training of the paper", "from operations, on an H100", None, hours]


def _comparison_rows(name: str, found: Mapping[str, Any]) -> Iterator[Row]:
    settings, training = found["settings"], found["trainings"][0]
    often = f"{counted(settings['epochs'], 'epoch')}, {counted(training['seeds'], 'seed')}"
    trained = f"{found['model']}, {training['tokens']:,} tokens, {often}"
    for condition, figures in found["conditions"].items():
        said = [f"{each['name']} {_bounded(each)}" for each in figures if each["name"] in SHOWN]
        yield [f"effect, {name}, {condition}", trained, figures[0]["n"], "; ".join(said)]


def _bounded(figure: Mapping[str, Any]) -> str:
    if figure["value"] is None:
        return "unknown"
    return f"{figure['value']:.3g} ({figure['low']:.3g} to {figure['high']:.3g})"
