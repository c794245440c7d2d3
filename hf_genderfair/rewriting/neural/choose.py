"""Rules propose, a model chooses: edits that a model finds less likely than the words as they stand are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from hf_genderfair.core.pretrained import load_pretrained
from hf_genderfair.core.resources import require, resource
from hf_genderfair.core.spans import Edit, Refusal, edit_text
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.rewriting.neural.changes import changed_words
from hf_genderfair.rewriting.neural.lattice import Lattice, WordSpellings
from hf_genderfair.rewriting.neural.model import LONGEST, Rewriter
from hf_genderfair.rewriting.neural.search import padded
from hf_genderfair.rewriting.neural.subwords import END, EXTRA, PAD
from hf_genderfair.rewriting.proposal import Rewriting

PREFERRED = "model prefers the original"
"""The reason of refusals."""

INSIDE = re.compile(r"\s+(?:[^\W\d_]+\s+)?")
"""Text between two edits of one phrase: *der neue Lehrer*, with *neue* unchanged."""


class Scorer(Protocol):
    """Says how likely rewritings are.

    Example:
        >>> class Shorter:
        ...     def score(self, sources, candidates):
        ...         return [-float(len(candidate)) for candidate in candidates]
        >>> Shorter().score(["a"], ["ab"])
        [-2.0]
    """

    def score(self, sources: Sequence[str], candidates: Sequence[str]) -> list[float]:
        """Return the logarithm of a probability for each candidate."""
        ...


@dataclass(frozen=True)
class RewriterScorer:
    """Scores with a neural rewriter: each word that a candidate changes could have stayed, and the model weighs both.

    Attributes:
        rewriter: The model.
        batch_size: Sentences at a time.

    Example:
        >>> from hf_genderfair.rewriting.neural.changes import LearnedChanges
        >>> from hf_genderfair.rewriting.neural.lattice import WordSpellings
        >>> from hf_genderfair.rewriting.neural.subwords import Subwords
        >>> words = WordSpellings(Subwords.train(["Alle kamen."] * 9, size=300), LearnedChanges({}, {}, {}))
        >>> RewriterScorer(Rewriter("a network", words)).score([], [])
        []
    """

    rewriter: Rewriter
    batch_size: int = 32

    def score(self, sources: Sequence[str], candidates: Sequence[str]) -> list[float]:
        """Return the log-probability of each candidate among the source and itself; see `Scorer.score`."""
        # A candidate that is the source is compared with what no other candidate changed: compare candidates of one
        # source by giving the source more than once. What the model cannot read, or adds and removes words beyond
        # changing them, is impossible: minus infinity.
        words = self.rewriter.words
        options: dict[str, dict[int, dict[str, None]]] = {}
        aligned = [changed_words(source, candidate) for source, candidate in zip(sources, candidates, strict=True)]
        for source, changed in zip(sources, aligned, strict=True):
            for index, _, form in changed or ():
                options.setdefault(source, {}).setdefault(index, {})[form] = None
        scores = [float("-inf")] * len(sources)
        readable = [number for number, changed in enumerate(aligned) if changed is not None]
        for start in range(0, len(readable), self.batch_size):
            numbers = readable[start : start + self.batch_size]
            rows = [_Row.of(sources[n], candidates[n], words, options.get(sources[n], {})) for n in numbers]
            kept = [
                (n, row)
                for n, row in zip(numbers, rows, strict=True)
                if max(len(row.source), len(row.target)) <= LONGEST
            ]
            if kept:
                values = self._scores([row for _, row in kept])
                for (number, _), value in zip(kept, values, strict=True):
                    scores[number] = value
        return scores

    def _scores(self, rows: Sequence[_Row]) -> list[float]:
        torch = require("torch", EXTRA)
        model = self.rewriter.model
        source, mask = padded([row.source for row in rows])
        inputs, _ = padded([[PAD, *row.target[:-1]] for row in rows])
        with torch.inference_mode():
            logits = model(
                input_ids=source.to(model.device),
                attention_mask=mask.to(model.device),
                decoder_input_ids=inputs.to(model.device),
                use_cache=False,
            ).logits.float()
        return [
            sum(
                float(logits[number, index, allowed].log_softmax(-1)[allowed.index(row.target[index])])
                for index, allowed in row.choices
            )
            for number, row in enumerate(rows)
        ]


class _Row(NamedTuple):
    """A source and a candidate in pieces, with the indices at which there is a choice."""

    source: list[int]
    target: list[int]
    choices: list[tuple[int, list[int]]]

    @classmethod
    def of(cls, source: str, candidate: str, words: WordSpellings, options: dict[int, dict[str, None]]) -> _Row:
        lattice = Lattice(source, words, options)
        target = [*words.subwords.encode(candidate), END]
        choices, positions = [], lattice.start
        for index, piece in enumerate(target):
            allowed = lattice.allowed(positions)
            if len(allowed) > 1:
                choices.append((index, allowed))
            positions = lattice.after(positions, piece)
        return cls([*words.subwords.encode(source), END], target, choices)


@dataclass(frozen=True)
class LanguageModelScorer:
    """Scores with a causal language model, which does not read the source: how likely is the candidate as a text.

    Suited to candidates that differ in case or agreement. Few language models saw many gender-fair forms: compare such
    a candidate with its source by a margin below 0.

    Attributes:
        model: Folder, or name on the Hub.
        model_revision: Branch, tag or commit on the Hub.
        batch_size: Candidates at a time.

    Example:
        >>> LanguageModelScorer("some-folder").batch_size
        16
    """

    model: str
    model_revision: str | None = None
    batch_size: int = 16

    @property
    def revision(self) -> str:
        """The digest of the model's files, or its commit."""
        return LocalGenerator(self.model, self.model_revision).revision

    def score(self, sources: Sequence[str], candidates: Sequence[str]) -> list[float]:
        """Return the log-likelihood of each candidate; see `Scorer.score`."""
        del sources
        tokeniser, network = resource(("causal scorer", self.revision), self._load)
        scores = []
        for start in range(0, len(candidates), self.batch_size):
            rows = [tokeniser(text)["input_ids"] for text in candidates[start : start + self.batch_size]]
            scores += _likelihoods(network, rows)
        return scores

    def _load(self) -> tuple[Any, Any]:
        tokeniser = load_pretrained("AutoTokenizer", self.model, revision=self.model_revision or "main")
        network = load_pretrained("AutoModelForCausalLM", self.model, revision=self.model_revision or "main")
        return tokeniser, network.eval()


def _likelihoods(network: Any, rows: list[list[int]]) -> list[float]:
    """Return the sum of the log-probabilities of all tokens but the first of each row."""
    torch = require("torch", EXTRA)
    tokens, mask = padded([row or [PAD] for row in rows])
    with torch.inference_mode():
        logits = network(input_ids=tokens, attention_mask=mask).logits.float()
    single = logits[:, :-1].log_softmax(-1).gather(2, tokens[:, 1:, None])[:, :, 0]
    return [float(value) for value in (single * mask[:, 1:]).sum(1)]


def choose(
    texts: Sequence[str], rewritings: Sequence[Rewriting], scorer: Scorer, margin: float = 0.0, lang: str = "de"
) -> list[Rewriting]:
    """Keep the edits that a model prefers to the words as they stand."""
    # The edits of a phrase are kept or refused together. Each group is weighed with the other edits of its sentence
    # made.
    found = [list(_groups(text, rewriting.edits)) for text, rewriting in zip(texts, rewritings, strict=True)]
    questions: list[_Question] = []
    for number, sentences in enumerate(tokenise(texts, lang)):
        for sentence in sentences:
            questions += _questions(number, texts[number], sentence.starts[0], sentence.ends[-1], found[number])
    sources = [question.source for question in questions]
    with_group = scorer.score(sources + sources, [q.edited for q in questions] + [q.without for q in questions])
    likelier = zip(questions, with_group[: len(questions)], with_group[len(questions) :], strict=True)
    refused: list[set[Edit]] = [set() for _ in texts]
    for question, edited, without in likelier:
        if edited - without < margin:
            refused[question.text].update(question.group)
    return [_without(rewriting, edits) for rewriting, edits in zip(rewritings, refused, strict=True)]


class _Question(NamedTuple):
    """A group of edits in a sentence: the sentence, with all its edits, and without those of the group."""

    text: int
    source: str
    edited: str
    without: str
    group: tuple[Edit, ...]


def _questions(number: int, text: str, start: int, end: int, groups: list[tuple[Edit, ...]]) -> Iterator[_Question]:
    inside = [group for group in groups if start <= group[0].start and group[-1].end <= end]
    everything = [edit for group in inside for edit in group]
    for group in inside:
        others = [edit for edit in everything if edit not in group]
        yield _Question(
            number,
            " ".join(text[start:end].split()),
            _edited(text, start, end, everything),
            _edited(text, start, end, others),
            group,
        )


def _edited(text: str, start: int, end: int, edits: list[Edit]) -> str:
    added = sum(len(edit.replacement) - len(edit.original) for edit in edits)
    return " ".join(edit_text(text, edits)[start : end + added].split())


def _groups(text: str, edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield runs of edits with at most a word between them."""
    group: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if group and not INSIDE.fullmatch(text, group[-1].end, edit.start):
            yield tuple(group)
            group = []
        group.append(edit)
    if group:
        yield tuple(group)


def _without(rewriting: Rewriting, refused: set[Edit]) -> Rewriting:
    refusals = [Refusal(edit.start, edit.end, edit.rule, PREFERRED) for edit in rewriting.edits if edit in refused]
    kept = [edit for edit in rewriting.edits if edit not in refused]
    return Rewriting(kept, sorted([*rewriting.refusals, *refusals]))
