"""The ten figures of the README: one or two for each capability, the weak ones too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.readme_scale import Row


def ten_rows(folder: Path) -> Iterator[Row]:
    """Yield ten rows: what is measured, on what, the number of cases, the figure with its interval.

    Args:
        folder: Where the benchmarks write their results.

    Yields:
        The rows, by capability.
    """

    def read(name: str) -> Any:
        return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["results"]

    yield from _found(read)
    yield from _changed(read)


def _found(read: Callable[[str], Any]) -> Iterator[Row]:
    """Yield how often writers and persons are read right."""
    checked = read("first_person/hand_check")["all"]["none"]
    yield [
        "Polish: the label of a text is right",
        "web and speeches, checked by hand",
        checked["n"],
        _share(checked["share"], *checked["interval"]),
    ]
    references = read("references/quality")
    yield [
        "words for persons are found with their gender, F",
        "published Spanish and Catalan sentences, words for persons",
        sum(references[lang]["tally"]["persons"] for lang in ("es", "ca")),
        _several({lang: _of(references[lang]["person_f_score"]) for lang in ("es", "ca")}),
    ]
    gender = read("actors/gender")["GAP names"]["all"]
    yield [
        "the gender of a person is right, where it is decided",
        f"names in English Wikipedia; {100 * gender['unknown']['value']:.0f} % stay unknown",
        gender["n"],
        _of(gender["accuracy"]),
    ]
    german = read("actors/coreference_de")["parcorfull"]
    pronouns, nearest = german["ours"]["all"], german["nearest"]["all"]["value"]
    yield [
        "a German pronoun goes to the right person",
        f"news and talks; the nearest that agrees is right in {100 * nearest:.0f} %",
        pronouns["n"],
        _of(pronouns),
    ]


def _changed(read: Callable[[str], Any]) -> Iterator[Row]:
    """Yield how often texts that are balanced, rewritten or swapped come out right."""
    yield _balance(read("balancing/scale")["scale"])
    rewritten = read("rewriting/quality")["sets"]["de.gendered"]
    rules, best = (rewritten["systems"][name] for name in ("rules", rewritten["best_published"]))
    yield [
        "German rewriting: words that are wrong",
        f"half of a published set, looked at; best published system {best['rate']:.1f} %",
        rewritten["lines"],
        f"{rules['rate']:.2f} % ({rules['low']:.2f}–{rules['high']:.2f})",
    ]
    swaps = read("counterfactual/quality")["languages"]
    both = {lang: swaps[lang]["methods"]["rules"]["both"] for lang in ("en", "de", "es")}
    yield [
        "a sentence swapped to the other gender is as people wrote it",
        "MT-GenEval, half looked at",
        sum(found["lines"] for found in both.values()),
        _several({lang: _share(found["exact_share"], *found["exact_interval"]) for lang, found in both.items()}),
    ]
    content = read("stereotypes/content")["detection"]["content model"]
    yield [
        "whether a sentence holds a stereotype, macro-F1",
        "EMGSD, templates kept out",
        content["n"],
        _of(content["macro_f1"]),
    ]
    heap = read("counterfactual/heap")["attributes"]["gender"]["gc"]
    judged = heap["judged"]
    yield [
        "debiasing: a swapped sentence is right",
        f"Small Heap, judged by us; distance from even shares {heap['dr_before']:.2f} → {heap['dr_after']:.2f}",
        judged["n"],
        _share(judged["share"], *judged["interval"]),
    ]
    yield _effect(read("effects/models")["heap"])


def _effect(found: dict[str, Any]) -> Row:
    """Return how much nearer to even a model comes that is trained on debiased texts."""
    odds = next(each for each in found["differences"]["after"] if each["name"] == "occupations-mean")
    return [
        "a model trained on debiased texts: log-odds of she against he after occupations",
        f"small models from nothing, Small Heap, {odds['seeds']} seeds; even is 0",
        odds["n"],
        f"{odds['before']:.2f} → {odds['after']:.2f}; higher by {odds['difference']:.2f} "
        f"({odds['low']:.2f}–{odds['high']:.2f})",
    ]


def _balance(runs: Sequence[dict[str, Any]]) -> Row:
    largest = max(run["texts"] for run in runs)
    found = next(run for run in runs if run["texts"] == largest and run["run"] == "fewest rows")
    return [
        "balancing: texts left out",
        "synthetic corpus of a newspaper's size",
        found["texts"],
        f"{found['cost']:,}; no choice needs fewer than {found['bound']:,}",
    ]


def _several(figures: dict[str, str]) -> str:
    return "; ".join(f"{lang} {figure}" for lang, figure in figures.items())


def _of(figure: dict[str, Any]) -> str:
    return _share(figure["value"], figure["low"], figure["high"])


def _share(value: float, low: float, high: float) -> str:
    return f"{100 * value:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
