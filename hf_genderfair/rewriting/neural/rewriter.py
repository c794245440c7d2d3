"""Neural rewriters as configuration of a transform: one that rewrites, and one that chooses among proposals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings
from hf_genderfair.core.texts import several_texts
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.rewriting.neural.choose import LanguageModelScorer, RewriterScorer, choose
from hf_genderfair.rewriting.neural.decode import find_edits, loaded_rewriter
from hf_genderfair.rewriting.proposal import Rewriting


@dataclass(frozen=True)
class NeuralRewriter:
    """A trained model that rewrites texts sentence by sentence (Amrhein et al. 2023).

    Attributes:
        model: Folder, or name on the Hub, that `hf_genderfair.rewriting.neural.train` wrote.
        model_revision: Branch, tag or commit on the Hub.
        beams: Hypotheses for each sentence.
        constrained: Whether a word can only stay or change as words did in training; else the model writes freely.

    Example:
        >>> NeuralRewriter("rewriter").constrained
        True
    """

    model: str
    model_revision: str | None = None
    beams: int = 1
    constrained: bool = True

    def __post_init__(self) -> None:
        """Check the values."""
        check_settings(self)
        if self.beams < 1:
            raise GenderfairError(f"beams={self.beams} finds nothing: use 1 or more")

    @property
    def revision(self) -> str:
        """Changes whenever the output can change: the digest of the folder or the commit, and the search.

        Raises:
            GenerationError: There is no such model.
        """
        files = LocalGenerator(self.model, self.model_revision).revision
        return f"{files}, beams {self.beams}, constrained {self.constrained}"

    def rewrite(self, texts: Sequence[str], lang: str, rank: int | None = None) -> list[Rewriting]:
        """Rewrite texts.

        Args:
            texts: The texts.
            lang: Language code, for the ends of sentences.
            rank: Number of the worker process; picks a device.

        Returns:
            The edits of each; a model gives no reasons for unchanged words.

        Raises:
            GenerationError: The model cannot be loaded.
        """
        texts = list(several_texts(texts))
        rewriter = loaded_rewriter(self.model, self.model_revision, rank)
        found = find_edits(texts, rewriter, lang=lang, beams=self.beams, constrained=self.constrained)
        return [Rewriting(edits, []) for edits in found]


@dataclass(frozen=True)
class ModelChoice:
    """Keeps the edits of the rules that a model prefers to the original words.

    Attributes:
        model: A trained rewriter, or a language model.
        margin: How much likelier than the original an edited sentence has to be, as a difference of logarithms; below
            0 the rules are trusted more than the model.

    Example:
        >>> ModelChoice(NeuralRewriter("rewriter"), margin=-4.0).margin
        -4.0
    """

    model: NeuralRewriter | LanguageModelScorer
    margin: float = 0.0

    def __post_init__(self) -> None:
        """Check the values."""
        check_settings(self)

    @property
    def revision(self) -> str:
        """Changes whenever the choice can change.

        Raises:
            GenerationError: There is no such model.
        """
        return f"{self.model.revision}, margin {self.margin}"

    def choose(
        self, texts: Sequence[str], proposed: Sequence[Rewriting], lang: str, rank: int | None = None
    ) -> list[Rewriting]:
        """Return the proposals that the model prefers.

        Args:
            texts: The texts.
            proposed: The proposals of the rules for each.
            lang: Language code, for the ends of sentences.
            rank: Number of the worker process; picks a device.

        Returns:
            The rewritings; refused edits are among the refusals.

        Raises:
            GenerationError: The model cannot be loaded.
        """
        texts = list(several_texts(texts))
        scorer = self.model
        if isinstance(scorer, NeuralRewriter):
            rewriter = loaded_rewriter(scorer.model, scorer.model_revision, rank)
            return choose(texts, proposed, RewriterScorer(rewriter), self.margin, lang)
        return choose(texts, proposed, scorer, self.margin, lang)
