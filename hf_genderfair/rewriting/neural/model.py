"""The network of a neural rewriter, its size, and its folder."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from huggingface_hub import snapshot_download

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.pretrained import load_pretrained
from hf_genderfair.core.resources import require
from hf_genderfair.rewriting.neural.changes import LearnedChanges
from hf_genderfair.rewriting.neural.lattice import WordSpellings
from hf_genderfair.rewriting.neural.subwords import END, EXTRA, PAD, UNKNOWN, Subwords

LONGEST = 512
"""Most pieces of a sentence that a rewriter reads."""


@dataclass(frozen=True)
class RewriterConfig:
    """Size of a rewriter and how it is trained; the defaults are those of Amrhein et al. (2023).

    The last two losses make a small model learn on a small machine. They change what is learnt, not the network: it
    is a plain encoder and decoder either way.

    Attributes:
        vocabulary: Pieces of the joint vocabulary.
        encoder_layers: Layers of the encoder.
        decoder_layers: Layers of the decoder.
        width: Of the states.
        feed_forward: Width of the inner layers.
        heads: Heads of attention.
        dropout: Share of states that are dropped.
        learning_rate: Highest rate of Adam.
        warm_up: Steps until it is reached; then it falls with the inverse square root of the steps.
        cool_down: Last steps, in which it falls to nothing.
        label_smoothing: Share of the probability that all pieces have.
        batch_pieces: Pieces of the targets in a batch, padding counted.
        accumulation: Batches of each process for one step.
        steps: Steps altogether.
        bf16: Compute in bfloat16.
        choice_weight: Share of the loss that is the choice among what may be written (see ``lattice``): the model
            then need not learn to copy before it learns what to change. 0 is the usual loss alone.
        guide_weight: Weight of a loss that makes one head of each layer of the decoder look at the next piece of the
            source, from the known alignment (Garg et al. 2019).
        beams: Hypotheses kept when decoding.
        seed: Of weights, order and dropout.

    Example:
        >>> RewriterConfig().width, RewriterConfig.small().width
        (512, 128)
    """

    vocabulary: int = 8000
    encoder_layers: int = 6
    decoder_layers: int = 6
    width: int = 512
    feed_forward: int = 1024
    heads: int = 4
    dropout: float = 0.1
    learning_rate: float = 5e-4
    warm_up: int = 4000
    cool_down: int = 0
    label_smoothing: float = 0.1
    batch_pieces: int = 8192
    accumulation: int = 1
    steps: int = 200_000
    bf16: bool = False
    choice_weight: float = 0.0
    guide_weight: float = 0.0
    beams: int = 5
    seed: int = 0

    @classmethod
    def small(cls) -> RewriterConfig:
        """Return a configuration that a processor can train in minutes."""
        return cls(
            vocabulary=2000,
            encoder_layers=3,
            decoder_layers=1,
            width=128,
            feed_forward=512,
            dropout=0.05,
            learning_rate=2e-3,
            warm_up=300,
            cool_down=700,
            label_smoothing=0.0,
            batch_pieces=1500,
            steps=2000,
            choice_weight=0.8,
            guide_weight=0.2,
        )

    def rate(self, step: int) -> float:
        """Return the learning rate of a step."""
        warm = max(self.warm_up, 1)
        rate = self.learning_rate * min(step / warm, math.sqrt(warm / step))
        left = max(self.steps - step + 1, 0)
        return rate * min(1.0, left / self.cool_down) if self.cool_down else rate

    def with_vocabulary(self, vocabulary: int) -> RewriterConfig:
        """Return the configuration with another size of the vocabulary."""
        return replace(self, vocabulary=vocabulary)


class Rewriter(NamedTuple):
    """A model with its vocabulary.

    Attributes:
        model: The transformers model.
        words: The spellings that it may write: its pieces, and the changes of words.

    Example:
        >>> subwords = Subwords.train(["Alle kamen."] * 9, size=300)
        >>> Rewriter("a network", WordSpellings(subwords, LearnedChanges({}, {}, {}))).model
        'a network'
    """

    model: Any
    words: WordSpellings


def build_model(config: RewriterConfig) -> Any:
    """Return a transformers model with random weights: sinusoidal positions, all embeddings tied."""
    transformers = require("transformers", EXTRA)
    settings = transformers.MarianConfig(
        vocab_size=config.vocabulary,
        encoder_layers=config.encoder_layers,
        decoder_layers=config.decoder_layers,
        d_model=config.width,
        encoder_ffn_dim=config.feed_forward,
        decoder_ffn_dim=config.feed_forward,
        encoder_attention_heads=config.heads,
        decoder_attention_heads=config.heads,
        dropout=config.dropout,
        attention_dropout=0.0,
        activation_dropout=0.0,
        activation_function="relu",
        max_position_embeddings=LONGEST,
        scale_embedding=True,
        share_encoder_decoder_embeddings=True,
        tie_word_embeddings=True,
        pad_token_id=PAD,
        eos_token_id=END,
        decoder_start_token_id=PAD,
        forced_eos_token_id=None,
    )
    # only the eager implementation returns attention weights
    kind = "eager" if config.guide_weight else "sdpa"
    model = transformers.MarianMTModel._from_config(settings, attn_implementation=kind)
    model.generation_config = transformers.GenerationConfig(
        num_beams=config.beams,
        max_length=LONGEST,
        pad_token_id=PAD,
        eos_token_id=END,
        decoder_start_token_id=PAD,
        bad_words_ids=[[PAD], [UNKNOWN]],
    )
    return model


def save_rewriter(rewriter: Rewriter, folder: Path) -> None:
    """Write a model, its pieces and its changes; ``AutoModelForSeq2SeqLM.from_pretrained`` reads the first."""
    folder.mkdir(parents=True, exist_ok=True)
    rewriter.model.save_pretrained(folder)
    rewriter.words.subwords.save(folder)
    rewriter.words.changes.save(folder)


def load_rewriter(name: str | Path, revision: str | None = None, device: str = "cpu") -> Rewriter:
    """Read a rewriter."""
    try:
        folder = Path(name) if Path(name).is_dir() else Path(snapshot_download(str(name), revision=revision))
        model = load_pretrained("AutoModelForSeq2SeqLM", folder)
        return Rewriter(model.to(device).eval(), WordSpellings(Subwords.load(folder), LearnedChanges.load(folder)))
    except (OSError, ValueError) as error:
        raise GenerationError(f"the rewriter {name} cannot be loaded: name a folder or a model of the Hub") from error
