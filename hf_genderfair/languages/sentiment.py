"""The sentiment of clauses, by word lists or by a classifier of the user's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Protocol

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.pretrained import load_pretrained, model_origin
from hf_genderfair.core.resources import EXTRA, require, resource, worker_device
from hf_genderfair.core.settings import language, public_name
from hf_genderfair.languages.document import Document
from hf_genderfair.lexicons.loader import languages_with, load_lexicon

MODIFIERS = "valence_modifiers"
"""The lexicon of words that negate what stands around them, or strengthen or weaken the word after them."""

LANGUAGES = languages_with("sentiment")

REACH = 3
"""Tokens before a word in which a negator or an intensifier counts where syntax says nothing."""

NORMALISATION = 15.0
"""Constant that brings a sum of valences between -1 and 1 (Hutto and Gilbert 2014)."""

CONTENT = frozenset({"ADJ", "ADV", "NOUN", "VERB", "INTJ"})

POSITIVE = frozenset({"positive", "pos", "label_2"})
NEGATIVE = frozenset({"negative", "neg", "label_0"})


class Sentiment(Protocol):
    """What gives clauses a sentiment."""

    @property
    def revision(self) -> str:
        """Changes whenever the output can change; part of the state of a transform that uses it."""
        ...

    def score(self, document: Document, clauses: Sequence[tuple[int, ...]], rank: int | None) -> list[int]:
        """Return the sentiment of clauses."""
        ...


@dataclass(frozen=True)
class LexiconSentiment:
    """Adds up the valence of words, with negation and intensifiers (after Hutto and Gilbert 2014).

    Word lists know the usual sense of a word and nothing of irony, or of what is good for whom: *sie besiegte ihn* is
    good for one of the two. A clause without such a word is neutral.

    Attributes:
        lang: One of `LANGUAGES`.

    Example:
        >>> from hf_genderfair.languages.pipelines import pipeline
        >>> text = "She gave a brilliant speech. He was not happy."
        >>> document = Document(text, next(pipeline("en").analyse([text])), "en")
        >>> LexiconSentiment("en").score(document, [tuple(range(6)), tuple(range(6, 11))], None)
        [586, -458]
    """

    lang: str

    def __post_init__(self) -> None:
        """Refuse languages without a list."""
        object.__setattr__(self, "lang", language(self.lang, LANGUAGES))

    @property
    def revision(self) -> str:
        """Return the digests of the word lists."""
        return "-".join(load_lexicon(name).digest for name in (f"sentiment_{self.lang}", MODIFIERS))

    def score(self, document: Document, clauses: Sequence[tuple[int, ...]], rank: int | None) -> list[int]:
        """Return the sentiment of clauses; see `Sentiment.score`."""
        valences = resource(("sentiment", self.lang), lambda: _valences(self.lang))
        factors = resource(("sentiment", self.lang, MODIFIERS), lambda: _factors(self.lang))
        return [_score(document, clause, valences, factors) for clause in clauses]


def _valences(lang: str) -> dict[str, float]:
    return {word: float(valence) for word, valence in load_lexicon(f"sentiment_{lang}").rows}


def _factors(lang: str) -> dict[str, float]:
    return {word: float(factor) for of, word, factor in load_lexicon(MODIFIERS).rows if of == lang}


def _score(document: Document, clause: tuple[int, ...], valences: dict[str, float], factors: dict[str, float]) -> int:
    total = 0.0
    for index in clause:
        token = document.tokens[index]
        if token.pos not in CONTENT:
            continue
        valence = valences.get(token.text.lower()) or valences.get(token.lemma.lower())
        if valence is not None:
            total += valence * _modified(document, index, factors)
    return round(1000 * total / sqrt(total * total + NORMALISATION))


def _modified(document: Document, index: int, factors: dict[str, float]) -> float:
    """Return the factor that negators and intensifiers around a word make."""
    head = document.heads[index]
    around = {*range(max(index - REACH, document.sentences[document.sentence_of[index]][0]), index)}
    around.update(document.children[index])
    if document.tokens[index].relation in ("obj", "obl", "advmod", "amod", "xcomp", "nsubj"):
        around.update(document.children[head])
    factor = 1.0
    for near in sorted(around):
        own = factors.get(document.tokens[near].text.lower(), 1.0)
        if own < 0 or near == index - 1:
            factor *= own
    return factor


@dataclass(frozen=True)
class ClassifierSentiment:
    """Asks a text classifier of transformers; its score is the probability of positive minus that of negative.

    A clause is given as its words; what is longer than the model reads is cut at its end. Equal clauses of a text are
    asked for once, and ``map`` keeps what was computed.

    Attributes:
        model: Name on the Hub or folder of a model with a label for positive and one for negative.
        model_revision: Branch, tag or commit; say one where results are to stay as they are.
        batch_size: Clauses at once.

    Example:
        >>> ClassifierSentiment("folder/of-a-model").batch_size
        32
    """

    model: str
    model_revision: str = "main"
    batch_size: int = 32

    @property
    def revision(self) -> str:
        """Return the name of the model with its commit, or with the digest of its files.

        Raises:
            GenerationError: There is no such model.
        """
        return f"{public_name(self.model)}@{model_origin(self.model, self.model_revision)}"

    def score(self, document: Document, clauses: Sequence[tuple[int, ...]], rank: int | None) -> list[int]:
        """Return the sentiment of clauses; see `Sentiment.score`.

        Raises:
            MissingDependencyError: transformers is not installed.
            GenderfairError: The model has no labels for positive and negative.
        """
        texts = [" ".join(document.tokens[index].text for index in clause) for clause in clauses]
        asked = list(dict.fromkeys(texts))
        if not asked:
            return []
        device = worker_device(rank)
        classify = resource(("sentiment", self.revision, device), lambda: self._classifier(device))
        answers = classify(asked, batch_size=self.batch_size, truncation=True, top_k=None)
        scores = dict(zip(asked, map(self._polarity, answers), strict=True))
        return [scores[text] for text in texts]

    def _classifier(self, device: str) -> Any:
        loaded = {
            part: load_pretrained(loader, self.model, revision=self.model_revision)
            for part, loader in (("model", "AutoModelForSequenceClassification"), ("tokenizer", "AutoTokenizer"))
        }
        return require("transformers", EXTRA).pipeline("text-classification", device=device, **loaded)

    def _polarity(self, answer: Sequence[dict[str, Any]]) -> int:
        probabilities = {str(entry["label"]).lower(): float(entry["score"]) for entry in answer}
        if not (POSITIVE & probabilities.keys() and NEGATIVE & probabilities.keys()):
            labels = ", ".join(sorted(probabilities))
            raise GenderfairError(f"model {self.model!r} has no labels for positive and negative, only {labels}")
        positive = sum(value for label, value in probabilities.items() if label in POSITIVE)
        negative = sum(value for label, value in probabilities.items() if label in NEGATIVE)
        return round(1000 * (positive - negative))
