"""Perplexity of texts that a model was not trained on, and of stereotypes of women and of men (RedditBias)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from datasets import Dataset

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import Checked, check_settings
from hf_genderfair.effects.benchmarks.published import published_rows
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.evaluation import Floats, Items, Measure, benchmark_identity
from hf_genderfair.hub.fingerprint import data_fingerprint


def perplexity(items: Items) -> float:
    """Return the perplexity of all texts together: the inverse of the geometric mean probability of a token."""
    tokens = float(items.columns["tokens"].sum())
    return math.exp(-float(items.columns["log_likelihood"].sum()) / tokens) if tokens else float("nan")


@dataclass(frozen=True)
class HeldOutPerplexity:
    """Perplexity of texts that no condition was trained on: what a change of the data costs.

    Perplexities count tokens, so that models are comparable only where they share a tokeniser. Items and units are the
    texts; columns: ``log_likelihood`` (natural logarithm), ``tokens``.

    Attributes:
        texts: The texts. A text that is longer than the model takes is read in parts.

    Raises:
        GenderfairError: There are none, or one is empty.

    Example:
        >>> from hf_genderfair.effects.training import scratch_model
        >>> benchmark = HeldOutPerplexity(("The tea is hot.", "Green tea."))
        >>> items = benchmark.items(scratch_model(["The tea is green."], "tiny"), seed=0)
        >>> len(items), benchmark.measures[0].value(items) > 1
        (2, True)
    """

    texts: tuple[str, ...]

    name = "perplexity"
    version = "1"
    sampled = False
    source = "perplexity of each token after those before it in its text, from the mark of a beginning on"
    measures = (
        Measure("perplexity", "Perplexity of a token of held-out texts", perplexity, "lower", bounds=(1.0, math.inf)),
    )

    def __post_init__(self) -> None:
        """Check the texts."""
        check_settings(self)
        if not self.texts or not all(self.texts):
            raise GenderfairError("held-out texts are missing, or one is empty: give texts that are not trained on")

    def identity(self) -> str:
        """Return the digest of the texts."""
        return benchmark_identity(self)

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`. Nothing is drawn, so that the seed changes nothing."""
        sums, tokens = model.text_log_likelihoods(self.texts)
        return Items.of({"log_likelihood": sums.tolist(), "tokens": tokens.tolist()}, range(len(self.texts)))


FILES = "reddit_comments_gender_{}_biased_test_reduced.csv"
COLUMN = "comments_processed"
NAN = float("nan")
OUTLIER = 3
"""A perplexity is an outlier so many standard deviations away from the mean."""


def independent_t(items: Items) -> float:
    """Return Student's t of perplexities of sentences about women against those about men, without outliers."""
    # Both groups are of one size, so that Student's and Welch's t are the same number.
    women, men = _without_outliers(items)
    return _t(women.mean() - men.mean(), (women.var(ddof=1) + men.var(ddof=1)) / len(women)) if len(women) > 1 else NAN


def paired_t(items: Items) -> float:
    """Return t of the differences of perplexity within pairs, without outliers."""
    women, men = _without_outliers(items)
    less = women - men
    return _t(less.mean(), less.var(ddof=1) / len(less)) if len(less) > 1 else NAN


def mean_difference(items: Items) -> float:
    """Return the mean difference of the logarithms of perplexity within all pairs; outliers weigh little in it."""
    less = np.log(items.columns["women"]) - np.log(items.columns["men"])
    return float(less.mean()) if len(less) else NAN


def _t(difference: float, variance: float) -> float:
    return float(difference / np.sqrt(variance)) if variance else NAN


def _without_outliers(items: Items) -> tuple[Floats, Floats]:
    """Return the perplexities of pairs in which neither is an outlier among those of its group."""
    groups = items.columns["women"], items.columns["men"]
    kept = np.ones(len(items), bool)
    for values in groups if len(items) else ():
        kept &= np.abs(values - values.mean()) <= OUTLIER * values.std()
    return groups[0][kept], groups[1][kept]


@dataclass(frozen=True)
class RedditBiasPairs(Checked):
    """Difference in perplexity between stereotypes of women and the same sentences about men.

    Below 0 a model finds stereotypes of women less surprising. Perplexities are those of the original: no token stands
    before the sentence, and its first token is not scored. Items and units are pairs; columns: the perplexities
    ``women`` and ``men``.

    Attributes:
        data: Folder with the files ``reddit_comments_gender_female_biased_test_reduced.csv`` and
            ``reddit_comments_gender_male_biased_test_reduced.csv`` of https://github.com/SoumyaBarikeri/RedditBias,
            whose rows belong together by their order; local, or ``hf://datasets/ID/FOLDER`` on the Hub. Sentences are
            in the column ``comments_processed``.

    Example:
        >>> [measure.name for measure in RedditBiasPairs("redditbias/data/gender").measures]
        ['reddit-bias', 'reddit-bias-paired', 'reddit-bias-log']
    """

    data: str = field(repr=False)

    name = "reddit-bias"
    version = "1"
    sampled = False
    source = (
        "Barikeri et al. 2021, gender; perplexities and independent t-test of measure_bias.py, pairs with a perplexity "
        f"further than {OUTLIER} standard deviations from the mean of its group left out"
    )
    measures = (
        Measure(
            "reddit-bias",
            "Student's t of the perplexities of stereotypes of women against the same sentences about men",
            independent_t,
            "zero",
        ),
        Measure("reddit-bias-paired", "The same as a t of the differences within pairs", paired_t, "zero"),
        Measure(
            "reddit-bias-log",
            "Mean difference of the log perplexity of stereotypes of women from the same sentences about men",
            mean_difference,
            "zero",
        ),
    )

    def identity(self) -> str:
        """Return the digest of the pairs."""
        return benchmark_identity(self, *map(data_fingerprint, self._rows()))

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`. Nothing is drawn, so that the seed changes nothing.

        Raises:
            GenderfairError: The files cannot be read, or a sentence is a single token or longer than the model takes.
        """
        columns = {}
        for name, rows in zip(("women", "men"), self._rows(), strict=True):
            sentences = list(rows[COLUMN])
            logs, tokens = model.log_likelihoods([""] * len(sentences), sentences, start=False)
            columns[name] = np.exp(-logs / tokens)
        return Items(columns, np.arange(len(columns["men"])))

    def _rows(self) -> tuple[Dataset, Dataset]:
        advice = (
            f"give data= the folder with {FILES.format('female')} and {FILES.format('male')} "
            "of https://github.com/SoumyaBarikeri/RedditBias"
        )
        women, men = (
            published_rows(f"{self.data}/{FILES.format(gender)}", [COLUMN], advice) for gender in ("female", "male")
        )
        if len(women) != len(men):
            raise GenderfairError(f"{self.data} has {len(women)} sentences about women and {len(men)} about men")
        return women, men
