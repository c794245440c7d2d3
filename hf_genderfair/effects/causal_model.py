"""A causal language model that is asked how likely texts are, and to go on with them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.core.pretrained import ADAPTERS_FILE, adapters_folder, load_pretrained, model_origin, no_model
from hf_genderfair.core.records import as_record, read_file
from hf_genderfair.core.resources import EXTRA, require, worker_device
from hf_genderfair.core.settings import public_name
from hf_genderfair.generation.local import OwnNoise

EFFECTS = "effects"
"""The extra that installs what trains and evaluates models."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

BATCH_TOKENS = 4096
"""Tokens of a batch, padding included."""

TRAINING_FILE = "training.json"
"""What `finetune` writes on a training, beside the model or its adapters."""


class ModelSource(NamedTuple):
    """Where a model was loaded from.

    Attributes:
        name: Folder, or name on the Hub.
        revision: Branch, tag or commit on the Hub.
        gguf_file: Name of a GGUF file in the folder or repository.

    Example:
        >>> ModelSource("HuggingFaceTB/SmolLM2-135M").gguf_file is None
        True
    """

    name: str
    revision: str | None = None
    gguf_file: str | None = None


@dataclass(frozen=True)
class CausalModel:
    """A causal language model with its tokeniser on a device.

    What it answers does not depend on what else is in the batch, but for rounding: texts are padded on the right where
    they are scored and on the left where they are continued, and each completion has random numbers of its own.

    Attributes:
        model: A causal model of transformers.
        tokeniser: Its tokeniser.
        identity: What tells it from all others: name, commit or digest of its files, how it was trained.
        batch_tokens: Most tokens of a batch, padding included; a single text may be longer.
        source: Where it can be loaded from again; None for a model that was made in this process.

    Example:
        >>> from hf_genderfair.effects.training import scratch_model
        >>> model = scratch_model(["The tea is hot.", "The tea is green."], size="tiny")
        >>> sums, tokens = model.log_likelihoods(["The tea is"], [" hot."])
        >>> bool(sums[0] < 0), len(model.complete(["The tea"], number=2, max_new_tokens=3)[0])
        (True, 2)
    """

    model: Any
    tokeniser: Any
    identity: str
    batch_tokens: int = field(default=BATCH_TOKENS, compare=False)
    source: ModelSource | None = field(default=None, compare=False)

    @classmethod
    def load(
        cls,
        name: str,
        *,
        revision: str | None = None,
        gguf_file: str | None = None,
        dtype: str = "float32",
        device: str | None = None,
    ) -> CausalModel:
        """Load a model from a folder or from the Hub.

        Args:
            name: Folder, or name on the Hub; a folder of adapters that `finetune` wrote is put on its base model.
            revision: Branch, tag or commit on the Hub.
            gguf_file: Name of a GGUF file in the folder or repository; its weights are expanded to ``dtype``.
            dtype: Type of the weights: ``float32``, ``bfloat16``, ``float16``, or ``auto`` for that of the checkpoint.
            device: Such as ``cuda:1``; None for the accelerator of the process if there is one, else the CPU.

        Raises:
            GenerationError: There is no such model, it is no causal one, or it has no tokeniser or another one's.
        """
        adapters = None if gguf_file else adapters_folder(name, revision)
        if adapters:
            try:
                base = cls.load(**_base_of(adapters)._asdict(), dtype=dtype, device=device)
            except RecursionError as error:
                raise GenerationError(f"the adapters {name} belong to themselves: name a model") from error
            except (ValueError, LookupError, TypeError, AttributeError) as error:
                raise no_model(name, error, "folder of adapters that names its base model") from error
            return base._with_adapters(adapters, name, revision)
        transformers = require("transformers", EXTRA)
        where: dict[str, Any] = {"revision": revision or "main"}
        if gguf_file:
            require("gguf", EXTRA)
            where["gguf_file"] = gguf_file
        tokeniser = load_pretrained("AutoTokenizer", name, kind="model with a tokeniser", **where)
        # newer versions would keep the weights of a GGUF file in its blocks, which cannot be trained
        expanded = {"quantization_config": _expanding(transformers)} if gguf_file else {}
        kind = "folder or a causal language model of the Hub"
        model = load_pretrained("AutoModelForCausalLM", name, kind=kind, dtype=dtype, **where, **expanded)
        origin = model_origin(name, revision, gguf_file)
        file = f"/{gguf_file}" if gguf_file else ""
        loaded = cls(
            model.to(worker_device(None, device)).eval(),
            tokeniser,
            f"{public_name(name)}{file}@{origin}, {dtype}",
            source=ModelSource(name, revision, gguf_file),
        )
        loaded.check_vocabulary()
        return loaded

    def _with_adapters(self, folder: Path, name: str, revision: str | None) -> CausalModel:
        """Return the model with the adapters in a folder, and what they are named."""
        peft = require("peft", EFFECTS)
        try:
            adapted = peft.PeftModel.from_pretrained(self.model, str(folder))
        except (OSError, ValueError, RuntimeError) as error:
            raise no_model(name, error, "folder of adapters of its base model") from error
        origin = model_origin(name, revision, ADAPTERS_FILE)
        return CausalModel(
            adapted.eval(),
            self.tokeniser,
            f"{self.identity} + {public_name(name)}@{origin}",
            self.batch_tokens,
            ModelSource(name, revision),
        )

    def check_vocabulary(self) -> None:
        """Find out whether the tokeniser can be that of the model.

        Raises:
            GenerationError: It has tokens that the model does not know.
        """
        known = self.model.get_input_embeddings().weight.shape[0]
        if len(self.tokeniser) > known:
            raise GenerationError(
                f"the tokeniser has {len(self.tokeniser)} tokens and the model {known}: "
                "give the tokeniser of this model"
            )

    @property
    def longest(self) -> int | None:
        """Most tokens of a text; None where the model has no limit."""
        longest: int | None = getattr(self.model.config.get_text_config(), "max_position_embeddings", None)
        return longest

    @property
    def start(self) -> list[int]:
        """The token that a text begins with where nothing comes before it; none where the tokeniser knows none."""
        known = (self.tokeniser.bos_token_id, self.tokeniser.eos_token_id)
        return [token for token in known if token is not None][:1]

    def tokens(self, text: str) -> list[int]:
        """Return a text as tokens, without those that mark its start or end."""
        return list(self.tokeniser(text, add_special_tokens=False, verbose=False)["input_ids"])

    def log_likelihoods(
        self, contexts: Sequence[str], continuations: Sequence[str], *, start: bool = True
    ) -> tuple[Floats, Integers]:
        """Return how likely continuations are after contexts.

        Args:
            contexts: Texts; empty ones for continuations that stand alone.
            continuations: One for each; with the space before it where one belongs there.
            start: Whether the token that a text begins with is put before it; without it the first token of a text
                that stands alone is not scored.

        Returns:
            Sum of the natural logarithms of the probabilities of its tokens, and number of these tokens, for each.

        Raises:
            GenderfairError: A text has no token, or more than the model can take.
        """
        begins, rows = [], []
        first = self.start if start else []
        for context, continuation in zip(contexts, continuations, strict=True):
            # a space belongs to the token behind it
            bare = context.rstrip(" ")
            before = self.tokens(bare)
            row = first + self.tokens(bare + context[len(bare) :] + continuation)
            begins.append(max(len(first) + len(before), 1))
            rows.append(row)
            if len(row) <= begins[-1] or (self.longest is not None and len(row) > self.longest):
                raise GenderfairError(
                    f"a text has {len(row)} tokens, {begins[-1]} of them before what is scored: "
                    f"give one with at least 1 token to score and at most {self.longest or 'any number of'} tokens"
                )
        return self._scores(rows, begins)

    def text_log_likelihoods(self, texts: Sequence[str]) -> tuple[Floats, Integers]:
        """Return how likely whole texts are.

        Args:
            texts: The texts. One that is longer than the model takes is read in parts, each as if it were a text.

        Returns:
            Sum of the natural logarithms of the probabilities of its tokens, and number of these tokens, for each.

        Raises:
            GenderfairError: A text has no token that can be scored.
        """
        rows, owners = [], []
        for owner, text in enumerate(texts):
            tokens = self.tokens(text)
            width = max(len(tokens), 1) if self.longest is None else self.longest - len(self.start)
            parts = [self.start + tokens[begin : begin + width] for begin in range(0, len(tokens), width)]
            parts = [part for part in parts if len(part) > 1]
            if not parts:
                raise GenderfairError(f"text {owner} has no token that can be scored: leave it out")
            rows += parts
            owners += [owner] * len(parts)
        sums, lengths = self._scores(rows, [1] * len(rows))
        totals, counts = np.zeros(len(texts)), np.zeros(len(texts), np.int64)
        np.add.at(totals, owners, sums)
        np.add.at(counts, owners, lengths)
        return totals, counts

    def _scores(self, rows: Sequence[list[int]], begins: Sequence[int]) -> tuple[Floats, Integers]:
        """Return sum and number of the log probabilities of the tokens of each row, from a position on."""
        sums = np.zeros(len(rows))
        for batch in self._batches([len(row) for row in rows]):
            for index, logs in zip(batch, self._token_logs([rows[index] for index in batch]), strict=True):
                sums[index] = logs[begins[index] - 1 :].sum()
        lengths = [len(row) - begin for row, begin in zip(rows, begins, strict=True)]
        return sums, np.array(lengths, np.int64)

    def _batches(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        """Yield positions of texts of similar length that go through the model together."""
        batch: list[int] = []
        for index in sorted(range(len(lengths)), key=lambda index: lengths[index]):
            if batch and (len(batch) + 1) * lengths[index] > self.batch_tokens:
                yield batch
                batch = []
            batch.append(index)
        if batch:
            yield batch

    def _token_logs(self, rows: Sequence[Sequence[int]]) -> list[Floats]:
        """Return the log probability of each token of each text but the first, after those before it."""
        torch = require("torch", EXTRA)
        width = max(map(len, rows))
        device = self.model.device
        ids = torch.tensor([[*row, *[0] * (width - len(row))] for row in rows], device=device)
        mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows], device=device)
        with torch.inference_mode():
            logits = self.model(input_ids=ids, attention_mask=mask, use_cache=False).logits[:, :-1].float()
            chosen = logits.gather(2, ids[:, 1:, None])[:, :, 0] - logits.logsumexp(dim=2)
        found = chosen.double().cpu().numpy()
        return [found[number, : len(row) - 1] for number, row in enumerate(rows)]

    def complete(
        self,
        prompts: Sequence[str],
        *,
        number: int = 1,
        max_new_tokens: int = 30,
        temperature: float = 1.0,
        seed: int = 0,
    ) -> list[list[str]]:
        """Go on with prompts, several times each.

        Args:
            prompts: Beginnings of texts, all different.
            number: Number of completions of each.
            max_new_tokens: Longest completion, in tokens.
            temperature: Sampling temperature; 0 takes the most likely token.
            seed: A completion depends on the prompt, its number and the seed.

        Returns:
            For each prompt its completions, without the prompt.

        Raises:
            GenderfairError: A prompt and a completion are more than the model can take.
        """
        asked = [(prompt, draw) for prompt in prompts for draw in range(number)]
        rows = [self.start + self.tokens(prompt) for prompt, _ in asked]
        widest = max(map(len, rows), default=0) + max_new_tokens
        if self.longest is not None and widest > self.longest:
            raise GenderfairError(f"a prompt and its completion have {widest} tokens, the model takes {self.longest}")
        found: dict[tuple[str, int], str] = {}
        for batch in self._batches([len(row) + max_new_tokens for row in rows]):
            seeds = [_seed_of(*asked[index], seed) for index in batch]
            processors = [OwnNoise(seeds, temperature)] if temperature else []
            written = self._continued([rows[index] for index in batch], max_new_tokens, processors)
            found |= {asked[index]: text for index, text in zip(batch, written, strict=True)}
        return [[found[prompt, draw] for draw in range(number)] for prompt in prompts]

    def _continued(self, rows: list[list[int]], max_new_tokens: int, processors: list[Any]) -> list[str]:
        torch = require("torch", EXTRA)
        generation = require("transformers", EXTRA).GenerationConfig
        width, device = max(map(len, rows)), self.model.device
        end = self.tokeniser.eos_token_id
        with torch.inference_mode():
            written = self.model.generate(
                input_ids=torch.tensor([[0] * (width - len(row)) + row for row in rows], device=device),
                attention_mask=torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows], device=device),
                generation_config=generation(
                    max_new_tokens=max_new_tokens, do_sample=False, eos_token_id=end, pad_token_id=end or 0
                ),
                logits_processor=processors,
            )
        texts = []
        for prompt, row in zip(rows, written[:, width:].tolist(), strict=True):
            tokens = row[: row.index(end)] if end in row else row
            # some tokenisers leave out the space before the first word of what they write
            before, whole = (
                self.tokeniser.decode(part, skip_special_tokens=True) for part in (prompt, prompt + tokens)
            )
            texts.append(whole[len(before) :])
        return texts


def _seed_of(prompt: str, draw: int, seed: int) -> int:
    asked = json.dumps([seed, draw, prompt])
    return int.from_bytes(hashlib.sha256(asked.encode("ascii")).digest()[:7], "big")


def _base_of(adapters: Path) -> ModelSource:
    """Return the model that adapters belong to; what peft does not know of it stands in the facts of the training."""
    training = adapters / TRAINING_FILE
    if training.is_file():
        found = read_file(dict[str, Any], training).get("base")
    else:
        config = read_file(dict[str, Any], adapters / ADAPTERS_FILE)
        found = {"name": config.get("base_model_name_or_path"), "revision": config.get("revision")}
    try:
        return as_record(ModelSource, found)
    except ValueError as error:
        raise GenderfairError(f"{adapters} does not say to which model its adapters belong ({error})") from error


def _expanding(transformers: Any) -> Any:
    """Return the setting that expands the weights of a GGUF file; None where transformers does nothing else."""
    config = getattr(transformers, "GgufConfig", None)
    return config(dequantize=True) if config else None
