"""In which languages texts are written: a check that a method meets the language it was made for."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from hf_genderfair.core.counts import Counts
from hf_genderfair.core.resources import require, resource
from hf_genderfair.core.texts import texts_or_none

SAMPLE = 2_000
LEAST_LETTERS = 40
CHARACTERS_READ = 500
SURE = 0.95
UNSURE = "unsure"


def language_counts(texts: Sequence[str | None], seed: int = 0) -> Counts:
    """Count the languages of texts, or of a sample where there are many.

    Args:
        texts: The texts.
        seed: Of the sample; another one gives another choice.

    Returns:
        Counts with keys ``("language", code)`` of at most 2,000 texts; ``unsure`` for texts of fewer than 40 letters
        and those whose language is not clear. Closely related languages are easily confused.

    Raises:
        MissingDependencyError: py3langid is not installed.

    Example:
        >>> language_counts(["La jueza absolvió a los dos acusados que llegaron tarde.", "Ok!", None])
        Counts({('language', 'es'): 1, ('language', 'unsure'): 2})
    """
    texts = list(texts_or_none(texts))
    chosen = texts if len(texts) <= SAMPLE else random.Random(seed).sample(list(texts), SAMPLE)
    return Counts((("language", _language(text or "")), 1) for text in chosen)


def _language(text: str) -> str:
    beginning = text[:CHARACTERS_READ]
    if sum(map(str.isalpha, beginning)) < LEAST_LETTERS:
        return UNSURE
    code, probability = resource(("language identifier",), _identifier).rank(beginning)[0]
    return str(code) if probability >= SURE else UNSURE


def _identifier() -> Any:
    model = require("py3langid.langid", "nlp")
    return model.LanguageIdentifier.from_model_file(model.MODEL_FILE, norm_probs=True)
