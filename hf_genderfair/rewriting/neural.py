"""A sequence-to-sequence model in place of the rules, held to what concerns gender."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import check_settings, several_texts
from hf_genderfair.core.spans import Edit
from hf_genderfair.generation.local import SequenceModel
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.languages.types import PAIRED_GENDERS
from hf_genderfair.rewriting.languages import biased
from hf_genderfair.rewriting.rules import Rewriting

RULE = "neural"
REASON = "a model rewrites it"

CHUNK = re.compile(r"\S+")
SIGNED = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)
"""A word and the signs around it."""

Change = tuple[int, int, int, int]
"""Words from and to, of the source and then of what takes their place."""


def all_changes(source: str, output: str) -> list[Edit]:
    """Return the words of a source that are others in an output, as edits; white space is that of the source."""
    return [_edit(source, output, change) for run in _runs(source, output) for change in run]


def gender_changes(source: str, output: str, lang: str) -> list[Edit]:
    """Return the edits of `all_changes` that concern gender; words beside each other are changed together or not."""
    runs = list(_runs(source, output))
    if not runs:
        return []
    turned = [
        [change for run in _runs(source, biased(output, lang, gender)) for change in run] for gender in PAIRED_GENDERS
    ]
    concerning = [run for run in runs if all(any(not _meets(change, one) for one in turned) for change in run)]
    return [_edit(source, output, change) for run in concerning for change in run]


def _runs(source: str, output: str) -> Iterator[list[Change]]:
    """Yield words that differ and stand beside each other, one by one where as many words stand for others."""
    old, new = source.split(), output.split()
    if not old or not new:
        return
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and j - i == m - k:
            yield [(i + place, i + place + 1, k + place, k + place + 1) for place in range(j - i)]
        elif kind == "replace":
            yield [(i, j, k, m)]
        elif kind != "equal":
            # what is added or left out goes with the word before it, if there is one
            yield [(i - 1, j, k - 1, m) if i else (i, j, k, m)]


def _meets(change: Change, others: Iterable[Change]) -> bool:
    """Return whether a change is of words that others are of too."""
    return any(change[0] < last and first < change[1] for first, last, _, _ in others)


def _edit(source: str, output: str, change: Change) -> Edit:
    """Return the edit of a change, without the signs around its words that stay."""
    first, last, begin, end = change
    words = list(CHUNK.finditer(source))
    start, new = words[first].start(), " ".join(output.split()[begin:end])
    if first == last or begin == end:
        # at the start, with the space before the first word that stays
        old, new = source[start : words[last].start()], f"{new} " if new else ""
    else:
        old = source[start : words[last - 1].end()]
    before, core, after = SIGNED.fullmatch(old).groups()  # type: ignore[union-attr]
    if not core or not (new.startswith(before) and new.endswith(after)) or len(new) <= len(before + after):
        before, core, after = "", old, ""
    start += len(before)
    return Edit(start, start + len(core), core, new[len(before) : len(new) - len(after)], RULE, REASON)


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
