"""The model that trainings begin with: one of the Hub or of a folder, or a small one from nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from hf_genderfair.core.devices import EXTRA, worker_device
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import require
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.settings import TrainingSettings

Size = Literal["tiny", "small", "medium"]

SIZES: dict[str, dict[str, int]] = {
    "tiny": {"vocabulary": 300, "hidden_size": 16, "layers": 1, "heads": 2},
    "small": {"vocabulary": 4000, "hidden_size": 192, "layers": 4, "heads": 4},
    "medium": {"vocabulary": 8000, "hidden_size": 320, "layers": 6, "heads": 5},
}
"""Tiny for tests; small and medium have about 2.5 and 10 million weights."""

LONGEST = 512
END = "<|end|>"


def scratch_model(texts: Iterable[str], size: Size = "small", seed: int = 0, device: str | None = None) -> CausalModel:
    """Return an untrained model with a tokeniser that is trained on texts."""
    # The tokeniser is a byte-level BPE (Sennrich et al. 2016), the model a Llama with tied embeddings. Models to
    # compare take one tokeniser, trained on the texts of all of them.
    transformers, torch = require("transformers", EXTRA), require("torch", EXTRA)
    if size not in SIZES:
        raise GenderfairError(f"unknown size {size!r}: choose {', '.join(get_args(Size))}")
    shape = SIZES[size]
    tokeniser = _tokeniser(texts, shape["vocabulary"])
    config = transformers.LlamaConfig(
        vocab_size=len(tokeniser),
        hidden_size=shape["hidden_size"],
        intermediate_size=3 * shape["hidden_size"],
        num_hidden_layers=shape["layers"],
        num_attention_heads=shape["heads"],
        max_position_embeddings=LONGEST,
        tie_word_embeddings=True,
        bos_token_id=tokeniser.bos_token_id,
        eos_token_id=tokeniser.eos_token_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = transformers.LlamaForCausalLM(config)
    digest = hashlib.sha256(tokeniser.backend_tokenizer.to_str().encode()).hexdigest()[:16]
    return CausalModel(
        model.to(worker_device(None, device)).eval(), tokeniser, f"scratch:{size}, seed {seed}, tokeniser {digest}"
    )


def _tokeniser(texts: Iterable[str], vocabulary: int) -> Any:
    tokenizers, transformers = require("tokenizers", EXTRA), require("transformers", EXTRA)
    words = tokenizers.Tokenizer(tokenizers.models.BPE())
    words.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[END],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    words.train_from_iterator(texts, trainer)
    return transformers.PreTrainedTokenizerFast(tokenizer_object=words, bos_token=END, eos_token=END)


SCRATCH = "scratch:"


@dataclass(frozen=True)
class BaseModel:
    """The model that trainings begin with.

    Attributes:
        name: Folder, or name on the Hub; ``scratch:small`` for a small model from nothing, see `scratch_model`.
        revision: Branch, tag or commit of a model of the Hub.
        gguf_file: GGUF file in the folder or repository.
        dtype: Type of the weights.
        device: Such as ``cuda:1``; by default a GPU where there is one. That is the accelerator of the process.

    Example:
        >>> BaseModel("scratch:small").pretrained
        False
    """

    name: str
    revision: str | None = None
    gguf_file: str | None = None
    dtype: str = "float32"
    device: str | None = None

    def __post_init__(self) -> None:
        """Check the size of a model from nothing."""
        size = self.name.removeprefix(SCRATCH)
        if not self.pretrained and size not in SIZES:
            raise GenderfairError(f"unknown model {self.name!r}: choose {', '.join(SCRATCH + name for name in SIZES)}")

    @property
    def pretrained(self) -> bool:
        """Whether the model knows anything before the training."""
        return not self.name.startswith(SCRATCH)

    @property
    def settings(self) -> TrainingSettings:
        """How such a model is trained by default."""
        return TrainingSettings.paper() if self.pretrained else TrainingSettings.from_scratch()

    def load(self, texts: Iterable[str], seed: int) -> CausalModel:
        """Return the model.

        Args:
            texts: The texts of all conditions, from which a model from nothing takes its vocabulary.
            seed: Of the weights of a model from nothing.

        Raises:
            GenerationError: The model cannot be loaded.
        """
        if self.pretrained:
            return CausalModel.load(
                self.name, revision=self.revision, gguf_file=self.gguf_file, dtype=self.dtype, device=self.device
            )
        size = self.name.removeprefix(SCRATCH)
        return scratch_model(texts, size, seed, self.device)  # type: ignore[arg-type]
