"""How well a model predicts texts that it was not trained on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.items import Items, Measure, benchmark_identity


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
        >>> from hf_genderfair.effects.scratch import scratch_model
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
