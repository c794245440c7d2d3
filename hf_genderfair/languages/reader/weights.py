"""Weights by which what the reader sees is weighed: fitted, and kept in a table by language and piece of evidence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon


def weigh(weights: Sequence[float], evidence: Sequence[float]) -> float:
    """Return the logarithm of the odds that evidence adds up to."""
    return sum(weight * value for weight, value in zip(weights, evidence, strict=True))


def log_odds(probability: float, least: float) -> float:
    """Return the logarithm of the odds of a probability; what is below the least, or nearer to 1, is taken for it."""
    bounded = min(max(probability, least), 1 - least)
    return math.log(bounded / (1 - bounded))


def fitted_weights(lexicon: str, evidence: Sequence[str]) -> Mapping[str, Sequence[float]]:
    """Return the weights of a table by language, in the order of the evidence."""
    return resource((lexicon, load_lexicon(lexicon).digest), lambda: _read(lexicon, evidence))


def _read(lexicon: str, evidence: Sequence[str]) -> Mapping[str, Sequence[float]]:
    found = {(lang, name): float(weight) for lang, name, weight in load_lexicon(lexicon).rows}
    return {lang: [found[lang, each] for each in evidence] for lang in {lang for lang, _ in found}}


def feature_weights(lexicon: str) -> Mapping[str, Mapping[str, float]]:
    """Return the weights of features of a table by language; what has none weighs nothing."""
    return resource((lexicon, load_lexicon(lexicon).digest), lambda: _read_features(lexicon))


def _read_features(lexicon: str) -> Mapping[str, Mapping[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for lang, name, weight in load_lexicon(lexicon).rows:
        found.setdefault(lang, {})[name] = float(weight)
    return found
