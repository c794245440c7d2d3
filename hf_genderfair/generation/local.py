"""Causal and sequence-to-sequence models of transformers in this process."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.pretrained import load_pretrained, model_origin
from hf_genderfair.core.resources import EXTRA, require, resource, worker_device
from hf_genderfair.core.settings import check_settings, public_name
from hf_genderfair.generation.generator import Conversation, Generated, OnAnswer


@dataclass(frozen=True)
class LocalGenerator:
    """Generates with a model from a folder or from the Hub; needs the extra ``models``.

    Conversations go through the model's chat template. A model without one gets the contents of the messages, joined
    by a blank line, without their roles: give a model that only continues text or translates its prompt in this way.
    The answer to a conversation beyond the context of the model is an error.

    An answer depends on the conversation and the seed, not on the batch: with a temperature above 0, each conversation
    has its own random numbers. Only rounding differs with the batch, which may swap tokens of nearly equal probability.

    Attributes:
        model: Folder, or name on the Hub.
        model_revision: Branch, tag or commit on the Hub.
        gguf_file: Name of a GGUF file in the folder or repository; its weights are expanded to ``dtype``.
        dtype: Type of the weights: ``auto`` for that of the checkpoint, or ``float32``, ``bfloat16``, ``float16``.
        device: Such as ``cuda:1``; None for the accelerator of the rank if there is one, else the CPU.
        temperature: Sampling temperature; 0 takes the most likely token.
        max_new_tokens: Longest answer, in tokens.
        batch_size: Number of conversations in a batch.

    Example:
        >>> LocalGenerator("some-folder", temperature=0.7).name
        'some-folder'
    """

    model: str
    model_revision: str | None = None
    gguf_file: str | None = None
    dtype: str = "auto"
    device: str | None = None
    temperature: float = 0.0
    max_new_tokens: int = 512
    batch_size: int = 8

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self)
        if self.batch_size < 1 or self.max_new_tokens < 1 or self.temperature < 0:
            raise GenerationError("batch_size and max_new_tokens must be above 0, temperature not below")

    @property
    def name(self) -> str:
        """Name of the folder, or on the Hub."""
        return public_name(self.model)

    @property
    def revision(self) -> str:
        """Model, the commit or the digest of its files, and the parameters; neither device nor batch size.

        Raises:
            GenerationError: There is no such model.
        """
        file = f"/{self.gguf_file}" if self.gguf_file else ""
        return (
            f"{self.name}{file}@{self._origin()}, {self.dtype}, temperature {self.temperature}, "
            f"max_new_tokens {self.max_new_tokens}"
        )

    def generate(
        self,
        conversations: Sequence[Conversation],
        *,
        seed: int = 0,
        rank: int | None = None,
        on_answer: OnAnswer | None = None,
    ) -> list[Generated]:
        """Answer each conversation, in batches of similar length; see `Generator.generate`.

        Raises:
            GenerationError: The model cannot be loaded, or its chat template refuses a conversation.
        """
        if not conversations:
            return []
        loaded = self._loaded(rank)
        prompts = [loaded.prompt(conversation) for conversation in conversations]
        answers: dict[int, Generated] = {}

        def deliver(index: int, answer: Generated) -> None:
            answers[index] = answer
            if on_answer is not None:
                on_answer(index, answer)

        fitting = []
        for index in sorted(range(len(prompts)), key=lambda index: len(prompts[index])):
            if loaded.fits(prompts[index], self.max_new_tokens):
                fitting.append(index)
            else:
                deliver(index, _too_long(len(prompts[index])))
        for start in range(0, len(fitting), self.batch_size):
            batch = fitting[start : start + self.batch_size]
            noise = OwnNoise([_seed_of(conversations[index], seed) for index in batch], self.temperature)
            processors = [noise] if self.temperature else []
            written = loaded.answer([prompts[index] for index in batch], self.max_new_tokens, processors)
            for index, answer in zip(batch, written, strict=True):
                deliver(index, answer)
        return [answers[index] for index in range(len(conversations))]

    def _origin(self) -> str:
        return model_origin(self.model, self.model_revision, self.gguf_file)

    def _loaded(self, rank: int | None) -> _Loaded:
        device = worker_device(rank, self.device)
        key = ("loaded model", self.model, self._origin(), self.gguf_file, self.dtype, device)
        return resource(key, lambda: _Loaded(self, device))


class _Loaded:
    """The model and tokeniser of a `LocalGenerator` on a device, for any parameters."""

    def __init__(self, wanted: LocalGenerator, device: str) -> None:
        self.name = wanted.name
        where: dict[str, Any] = {"revision": wanted.model_revision or "main"}
        if wanted.gguf_file:
            for module in ("gguf", "accelerate"):
                require(module, EXTRA)
            where["gguf_file"] = wanted.gguf_file
        config = load_pretrained("AutoConfig", wanted.model, **where)
        loader = "AutoModelForSeq2SeqLM" if config.is_encoder_decoder else "AutoModelForCausalLM"
        self.tokeniser = load_pretrained("AutoTokenizer", wanted.model, **where)
        model = load_pretrained(loader, wanted.model, dtype=wanted.dtype, **where)
        self.is_encoder_decoder = bool(config.is_encoder_decoder)
        self.longest = getattr(config.get_text_config(), "max_position_embeddings", None)
        self.model = model.to(device).eval()
        settings = self.model.generation_config
        ends = settings.eos_token_id
        self.ends = set(ends if isinstance(ends, list) else [ends])
        known = (settings.pad_token_id, self.tokeniser.pad_token_id, self.tokeniser.eos_token_id)
        self.pad = next((token for token in known if token is not None), 0)
        unset = dict.fromkeys(("temperature", "top_p", "top_k", "max_length"))
        settings.update(pad_token_id=self.pad, do_sample=False, num_beams=1, **unset)

    def prompt(self, conversation: Conversation) -> list[int]:
        """Return the prompt for a conversation, as tokens."""
        messages = [dict(message) for message in conversation]
        if self.tokeniser.chat_template is None:
            text = "\n\n".join(message["content"] for message in conversation)
            return list(self.tokeniser(text)["input_ids"])
        from jinja2 import TemplateError

        try:
            text = self.tokeniser.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        except TemplateError as error:
            raise GenerationError(f"the chat template of {self.name} refuses the messages: {error}") from error
        return list(self.tokeniser(text, add_special_tokens=False)["input_ids"])

    def fits(self, prompt: list[int], max_new_tokens: int) -> bool:
        """Return whether a prompt and the longest answer fit into the context of the model."""
        written = 0 if self.is_encoder_decoder else max_new_tokens
        return self.longest is None or len(prompt) + written <= self.longest

    def answer(self, prompts: list[list[int]], max_new_tokens: int, processors: list[Any]) -> list[Generated]:
        """Generate the answers of a batch; causal models are padded on the left, since they continue the prompt."""
        torch = require("torch", EXTRA)
        width = max(map(len, prompts))
        rows, masks = [], []
        for prompt in prompts:
            padding, mask = [self.pad] * (width - len(prompt)), [0] * (width - len(prompt))
            right = self.is_encoder_decoder
            rows.append(prompt + padding if right else padding + prompt)
            masks.append([1] * len(prompt) + mask if right else mask + [1] * len(prompt))
        with torch.inference_mode():
            written = self.model.generate(
                input_ids=torch.tensor(rows, device=self.model.device),
                attention_mask=torch.tensor(masks, device=self.model.device),
                max_new_tokens=max_new_tokens,
                logits_processor=processors,
            )
        start = 1 if self.is_encoder_decoder else width
        return [
            self._generated(len(prompt), row[start:]) for prompt, row in zip(prompts, written.tolist(), strict=True)
        ]

    def _generated(self, prompt_tokens: int, tokens: list[int]) -> Generated:
        end = next((index for index, token in enumerate(tokens) if token in self.ends), None)
        text = self.tokeniser.decode(tokens[:end], skip_special_tokens=True)
        written = len(tokens) if end is None else end + 1
        return Generated(text, prompt_tokens, written, truncated=end is None)


class OwnNoise:
    """Samples at a temperature, with random numbers of its own for each row.

    The largest of the scaled logits plus Gumbel noise is a draw from their softmax (Gumbel 1954; Maddison et al. 2014,
    "A* Sampling").

    Example:
        >>> OwnNoise([0, 1], temperature=0.7).temperature
        0.7
    """

    def __init__(self, seeds: list[int], temperature: float) -> None:
        """Take a seed for each row of a batch."""
        torch = require("torch", EXTRA)
        self.temperature = temperature
        self.sources = [torch.Generator().manual_seed(seed) for seed in seeds]

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """Return scores of which the largest is a draw."""
        torch = require("torch", EXTRA)
        uniform = torch.stack([torch.rand(scores.shape[1], generator=source) for source in self.sources])
        gumbel = -torch.log(-torch.log(uniform.clamp(1e-20, 1 - 1e-7)))
        return scores.float() / self.temperature + gumbel.to(scores.device)


def _too_long(prompt_tokens: int) -> Generated:
    error = f"the {prompt_tokens} tokens of the conversation and an answer are more than the model can take"
    return Generated(None, prompt_tokens=prompt_tokens, error=error)


def _seed_of(conversation: Conversation, seed: int) -> int:
    asked = json.dumps([seed, [dict(message) for message in conversation]], sort_keys=True)
    return int.from_bytes(hashlib.sha256(asked.encode("ascii")).digest()[:7], "big")


@dataclass(frozen=True)
class SequenceModel:
    """A model that reads a sentence and writes another, such as a translator or a rewriter.

    Sampling is switched off, so that what is written depends on the sentence alone; sentences of like length go
    together.
    """

    model: str  # folder, or name on the Hub: ``facebook/wmt19-de-en``
    model_revision: str | None = None  # branch, tag or commit on the Hub
    beams: int | None = None  # number of beams; None for what the model's configuration says
    max_new_tokens: int = 256  # longest sentence that is written, in tokens
    batch_size: int = 32  # sentences at a time
    dtype: str = "auto"
    """Type of the weights: ``auto`` for that of the checkpoint, or ``float32``, ``bfloat16``, ``float16``."""
    device: str | None = None
    """Such as ``cuda:1``; None for the accelerator of the rank where there is one, else the processor."""

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        check_settings(self)
        if self.batch_size < 1 or self.max_new_tokens < 1 or (self.beams is not None and self.beams < 1):
            raise GenerationError("batch_size, max_new_tokens and beams must be above 0")

    @property
    def revision(self) -> str:
        """Model, the commit or the digest of its files, and the parameters; neither device nor batch size."""
        files = LocalGenerator(self.model, self.model_revision, dtype=self.dtype, max_new_tokens=self.max_new_tokens)
        return f"{files.revision}, beams {self.beams}"

    def write(self, sentences: Sequence[str], number: int = 1, rank: int | None = None) -> list[list[str]]:
        """Return the likeliest sentences for each, the best first; none where one is longer than the model can read."""
        if not sentences:
            return []
        tokeniser, model = self._loaded(rank)
        longest = getattr(model.config, "max_position_embeddings", None)
        encoded = [list(tokeniser(sentence)["input_ids"]) for sentence in sentences]
        fitting = [index for index, tokens in enumerate(encoded) if longest is None or len(tokens) <= longest]
        fitting.sort(key=lambda index: len(encoded[index]))
        written: list[list[str]] = [[] for _ in sentences]
        for start in range(0, len(fitting), self.batch_size):
            batch = fitting[start : start + self.batch_size]
            padded = tokeniser.pad({"input_ids": [encoded[index] for index in batch]}, return_tensors="pt")
            texts = tokeniser.batch_decode(self._generated(model, padded, number), skip_special_tokens=True)
            for place, index in enumerate(batch):
                written[index] = [text.strip() for text in texts[place * number : (place + 1) * number]]
        return written

    def _generated(self, model: Any, padded: Any, number: int) -> Any:
        """Return the tokens of the likeliest sentences for each of a batch."""
        beams = {} if self.beams is None else {"num_beams": self.beams}
        fixed = {"max_new_tokens": self.max_new_tokens, "do_sample": False, "num_return_sequences": number}
        read = {name: padded[name].to(model.device) for name in ("input_ids", "attention_mask")}
        with require("torch", EXTRA).inference_mode():
            return model.generate(**read, **fixed, **beams)

    def _loaded(self, rank: int | None) -> tuple[Any, Any]:
        """Return tokeniser and model on a device."""
        device = worker_device(rank, self.device)
        key = ("sequence model", self.model, model_origin(self.model, self.model_revision), self.dtype, device)
        return resource(key, lambda: self._load(device))

    def _load(self, device: str) -> tuple[Any, Any]:
        where: dict[str, Any] = {"kind": "sequence-to-sequence model", "revision": self.model_revision or "main"}
        tokeniser = load_pretrained("AutoTokenizer", self.model, **where)
        model = load_pretrained("AutoModelForSeq2SeqLM", self.model, dtype=self.dtype, **where)
        return tokeniser, model.to(device).eval()
