"""Translators of sentences: transformers models in this process, and language models with an instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hf_genderfair.core.devices import EXTRA, worker_device
from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.model_origin import model_origin
from hf_genderfair.core.pretrained import load_pretrained
from hf_genderfair.core.resources import require, resource
from hf_genderfair.core.settings import check_settings
from hf_genderfair.core.texts import several_texts
from hf_genderfair.generation.generator import Generator, Message
from hf_genderfair.generation.local import LocalGenerator


class Translator(Protocol):
    """Translates sentences from one language into another.

    Its instances are plain configuration: they can be pickled, compared and be the setting of a transform, with
    ``revision`` in the transform's digest.

    Example:
        >>> class Upside:
        ...     name = revision = "upside"
        ...
        ...     def translate(self, sentences, *, rank=None):
        ...         return [sentence[::-1] for sentence in sentences]
        >>> down: Translator = Upside()
        >>> down.translate(["abc"])
        ['cba']
    """

    @property
    def name(self) -> str:
        """The name of the model."""

    @property
    def revision(self) -> str:
        """Changes whenever a translation of a sentence can change."""

    def translate(self, sentences: Sequence[str], *, rank: int | None = None) -> list[str | None]:
        """Translate each sentence."""


@dataclass(frozen=True)
class SeqToSeqTranslator:
    """A sequence-to-sequence model of transformers, such as those of WMT 2019 in the paper.

    The model's own generation configuration decides how it decodes (those of WMT 2019 search with beams); sentences
    of like length go together. Sampling is switched off, so that a translation depends on the sentence alone.

    Attributes:
        model: Folder, or name on the Hub: ``facebook/wmt19-de-en``.
        model_revision: Branch, tag or commit on the Hub.
        beams: Number of beams; None for what the model's configuration says.
        max_new_tokens: Longest translation, in tokens.
        batch_size: Sentences at a time.
        dtype: Type of the weights: ``auto`` for that of the checkpoint, or ``float32``, ``bfloat16``, ``float16``.
        device: Such as ``cuda:1``; None for the accelerator of the rank where there is one, else the processor.

    Example:
        >>> SeqToSeqTranslator("some-folder", beams=5).name
        'some-folder'
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
    def name(self) -> str:
        """Folder or name on the Hub."""
        return self.model

    @property
    def revision(self) -> str:
        """Model, the commit or the digest of its files, and the parameters; neither device nor batch size.

        Raises:
            GenerationError: There is no such model.
        """
        files = LocalGenerator(self.model, self.model_revision, dtype=self.dtype, max_new_tokens=self.max_new_tokens)
        return f"{files.revision}, beams {self.beams}"

    def translate(self, sentences: Sequence[str], *, rank: int | None = None) -> list[str | None]:
        """Translate each sentence; see `Translator.translate`.

        A sentence longer than the model can read has no translation.

        Raises:
            GenerationError: The model cannot be loaded.
        """
        sentences = list(several_texts(sentences, "sentences"))
        if not sentences:
            return []
        loaded = self._loaded(rank)
        encoded = [loaded.encode(sentence) for sentence in sentences]
        fitting = [index for index, tokens in enumerate(encoded) if loaded.fits(tokens)]
        fitting.sort(key=lambda index: len(encoded[index]))
        translated: dict[int, str] = {}
        for start in range(0, len(fitting), self.batch_size):
            batch = fitting[start : start + self.batch_size]
            written = loaded.translate([encoded[index] for index in batch], self.max_new_tokens, self.beams)
            translated.update(zip(batch, written, strict=True))
        return [translated.get(index) for index in range(len(sentences))]

    def _loaded(self, rank: int | None) -> _Loaded:
        device = worker_device(rank, self.device)
        key = ("loaded translator", self.model, model_origin(self.model, self.model_revision), self.dtype, device)
        return resource(key, lambda: _Loaded(self, device))


class _Loaded:
    """Model and tokeniser on a device."""

    def __init__(self, wanted: SeqToSeqTranslator, device: str) -> None:
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

    def translate(self, encoded: list[list[int]], max_new_tokens: int, beams: int | None) -> list[str]:
        torch = require("torch", EXTRA)
        batch = self.tokeniser.pad({"input_ids": encoded}, return_tensors="pt").to(self.model.device)
        chosen = {} if beams is None else {"num_beams": beams}
        with torch.inference_mode():
            written = self.model.generate(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
                max_new_tokens=max_new_tokens,
                do_sample=False,
                **chosen,
            )
        return [text.strip() for text in self.tokeniser.batch_decode(written, skip_special_tokens=True)]


@dataclass(frozen=True)
class GeneratorTranslator:
    """A language model that is asked for a translation: on a server, at a provider, or in this process.

    Attributes:
        generator: The model, with a cache where answers are expensive.
        instruction: The instruction before the sentence.
        seed: See `Generator.generate`.

    Example:
        >>> from hf_genderfair.generation.endpoint import EndpointGenerator
        >>> asked = EndpointGenerator("qwen", base_url="http://localhost:8000/v1")
        >>> GeneratorTranslator(asked, "Translate into English. Answer with the translation only.").name
        'qwen'
    """

    generator: Generator
    instruction: str
    seed: int = 0

    @property
    def name(self) -> str:
        """The model's name."""
        return self.generator.name

    @property
    def revision(self) -> str:
        """The generator's revision, the instruction and the seed."""
        return f"{self.generator.revision}, seed {self.seed}: {self.instruction}"

    def translate(self, sentences: Sequence[str], *, rank: int | None = None) -> list[str | None]:
        """Translate each sentence; see `Translator.translate`.

        An answer that was cut off, that is empty or of several paragraphs is no translation.
        """
        asked = [
            [Message(role="system", content=self.instruction), Message(role="user", content=sentence)]
            for sentence in several_texts(sentences, "sentences")
        ]
        answers = self.generator.generate(asked, seed=self.seed, rank=rank)
        texts = [None if answer.truncated else (answer.text or "").strip() for answer in answers]
        return [text if text and "\n\n" not in text else None for text in texts]
