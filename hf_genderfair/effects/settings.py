"""How a language model is trained on each condition: the settings of the paper, and those for small models."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings

ATTENTION = ("q_proj", "k_proj", "v_proj", "o_proj")
FEED_FORWARD = ("gate_proj", "up_proj", "down_proj")

OPERATIONS = {"full": 6, "lora": 4}
"""Floating-point operations for each weight and token: 2 forward, 2 backward to the activations and, where weights are
trained, 2 to them (Kaplan et al. 2020, section 2.1). Attention between tokens, and adapters, are left out."""


@dataclass(frozen=True)
class TrainingSettings:
    """Settings of causal language modelling on blocks of tokens.

    The defaults are those of Görge et al. (2025), section 5.2, who do not say how sentences are put into samples: here
    a sample is a block of ``block_size`` tokens, filled with texts one after another.

    Attributes:
        method: ``lora`` trains adapters (Hu et al. 2022) on a model that stays as it is, ``full`` all weights.
        rank: Rank of the adapters.
        alpha: Scale of the adapters, divided by their rank.
        dropout: Dropout before the adapters.
        target_modules: Name of a linear layer that gets adapters; several may be given.
        learning_rate: Highest learning rate; it falls linearly to 0.
        weight_decay: Decay of AdamW.
        warmup_steps: Steps in which the learning rate rises; at most a tenth of all.
        epochs: How often each block is seen.
        batch_size: Blocks that go through the model at once.
        accumulation: Batches of one step; several processes share them.
        block_size: Tokens of a block.
        max_tokens: Tokens to train on in each epoch, at most. See `equal_tokens`; None for all.
        optimiser: ``adamw``, or ``adamw_8bit`` as in the paper, which needs bitsandbytes and a GPU.
        dtype: Type to compute in: ``auto`` for bfloat16 on a GPU and float32 on a processor.

    Example:
        >>> settings = TrainingSettings.paper()
        >>> settings.blocks_per_step, settings.steps(blocks=18_700_000 // settings.block_size)
        (512, 720)
    """

    method: Literal["lora", "full"] = "lora"
    rank: int = 16
    alpha: int = 16
    dropout: float = 0.0
    target_modules: tuple[str, ...] = ATTENTION + FEED_FORWARD
    learning_rate: float = 2e-4
    weight_decay: float = 0.01
    warmup_steps: int = 5
    epochs: int = 10
    batch_size: int = 64
    accumulation: int = 8
    block_size: int = 512
    max_tokens: int | None = None
    optimiser: Literal["adamw", "adamw_8bit"] = "adamw"
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)
        whole = ("rank", "alpha", "epochs", "batch_size", "accumulation", "block_size")
        small = [name for name in whole if getattr(self, name) < 1]
        if small:
            raise GenderfairError(f"{small[0]}={getattr(self, small[0])} is too small: give 1 or more")
        if self.block_size < 2:
            raise GenderfairError("block_size=1 leaves nothing to predict: give 2 or more")
        if self.learning_rate <= 0 or self.weight_decay < 0 or self.warmup_steps < 0 or not 0 <= self.dropout < 1:
            raise GenderfairError(
                "learning_rate must be above 0, weight_decay and warmup_steps not below 0, dropout from 0 to below 1"
            )

    @classmethod
    def paper(cls) -> TrainingSettings:
        """Return the settings of Görge et al. (2025)."""
        return cls()

    @classmethod
    def from_scratch(cls) -> TrainingSettings:
        """Return settings for a model of `scratch_model` that begins with random weights.

        Steps are small, 8 blocks of 128 tokens: data to compare are often few, and a model that begins with nothing
        needs some hundred steps; the numbers of such a batch also fit into the cache of a processor.
        """
        return cls(
            method="full", learning_rate=1e-3, warmup_steps=50, epochs=4, batch_size=8, accumulation=1, block_size=128
        )

    def warmup(self, steps: int) -> int:
        """Return the number of steps in which the learning rate rises, of so many in all."""
        return min(self.warmup_steps, steps // 10)

    def in_batches_of(self, blocks: int) -> TrainingSettings:
        """Return settings for the same steps in smaller batches, which need less memory and change only rounding.

        Args:
            blocks: Most blocks of a batch. A batch needs 4 bytes and more for each token and word of the vocabulary:
                6.4 GB for 64 blocks of 512 tokens and 49,152 words.

        Example:
            >>> smaller = TrainingSettings.paper().in_batches_of(4)
            >>> smaller.batch_size, smaller.accumulation
            (4, 128)
        """
        batch = max(size for size in range(1, max(1, blocks) + 1) if self.blocks_per_step % size == 0)
        return replace(self, batch_size=batch, accumulation=self.blocks_per_step // batch)

    @property
    def blocks_per_step(self) -> int:
        """Blocks of one step, over all processes: the effective batch size."""
        return self.batch_size * self.accumulation

    def batch_shape(self, processes: int) -> tuple[int, int]:
        """Return batch size and accumulation of each of several processes, which make the same steps together.

        Raises:
            GenderfairError: The blocks of a step cannot be divided evenly.
        """
        share = self.blocks_per_step // processes
        batch = min(self.batch_size, share)
        if self.blocks_per_step % processes or share % batch:
            raise GenderfairError(
                f"{processes} processes cannot share {self.blocks_per_step} blocks of a step evenly in batches of "
                f"{self.batch_size}: choose batch_size and accumulation so that they can"
            )
        return batch, share // batch

    def steps(self, blocks: int) -> int:
        """Return the number of steps of a training on so many blocks."""
        return self.epochs * math.ceil(blocks / self.blocks_per_step)

    def gpu_hours(self, weights: int, tokens: int, flops_per_second: float) -> float:
        """Return the estimated time of one training on one device.

        Args:
            weights: Weights of the model, those of its embeddings counted once.
            tokens: Tokens of the data, as often as they are in an epoch.
            flops_per_second: Operations that the device really does: about 0.4 of what its maker says.

        Returns:
            Hours, from 6 operations for each weight and token with ``full`` and 4 with ``lora``.

        Example:
            >>> round(TrainingSettings.paper().gpu_hours(600_000_000, 18_700_000, 4e14), 2)
            0.31
        """
        trained = self.epochs * min(tokens, self.max_tokens or tokens)
        return OPERATIONS[self.method] * weights * trained / flops_per_second / 3600

    def within(self, minutes: float, tokens: int, tokens_per_second: float) -> TrainingSettings:
        """Return settings with fewer epochs, or with part of one, so that a training ends in time.

        Settings that all conditions share are worked out once, so that each trains on as many tokens, in as many
        steps, whatever its own speed is.

        Args:
            minutes: Time for one training.
            tokens: Tokens of an epoch; the same for all conditions.
            tokens_per_second: See `training_speed`.

        Example:
            >>> settings = TrainingSettings.from_scratch().within(10, tokens=1_000_000, tokens_per_second=5_000)
            >>> settings.epochs, settings.max_tokens
            (3, 1000000)
        """
        tokens = min(tokens, self.max_tokens or tokens)
        affordable = int(minutes * 60 * tokens_per_second)
        epochs = min(self.epochs, max(1, affordable // max(tokens, 1)))
        return replace(self, epochs=epochs, max_tokens=min(tokens, affordable))
