"""The capitals of a word, given to another one that stands in its place."""

from __future__ import annotations


def like(word: str, pattern: str) -> str:
    """Write a lower-case form in the capitals of the word that it stands for, at its start or all over."""
    if len(pattern) > 1 and pattern.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if pattern[:1].isupper() else word
