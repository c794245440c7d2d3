import numpy as np
import pytest

from benchmarks import scores
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.rewriting.evaluate import WordErrors

SOURCE = "Der neue Lehrer, der alle Schüler kennt, ruft seinen Vorsitzenden an."
REFERENCE = "Der*die neue Lehrer*in, der*die alle Schüler*innen kennt, ruft seine*n*ihre*n Vorsitzende*n an."


def test_words_kept_are_those_that_the_reference_keeps():
    kept = sum(one == other for one, other in zip(SOURCE.split(), REFERENCE.split(), strict=True))
    assert scores.words_kept([SOURCE], [REFERENCE], [REFERENCE]) == (kept, kept)
    assert scores.words_kept([SOURCE], [REFERENCE], [SOURCE]) == (kept, kept)
    assert scores.words_kept([SOURCE], [REFERENCE], [REFERENCE.replace("alle", "viele")]) == (kept - 1, kept)


def test_lines_of_unequal_number_are_refused():
    with pytest.raises(GenderfairError, match="give as many of each"):
        scores.words_kept(["a", "b"], ["a"], ["a", "b"])


def test_the_interval_covers_the_rate_of_the_process():
    random = np.random.default_rng(3)
    hits = 0
    for _ in range(60):
        lines = [WordErrors(int(random.random() < 0.2), 1) for _ in range(200)]
        low, high = scores.rate_interval(lines, resamples=300)
        hits += low <= 20 <= high
    assert hits >= 52
