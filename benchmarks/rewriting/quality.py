"""Gender-fair rewriting on the test sets of Amrhein et al. (2023), beside the outputs of the published systems.

    python -m benchmarks.run rewriting/quality --data FOLDER

FOLDER holds ``rewriting/`` with ``NAME.src``, ``NAME.trg`` and the outputs ``NAME.SYSTEM``, line by line: half of the
published sets. Everything is measured in one run: word error rate (Moses tokeniser, all lines together), its 95 %
bootstrap interval over lines, and p, the share of 1,000 resamples in which we are not better than the best published
system. The rules were looked at against these lines, so that our figures are optimistic; the published systems were
not. German lines stand in four blocks, by gender and number of the words in them; the feminine lines were made from
masculine ones by machine, and both have the same reference. Changes to neutral text are over-editing; *kept* is the
share of words that the reference leaves alone and a system leaves too. Next to German stands what the same rules do in
running text: changes in 1,000 words of a treebank.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure
from benchmarks.rewriting.scores import compare_systems, rate_interval, recall_by_class, words_kept
from hf_genderfair.core.spans import edit_text
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.rewriting.evaluate import WordErrors, total_errors, word_errors
from hf_genderfair.rewriting.transform import GenderFair

OURS = "rules"
SETS = {
    "en.non-gendered": "en",
    "en.gendered": "en",
    "en.opensubtitles": "en",
    "en.reddit": "en",
    "en.winobias+": "en",
    "de.non-gendered": "de",
    "de.gendered": "de",
}
BLOCKS = {"feminine plural": 145, "masculine plural": 145, "feminine singular": 160, "masculine singular": 160}
"""Lines of the German gendered set, in their order."""

HALVES = {
    "feminine": ("feminine plural", "feminine singular"),
    "masculine": ("masculine plural", "masculine singular"),
    "plural": ("feminine plural", "masculine plural"),
    "singular": ("feminine singular", "masculine singular"),
}
TREEBANKS = {
    "de": ("UD_German-GSD/de_gsd-ud-dev", "UD_German-GSD/de_gsd-ud-test", "UD_German-PUD/de_pud-ud-test"),
    "en": ("UD_English-EWT/en_ewt-ud-dev",),
}


def lines_of(path: Path) -> list[str]:
    """Return the lines of a file."""
    return path.read_text(encoding="utf-8").splitlines()


def rewritten(lang: str, lines: Sequence[str]) -> list[str]:
    """Return lines as our rules rewrite them, everybody in them."""
    found = GenderFair(lang, scope="all").find(lines)
    return [edit_text(line, rewriting.edits) for line, rewriting in zip(lines, found, strict=True)]


def outputs_of(folder: Path, name: str) -> dict[str, list[str]]:
    """Return the outputs of every system on a set, ours first, the source last."""
    source = lines_of(folder / f"{name}.src")
    published = {
        path.name.removeprefix(f"{name}."): lines_of(path)
        for path in sorted(folder.glob(f"{name}.*"))
        if path.suffix not in (".src", ".trg")
    }
    return {OURS: rewritten(SETS[name], source), **published, "source": source}


def rate(errors: Sequence[WordErrors]) -> dict[str, Any]:
    """Return a word error rate with its interval and n."""
    total = total_errors(errors)
    low, high = rate_interval(errors)
    exact = sum(line.errors == 0 for line in errors)
    return {"rate": total.rate, "low": low, "high": high, "errors": total.errors, "words": total.words, "exact": exact}


def measure_set(folder: Path, name: str) -> dict[str, Any]:
    """Return what is measured on one set."""
    reference, source = lines_of(folder / f"{name}.trg"), lines_of(folder / f"{name}.src")
    outputs = outputs_of(folder, name)
    errors = {system: word_errors(reference, lines) for system, lines in outputs.items()}
    published = [system for system in outputs if system not in (OURS, "source")]
    best = min(published, key=lambda system: total_errors(errors[system]).rate)
    result: dict[str, Any] = {
        "lines": len(reference),
        "systems": {system: rate(lines) for system, lines in errors.items()},
        "kept": {system: words_kept(source, reference, lines) for system, lines in outputs.items()},
        "best_published": best,
        "against_best": compare_systems(errors[OURS], errors[best])._asdict(),
    }
    if name == "de.gendered":
        result["blocks"] = {system: by_block(lines) for system, lines in errors.items()}
        result["classes"] = {system: by_class(source, reference, lines) for system, lines in outputs.items()}
    return result


def by_block(errors: Sequence[WordErrors]) -> dict[str, float]:
    """Return the word error rates of the German blocks and halves."""
    blocks: dict[str, Sequence[WordErrors]] = {}
    first = 0
    for name, size in BLOCKS.items():
        blocks[name] = errors[first : first + size]
        first += size
    halves = {name: [*blocks[one], *blocks[other]] for name, (one, other) in HALVES.items()}
    return {name: total_errors(lines).rate for name, lines in {**halves, **blocks}.items()}


def by_class(source: Sequence[str], reference: Sequence[str], output: Sequence[str]) -> dict[str, Any]:
    """Return recall by class of edit, feminine and masculine lines apart, and the edits nobody asked for."""
    ends = [0, BLOCKS["feminine plural"]]
    for size in list(BLOCKS.values())[1:]:
        ends.append(ends[-1] + size)
    parts = {"feminine": (0, 2), "masculine": (1, 3)}
    result: dict[str, Any] = {}
    for gender, numbers in parts.items():
        chosen = [line for number in numbers for line in range(ends[number], ends[number + 1])]
        recall, spurious = recall_by_class(*([lines[line] for line in chosen] for lines in (source, reference, output)))
        result[gender] = {"recall": {kind: found._asdict() for kind, found in recall.items()}, "spurious": spurious}
    return result


def running_sentences(data: Path, lang: str) -> list[str]:
    """Return the sentences of the treebanks of a language, in their order."""
    marker = "# text = "
    sentences: list[str] = []
    for name in TREEBANKS[lang]:
        with lzma.open(data / "treebanks" / f"{name}.conllu.xz", "rt", encoding="utf-8") as lines:
            sentences += [line.rstrip("\n").removeprefix(marker) for line in lines if line.startswith(marker)]
    return sentences


def running_text(data: Path) -> dict[str, Any]:
    """Return how many words of running German and English the rules change, in both scopes."""
    result: dict[str, Any] = {}
    for lang in TREEBANKS:
        texts = running_sentences(data, lang)
        words = sum(len(text.split()) for text in texts)
        edits = {
            scope: sum(len(rewriting.edits) for rewriting in GenderFair(lang, scope=scope).find(texts))
            for scope in ("generic", "all")
        }
        result[lang] = {"words": words, "sentences": len(texts), "edits": edits}
    return result


def print_tables(results: dict[str, Any]) -> None:
    """Print what was measured."""
    rows: list[list[Cell]] = []
    for name, measured in results["sets"].items():
        for system, figures in measured["systems"].items():
            both, total = measured["kept"][system]
            versus = measured["against_best"]["p"] if system == OURS else None
            row = [name, system, *(figures[key] for key in ("rate", "low", "high", "exact"))]
            rows.append([*row, measured["lines"], both / total, versus])
    columns = ["set", "system", "WER %", "low", "high", "lines exact", "lines", "words kept", "p against best"]
    print(table_text(Table("wer", "Word error rate", columns, rows)))
    german = results["sets"]["de.gendered"]
    blocks = [[system, *found.values()] for system, found in german["blocks"].items()]
    print(table_text(Table("blocks", "German by block", ["system", *german["blocks"][OURS]], blocks)))
    recalls: list[list[Cell]] = []
    for system, halves in german["classes"].items():
        for gender, found in halves.items():
            recalls += [[system, gender, kind, *part.values()] for kind, part in found["recall"].items()]
            recalls.append([system, gender, "not asked for", found["spurious"], None])
    print(
        table_text(
            Table(
                "classes", "Edits made as the reference has them", [*"system lines class made wanted".split()], recalls
            )
        )
    )


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the word error rate of the rules beside that of the best published system and of the source."""
    for name, of in results["sets"].items():
        at = partial(Measure, "rewriting, everybody", f"{name}, half of the published set, looked at", of["lines"])
        systems, best = of["systems"], of["best_published"]
        beside = {f"best published, {best}": systems[best], "no rewriting": systems["source"]}
        ours = [systems["rules"][end] / 100 for end in ("rate", "low", "high")]
        yield at("WER", *ours, beside={system: found["rate"] / 100 for system, found in beside.items()})
        both, words = of["kept"]["rules"]
        yield at("other words kept", both / words)
    german = results["sets"]["de.gendered"]
    for name, rate in german["blocks"]["rules"].items():
        yield Measure("rewriting German, by block", "de.gendered", german["lines"], f"WER, {name}", rate / 100)


def benchmark(data: Path) -> dict[str, Any]:
    """Print the tables and return the results."""
    results = {
        "sets": {name: measure_set(data / "rewriting", name) for name in SETS},
        "running_text": running_text(data),
    }
    print_tables(results)
    return results
