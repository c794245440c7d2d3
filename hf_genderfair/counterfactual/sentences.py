"""The numbers by which plans choose sentences, and the names that they share with their twins."""

from __future__ import annotations

import hashlib

LONGEST_KEY = 1000
"""Characters of a text that are hashed again for each of its sentences."""


def row_key(text: str) -> str:
    """Return what stands for a text in the numbers and names of its sentences: of a long one its hash."""
    if len(text) <= LONGEST_KEY:
        return text
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def draw(seed: int, key: str, start: int) -> float:
    """Return the number by which plans choose a sentence: the same in every run, batch and shard."""
    digest = hashlib.sha256(f"{seed}\t{start}\t{key}".encode(errors="surrogatepass")).digest()
    # 53 bits are what a float holds exactly
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def pair_name(key: str, start: int) -> str:
    """Return the name that a sentence and its twin share."""
    return hashlib.sha256(f"{start}\t{key}".encode(errors="surrogatepass")).hexdigest()[:16]
