"""Train a language model on a data set: one of the Hub or a folder with adapters, or a small one from nothing."""

from __future__ import annotations

import copy
import hashlib
import importlib
import json
import math
import random
import resource
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from hf_genderfair.core.errors import GenderfairError, MissingDependencyError
from hf_genderfair.core.processes import launched_processes
from hf_genderfair.core.resources import EXTRA, require, worker_device
from hf_genderfair.effects.causal_model import EFFECTS, CausalModel
from hf_genderfair.effects.trained import CHECKPOINTS, TrainingSettings, begin, finish, last_checkpoint
from hf_genderfair.effects.training_data import TokenisedTexts, TokenNumbers, blocks_digest, tokenise

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

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


SAVED = 10
"""Checkpoints of a training, each of which replaces the one before."""

LOGGED = 20
"""Mean losses of a training that are kept."""


def finetune(
    model: CausalModel,
    dataset: Dataset | IterableDataset | TokenisedTexts,
    settings: TrainingSettings = TrainingSettings(),  # noqa: B008 - immutable
    *,
    folder: str | Path | None = None,
    seed: int = 0,
    text_column: str = "text",
) -> CausalModel:
    """Train a language model on the texts of a data set, by predicting each token from those before it.

    The model that is given stays as it is. An interrupted training goes on from its last checkpoint when it is called
    again with the same folder, and ends with the weights of one that was not interrupted; a finished one is loaded.
    ``accelerate launch`` and ``torchrun`` start it in several processes, which share the blocks of each step; in one
    process it takes one GPU.

    Args:
        model: The model to begin with.
        dataset: The data set, streamed or not; or its texts from `tokenise`, so that several seeds tokenise them once.
        settings: See `TrainingSettings`. Conditions to compare take the same, with ``max_tokens`` from `equal_tokens`.
        folder: Folder for the trained model or its adapters, with tokeniser, card and the facts of the training, and
            for checkpoints until then. None keeps nothing.
        seed: Of the texts that are drawn, their order, and the first weights of adapters.
        text_column: The column of texts.

    Returns:
        The trained model.

    Raises:
        GenderfairError: There are too few texts, the blocks are longer than the model takes, the model has no such
            layers, the folder holds another training, or the training diverged.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.effects.training import scratch_model
        >>> rows = Dataset.from_dict({"text": ["The tea is hot.", "The tea is green."] * 8})
        >>> settings = TrainingSettings("full", learning_rate=0.01, batch_size=4, accumulation=1, block_size=16)
        >>> untrained = scratch_model(rows["text"], size="tiny")
        >>> trained = finetune(untrained, rows, settings)
        >>> before, after = (one.log_likelihoods([""], ["The tea is hot."])[0] for one in (untrained, trained))
        >>> bool(after > before)
        True
    """
    texts = dataset if isinstance(dataset, TokenisedTexts) else tokenise(model, dataset, text_column)
    _check(model, settings, folder is not None)
    blocks = texts.blocks(settings.block_size, settings.max_tokens, seed)
    plan = {
        "model": model.identity,
        "base": None if model.source is None else model.source._asdict(),
        "settings": asdict(settings) | {"target_modules": list(settings.target_modules)},
        "seed": seed,
        "data": blocks_digest(blocks),
    }
    identity = f"{model.identity} + {hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()[:16]}"
    place, processes = None if folder is None else Path(folder), launched_processes()
    if place is not None and processes.of_first(lambda: begin(place, plan)):
        loaded = CausalModel.load(
            str(place), dtype=str(model.model.dtype).rpartition(".")[2], device=str(model.model.device)
        )
        return replace(loaded, identity=identity, batch_tokens=model.batch_tokens)
    with _own_random_numbers(seed):
        trained, facts = _train(_trainable(model, settings), blocks, settings, seed, place)
    facts = {"identity": identity, "texts": len(texts.ends), "skipped": texts.skipped, **facts}
    result = CausalModel(trained, model.tokeniser, identity, model.batch_tokens)
    if place is not None:
        processes.of_first(lambda: finish(place, result, plan, facts))
    return result


def training_speed(model: CausalModel, settings: TrainingSettings, steps: int = 3) -> float:
    """Return the tokens per second of a training, measured on random tokens after one step to warm up.

    Args:
        model: The model, which stays as it is.
        settings: Of the training.
        steps: Number of steps that are measured.

    Returns:
        The speed of all processes together that were launched together, the same number in each of them.

    Example:
        >>> from hf_genderfair.effects.training import scratch_model
        >>> settings = TrainingSettings("full", batch_size=2, accumulation=1, block_size=8)
        >>> training_speed(scratch_model(["Tea."], size="tiny"), settings, steps=1) > 0
        True
    """
    _check(model, settings, False)
    known = len(model.tokeniser)
    shape = (settings.blocks_per_step, settings.block_size)
    blocks = np.random.default_rng(0).integers(known, size=shape).astype(np.int32)
    with _own_random_numbers(0):
        trainable = _trainable(model, settings)
        _train(trainable, blocks, replace(settings, epochs=1), 0, None)
        _, facts = _train(trainable, blocks, replace(settings, epochs=steps), 0, None)
    return launched_processes().gather(float(facts["tokens_per_second"]))[0]


def _check(model: CausalModel, settings: TrainingSettings, kept: bool) -> None:
    model.check_vocabulary()
    if model.longest is not None and settings.block_size > model.longest:
        raise GenderfairError(
            f"block_size={settings.block_size}, and the model takes {model.longest} tokens: give a smaller block_size"
        )
    if settings.optimiser == "adamw_8bit":
        try:
            importlib.import_module("bitsandbytes")
        except ImportError as error:
            raise MissingDependencyError(
                "bitsandbytes is not installed: pip install bitsandbytes, or choose optimiser='adamw'"
            ) from error
    if settings.method == "full":
        return
    if hasattr(model.model, "peft_config"):
        raise GenderfairError("the model has adapters already: begin with its base model")
    if kept and model.source is None:
        raise GenderfairError(
            "adapters are kept without their base model, which cannot be loaded again: load the base model from a "
            "folder or the Hub, or train with method='full'"
        )
    there = {name.rpartition(".")[2] for name, _ in model.model.named_modules()}
    missing = [name for name in settings.target_modules if name not in there]
    if missing:
        raise GenderfairError(
            f"the model has no layer {missing[0]!r}: name linear layers that it has in target_modules"
        )


def _trainable(model: CausalModel, settings: TrainingSettings) -> Any:
    """Return a copy of a model whose weights, or whose new adapters, can be trained."""
    if settings.method == "full":
        return copy.deepcopy(model.model).requires_grad_(True)
    peft = require("peft", EFFECTS)
    # the weights of the base are never changed, so that all its adapted models can share them
    shared = {id(weight): weight for weight in (*model.model.parameters(), *model.model.buffers())}
    config = peft.LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules=list(settings.target_modules),
        task_type="CAUSAL_LM",
        revision=model.source.revision if model.source else None,
    )
    base = copy.deepcopy(model.model, shared)
    # with a name, each checkpoint would ask the Hub for the vocabulary of the base
    base.name_or_path = None
    return peft.get_peft_model(base, config)


def _train(
    module: Any, blocks: TokenNumbers, settings: TrainingSettings, seed: int, folder: Path | None
) -> tuple[Any, dict[str, Any]]:
    """Train a model in place; return it and what there is to know of the training."""
    torch, transformers = require("torch", EXTRA), require("transformers", EXTRA)
    steps, device, caches = settings.steps(len(blocks)), module.device, module.config.use_cache
    with tempfile.TemporaryDirectory(prefix="hf-genderfair-") as nowhere:
        arguments = _arguments(settings, seed, steps, device, folder, nowhere)
        if arguments.n_gpu > 1:
            # one process takes one GPU: more are for accelerate and torchrun
            arguments._n_gpu = 1
        trainer = transformers.Trainer(
            model=module, args=arguments, train_dataset=torch.from_numpy(blocks).long(), data_collator=_batch
        )
        trainer.remove_callback(transformers.PrinterCallback)
        if device.type == "cuda":
            torch.cuda.reset_peak_memory_stats()
        begun = time.perf_counter()
        checkpoint = last_checkpoint(folder) if folder else None
        trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
        seconds = time.perf_counter() - begun
    done = steps - (int(checkpoint.name.rpartition("-")[2]) if checkpoint else 0)
    losses = [(entry["step"], entry["loss"]) for entry in trainer.state.log_history if "loss" in entry]
    if not all(math.isfinite(loss) for _, loss in losses):
        raise GenderfairError(f"the training diverged: lower learning_rate, which is {settings.learning_rate}")
    module.zero_grad(set_to_none=True)
    module.config.use_cache = caches
    facts = {
        "blocks": len(blocks),
        "tokens": blocks.size,
        "trained_tokens": settings.epochs * blocks.size,
        "steps": steps,
        "steps_of_last_run": done,
        "seconds_of_last_run": round(seconds, 3),
        "tokens_per_second": round(settings.epochs * blocks.size * done / steps / seconds, 1),
        "loss": losses[-1][1],
        "losses": losses,
        "weights": sum(weight.numel() for weight in module.parameters()),
        "trained_weights": sum(weight.numel() for weight in module.parameters() if weight.requires_grad),
        "peak_memory_bytes": _peak_memory(device),
        "processes": arguments.world_size,
        "device": device.type,
        "dtype": "bfloat16" if arguments.bf16 else "float32",
        "threads": torch.get_num_threads(),
    }
    return module.to(device).eval(), facts


def _arguments(
    settings: TrainingSettings, seed: int, steps: int, device: Any, folder: Path | None, nowhere: str
) -> Any:
    transformers = require("transformers", EXTRA)
    batch, accumulation = settings.batch_shape(launched_processes().number)
    on_gpu = device.type == "cuda"
    return transformers.TrainingArguments(
        output_dir=str(folder / CHECKPOINTS) if folder else nowhere,
        save_strategy="steps" if folder else "no",
        num_train_epochs=settings.epochs,
        per_device_train_batch_size=batch,
        gradient_accumulation_steps=accumulation,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=settings.warmup(steps),
        weight_decay=settings.weight_decay,
        optim="adamw_torch_fused" if settings.optimiser == "adamw" else "adamw_8bit",
        bf16=settings.dtype == "bfloat16" or (settings.dtype == "auto" and on_gpu),
        seed=seed,
        data_seed=seed,
        use_cpu=device.type == "cpu",
        dataloader_pin_memory=on_gpu,
        logging_steps=max(1, math.ceil(steps / LOGGED)),
        logging_nan_inf_filter=False,
        save_steps=max(1, math.ceil(steps / SAVED)),
        save_total_limit=1,
        remove_unused_columns=False,
        ddp_find_unused_parameters=False,
        disable_tqdm=True,
        report_to="none",
    )


def _batch(blocks: list[Any]) -> dict[str, Any]:
    tokens = require("torch", EXTRA).stack(blocks)
    return {"input_ids": tokens, "labels": tokens}


def _peak_memory(device: Any) -> int:
    """Return the most memory of the GPU that tensors took, or of the process where it computes on the processor."""
    if device.type == "cuda":
        return int(require("torch", EXTRA).cuda.max_memory_allocated())
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@contextmanager
def _own_random_numbers(seed: int) -> Iterator[None]:
    """Seed all generators within this context, and set them back after it."""
    torch = require("torch", EXTRA)
    python, numpy = random.getstate(), np.random.get_state()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        try:
            yield
        finally:
            random.setstate(python)
            np.random.set_state(numpy)
