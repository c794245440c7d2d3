"""Training of a rewriter on pairs of a sentence and its gender-fair version, by transformers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import transformers
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers.trainer_utils import get_last_checkpoint

from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.pretrained import load_pretrained

PAD, END, UNKNOWN = SPECIAL = ["<pad>", "</s>", "<unk>"]
LONGEST = 256
"""Most pieces of a sentence."""

SAVED = 10
"""Checkpoints of a training, each of which replaces the one before."""


@dataclass(frozen=True)
class Settings:
    """Size of a rewriter from nothing and how it is trained; the defaults are those of Amrhein et al. (2023).

    Attributes:
        vocabulary: Pieces of the joint vocabulary.
        encoder_layers: Layers of the encoder.
        decoder_layers: Layers of the decoder.
        width: Of the states.
        feed_forward: Width of the inner layers.
        heads: Heads of attention.
        dropout: Share of states that are dropped.
        learning_rate: Highest rate.
        warm_up: Steps until it is reached; then it falls with the inverse square root of the steps.
        label_smoothing: Share of the probability that all pieces have.
        batch_size: Pairs of a step.
        steps: Steps altogether.
        bf16: Compute in bfloat16.
        seed: Of weights, order and dropout.

    Example:
        >>> Settings().width, Settings.small().width
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
    label_smoothing: float = 0.1
    batch_size: int = 256
    steps: int = 200_000
    bf16: bool = False
    seed: int = 0

    @classmethod
    def small(cls, steps: int = 2000) -> Settings:
        """Return settings that a processor can train in minutes."""
        return cls(
            vocabulary=2000,
            encoder_layers=2,
            decoder_layers=1,
            width=128,
            feed_forward=256,
            dropout=0.0,
            learning_rate=2e-3,
            warm_up=min(200, steps // 5),
            label_smoothing=0.0,
            batch_size=32,
            steps=steps,
        )


def train(pairs: Dataset, out: Path, settings: Settings, base: str | None = None) -> Any:
    """Train a rewriter, write it into a folder and return it.

    A training that was interrupted goes on from its last checkpoint in the folder, and ends with the weights of one
    that was not.

    Args:
        pairs: Rows with ``source`` and ``target``.
        out: Folder for the model, its tokeniser and its checkpoints.
        settings: How it is trained; with a base, its size is that of the base.
        base: A sequence-to-sequence model to begin with, a folder or a name on the Hub; None begins with nothing.

    Raises:
        ColumnError: There are no pairs.
    """
    missing = [name for name in ("source", "target") if name not in pairs.column_names]
    if missing or not len(pairs):
        raise ColumnError(f"no column {missing[0]!r}" if missing else "there are no pairs to train on")
    transformers.set_seed(settings.seed)
    if base is None:
        tokeniser = trained_tokeniser(chain(pairs["source"], pairs["target"]), settings.vocabulary)
        model = new_model(settings, len(tokeniser))
    else:
        tokeniser, model = load_pretrained("AutoTokenizer", base), load_pretrained("AutoModelForSeq2SeqLM", base)
    trainer = transformers.Seq2SeqTrainer(
        model=model,
        args=_arguments(settings, out),
        train_dataset=pairs.map(_Encoded(tokeniser), batched=True, remove_columns=pairs.column_names),
        data_collator=transformers.DataCollatorForSeq2Seq(tokeniser, model=model),
        processing_class=tokeniser,
    )
    trainer.remove_callback(transformers.PrinterCallback)
    checkpoint = get_last_checkpoint(str(out)) if out.is_dir() else None  # type: ignore[no-untyped-call]
    trainer.train(resume_from_checkpoint=checkpoint)
    trainer.save_model()
    return trainer.model


def trained_tokeniser(texts: Iterable[str], vocabulary: int) -> Any:
    """Return a tokeniser of pieces of words that are frequent in texts."""
    words = Tokenizer(models.BPE(unk_token=UNKNOWN))
    words.normalizer = normalizers.NFC()
    words.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Metaspace(), pre_tokenizers.Punctuation()])
    words.decoder = decoders.Metaspace()
    trainer = trainers.BpeTrainer(vocab_size=vocabulary, special_tokens=SPECIAL, show_progress=False)
    words.train_from_iterator(texts, trainer)
    words.post_processor = processors.TemplateProcessing(single=f"$A {END}", special_tokens=[(END, 1)])
    return transformers.PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=words, pad_token=PAD, eos_token=END, unk_token=UNKNOWN, model_max_length=LONGEST
    )


def new_model(settings: Settings, vocabulary: int) -> Any:
    """Return an encoder and decoder with random weights, all embeddings tied."""
    config = transformers.MarianConfig(
        vocab_size=vocabulary,
        encoder_layers=settings.encoder_layers,
        decoder_layers=settings.decoder_layers,
        d_model=settings.width,
        encoder_ffn_dim=settings.feed_forward,
        decoder_ffn_dim=settings.feed_forward,
        encoder_attention_heads=settings.heads,
        decoder_attention_heads=settings.heads,
        dropout=settings.dropout,
        attention_dropout=0.0,
        activation_function="relu",
        max_position_embeddings=LONGEST,
        scale_embedding=True,
        pad_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
        forced_eos_token_id=None,
    )
    model = transformers.MarianMTModel(config)
    # the token that begins an output is that which fills up a batch, and never written
    model.generation_config.bad_words_ids = [[0]]
    return model


class _Encoded:
    """Turns pairs into the tokens of a tokeniser."""

    def __init__(self, tokeniser: Any) -> None:
        self.tokeniser = tokeniser

    def __call__(self, batch: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        rows = self.tokeniser(batch["source"], text_target=batch["target"], truncation=True, max_length=LONGEST)
        return {"input_ids": rows["input_ids"], "labels": rows["labels"]}


def _arguments(settings: Settings, out: Path) -> Any:
    return transformers.Seq2SeqTrainingArguments(
        output_dir=str(out),
        max_steps=settings.steps,
        per_device_train_batch_size=settings.batch_size,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="inverse_sqrt",
        warmup_steps=settings.warm_up,
        label_smoothing_factor=settings.label_smoothing,
        train_sampling_strategy="group_by_length",
        bf16=settings.bf16,
        seed=settings.seed,
        logging_steps=max(1, settings.steps // SAVED),
        save_steps=max(1, settings.steps // SAVED),
        save_total_limit=1,
        dataloader_pin_memory=False,
        disable_tqdm=True,
        report_to="none",
    )
