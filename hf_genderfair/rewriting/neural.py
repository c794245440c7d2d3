"""A sequence-to-sequence model in place of the rules, held to what concerns gender."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings, several_texts
from hf_genderfair.core.spans import Edit
from hf_genderfair.generation.local import SequenceModel
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.rewriting.gender_changes import all_changes, gender_changes
from hf_genderfair.rewriting.rules import Rewriting


@dataclass(frozen=True)
class NeuralRewriter:
    """A trained model that rewrites texts sentence by sentence (Amrhein et al. 2023).

    Any sequence-to-sequence model of transformers will do. It writes freely; of what it changes, only words stay
    changed that the rules can turn back into those of the source, as of a man or of a woman, so that numbers, names and
    rare words are safe.

    Attributes:
        model: Folder, or name on the Hub.
        model_revision: Branch, tag or commit on the Hub.
        beams: Hypotheses for each sentence.
        candidates: So many of them are looked at, and the first one is taken that changes nothing but gender; where
            there is none, the first one without its other changes.
        checked: Leave what does not concern gender as it is; else the model's word is taken for all.
        prefix: What the model expects before a sentence, such as ``"rewrite: "``.

    Example:
        >>> NeuralRewriter("rewriter", beams=4, candidates=4).checked
        True
    """

    model: str
    model_revision: str | None = None
    beams: int = 1
    candidates: int = 1
    checked: bool = True
    prefix: str = ""

    def __post_init__(self) -> None:
        """Check the values."""
        check_settings(self)
        if self.beams < 1:
            raise GenderfairError(f"beams={self.beams} finds nothing: use 1 or more")
        if not 1 <= self.candidates <= self.beams:
            raise GenderfairError(f"candidates={self.candidates} of beams={self.beams}: use 1 to {self.beams}")

    @property
    def revision(self) -> str:
        """Changes whenever the output can change: the digest of the folder or the commit, the search and the check.

        Raises:
            GenerationError: There is no such model.
        """
        settings = f"candidates {self.candidates}, checked {self.checked}, prefix {self.prefix!r}"
        return f"{self._written_by.revision}, {settings}"

    @property
    def _written_by(self) -> SequenceModel:
        return SequenceModel(self.model, self.model_revision, self.beams)

    def rewrite(self, texts: Sequence[str], lang: str, rank: int | None = None) -> list[Rewriting]:
        """Rewrite texts.

        Args:
            texts: The texts.
            lang: Language code, for the ends of sentences and the check.
            rank: Number of the worker process; picks a device.

        Returns:
            The edits of each; a model gives no reasons for unchanged words.

        Raises:
            GenerationError: The model cannot be loaded.
        """
        texts = list(several_texts(texts))
        spans = [
            (number, sentence.starts[0], sentence.ends[-1])
            for number, sentences in enumerate(tokenise(texts, lang))
            for sentence in sentences
        ]
        asked = [self.prefix + " ".join(texts[number][start:end].split()) for number, start, end in spans]
        rewritings = [Rewriting([], []) for _ in texts]
        for (number, start, end), written in zip(
            spans, self._written_by.write(asked, self.candidates, rank), strict=True
        ):
            for edit in self._edits(texts[number][start:end], written, lang):
                rewritings[number].edits.append(replace(edit, start=edit.start + start, end=edit.end + start))
        return rewritings

    def _edits(self, source: str, candidates: Sequence[str], lang: str) -> list[Edit]:
        """Return the changes of the first candidate that changes nothing but gender, or those of the best that do."""
        if not candidates or not self.checked:
            return [edit for candidate in candidates[:1] for edit in all_changes(source, candidate)]
        found = []
        for candidate in candidates:
            found.append(gender_changes(source, candidate, lang))
            if found[-1] == all_changes(source, candidate):
                return found[-1]
        return found[0]
