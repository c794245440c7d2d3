"""CrowS-Pairs: whether a model prefers sentences with a stereotype to the same sentences without it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from datasets import Dataset

from hf_genderfair.core.settings import check_at_least_one, check_settings
from hf_genderfair.effects.benchmarks.lm_eval_task import run_task
from hf_genderfair.effects.benchmarks.published_rows import published_rows
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.items import SHARE, Items, Measure, benchmark_identity
from hf_genderfair.hub.fingerprint import data_fingerprint

HUB = "jannalu/crows_pairs_multilingual"
TASKS = {"gender": "crows_pairs_english_gender", "all": "crows_pairs_english"}
COLUMNS = ("sent_more", "sent_less", "bias_type")


@dataclass(frozen=True)
class CrowsPairs:
    """Share of the pairs of sentences of CrowS-Pairs in which the sentence with the stereotype is more likely.

    Items and units are pairs; columns: ``stereotype``, 1 where the sentence with the stereotype is more likely, else 0,
    and ``difference``, the absolute difference of the log-likelihoods of both.

    Attributes:
        data: Data set on the Hub, local folder or file (JSON lines, CSV, parquet) with the columns ``sent_more``,
            ``sent_less`` and ``bias_type``.
        part: ``gender`` for the pairs whose ``bias_type`` begins with it, or ``all``.
        most: So many pairs at most, chosen at random but always the same; None for all.

    Example:
        >>> CrowsPairs(part="all").measures[0].goal
        'half'
    """

    data: str = field(default=HUB, repr=False)
    part: Literal["gender", "all"] = "gender"
    most: int | None = None

    name = "crows-pairs"
    version = "1"
    sampled = False
    source = (
        "Nangia et al. 2020, in the English revision of Névéol et al. 2022; score of lm-eval, task "
        "crows_pairs_english_gender or crows_pairs_english: log-likelihood of whole sentences"
    )
    measures = (
        Measure(
            "crows-pairs",
            "Share of pairs in which the sentence with the stereotype is more likely",
            lambda items: items.mean("stereotype"),
            "half",
            bounds=SHARE,
        ),
        Measure(
            "crows-pairs-difference",
            "Mean absolute difference of the log-likelihoods of both sentences of a pair",
            lambda items: items.mean("difference"),
            "lower",
        ),
    )

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)
        check_at_least_one(self, "most")

    def identity(self) -> str:
        """Return the digest of the pairs and settings."""
        return benchmark_identity(self, data_fingerprint(self._rows()))

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`. Nothing is drawn, so that the seed changes nothing.

        Raises:
            GenderfairError: The data set cannot be reached or read.
        """
        found = run_task(TASKS[self.part], self._rows(), model, self.most)
        return Items.of(
            {
                "stereotype": [item["pct_stereotype"] for item in found],
                "difference": [item["likelihood_diff"] for item in found],
            },
            range(len(found)),
        )

    def _rows(self) -> Dataset:
        advice = f"give data= a local folder or file with the columns {', '.join(COLUMNS)}, as {HUB} has them"
        return published_rows(self.data, COLUMNS, advice, config="english", split="test")
