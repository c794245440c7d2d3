"""The rows of language pipelines on the page of figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.readme_scale import Row

PIPELINE_FIGURES = {
    "UPOS": "UPOS",
    "Gender": "Gender",
    "Case": "Case",
    "UAS": "UAS",
    "LAS": "LAS",
    "PER exact": "names of persons",
    "subject of persons": "subject of persons",
    "object of persons": "object of persons",
}
"""Main figures of the pipelines: name in the results, name in the table."""


def pipelines_quality_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the main figures of each pipeline by set; figures that a language lacks are left out."""
    for pipeline, measured in results.items():
        for name, found in measured["sets"].items():
            scores = found["sentence by sentence"]
            shown = {figure: scores[key] for key, figure in PIPELINE_FIGURES.items() if key in scores}
            figures = [f"{figure} {s['value']:.3f} ({s['low']:.3f}–{s['high']:.3f})" for figure, s in shown.items()]
            yield [f"pipeline {pipeline}", f"{name}, sentence by sentence", found["sentences"], ", ".join(figures)]


def pipelines_speed_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the speed of each embedded pipeline on one core, beside the tokeniser of spaCy on the same texts."""
    for lang, run in results.items():
        parts = [
            f"{name} {run[name]['warm']['words_per_second']:,.0f} words/s" for name in ("everything", "pos and morph")
        ]
        ratio = f"everything at {run['everything']['ratio_to_tokeniser']:.2f} of the speed of spaCy's bare tokeniser"
        used = run["memory"]["anonymous_mb"] if "memory" in run else {}
        memory = [f"{megabytes:.0f} MB after {int(count):,} short texts" for count, megabytes in used.items()]
        words = run["everything"]["warm"]["words"]
        yield [f"pipeline {lang}, speed on one core", "real texts, words", words, "; ".join([*parts, ratio, *memory])]


def pipelines_torch_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield how many tokens have the same labels in torch as in numpy, and the speed of both."""
    device = results["computed_with"].get("gpu", "one core")
    for lang, found in results["languages"].items():
        speeds = {name: f"{each['words_per_second']:,.0f} words/s" for name, each in found["parse"].items()}
        figures = (
            f"{100 * found['agree']:.3f} % of tokens have all labels of numpy, {found['tokens_that_differ']} differ, "
            f"{found['ties']} of them ties; numpy on one core {speeds['numpy']}, torch on {device} {speeds['torch']}"
        )
        yield [f"pipeline {lang} in torch", "real texts, words", found["tokens"], figures]
