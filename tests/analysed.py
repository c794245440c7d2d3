"""How tests read a sentence."""

from __future__ import annotations

from hf_genderfair.languages.document import Document
from hf_genderfair.languages.pipelines import pipeline


def read(text: str, lang: str = "de") -> Document:
    """Return a text with its analysis."""
    return Document(text, next(iter(pipeline(lang).analyse([text]))), lang)
