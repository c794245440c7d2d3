"""Translators of sentences: transformers models in this process, and language models with an instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hf_genderfair.core.settings import check_settings, several_texts
from hf_genderfair.generation.generator import Generator, Message
from hf_genderfair.generation.local import SequenceModel


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

    The model's own generation configuration decides how it decodes (those of WMT 2019 search with beams), so that a
    translation depends on the sentence alone.

    Attributes:
        model: The model, and how it is run.

    Example:
        >>> SeqToSeqTranslator(SequenceModel("some-folder", beams=5)).name
        'some-folder'
    """

    model: SequenceModel

    def __post_init__(self) -> None:
        """Check the values."""
        check_settings(self)

    @property
    def name(self) -> str:
        """Folder or name on the Hub."""
        return self.model.model

    @property
    def revision(self) -> str:
        """That of the model.

        Raises:
            GenerationError: There is no such model.
        """
        return self.model.revision

    def translate(self, sentences: Sequence[str], *, rank: int | None = None) -> list[str | None]:
        """Translate each sentence; see `Translator.translate`.

        A sentence longer than the model can read has no translation.

        Raises:
            GenerationError: The model cannot be loaded.
        """
        written = self.model.write(list(several_texts(sentences, "sentences")), rank=rank)
        return [texts[0] if texts else None for texts in written]


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
