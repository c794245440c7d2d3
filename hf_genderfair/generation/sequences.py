"""A sequence-to-sequence model of transformers in this process: a sentence in, one or several sentences out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hf_genderfair.core.devices import EXTRA, worker_device
from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.model_origin import model_origin
from hf_genderfair.core.pretrained import load_pretrained
from hf_genderfair.core.resources import require, resource
from hf_genderfair.core.settings import check_settings
from hf_genderfair.generation.local import LocalGenerator


@dataclass(frozen=True)
class SequenceModel:
    """A model that reads a sentence and writes another, such as a translator or a rewriter.

    Sampling is switched off, so that what is written depends on the sentence alone; sentences of like length go
    together.

    Attributes:
        model: Folder, or name on the Hub: ``facebook/wmt19-de-en``.
        model_revision: Branch, tag or commit on the Hub.
        beams: Number of beams; None for what the model's configuration says.
        max_new_tokens: Longest sentence that is written, in tokens.
        batch_size: Sentences at a time.
        dtype: Type of the weights: ``auto`` for that of the checkpoint, or ``float32``, ``bfloat16``, ``float16``.
        device: Such as ``cuda:1``; None for the accelerator of the rank where there is one, else the processor.
    """

    model: str
    model_revision: str | None = None
    beams: int | None = None
    max_new_tokens: int = 256
    batch_size: int = 32
    dtype: str = "auto"
    device: str | None = None

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
        loaded = self._loaded(rank)
        encoded = [loaded.encode(sentence) for sentence in sentences]
        fitting = [index for index, tokens in enumerate(encoded) if loaded.fits(tokens)]
        fitting.sort(key=lambda index: len(encoded[index]))
        written: list[list[str]] = [[] for _ in sentences]
        for start in range(0, len(fitting), self.batch_size):
            batch = fitting[start : start + self.batch_size]
            texts = loaded.write([encoded[index] for index in batch], self.max_new_tokens, self.beams, number)
            for place, index in enumerate(batch):
                written[index] = texts[place * number : (place + 1) * number]
        return written

    def _loaded(self, rank: int | None) -> _Loaded:
        device = worker_device(rank, self.device)
        key = ("sequence model", self.model, model_origin(self.model, self.model_revision), self.dtype, device)
        return resource(key, lambda: _Loaded(self, device))


class _Loaded:
    """Model and tokeniser on a device."""

    def __init__(self, wanted: SequenceModel, device: str) -> None:
        where: dict[str, Any] = {
            "kind": "sequence-to-sequence model",
            "revision": wanted.model_revision or "main",
        }
        self.tokeniser: Any = load_pretrained("AutoTokenizer", wanted.model, **where)
        model = load_pretrained("AutoModelForSeq2SeqLM", wanted.model, dtype=wanted.dtype, **where)
        self.model = model.to(device).eval()
        self.longest = getattr(model.config, "max_position_embeddings", None)

    def encode(self, sentence: str) -> list[int]:
        return list(self.tokeniser(sentence)["input_ids"])

    def fits(self, tokens: list[int]) -> bool:
        return self.longest is None or len(tokens) <= self.longest

    def write(self, encoded: list[list[int]], max_new_tokens: int, beams: int | None, number: int) -> list[str]:
        torch = require("torch", EXTRA)
        batch = self.tokeniser.pad({"input_ids": encoded}, return_tensors="pt").to(self.model.device)
        chosen = {} if beams is None else {"num_beams": beams}
        with torch.inference_mode():
            written = self.model.generate(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                max_new_tokens=max_new_tokens,
                do_sample=False,
                num_return_sequences=number,
                **chosen,
            )
        return [text.strip() for text in self.tokeniser.batch_decode(written, skip_special_tokens=True)]
