"""Masculine to feminine words for persons in texts of known bias, and in the published samples.

    python -m benchmarks.run references/bias --data FOLDER [--lines N] [--speeches N] [--seed 0]

FOLDER holds ``grb/stories`` (stories by a language model on men alone, on women alone, and both by turns, a sentence a
line), ``grb/corpora-en-es`` (parallel samples of 1,000 sentences) and ``text/parlamint_es/speeches.jsonl.xz`` (speeches
in Spanish; the sex of each speaker is on record). Derner et al. 2025 (section 5) give 100:1, 1:100 and 1:1 as orders
of magnitude of the stories, measured by gpt-4-turbo in Spanish and Valencian and by gender polarity in English; of the
samples they give all counts (Tables 5 and 7). A document is a line, of the speeches a speech. Intervals: 95 % bootstrap
over documents, seeded; lines of one story go together, so that those of stories are too narrow.
"""

from __future__ import annotations

import json
import lzma
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from datasets import Dataset, disable_progress_bars

from benchmarks.measure import Measure, limits
from hf_genderfair.core.transform import annotate
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.polarity import Polarity, gender_polarity
from hf_genderfair.representation.references.ratios import (
    RatioEstimate,
    ReferenceCounts,
    count_epicenes,
    count_references,
    estimate_ratio,
)
from hf_genderfair.representation.references.tables import epicene_table, ratio_table, words_table
from hf_genderfair.representation.references.transform import PersonReferences

BIASES = {"M": "100 : 1", "balanced": "1 : 1", "F": "1 : 100"}
"""The sets of stories, with the order of their published ratios."""

BOUNDS: dict[str, tuple[float, float]] = {"M": (10**1.5, 10**2.5), "balanced": (0.5, 2), "F": (10**-2.5, 10**-1.5)}
"""Within half an order of magnitude of 100 and of 1/100, and within a factor of two of 1."""

AGAINST = {"M": "feminine", "F": "masculine"}
"""Gender of the words that a set should not have."""

LISTED = 20
STORIES = {"es": "es", "va": "ca", "en": "en"}
"""Language of the stories by the code in their names."""

SAMPLES = {
    "Europarl-v7.en-es.sample.01": (3531, 3131, 5989, 677, 541, 136),
    "Europarl-v7.en-es.sample.02": (3400, 3096, 5765, 736, 587, 149),
    "CCAligned.en-es.sample.01": (2218, 1478, 3388, 307, 246, 61),
    "CCAligned.en-es.sample.02": (2184, 1510, 3385, 310, 254, 56),
}
"""Published L_*M, L_*F, L_N*, L_P*, L_PM and L_PF of the Spanish samples (Table 5)."""


def show(table: Table) -> None:
    """Print a table under its title."""
    print(f"\n{table.title}\n{table_text(table)}")


def found_in(texts: list[str], lang: str) -> tuple[Dataset, ReferenceCounts, RatioEstimate]:
    """Annotate texts and count their references."""
    rows = annotate(Dataset.from_dict({"text": texts}), PersonReferences(lang))
    counts = count_references(rows)
    return rows, counts, estimate_ratio(counts)


def figures(found: RatioEstimate) -> dict[str, Any]:
    """Return an estimate for the results."""
    return {
        "ratio": found.ratio._asdict(),
        "without_common": found.without_common._asdict(),
        "epicene": vars(found.epicene),
        "generic": vars(found.generic),
        "neuter": found.neuter,
        "genderless": found.genderless,
        "persons": found.persons,
        "documents": found.documents,
    }


def sample(path: Path, lines: int | None, seed: int) -> list[str]:
    """Return lines of a compressed file, drawn by seed and in their order; all where ``lines`` is None."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        texts = file.read().splitlines()
    if lines is None or lines >= len(texts):
        return texts
    return [texts[place] for place in sorted(random.Random(seed).sample(range(len(texts)), lines))]


def measure_stories(data: Path, lines: int | None, seed: int) -> dict[str, Any]:
    """Measure the three sets of stories of each language; English ones also by gender polarity."""
    results: dict[str, Any] = {}
    estimates: dict[str, RatioEstimate] = {}
    rows: list[list[Cell]] = []
    for code, lang in STORIES.items():
        ratios: list[float | None] = []
        for bias, published in BIASES.items():
            texts = sample(data / "grb" / "stories" / f"stories-{code}-{bias}.txt.xz", lines, seed)
            annotated, _, found = found_in(texts, lang)
            estimates[f"{code} {bias}"] = found
            results[f"{code} {bias}"] = figures(found) | {"against": words_against(annotated, AGAINST.get(bias))}
            for measure, ratio in (("references", found.ratio), ("without common words", found.without_common)):
                row: list[Cell] = [code, measure, bias, published, ratio.value, ratio.low, ratio.high]
                rows.append([*row, ratio.masculine + ratio.feminine, judged(ratio.value, bias)])
            ratios.append(found.ratio.value)
            if lang == "en":
                polarity = gender_polarity(texts)
                results[f"{code} {bias}"]["polarity"] = _polarity(polarity)
                row = [code, "gender polarity", bias, published, polarity.ratio, *polarity.interval]
                rows.append([*row, polarity.male + polarity.female, judged(polarity.ratio, bias)])
        in_order = None not in ratios and ratios == sorted(ratios, key=lambda ratio: -(ratio or 0))
        results[f"{code} in order"] = in_order
        rows.append([code, "references", "in order", *[None] * 5, "yes" if in_order else "no"])
    show(ratio_table(estimates))
    columns = ["stories", "measure", "set", "published", "ours", "low", "high", "words", "as published"]
    note = (
        "As published: within half an order of magnitude of 100 and 1/100, within a factor of two of 1. The interval "
        "of gender polarity takes words for independent."
    )
    show(Table("stories", "Stories", columns, rows, note))
    return results


def words_against(rows: Dataset, gender: str | None) -> list[tuple[str, int]]:
    """Return the most frequent words for persons of the gender that a set should not have."""
    words = Counter(
        (word["form"] or row["text"][word["start"] : word["end"]]).lower()
        for row in rows
        for word in row["person_references"]
        if word["person"] and word["gender"] == gender
    )
    return words.most_common(LISTED)


def judged(ratio: float | None, bias: str) -> str:
    """Say whether the ratio of a set has the published size."""
    low, high = BOUNDS[bias]
    return "yes" if ratio is not None and low <= ratio <= high else "no"


def _polarity(found: Polarity) -> dict[str, Any]:
    low, high = found.interval
    return {"male": found.male, "female": found.female, "ratio": found.ratio, "low": low, "high": high}


def measure_samples(data: Path) -> dict[str, Any]:
    """Count the Spanish samples beside the published counts, English gender polarity beside both."""
    results: dict[str, Any] = {}
    counts, estimates, polarities = {}, {}, {}
    epicenes, persons = None, 0
    rows: list[list[Cell]] = []
    for name, published in SAMPLES.items():
        folder = data / "grb" / "corpora-en-es"
        texts, english = (
            (folder / f"{name}.{code}.txt").read_text(encoding="utf-8").splitlines() for code in ("es", "en")
        )
        annotated, counts[name], estimates[name] = found_in(texts, "es")
        polarities[name] = gender_polarity(english)
        found_epicenes = count_epicenes(annotated)
        epicenes = found_epicenes if epicenes is None else epicenes + found_epicenes
        persons += estimates[name].persons
        ours, found = estimates[name].ratio, counts[name]
        totals = [found.total("masculine"), found.total("feminine"), found.total(persons=False)]
        totals += [found.total(persons=True), ours.masculine, ours.feminine]
        true = published[4] / published[5]
        rows.append([name, *[f"{own:,} / {theirs:,}" for own, theirs in zip(totals, published, strict=True)]])
        rows[-1] += [ours.value, ours.low, ours.high, true]
        results[name] = figures(estimates[name]) | {"published": published, "published_ratio": true, "ours": totals}
    show(ratio_table(estimates, polarities))
    show(words_table(counts, estimates))
    columns = ["ours / published", "L_*M", "L_*F", "L_N*", "L_P*", "L_PM", "L_PF", "ratio", "low", "high", "published"]
    show(Table("published", "Spanish samples beside gpt-4-turbo (Table 5)", columns, rows))
    if epicenes is not None:
        show(epicene_table(epicenes, persons))
    return results


def speeches(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the sex that is recorded of the speaker, and the text."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            speech = json.loads(line)
            yield {"F": "women", "M": "men"}.get(speech["sex"], "not recorded"), speech["text"]


def measure_speeches(data: Path, number: int, seed: int) -> dict[str, Any]:
    """Measure Spanish speeches by the recorded sex of the speaker."""
    by_sex: dict[str, list[str]] = {}
    for sex, text in speeches(data / "text" / "parlamint_es" / "speeches.jsonl.xz"):
        by_sex.setdefault(sex, []).append(text)
    estimates: dict[str, RatioEstimate] = {}
    for sex, texts in sorted(by_sex.items()):
        chosen = random.Random(seed).sample(texts, min(number, len(texts)))
        _, _, estimates[f"speeches of {sex}"] = found_in(chosen, "es")
    show(ratio_table(estimates))
    return {name: figures(found) for name, found in estimates.items()}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the ratio of masculine to feminine words in stories written about men, women and both, and in speeches."""
    for group in ("stories", "speeches"):
        for name, found in results[group].items():
            if isinstance(found, Mapping):
                at = partial(Measure, f"person references, {group}", name, found["persons"])
                yield at("masculine to feminine", *limits(found["ratio"]), unit="")


def benchmark(data: Path, lines: int | None = None, speeches: int = 500, seed: int = 0) -> dict[str, Any]:
    """Print the tables and return the results."""
    disable_progress_bars()
    results: dict[str, Any] = {"lines": lines, "speeches_of_each": speeches}
    results["methods"] = {lang: PersonReferences(lang).digest() for lang in STORIES.values()}
    results["samples"] = measure_samples(data)
    results["stories"] = measure_stories(data, lines, seed)
    results["speeches"] = measure_speeches(data, speeches, seed)
    return results
