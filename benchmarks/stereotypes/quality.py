"""Indicators of stereotypes, their strength and detection, beside annotations and human scores.

    python -m benchmarks.run stereotypes/quality --data FOLDER [--rows N]

FOLDER/stereotypes holds ``scsc_stereotype_indicators`` (99 sentences annotated by Görge et al. 2025, CrowS-Pairs),
``quantifying_stereotypes`` (human scores from -1 to 1 by best–worst scaling; of no licence, so that nothing fitted to
them is shipped), ``crows_pairs`` (pairs of a more and a less stereotyping sentence) and ``hearts_emgsd`` (stereotypes,
neutral and unrelated sentences, with the predictions of the published ALBERT). Everything is read by rules alone.

Of the annotated sentences, those in even and in odd places are measured apart. ``label given`` takes
only the group words in the annotated label; ``end to end`` takes the category labels that come with the package. The
sentiment of what is told is not annotated there; it is compared with ``evaluation_dev.tsv`` (labelled by the
maintainers). Pairs of CrowS-Pairs mostly differ in the group word alone, which a score of linguistic form does not see:
most of them tie by construction. Sentences of EMGSD share their form too: stereotype and neutral sentence often differ
in one adjective.
Intervals: 95 %; Wilson for shares, bootstrap over sentences for the rest, seeded.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.measure import Measure, limits
from hf_genderfair.core.counts import Share, share
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.languages.sentence_transform import GroupWord
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.stereotypes.detection import is_potential
from hf_genderfair.stereotypes.fitting import Estimate, agreement, bootstrap, fit_strength, spearman
from hf_genderfair.stereotypes.grammar_indicators import sentence_indicators
from hf_genderfair.stereotypes.indicators import Indicators
from hf_genderfair.stereotypes.labels import label_words
from hf_genderfair.stereotypes.strength import THRESHOLD, StrengthModel, features_of, is_assessed, published_model

NEEDS = ("pos", "morph", "lemma", "syntax", "entities")
SPELLINGS = {"specified target": "specific target", "adjective": "other", "adjective+noun": "noun"}
"""Values of the annotated file as they are called in the paper; labels that are adjectives are no nouns."""
COLUMNS = {"target": "target_type"}
"""Columns of the annotated file that are called otherwise."""
FIELDS = ("target_type", "connotation", "gram_form", "ling_form", "situation", "generalization")
THRESHOLDS = (0.0, 0.3, 0.4, 0.5, 0.55, 0.6, 0.626, THRESHOLD, 0.65, 0.69, 0.72, 0.75, 0.8)
CURVE = (100, 200, 400, 800)
PARTS = ("train", "val", "test")
PUBLISHED = {
    "detection by Qwen2.5 7B": {"accuracy": 0.934, "macro_f1": 0.919},
    "detection and assessment by Llama 3.3 70B": {"accuracy": 0.931, "macro_f1": 0.914},
    "ALBERT-V2 trained on EMGSD": {"accuracy": 0.934, "macro_f1": 0.914},
    "Llama-Guard 3 8B": {"accuracy": 0.765, "macro_f1": 0.607},
    "Perspective, identity attack": {"accuracy": 0.837, "macro_f1": 0.773},
}
"""Görge et al. 2025, Table 6, on other sentences: 237 of StereoSet; thresholds chosen on the same sentences."""
MODEL = published_model()
MODELS = {"published": MODEL, "published, with sentiment": published_model(sentiment=True)}
EVALUATION = Path(__file__).parent / "evaluation_dev.tsv"

Floats = npt.NDArray[np.float64]


class Reading(NamedTuple):
    """What is read in a text.

    Attributes:
        indicators: Of its sentence with the highest score, potential stereotypes first.
        potential: Whether that sentence may hold a stereotype.
    """

    indicators: Indicators
    potential: bool

    def score(self, model: StrengthModel = MODEL) -> float:
        """Return the strength; 0 where there is no potential stereotype."""
        return model.score(self.indicators) if self.potential else 0.0


class Scored(NamedTuple):
    """A sentence with its human score."""

    part: str
    bias: str
    text: str
    score: float
    reading: Reading


Span = tuple[int, int] | None


def read(texts: Sequence[str], labels: Sequence[Span] | None = None) -> list[Reading]:
    """Read texts by rules; with spans of labels, only group words inside them are looked at."""
    readings = []
    for number, analysis in enumerate(pipeline("en").analyse(texts, NEEDS)):
        document = Document(texts[number], analysis, "en")
        best = Reading(Indicators(False, ""), False)
        for sentence in range(len(document.sentences)):
            words = words_of(document, sentence, labels[number] if labels else None)
            if not words:
                continue
            indicators, label, content = sentence_indicators(document, sentence, words)
            if label is not None and content is not None:
                found = Reading(indicators, is_potential(document, sentence, label, content))
                best = max(best, found, key=lambda one: (one.potential, one.score(), one.indicators.has_category_label))
        readings.append(best)
    return readings


def words_of(document: Document, sentence: int, label: Span) -> list[GroupWord]:
    """Return the group words of a sentence, or those in a label, or the label as one."""
    known = label_words(document, sentence)
    if label is None:
        return known
    start, end = label
    first, last = document.sentences[sentence]
    if not document.tokens[first].start <= start < document.tokens[last - 1].end:
        return []
    return [word for word in known if start <= word.start and word.end <= end] or [GroupWord(start, end, "any", "")]


def place(text: str, label: str) -> Span:
    """Return where a text has an annotated label; None where it is written otherwise."""
    found = re.search(rf"(?i)\b{re.escape(label.strip())}\b", text)
    return found.span() if found else None


def folded(text: str) -> str:
    """Return a text by which the same sentence is found again in another file."""
    return re.sub(r"\W+", " ", text.lower()).strip()


def open_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file with a header."""
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def annotated(data: Path) -> list[tuple[str, Indicators]]:
    """Return the annotated sentences."""
    rows = []
    for row in open_rows(data / "scsc_stereotype_indicators" / "Sample_CrowSPairs_manual_annotation.csv"):
        spelt = {COLUMNS.get(name, name): SPELLINGS.get(value, value) for name, value in row.items()}
        values: dict[str, Any] = {name: spelt[name] for name in FIELDS}
        rows.append((row["input"], Indicators(row["person_related"] == "yes", row["label"], **values)))
    return rows


def interval(found: Share | Estimate) -> dict[str, Any]:
    """Return a figure for the results."""
    return {"value": found.value, "low": found.low, "high": found.high}


def shown(figure: dict[str, Any]) -> str:
    """Write a figure with its interval."""
    if figure["value"] is None:
        return "–"
    return f"{figure['value']:.3f} ({figure['low']:.3f}–{figure['high']:.3f})"


def show(title: str, columns: list[str], rows: Iterable[list[Cell]]) -> None:
    """Print a table under its title."""
    print(f"\n{title}\n{table_text(Table('measured', title, columns, list(rows)))}")


def kappa(gold: Sequence[str], found: Sequence[str]) -> Estimate:
    """Return Cohen's kappa."""
    values = {value: number for number, value in enumerate(sorted({*gold, *found}))}
    left, right = (np.array([values[value] for value in side]) for side in (gold, found))

    def statistic(rows: npt.NDArray[np.intp]) -> float:
        table = np.zeros((len(values), len(values)))
        np.add.at(table, (left[rows], right[rows]), 1 / len(rows))
        chance = float(table.sum(axis=0) @ table.sum(axis=1))
        return (float(table.trace()) - chance) / (1 - chance) if chance < 1 else float("nan")

    return bootstrap(statistic, len(gold))


def agreements(pairs: Sequence[tuple[Indicators, Reading]]) -> dict[str, Any]:
    """Return the agreement of each indicator; but for the first, on sentences whose annotated value applies."""
    columns = {"has_category_label": [(str(a.has_category_label), str(b.has_category_label)) for a, (b, _) in pairs]}
    for name in FIELDS:
        columns[name] = [
            (getattr(a, name), getattr(b, name)) for a, (b, _) in pairs if getattr(a, name) != "not-applicable"
        ]
    for name in ("label", "content"):
        columns[f"{name} of the model"] = [
            (dict(features_of(a))[name], dict(features_of(b))[name]) for a, (b, _) in pairs if is_assessed(a)
        ]
    return {name: agreed([one for one, _ in values], [one for _, one in values]) for name, values in columns.items()}


def agreed(gold: Sequence[str], found: Sequence[str]) -> dict[str, Any]:
    """Return accuracy, kappa, the share of the most frequent value, and what is taken for what."""
    pairs = Counter(zip(gold, found, strict=True))
    return {
        "n": len(gold),
        "accuracy": interval(share(sum(times for (one, other), times in pairs.items() if one == other), len(gold))),
        "kappa": interval(kappa(gold, found)),
        "majority": Counter(gold).most_common(1)[0][1] / len(gold),
        "confused": [[*pair, times] for pair, times in pairs.most_common() if pair[0] != pair[1]],
    }


def summary(one: dict[str, Any]) -> list[Cell]:
    """Return the cells of an agreement."""
    return [one["n"], shown(one["accuracy"]), shown(one["kappa"]), one["majority"]]


def measure_indicators(data: Path) -> dict[str, Any]:
    """Compare the indicators with the annotated ones."""
    rows = annotated(data)
    texts = [text for text, _ in rows]
    readings = {
        "label given": read(texts, [place(text, gold.full_label) for text, gold in rows]),
        "end to end": read(texts),
    }
    results: dict[str, Any] = {}
    for way, found in readings.items():
        pairs = [(gold, one) for (_, gold), one in zip(rows, found, strict=True)]
        results[way] = {
            "all": agreements(pairs),
            "even": agreements(pairs[::2]),
            "odd": agreements(pairs[1::2]),
        }
        show(
            f"Indicators, {way}",
            ["indicator", "n", "accuracy", "kappa", "majority class", "even places", "odd places"],
            (
                [name, *summary(one)] + [results[way][half][name]["accuracy"]["value"] for half in ("even", "odd")]
                for name, one in results[way]["all"].items()
            ),
        )
    return results


def measure_evaluation(data: Path) -> dict[str, Any]:
    """Compare the sentiment of what is told with the labels of the maintainers, the category label given."""
    pairs = {row[""]: row["sent_more"] for row in open_rows(data / "crows_pairs" / "crows_pairs_anonymized.csv.xz")}
    with (data / "quantifying_stereotypes" / "train.csv").open(encoding="utf-8", newline="") as file:
        lines = [row[0] for row in csv.reader(file)]
    rows = [line.split("\t") for line in EVALUATION.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    texts = [pairs[number] if source == "crows_pairs" else lines[int(number)] for source, number, *_ in rows]
    found = read(texts, [(int(start), int(end)) for _, _, start, end, _ in rows])
    gold = [row[-1] for row in rows]
    results = agreed(gold, [one.indicators.situation_evaluation for one in found])
    show("Sentiment of what is told", ["n", "accuracy", "kappa", "majority class"], [summary(results)])
    return results


def human_scores(data: Path, rows: int | None) -> list[Scored]:
    """Return the sentences with human scores, read by rules."""
    sentences = []
    for part in PARTS:
        with (data / "quantifying_stereotypes" / f"{part}.csv").open(encoding="utf-8", newline="") as file:
            sentences += [(part, bias, text, float(score)) for text, bias, score in list(csv.reader(file))[:rows]]
    readings = read([text for _, _, text, _ in sentences])
    return [Scored(*sentence, reading) for sentence, reading in zip(sentences, readings, strict=True)]


def normalised(scores: Sequence[float]) -> list[float]:
    """Return human scores on the scale of the published model."""
    return [(score + 1) / 2 for score in scores]


def measure_gold_strength(data: Path, sentences: Sequence[Scored]) -> dict[str, Any]:
    """Compare strengths of the annotated sentences with human scores: by annotated and by derived indicators."""
    scored = {folded(one.text): one for one in sentences}
    gold = [(row, scored[folded(text)]) for text, row in annotated(data) if folded(text) in scored]
    gold = [(row, one) for row, one in gold if row.has_category_label]
    human = normalised([one.score for _, one in gold])
    rows = [row for row, _ in gold]
    derived = [one.reading.indicators for _, one in gold]
    labelled = [number for number, row in enumerate(derived) if row.has_category_label]
    results: dict[str, Any] = {}
    mixed = [
        row._replace(situation_evaluation=other.situation_evaluation) for row, other in zip(rows, derived, strict=True)
    ]
    for kind, of in (("annotated", rows), ("annotated but for sentiment", mixed), ("derived", derived)):
        for name, model in MODELS.items():
            if of is derived or (of is rows) == (model is MODEL):
                results[f"{kind}, {name}, raw"] = agreement([model.raw(row) for row in of], human)
                results[f"{kind}, {name}, score"] = spearman([model.score(row) for row in of], human)
    results |= {
        "annotated, refitted, 10 folds": fit_strength(rows, human).validated,
        "annotated, refitted, leave one out": fit_strength(rows, human, folds=None).validated,
        "derived, refitted, 10 folds": fit_strength(
            [derived[number] for number in labelled], [human[number] for number in labelled]
        ).validated,
    }
    return {name: figures(found, len(human)) for name, found in sorted(results.items())}


def figures(found: Any, n: int) -> dict[str, Any]:
    """Return an agreement, or a rank correlation alone, for the results."""
    if isinstance(found, Estimate):
        return {"n": n, "spearman": interval(found)}
    return {**found._asdict(), "spearman": interval(found.spearman)}


def measure_strength(data: Path, sentences: Sequence[Scored]) -> dict[str, Any]:
    """Compare strengths with human scores."""
    results: dict[str, Any] = {"annotated sentences": measure_gold_strength(data, sentences)}
    show(
        "Strength of the annotated sentences against human scores",
        ["indicators, model, strength", "n", "Spearman", "mean absolute error", "R squared"],
        (
            [name, one["n"], shown(one["spearman"]), one.get("mean_absolute_error"), one.get("r_squared")]
            for name, one in results["annotated sentences"].items()
        ),
    )
    groups = {part: [one for one in sentences if one.part == part] for part in PARTS}
    groups |= {bias: [one for one in sentences if one.bias == bias] for bias in sorted({one.bias for one in sentences})}
    for name, model in MODELS.items():
        results[name] = {group: correlations(rows, model) for group, rows in groups.items()}
        show(
            f"Derived indicators, model {name}, against human scores (Spearman)",
            ["sentences", "n", "score", "with a label", "raw, of those with a label"],
            (
                [group, one["n"], shown(one["score"]), one["labelled"], shown(one["raw"])]
                for group, one in results[name].items()
            ),
        )
    results["refitted"] = refits(sentences)
    show(
        "Refitted on part train, against human scores of sentences with a label (Spearman)",
        ["what is fitted", "fitted to", "cross-validated", "val", "test"],
        (
            [name, one["fitted"], shown(one["validated"]), shown(one["val"]), shown(one["test"])]
            for name, one in results["refitted"].items()
        ),
    )
    return results


def correlations(sentences: Sequence[Scored], model: StrengthModel) -> dict[str, Any]:
    """Return rank correlations: of all scores, and before scaling of those with a label."""
    labelled = [one for one in sentences if one.reading.indicators.has_category_label]
    scores = [model.score(one.reading.indicators) for one in sentences]
    raw = [model.raw(one.reading.indicators) for one in labelled]
    return {
        "n": len(sentences),
        "score": interval(spearman(scores, [one.score for one in sentences])),
        "labelled": len(labelled),
        "raw": interval(spearman(raw, [one.score for one in labelled])),
    }


def refits(sentences: Sequence[Scored]) -> dict[str, Any]:
    """Return what refitting to part train gives, by the number of sentences, beside the words of the sentences."""
    by_part = {part: [one for one in sentences if one.part == part and is_labelled(one)] for part in PARTS}
    train = by_part["train"]
    order = np.random.default_rng(0).permutation(len(train)).tolist()
    results = {}
    for number in (*(size for size in CURVE if size < len(train)), len(train)):
        drawn = [train[place] for place in order[:number]]
        fit = fit_strength([one.reading.indicators for one in drawn], [one.score for one in drawn])
        results[f"indicators, {number} sentences"] = {
            "fitted": number,
            "validated": interval(fit.validated.spearman),
            "r_squared": fit.validated.r_squared,
        } | {
            part: interval(
                spearman([fit.model.raw(one.reading.indicators) for one in rows], [one.score for one in rows])
            )
            for part, rows in by_part.items()
            if part != "train"
        }
    results["words of the sentence"] = word_baseline(by_part)
    return results


def is_labelled(one: Scored) -> bool:
    """Tell whether a label was found."""
    return one.reading.indicators.has_category_label


def word_baseline(by_part: dict[str, list[Scored]]) -> dict[str, Any]:
    """Return what a ridge regression on the words of the sentences gives: what is said, not how."""
    places: dict[str, int] = {}
    for one in by_part["train"]:
        for word in folded(one.text).split():
            places.setdefault(word, len(places))

    def table(rows: Sequence[Scored]) -> Floats:
        counts = np.zeros((len(rows), len(places)))
        for number, one in enumerate(rows):
            counts[number, sorted({places[word] for word in folded(one.text).split() if word in places})] = 1
        return np.asarray(counts / np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1))

    known, human = table(by_part["train"]), np.array([one.score for one in by_part["train"]])

    def predict(rows: Floats, known: Floats, human: Floats) -> Floats:
        weights = np.linalg.solve(known @ known.T + np.eye(len(known)), human - human.mean())
        return np.asarray(rows @ (known.T @ weights) + human.mean())

    parts = np.array_split(np.random.default_rng(0).permutation(len(known)), 10)
    held_out = np.empty(len(known))
    for part in parts:
        rest = np.setdiff1d(np.arange(len(known)), part)
        held_out[part] = predict(known[part], known[rest], human[rest])
    results: dict[str, Any] = {"fitted": len(known), "validated": interval(spearman(held_out, human))}
    for name, rows in by_part.items():
        if name != "train":
            predicted = predict(table(rows), known, human)
            results[name] = interval(spearman(predicted, [one.score for one in rows]))
    return results


def measure_pairs(data: Path, rows: int | None) -> dict[str, Any]:
    """Count the pairs whose more stereotyping sentence scores higher, by type of bias."""
    pairs = open_rows(data / "crows_pairs" / "crows_pairs_anonymized.csv.xz")[:rows]
    more, less = (read([pair[side] for pair in pairs]) for side in ("sent_more", "sent_less"))
    counts: dict[str, Counter[str]] = {}
    for pair, first, second in zip(pairs, more, less, strict=True):
        difference = MODEL.score(first.indicators) - MODEL.score(second.indicators)
        outcome = "higher" if difference > 0 else "lower" if difference < 0 else "tied"
        for name in ("all", pair["bias_type"]):
            counts.setdefault(name, Counter())[outcome] += 1
            counts[name]["labelled"] += first.indicators.has_category_label and second.indicators.has_category_label
    results: dict[str, Any] = {
        name: {
            "n": found["higher"] + found["lower"] + found["tied"],
            **{outcome: found[outcome] for outcome in ("labelled", "higher", "tied", "lower")},
            "higher of untied": interval(share(found["higher"], found["higher"] + found["lower"])),
        }
        for name, found in sorted(counts.items())
    }
    show(
        "Pairs of CrowS-Pairs: the more stereotyping sentence scores",
        ["bias type", "n", "both with a label", "higher", "tied", "lower", "higher of those not tied"],
        (
            [name, one["n"], one["labelled"], one["higher"], one["tied"], one["lower"], shown(one["higher of untied"])]
            for name, one in results.items()
        ),
    )
    return results


def classified(gold: npt.NDArray[np.bool_], found: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Return accuracy, macro-F1, precision and recall of a yes-or-no decision."""
    cells = np.bincount(2 * gold + found, minlength=4)
    draws = np.random.default_rng(0).multinomial(len(gold), cells / len(gold), 1000)
    low, high = np.quantile([macro_f1(draw) for draw in draws], [0.025, 0.975])
    _, wrong, missed, right = cells.tolist()
    return {
        "n": len(gold),
        "accuracy": interval(share(int((gold == found).sum()), len(gold))),
        "macro_f1": {"value": macro_f1(cells), "low": float(low), "high": float(high)},
        "precision": interval(share(right, right + wrong)),
        "recall": interval(share(right, right + missed)),
    }


def macro_f1(cells: npt.NDArray[np.int64]) -> float:
    """Return the mean F1 of both classes from true negatives, false positives, false negatives and true positives."""
    negative, wrong, missed, positive = cells.tolist()
    return float(sum(2 * right / max(1, 2 * right + wrong + missed) for right in (negative, positive))) / 2


def decisions(readings: Sequence[Reading], gold: npt.NDArray[np.bool_]) -> dict[str, npt.NDArray[np.bool_]]:
    """Return what rules call a stereotype, by thresholds, and by indicators refitted to these very labels."""
    ways: dict[str, npt.NDArray[np.bool_]] = {}
    for name, model in MODELS.items():
        scores = np.array([one.score(model) for one in readings])
        ways |= {f"{name}, score above {limit}": scores > limit for limit in THRESHOLDS}
    labelled = np.array([one.indicators.has_category_label for one in readings])
    fit = fit_strength([one.indicators for one in readings if one.indicators.has_category_label], gold[labelled])
    refitted = np.zeros(len(gold))
    refitted[labelled] = fit.predicted
    return ways | {
        "may hold a stereotype": np.array([one.potential for one in readings]),
        "has a label": labelled,
        "indicators refitted to these labels, 10 folds": refitted > gold[labelled].mean(),
        "always none": np.zeros(len(gold), dtype=np.bool_),
    }


def is_shown(name: str, way: str) -> bool:
    """Tell whether a decision is measured on a set: all thresholds on all sentences only."""
    return name == "all" or "score" not in way or way.endswith(f"score above {THRESHOLD}")


def measure_detection(data: Path, rows: int | None) -> dict[str, Any]:
    """Decide which sentences are stereotypes, beside the published model on the same sentences."""
    sentences = open_rows(data / "hearts_emgsd" / "full_results_albertv2.csv.xz")[:rows]
    readings = read([one["text"] for one in sentences])
    gold = np.array([one["actual_label"] == "1" for one in sentences])
    ways = decisions(readings, gold) | {
        "published ALBERT": np.array([one["predicted_label"] == "1" for one in sentences])
    }
    sets = {"all": np.ones(len(gold), dtype=np.bool_)}
    sets |= {
        name: np.array([one["dataset_name"] == name for one in sentences])
        for name in sorted({one["dataset_name"] for one in sentences})
    }
    results: dict[str, Any] = {
        name: {way: classified(gold[rows_of], found[rows_of]) for way, found in ways.items() if is_shown(name, way)}
        for name, rows_of in sets.items()
    }
    show(
        "Detection on EMGSD",
        ["sentences", "decision", "n", "accuracy", "macro-F1", "precision", "recall"],
        (
            [name, way, one["n"], *(shown(one[key]) for key in ("accuracy", "macro_f1", "precision", "recall"))]
            for name in sets
            for way, one in results[name].items()
        ),
    )
    chosen = ("may hold a stereotype", *(f"{name}, score above {THRESHOLD}" for name in MODELS), "published ALBERT")
    kinds = sorted({one["categorisation"] for one in sentences})
    results["called stereotypes"] = {kind: {"n": 0} for kind in kinds}
    for kind in kinds:
        rows_of = np.array([one["categorisation"] == kind for one in sentences])
        results["called stereotypes"][kind] = {"n": int(rows_of.sum())} | {
            way: interval(share(int(ways[way][rows_of].sum()), int(rows_of.sum()))) for way in chosen
        }
    show(
        "Share of sentences that are called stereotypes",
        ["kind", "n", *chosen],
        ([kind, one["n"], *(shown(one[way]) for way in chosen)] for kind, one in results["called stereotypes"].items()),
    )
    return results


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how well rules read indicators of stereotypes, and what their strength and a threshold are worth."""
    read = results["indicators"]["end to end"]["all"]
    for name in ("target_type", "connotation", "gram_form", "ling_form", "situation", "generalization"):
        what = "indicators of stereotypes, accuracy"
        yield Measure(what, "published annotations", read["target_type"]["n"], name, read[name]["accuracy"]["value"])
    told = results["evaluation"]
    at = partial(Measure, "sentiment of what is told", "sentences labelled by the maintainers", told["n"])
    yield at("accuracy", *limits(told["accuracy"]), beside={"the most frequent value": told["majority"]})
    strength = results["strength"]
    models = {name: strength[name]["test"]["raw"] for name in ("published", "published, with sentiment")}
    models["refitted, not shipped"] = list(strength["refitted"].values())[-2]["test"]
    for name, figure in models.items():
        where = "human scores, part test, sentences with a label"
        labelled = strength["published"]["test"]["labelled"]
        at = partial(Measure, "strength of stereotypes, before scaling", where, labelled, unit="")
        yield at(f"Spearman, {name}", *limits(figure))
    pairs = results["pairs"]["all"]
    for name in ("higher", "tied", "lower"):
        where = "pairs of CrowS-Pairs, development part"
        yield Measure("the more stereotyping of two sentences scores", where, pairs["n"], name, pairs[name], unit="")
    for way in ("may hold a stereotype", "published, with sentiment, score above 0.63", "published ALBERT"):
        found = results["detection"]["all"][way]
        at = partial(Measure, f"detection of stereotypes, {way}", "EMGSD, development part", found["n"])
        yield at("accuracy", *limits(found["accuracy"]))
        yield at("macro-F1", *limits(found["macro_f1"]))


def benchmark(data: Path, rows: int | None = None) -> dict[str, Any] | None:
    """Print the tables; of the first rows of the large sets alone, nothing is kept."""
    data = data / "stereotypes"
    results: dict[str, Any] = {"indicators": measure_indicators(data)}
    results["evaluation"] = measure_evaluation(data)
    results["strength"] = measure_strength(data, human_scores(data, rows))
    results["pairs"] = measure_pairs(data, rows)
    results["detection"] = measure_detection(data, rows) | {"published": PUBLISHED}
    return results if rows is None else None
