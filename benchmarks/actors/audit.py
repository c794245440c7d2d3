"""Audit German newspaper articles and speeches: who appears, beside the published figures; and balance both.

    python -m benchmarks.run actors/audit --data FOLDER [--limit N]

FOLDER holds ``text/gnad10k/articles.csv.xz`` (Austrian newspaper articles by section) and
``text/germaparl/speeches.jsonl.xz`` (speeches in the German parliament by date). The published figures are those of
Urchs 2025 for taz2024full before anything was left out: another newspaper, so that they compare in kind only. Genders
come from all evidence; from pronouns alone, which is the rule of the paper; and from those pronouns only that its
program could see. Texts are read once.

Intervals: 95 %, over texts. Ratios of the balanced sets are those of the rows that were written as Parquet and read
again. ``audit_looked_at.tsv`` holds what the maintainers found in examples of each figure.
"""

from __future__ import annotations

import csv
import json
import lzma
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from datasets import Dataset, disable_progress_bars

from benchmarks.measure import SHARE, Measure
from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.estimates import BINARY, CONFIDENCE, actors_per_text, gender_share, ratio
from hf_genderfair.actors.findings import actor_findings
from hf_genderfair.actors.gender import PRONOUN, pronoun_majority
from hf_genderfair.actors.mention import GenderEvidence
from hf_genderfair.actors.totals import ActorTotals, count_actors
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.alternatives import balance_weights, counterfactuals_needed
from hf_genderfair.balancing.corpus import Balance, balance, kept_totals
from hf_genderfair.core.counts import share
from hf_genderfair.core.transform import annotate
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table

SETS = {"gnad10k": "section", "germaparl": "date"}
"""The sets, and the column that divides each."""

TEXTS, TEXTS_WITH_ACTORS = 1_834_025, 464_973
GENDER_FAIR, GENERIC_MASCULINE = 2_155 / TEXTS_WITH_ACTORS, 405_725 / TEXTS_WITH_ACTORS
"""Published under these names; the second counts texts without any word that looks like a form of the first."""
PUBLISHED = {
    "actors": (236_059, 452_669),
    "mentions": (1_144_200, 2_572_817),
    "named": (701_743, 1_596_311),
    "subjects": (577_102, 1_374_456),
    "objects": (35_443, 67_363),
    "direct_quotes": (209_676, 474_444),
    "indirect_quotes": (68_504, 163_484),
}
"""Published totals of women and men, all years, before balancing."""

RATIOS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "mentions per actor": ("mentions", "actors", ("actors",)),
    "named share of mentions": ("named", "mentions", ("mentions",)),
    "object share of subjects and objects": ("objects", "subjects_and_objects", ("subjects", "objects")),
    "direct share of quotes": ("direct_quotes", "quotes", ("direct_quotes", "indirect_quotes")),
}
"""Quantities that are divided, and the published totals that the second consists of."""

SEEN: dict[str, PersonGender] = {"er": "male", "sie": "female", "ihr": "female"}
SEEN_QUANTITIES = ("mentions", "named", "pronouns", "subjects", "objects")
"""Quantities that depend on which pronouns are seen."""

WHOSE: dict[str, tuple[PersonGender, ...]] = {"both": BINARY, "female": ("female",), "male": ("male",)}
RANGES: dict[str, tuple[float, float] | float] = {"0.75 to 1.25": (0.75, 1.25), "0.8 to 1.25": 1.25}
RUNS: dict[str, dict[str, Any]] = {
    "fewest rows": {},
    "fewest words": {"words_column": "text"},
    "as published": {"method": "paper"},
}
RATIO_COLUMNS = ("actors before", "mentions before", "actors nearest", "mentions nearest")
STRATA_COLUMNS = ("stratum", "verdict", "rows", "rows out", "fewest rows", *RATIO_COLUMNS)
"""What the results keep of each stratum."""

LOOKED_AT = Path(__file__).with_name("audit_looked_at.tsv")


class Figure(NamedTuple):
    """A figure of ours beside the published one: what is divided, by what, and the result."""

    rule: str
    figure: str
    of: str
    published: float | None
    value: float | None
    low: float | None
    high: float | None
    divided: float
    by: int


def articles(path: Path) -> Iterator[dict[str, str]]:
    """Yield newspaper articles with their section."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            section, text = line.rstrip("\n").split(";", 1)
            if text[:1] == "'" and text[-1:] == "'":
                text = text[1:-1].replace("''", "'")
            yield {"section": section, "text": text}


def speeches(path: Path) -> Iterator[dict[str, str]]:
    """Yield speeches with their date."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            speech = json.loads(line)
            yield {"date": speech["date"], "text": speech["text"]}


def read(data: Path, name: str, limit: int | None) -> Dataset:
    """Read a set; every so many rows where fewer are wanted, so that all sections and years are there."""
    texts = {
        "gnad10k": lambda: articles(data / "text" / "gnad10k" / "articles.csv.xz"),
        "germaparl": lambda: speeches(data / "text" / "germaparl" / "speeches.jsonl.xz"),
    }
    rows = list(texts[name]())
    return Dataset.from_list(rows[:: max(1, len(rows) // limit)][:limit] if limit else rows)


def with_genders(rows: Dataset, read_again: Callable[[Mapping[str, Any]], list[dict[str, Any]]]) -> Dataset:
    """Return the rows with other genders of their actors; the texts are not read again."""
    counted = []
    for row in rows:
        counts: Counter[str] = Counter(
            {f"{gender}_{quantity}": 0 for gender in PERSON_GENDERS for quantity in QUANTITIES}
        )
        actors = read_again(row)
        for actor in actors:
            if not actor["group"]:
                counts.update({f"{actor['gender']}_{quantity}": actor.get(quantity, 1) for quantity in QUANTITIES})
        counted.append({**row, **counts, "actors": actors})
    return Dataset.from_list(counted, features=rows.features)


def by_pronouns(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the actors with genders by pronouns alone, from the evidence that is in the columns."""
    actors = []
    for actor in row["actors"]:
        # the column holds equal signs once, with the sum of their weights
        pronouns = [
            GenderEvidence(sign["gender"], "pronoun", PRONOUN, sign["word"])
            for sign in actor["evidence"]
            if sign["kind"] == "pronoun"
            for _ in range(round(sign["weight"] / PRONOUN))
        ]
        actors.append(actor | {"gender": pronoun_majority(pronouns)})
    return actors


def as_published(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the actors as the published program could see them in the same analysis.

    It reads the words *er*, *sie* and *ihr* as personal pronouns, and no possessives, neither for genders nor as
    mentions. Reflexives are no objects here: what its resolver makes of them is not known.
    """
    words: list[list[GenderEvidence]] = [[] for _ in row["actors"]]
    counts: list[Counter[str]] = [Counter() for _ in row["actors"]]
    for mention in row["actor_mentions"]:
        word = row["text"][mention["start"] : mention["end"]].lower()
        number, is_pronoun = mention["actor"], mention["kind"] == "pronoun"
        if is_pronoun and mention["role"] == "possessor" and word.startswith(("sein", "ihr")):
            continue
        if is_pronoun and word in SEEN:
            words[number].append(GenderEvidence(SEEN[word], "pronoun", PRONOUN, word))
        counts[number].update(["mentions", "pronouns" if is_pronoun else "named"])
        counts[number]["subjects"] += mention["role"] == "subject"
        counts[number]["objects"] += mention["role"] == "object" and word != "sich"
    return [
        actor | {name: counts[number][name] for name in SEEN_QUANTITIES} | {"gender": pronoun_majority(words[number])}
        for number, actor in enumerate(row["actors"])
    ]


def figures(totals: ActorTotals, rule: str) -> list[Figure]:
    """Return all figures that were published."""
    found = _texts_with(totals, rule)
    per_text = actors_per_text(totals)
    published = sum(PUBLISHED["actors"]) / TEXTS_WITH_ACTORS
    limits = (per_text.value, per_text.low, per_text.high, per_text.count, per_text.n)
    found.append(Figure(rule, "actors per text with one", "both", published, *limits))
    for name, (over, under, parts) in RATIOS.items():
        for whose, genders in WHOSE.items():
            places = [BINARY.index(gender) for gender in genders]
            published = sum(PUBLISHED[over][place] for place in places) / sum(
                PUBLISHED[part][place] for part in parts for place in places
            )
            ours = ratio(totals, over, under, genders)
            found.append(Figure(rule, name, whose, published, ours.value, ours.low, ours.high, ours.count, ours.n))
    for quantity, (women, men) in PUBLISHED.items():
        women_share = gender_share(totals, quantity)
        limits = (women_share.value, women_share.low, women_share.high, women_share.count, women_share.n)
        name = f"share of female in {quantity.replace('_', ' ')}"
        found.append(Figure(rule, name, "female", women / (women + men), *limits))
    return found


def _texts_with(totals: ActorTotals, rule: str) -> list[Figure]:
    """Return shares of texts; those with forms are among texts with a female or male actor, as published."""
    gendered = "texts_with_female_or_male"
    names = {
        "share of texts with a female or male actor": (gendered, "texts", TEXTS_WITH_ACTORS / TEXTS),
        "share of texts with a gender-fair form": ("gendered_gender_fair_texts", gendered, GENDER_FAIR),
        "share of texts with a generic masculine": ("gendered_generic_masculine_texts", gendered, GENERIC_MASCULINE),
    }
    found = []
    for name, (some, all_texts, published) in names.items():
        part = share(totals.number(some), totals.number(all_texts), CONFIDENCE)
        found.append(Figure(rule, name, "both", published, part.value, part.low, part.high, part.count, part.n))
    return found


def show(table: Table) -> None:
    """Print a table under its title."""
    print(f"\n{table.title}\n{table_text(table)}")


def listed(table: Table) -> list[dict[str, Cell]]:
    """Return the rows of a table for the results."""
    return [dict(zip(table.columns, map(_rounded, row), strict=True)) for row in table.rows]


def _rounded(cell: Any) -> Any:
    return round(cell, 4) if isinstance(cell, float) else cell


RULES = {"pronoun-majority": by_pronouns, "as published": as_published}
"""Other ways to genders than by all evidence."""


def compare(name: str, rows: Dataset) -> list[dict[str, Cell]]:
    """Hold the figures of a set against the published ones, by three ways to genders."""
    rules = {"evidence": rows} | {rule: with_genders(rows, read_again) for rule, read_again in RULES.items()}
    found = [figure for rule, own in rules.items() for figure in figures(count_actors(own), rule)]
    note = "Published: Urchs 2025, taz2024full before balancing. Low and high: 95 % interval over texts."
    table = Table(
        "published", f"{name} beside the published figures", list(Figure._fields), list(map(list, found)), note
    )
    show(table)
    return listed(table)


def audit(name: str, rows: Dataset) -> dict[str, Any]:
    """Show all tables on actors; return those that are short."""
    tables = {table.name: table for table in actor_findings(rows, SETS[name]).tables}
    for table in tables.values():
        show(table)
    return {key: listed(tables[key]) for key in ("actor_coverage", "actors")}


def balanced(rows: Dataset, by: str | None, limits: tuple[float, float] | float, run: str) -> dict[str, Any]:
    """Balance, write, and count what was written; as near as possible where the range is out of reach."""
    found = balance(rows, limits, by=by, force=True, **RUNS[run])
    with TemporaryDirectory() as folder:
        found.kept.to_parquet(f"{folder}/kept.parquet")
        totals = kept_totals(Dataset.from_parquet(f"{folder}/kept.parquet", cache_dir=folder))
    holds = found.bounds.hold(totals)
    if found.reached and not holds:
        raise AssertionError(f"the written rows have {totals}, which is not in the range {found.bounds}")
    women, men, female, male = totals
    bounds = [each.bound for each in found.strata if each.bound is not None]
    return {
        "by": by or "–",
        "run": run,
        "reached": "yes" if found.reached else "no",
        "rows": len(rows),
        "removed": len(found.excluded),
        "cost": sum(each.cost for each in found.strata),
        "bound": sum(bounds) if len(bounds) == _in_need(found) else None,
        "largest gap": max((each.gap for each in found.strata if each.gap is not None), default=None),
        "strata": len(found.strata),
        "in range": sum(each.verdict in ("in range", "reached") for each in found.strata),
        "out of reach": [each.name for each in found.strata if each.verdict == "out of reach"],
        "actors": women / men if men else None,
        "mentions": female / male if male else None,
        "written in range": "yes" if holds else "no",
    }


def _in_need(found: Balance) -> int:
    """Return how many strata have a person."""
    return sum(each.verdict != "nobody" for each in found.strata)


def balance_all(name: str, rows: Dataset) -> dict[str, Any]:
    """Balance a set as a whole and in parts, and plan the alternatives."""
    results: dict[str, Any] = {}
    for range_name, limits in RANGES.items():
        runs = [balanced(rows, by, limits, run) for by in (None, SETS[name]) for run in RUNS]
        cells = [[", ".join(cell) if isinstance(cell, list) else cell for cell in run.values()] for run in runs]
        note = "Cost: rows, or words; no choice in the range costs less than the bound. Ratios are of the written rows."
        show(Table("balance", f"{name} balanced, {range_name}", list(runs[0]), cells, note))
        strata = balance(rows, limits, by=SETS[name]).table("balance_strata")
        weights, plan = balance_weights(rows, limits), counterfactuals_needed(rows, limits)
        for table in (strata, weights.table, plan):
            show(table)
        results[range_name] = {
            "removal": [{key: _rounded(value) for key, value in run.items()} for run in runs],
            "strata": [{key: row[key] for key in STRATA_COLUMNS} for row in listed(strata)],
            "weights": listed(weights.table),
            "counterfactuals": listed(plan),
        }
    return results


def looked_at() -> dict[str, Any]:
    """Return what was found in examples, by set and figure."""
    found: dict[str, Any] = {"note": "looked at by the maintainers"}
    with LOOKED_AT.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
            found.setdefault(row["set"], {}).setdefault(row["figure"], {})[row["class"]] = int(row["number"])
    return found


IN_KIND = (
    "actors per text with one",
    "mentions per actor",
    "named share of mentions",
    "object share of subjects and objects",
    "direct share of quotes",
)
"""Figures that are held against those of the paper, which are of another newspaper."""


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield figures of real texts beside those of the paper, and what balancing them leaves out."""
    for name in SETS:
        for rule in ("evidence", "as published"):
            found = {
                row["figure"]: row for row in results[name]["published"] if (row["rule"], row["of"]) == (rule, "both")
            }
            texts = found["share of texts with a female or male actor"]["by"]
            at = partial(Measure, f"actors, counted by {rule}", name, texts)
            for figure, row in found.items():
                if figure.startswith(IN_KIND):
                    unit = SHARE if "share" in figure else ""
                    yield at(figure, row["value"], unit=unit, beside={"Urchs 2025": row["published"]})
        for run in results[name]["balance"]["0.75 to 1.25"]["removal"]:
            part = "whole" if run["by"] == "–" else f"by {run['by']}"
            at = partial(Measure, f"balance, {run['run']}, {part}", name, run["rows"], unit="")
            yield at("left out", run["cost"], beside={"bound": run["bound"]})
            yield at("reached", run["reached"] == "yes")
            yield at("ratio of actors", run["actors"])
            yield at("of mentions", run["mentions"])


def benchmark(data: Path, limit: int | None = None) -> dict[str, Any]:
    """Print the tables and return the results."""
    disable_progress_bars()
    metrics = ActorMetrics("de")
    results: dict[str, Any] = {"method": metrics.digest(), "limit": limit}
    for name in SETS:
        started = time.perf_counter()
        rows = annotate(read(data, name, limit), metrics)
        print(f"\n{name}: {len(rows):,} texts in {time.perf_counter() - started:,.0f} s")
        results[name] = {"published": compare(name, rows), "audit": audit(name, rows)}
        results[name]["balance"] = balance_all(name, rows)
    results["looked_at"] = looked_at()
    return results
