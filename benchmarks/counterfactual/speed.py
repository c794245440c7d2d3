"""What finding stereotypes and swapping sentences costs on top of the bare pipeline.

    python -m benchmarks.run counterfactual/speed --data FOLDER

FOLDER holds ``text/small_heap`` and ``counterfactual/mt_geneval``. Two kinds of English rows: *running* text, lines as
they come, of which only sentences with a group word are analysed; and *dense* text, relevant sentences alone, one a
row. The bare pipeline reads all rows of either with all layers (English swaps need tags and names alone), and takes
turns with the transforms, each at its best: ratio is rows a second of the transform, group words included, to those of
the pipeline; of ``swap_texts``, with the layers that the language's rules read. German and Spanish sentences, each of
which has something to swap, are the twins of MT-GenEval. Times are those of the processor, one thread, tables in and
out; growth at 1, 10 and 100 times the first number of rows; memory: the largest until then.

With a language model, calls are counted on a model that answers from a script: it is asked about each relevant sentence
once, and about each swapped sentence once; a second run asks nothing.
"""

from __future__ import annotations

import json
import lzma
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
from datasets import Dataset

from benchmarks.counterfactual.quality import twins
from benchmarks.measure import Measure
from hf_genderfair.core.transform import Transform, annotate
from hf_genderfair.counterfactual.languages import swap_rules
from hf_genderfair.counterfactual.texts import swap_texts
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.generation.cache import CachedGenerator
from hf_genderfair.generation.generator import Conversation, Generated, OnAnswer
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.transform import NEEDS, Stereotypes

TARGET = 0.6
ROWS = 2_000
PAIRS = 3
GROWTH, GROWTH_ROWS = (1, 10, 100), 40
NOTHING_FOUND = json.dumps(
    {"has_category_label": "no", "full_label": "not-applicable", "beliefs_expectancies": "not-applicable"}
    | {"information": "not-applicable", "behavior_features_traits": "not-applicable", "stereotype": "no"}
)
TRANSFORMS: dict[str, tuple[Transform, ...]] = {
    "Stereotypes": (GroupWords("gender"), Stereotypes("en")),
    "Counterfactual": (GroupWords("gender"), Counterfactual("en", source="male")),
    "both": (GroupWords("gender"), Stereotypes("en"), Counterfactual("en", source="male", remove_stereotypes=True)),
}


@dataclass
class Scripted:
    """A language model that gives one answer and counts what it is asked."""

    answer: str
    calls: int = 0
    name: str = "scripted"
    revision: str = "scripted"

    def generate(
        self,
        conversations: Sequence[Conversation],
        *,
        seed: int = 0,
        rank: int | None = None,
        on_answer: OnAnswer | None = None,
    ) -> list[Generated]:
        """Answer every question alike."""
        self.calls += len(conversations)
        answers = [Generated(self.answer, 1, 1) for _ in conversations]
        for number, answer in enumerate(answers):
            if on_answer is not None:
                on_answer(number, answer)
        return answers


def lines(data: Path) -> list[str]:
    """Return lines of news and web text."""
    found: list[str] = []
    for name in ("orig__cc-news_00020", "orig__openwebtext_00000"):
        with lzma.open(data / "text" / "small_heap" / f"{name}.txt.xz", "rt", encoding="utf-8") as file:
            found += [line.rstrip("\n") for line in file][:ROWS]
    return found


def relevant(texts: Sequence[str]) -> list[str]:
    """Return the sentences with a word for women or men."""
    rows = annotate(Dataset.from_dict({"text": list(texts)}), GroupWords("gender"))
    return [row["text"][span["start"] : span["end"]] for row in rows for span in row["gender_sentences"]][:ROWS]


def seconds(work: Callable[[], object]) -> float:
    """Return how much time of the processor a call takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def run(transforms: Sequence[Transform], texts: Sequence[str]) -> pa.Table:
    """Annotate texts as ``map`` does, from table to table."""
    table = pa.table({"text": pa.array(texts, pa.large_string())})
    for transform in transforms:
        table = transform(table)
    assert isinstance(table, pa.Table)
    return table


def measure(texts: Sequence[str], layers: frozenset[str], work: Callable[[], object]) -> dict[str, Any]:
    """Return rows a second with the bare pipeline and with the rules, taken in turns."""
    lang_pipeline = pipeline("en")
    pairs = [(seconds(lambda: list(lang_pipeline.analyse(texts, layers))), seconds(work)) for _ in range(PAIRS)]
    return _figures(texts, pairs)


def measure_language(lang: str, texts: Sequence[str]) -> dict[str, Any]:
    """Return the same for swapping sentences of a language to male words."""
    layers = swap_rules(lang).layers
    pairs = [
        (
            seconds(lambda: list(pipeline(lang).analyse(texts, layers))),
            seconds(lambda: list(swap_texts(texts, lang, "male"))),
        )
        for _ in range(PAIRS)
    ]
    return _figures(texts, pairs)


def _figures(texts: Sequence[str], pairs: Sequence[tuple[float, float]]) -> dict[str, Any]:
    bare, whole = (min(times) for times in zip(*pairs, strict=True))
    return {
        "rows": len(texts),
        "words": sum(len(text.split()) for text in texts),
        "rows_per_second": len(texts) / whole,
        "bare_rows_per_second": len(texts) / bare,
        "ratio": bare / whole,
        "pairs": list(pairs),
    }


def growth(texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return rows a second at 1, 10 and 100 times as many, and the memory after each."""
    found = []
    for times in GROWTH:
        part = (list(texts) * (1 + GROWTH_ROWS * times // len(texts)))[: GROWTH_ROWS * times]
        taken = seconds(lambda part=part: run(TRANSFORMS["both"], part))  # type: ignore[misc]
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        found.append({"rows": len(part), "rows_per_second": len(part) / taken, "megabytes": megabytes})
    return found


def calls(texts: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return how many calls a language model gets, at first and again, and how many sentences need one."""
    rows = annotate(Dataset.from_dict({"text": list(dict.fromkeys(texts))}), GroupWords("gender"))
    accepted = annotate(rows, Counterfactual("en", source="male"))["counterfactual_accepted"]
    found = {}
    for name, answer, needed in (
        ("Stereotypes", NOTHING_FOUND, sum(len(spans) for spans in rows["gender_sentences"])),
        ("Counterfactual", "INVALID", sum(accepted)),
    ):
        model = Scripted(answer)
        with tempfile.TemporaryDirectory() as folder:
            generator = CachedGenerator(model, folder)
            transform: Stereotypes | Counterfactual = (
                Stereotypes("en", generator=generator)
                if name == "Stereotypes"
                else Counterfactual("en", source="male", generator=generator)
            )
            transform(rows.data.table)
            first = model.calls
            transform(rows.data.table)
        found[name] = {"needed": needed, "calls": first, "calls_again": model.calls - first}
    return found


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield what stereotypes and counterfactuals cost beside the bare pipeline."""
    for kind, transforms in results["english"].items():
        for name, of in transforms.items():
            at = partial(Measure, f"{name}, speed on one core", f"English, {kind} text", of["rows"], unit="rows/s")
            yield at("", of["rows_per_second"], beside={"the bare pipeline": of["rows_per_second"] / of["ratio"]})
    for lang, of in results["languages"].items():
        what, where = f"swaps {lang}, speed on one core", "sentences that all have something to swap"
        at = partial(Measure, what, where, of["rows"], unit="sentences/s")
        yield at("", of["rows_per_second"], beside={"the bare pipeline": of["rows_per_second"] / of["ratio"]})


def benchmark(data: Path) -> dict[str, Any]:
    """Print the table and return the results."""
    running = lines(data)[:ROWS]
    kinds = {"running": running, "dense": relevant(lines(data))}
    results: dict[str, Any] = {"target": TARGET, "english": {}, "languages": {}}
    rows: list[list[Cell]] = []
    for kind, texts in kinds.items():
        results["english"][kind] = {}
        for name, transforms in TRANSFORMS.items():
            of = measure(texts, NEEDS, lambda texts=texts, steps=transforms: run(steps, texts))  # type: ignore[misc]
            results["english"][kind][name] = of
            rows.append(["en", kind, name, of["rows"], of["rows_per_second"], of["ratio"]])
    for lang in ("en", "de", "es"):
        of = measure_language(lang, [feminine for feminine, _ in twins(data, lang)])
        results["languages"][lang] = of
        rows.append([lang, "twins", "swap_texts", of["rows"], of["rows_per_second"], of["ratio"]])
    results["growth"] = growth(running)
    results["calls"] = calls(kinds["dense"][:500])
    columns = ["language", "text", "what", "rows", "rows a second", "ratio to the bare pipeline"]
    print(table_text(Table("speed", "Speed of the rules", columns, rows)))
    print(json.dumps({"growth": results["growth"], "calls": results["calls"]}, indent=1))
    return results
