"""Figures of a report, as PNG images with a description for those who do not see them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A picture with its words.

    Attributes:
        png: The image file.
        alt: What it shows, for a screen reader.
        caption: What a reader must know to read it.

    Example:
        >>> Figure(b"", "A line that rises.", "Share by year.").alt
        'A line that rises.'
    """

    png: bytes
    alt: str
    caption: str
