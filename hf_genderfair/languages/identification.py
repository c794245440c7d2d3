"""In which languages texts are written: a check that a method meets the language it was made for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.resources import require, resource
from hf_genderfair.core.settings import texts_or_none
from hf_genderfair.core.transform import Column, Transform, text_array

if TYPE_CHECKING:
    from datasets import Features

SAMPLE = 2_000
LEAST_LETTERS = 40
CHARACTERS_READ = 500
SURE = 0.95
POOLED_LETTERS = 200
"""Letters of the short texts that are judged together."""

WIDESPREAD = tuple("ar ca cs da de el en es fi fr hu it ja ko nl no pl pt ro ru sv tr uk zh".split())
"""Languages of which the texts of a source are likely; rare ones are found where a text is short or odd."""

UNSURE = "unsure"


@dataclass(frozen=True)
class Language(Transform):
    """Adds the language of each text, as its beginning shows it (py3langid).

    Transforms of analysed text read only the rows of their own language where they get the column as ``lang_column``.
    Texts of fewer than 40 letters, and those whose language is not clear, have none (null): nothing is guessed. Closely
    related languages are easily confused.

    Attributes:
        text_column: Column of text.
        column: Column that is added.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["La jueza absolvió a los dos acusados que llegaron tarde.", "Ok!"]})
        >>> rows.map(Language(), batched=True)["language"][:]
        ['es', None]
    """

    text_column: str = "text"
    column: str = "language"

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the column of language codes."""
        from datasets import Features, Value

        return Features({self.column: Value("string")})

    def meanings(self) -> dict[str, str]:
        """Return what the columns and their fields mean."""
        return {self.column: "Language of the text as its beginning shows it; null where it is short or unclear."}

    def digest(self) -> str:
        """Return the version of the program that tells languages apart."""
        require("py3langid", "nlp")
        return f"py3langid {version('py3langid')}"

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Find the language of each text; see `Transform.annotate`."""
        found = (_language(text or "") for text in text_array(columns[self.text_column], self.text_column).to_pylist())
        return {self.column: [None if name == UNSURE else name for name in found]}


def language_counts(texts: Sequence[str | None], seed: int = 0) -> Counts:
    """Count the languages of texts, or of a sample where there are many."""
    texts = list(texts_or_none(texts))
    chosen = texts if len(texts) <= SAMPLE else random.Random(seed).sample(list(texts), SAMPLE)
    return Counts((("language", _language(text or "")), 1) for text in chosen)


def pooled_languages(texts: Sequence[str | None]) -> Counts:
    """Count the languages of the texts of one source, in which short texts are judged together."""
    found: list[str] = []
    pool: list[str] = []
    for text in texts:
        if not text or not any(map(str.isalpha, text)):
            continue
        own = _language(text, WIDESPREAD)
        if own != UNSURE:
            found.append(own)
            continue
        pool.append(text[:POOLED_LETTERS])
        if sum(map(len, pool)) >= POOLED_LETTERS:
            found += [_language(" ".join(pool), WIDESPREAD)] * len(pool)
            pool = []
    found += [_language(" ".join(pool), WIDESPREAD)] * len(pool)
    return Counts((("language", code), 1) for code in found)


def _language(text: str, among: tuple[str, ...] = ()) -> str:
    beginning = text[:CHARACTERS_READ]
    if sum(map(str.isalpha, beginning)) < LEAST_LETTERS:
        return UNSURE
    code, probability = resource(("language identifier", among), lambda: _identifier(among)).rank(beginning)[0]
    return str(code) if probability >= SURE else UNSURE


def _identifier(among: tuple[str, ...]) -> Any:
    model = require("py3langid.langid", "nlp")
    identifier = model.LanguageIdentifier.from_model_file(model.MODEL_FILE, norm_probs=True)
    if among:
        identifier.set_languages(among)
    return identifier
