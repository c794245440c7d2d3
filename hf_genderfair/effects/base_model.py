"""The model that trainings begin with: one of the Hub or of a folder, or a small one from nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.effects.scratch import SIZES, scratch_model
from hf_genderfair.effects.settings import TrainingSettings

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
