"""The losses of a neural rewriter."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy

from hf_genderfair.rewriting.neural.examples import IGNORED, ExampleBatch
from hf_genderfair.rewriting.neural.model import RewriterConfig

LEAST = 1e-9
"""Added to a weight of attention before its logarithm."""


def rewriting_loss(model: Any, batch: ExampleBatch, config: RewriterConfig) -> torch.Tensor:
    """Return the loss of a batch, a mean over pieces."""
    output = model(
        input_ids=batch.source,
        attention_mask=batch.mask.long(),
        decoder_input_ids=batch.inputs,
        output_attentions=bool(config.guide_weight) and model.training,
        use_cache=False,
    )
    logits = output.logits.float()
    total = torch.zeros((), device=logits.device)
    if config.choice_weight < 1:
        usual = cross_entropy(logits.flatten(0, 1), batch.labels.flatten(), label_smoothing=config.label_smoothing)
        total = total + (1 - config.choice_weight) * usual
    if config.choice_weight:
        total = total + config.choice_weight * choice_loss(logits, batch)
    if output.cross_attentions is not None:
        total = total + config.guide_weight * guide_loss(output.cross_attentions, batch)
    return total


def choice_loss(logits: torch.Tensor, batch: ExampleBatch) -> torch.Tensor:
    """Return the cross-entropy of the right piece among those that may stand at its position."""
    found = batch.chosen != IGNORED
    if not found.any():
        return logits.sum() * 0
    choices = batch.choices[found]
    scores = logits[found].gather(1, choices.clamp(min=0)).masked_fill(choices == IGNORED, -torch.inf)
    return cross_entropy(scores, batch.chosen[found])


def guide_loss(attentions: Any, batch: ExampleBatch) -> torch.Tensor:
    """Return the loss of one head of each layer for not attending to the next piece of the source."""
    found = batch.looks != IGNORED
    if not found.any():
        return torch.zeros((), device=batch.looks.device)
    looks = batch.looks[found][:, None]
    parts = [-(weights[:, 0][found].gather(1, looks) + LEAST).log().mean() for weights in attentions]
    return torch.stack(parts).mean()
