"""A generator from a few plain values, as a command line or a configuration file holds them."""

from __future__ import annotations

import os

from hf_genderfair.generation.cache import CachedGenerator
from hf_genderfair.generation.endpoint import EndpointGenerator
from hf_genderfair.generation.generator import Generator
from hf_genderfair.generation.local import LocalGenerator


def build_generator(
    model: str,
    *,
    base_url: str | None = None,
    provider: str | None = None,
    temperature: float = 0.0,
    max_new_tokens: int = 512,
    timeout: float = 60.0,
    cache: bool = True,
    cache_folder: str | os.PathLike[str] | None = None,
) -> Generator:
    """Return the generator that the values describe: an endpoint where one is named, else a local model.

    Args:
        model: Folder or Hub name of a local model, or the name under which an endpoint knows its model.
        base_url: Address of an OpenAI-compatible server, such as ``http://localhost:8000/v1``.
        provider: One of the Hub's inference providers, or ``auto``.
        temperature: 0 takes the likeliest token each time.
        max_new_tokens: Longest answer, in tokens.
        timeout: Seconds that an endpoint may take for an answer.
        cache: Keep answers on disk, so that a run that was interrupted goes on.
        cache_folder: Where; None for the default.

    Returns:
        The generator, behind a cache unless that is not wanted.

    Raises:
        GenerationError: Both an address and a provider are named.

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
