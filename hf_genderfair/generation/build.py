"""Generators from plain values, such as options of a command line."""

from __future__ import annotations

import os
from typing import Annotated

from hf_genderfair.core.settings import Within
from hf_genderfair.generation.answers import CachedGenerator
from hf_genderfair.generation.endpoint import EndpointGenerator
from hf_genderfair.generation.generator import Generator
from hf_genderfair.generation.local import LocalGenerator


def build_generator(
    model: str,
    *,
    base_url: str | None = None,
    provider: str | None = None,
    temperature: Annotated[float, Within(0, 100)] = 0.0,
    max_new_tokens: Annotated[int, Within(1)] = 512,
    timeout: Annotated[float, Within(1)] = 60.0,
    cache: bool = True,
    cache_folder: str | os.PathLike[str] | None = None,
) -> Generator:
    """Return a generator: an endpoint where an address or a provider is given, else a local model.

    Args:
        model: Folder or Hub name of a local model, or name of the model at an endpoint.
        base_url: Address of an OpenAI-compatible server, such as ``http://localhost:8000/v1``.
        provider: One of the Hub's inference providers, or ``auto``.
        temperature: Sampling temperature; with 0, the likeliest answer each time: runs are alike.
        max_new_tokens: Longest answer, in tokens.
        timeout: Time limit for an answer of an endpoint, in seconds.
        cache: Cache answers on disk, so that an interrupted run continues.
        cache_folder: Folder of the cache of answers.

    Returns:
        The generator, behind a cache if one is wanted.

    Raises:
        GenerationError: Both an address and a provider are given.

    Example:
        >>> build_generator("qwen", base_url="http://localhost:8000/v1").name
        'qwen'
    """
    generator: Generator
    if base_url is not None or provider is not None:
        generator = EndpointGenerator(
            model,
            base_url=base_url,
            provider=provider,
            temperature=temperature,
            max_tokens=max_new_tokens,
            timeout=timeout,
        )
    else:
        generator = LocalGenerator(model, temperature=temperature, max_new_tokens=max_new_tokens)
    return CachedGenerator(generator, cache_folder) if cache else generator
