"""HellaSwag: whether a model knows how everyday scenes go on."""

from __future__ import annotations

from dataclasses import dataclass, field

from datasets import Dataset

from hf_genderfair.core.settings import check_at_least_one, check_settings
from hf_genderfair.effects.benchmarks.lm_eval_task import run_task
from hf_genderfair.effects.benchmarks.published_rows import published_rows
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.items import SHARE, Items, Measure, benchmark_identity
from hf_genderfair.hub.fingerprint import data_fingerprint

HUB = "Rowan/hellaswag"
COLUMNS = ("activity_label", "ctx_a", "ctx_b", "endings", "label")


@dataclass(frozen=True)
class HellaSwag:
    """Share of the scenes of HellaSwag for which the true one of four endings is the most likely.

    It says what a training costs in what a model can do. Items and units are scenes; columns: ``accuracy``, 1 where the
    true ending has the highest log-likelihood, else 0, and ``accuracy_norm``, the same with the log-likelihood divided
    by the number of characters.

    Attributes:
        data: Data set on the Hub, local folder or file (JSON lines, parquet) with the columns ``activity_label``,
            ``ctx_a``, ``ctx_b``, ``endings`` (a list of texts) and ``label`` (place of the true ending, from 0).
        most: So many scenes at most, chosen at random but always the same; None for all.

    Example:
        >>> [measure.name for measure in HellaSwag(most=500).measures]
        ['hellaswag', 'hellaswag-norm']
    """

    data: str = field(default=HUB, repr=False)
    most: int | None = None

    name = "hellaswag"
    version = "1"
    sampled = False
    source = "Zellers et al. 2019, validation split; score of lm-eval, task hellaswag, without examples"
    measures = (
        Measure(
            "hellaswag",
            "Share of scenes whose true ending is the most likely",
            lambda items: items.mean("accuracy"),
            "higher",
            bounds=SHARE,
        ),
        Measure(
            "hellaswag-norm",
            "Share of scenes whose true ending is the most likely for its number of characters",
            lambda items: items.mean("accuracy_norm"),
            "higher",
            bounds=SHARE,
        ),
    )

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)
        check_at_least_one(self, "most")

    def identity(self) -> str:
        """Return the digest of the scenes and settings."""
        return benchmark_identity(self, data_fingerprint(self._rows()))

    def items(self, model: CausalModel, seed: int) -> Items:
        """Ask a model; see `Benchmark.items`. Nothing is drawn, so that the seed changes nothing.

        Raises:
            GenderfairError: The data set cannot be reached or read.
        """
        found = run_task("hellaswag", self._rows(), model, self.most)
        columns = {"accuracy": "acc", "accuracy_norm": "acc_norm"}
        return Items.of({name: [item[metric] for item in found] for name, metric in columns.items()}, range(len(found)))

    def _rows(self) -> Dataset:
        advice = f"give data= a local folder or file with the columns {', '.join(COLUMNS)}, as {HUB} has them"
        return published_rows(self.data, COLUMNS, advice, split="validation")
