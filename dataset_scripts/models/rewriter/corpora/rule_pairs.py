"""Pairs made by rule: forward from gendered sentences, backward from gender-fair ones (Amrhein 2023, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

import pyarrow as pa
from datasets import Features, Value

from dataset_scripts.models.rewriter.corpora.pairs import (
    PROPOSAL_CATEGORIES,
    PROPOSAL_FEATURES,
    Proposal,
    Source,
    proposal_columns,
    propose,
)
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import edit_text
from hf_genderfair.core.text_view import text_view
from hf_genderfair.core.transform import Column, Transform, text_array
from hf_genderfair.languages.pipelines import pipeline
from hf_genderfair.lexicons.loader import lexicon_digest
from hf_genderfair.rewriting.languages import LANGUAGES, REWRITING_RULES, biased, normalise
from hf_genderfair.rewriting.transform import GenderFair


@dataclass(frozen=True)
class FairText(Transform):
    """Adds ``fair_text``: sentences with every gender-fair form in the form of targets.

    In German that is the star form: ``Lehrer/innen`` and *Lehrerinnen und Lehrer* become ``Lehrer*innen``. In English
    *he or she is* becomes *they are*.

    Attributes:
        lang: ``de`` or ``en``.
        text_column: Column of sentences.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["Die Lehrer/innen streiken."]})
        >>> rows.map(FairText("de"), batched=True)["fair_text"][0]
        'Die Lehrer*innen streiken.'
    """

    lang: str = "de"
    text_column: str = "text"

    version = "4"
    languages = LANGUAGES

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the column of sentences in one form."""
        return Features({"fair_text": Value("string")})

    def digest(self) -> str:
        """Return the digest of the lexicons."""
        return lexicon_digest("GenderFair", self.lang)

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Bring the sentences of a batch to one form; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        return {"fair_text": [text if text is None else normalise(text, self.lang) for text in texts]}


@dataclass(frozen=True)
class BackwardPairs(Transform):
    """Proposes pairs of gender-fair sentences (backward augmentation: Amrhein 2023, section 3.1).

    Adds the columns of `PROPOSAL_FEATURES`. The target is a sentence normalised by `normalise`;
    its sources are a version with masculine words, one with feminine words, and the sentence as it was written.
    Reasons: ``no_form`` (no star in a German target), ``nothing_to_rewrite``.

    Attributes:
        lang: ``de`` or ``en``.
        text_column: Column of sentences.
        completing: Rules for the words that people left gendered beside their gender-fair forms (*Bürgerinnen und
            Bürger fragen den Minister*), so that the target is gender-fair throughout; the sentence as it was written
            is ``mixed`` then. None leaves such targets as they are, as the paper does.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["Die Lehrer/innen streiken."]})
        >>> for source in rows.map(BackwardPairs("de"), batched=True)[0]["sources"]:
        ...     print(source["kind"], "|", source["source"])
        masculine | Die Lehrer streiken.
        feminine | Die Lehrerinnen streiken.
        gender_fair | Die Lehrer/innen streiken.
    """

    lang: str = "de"
    text_column: str = "text"
    completing: GenderFair | None = None

    version = "4"
    categories = PROPOSAL_CATEGORIES
    languages = LANGUAGES

    def __post_init__(self) -> None:
        """Check the language and the rules."""
        super().__post_init__()
        if self.completing is not None and self.completing.lang != self.lang:
            raise GenderfairError(f"completing is for {self.completing.lang!r}, not for {self.lang!r}: give one for it")

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return the columns of `PROPOSAL_FEATURES`."""
        return Features(PROPOSAL_FEATURES)

    def digest(self) -> str:
        """Return the digests of the lexicons, and of the rules that complete targets."""
        rules = "" if self.completing is None else f"-{self.completing.version}-{self.completing.digest()}"
        return lexicon_digest("GenderFair", self.lang) + rules

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the pairs of a batch; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        targets = [normalise(text or "", self.lang) for text in texts]
        whole = targets if self.completing is None else list(_rewritten(targets, self.completing))
        gendered = _gendered(whole, self.lang, "backward")
        return proposal_columns([self._pair(*row) for row in zip(texts, targets, whole, gendered, strict=True)])

    def _pair(self, text: str | None, target: str, whole: str, gendered: list[Source]) -> Proposal:
        if not text or REWRITING_RULES[self.lang].sign not in target:
            return Proposal("", (), "no_form")
        if all(source.text == whole for source in gendered):
            return Proposal("", (), "nothing_to_rewrite")
        own = Source(text, "gender_fair" if whole == target else "mixed", "backward")
        return propose(whole, [*gendered, own])


@dataclass(frozen=True)
class ForwardPairs(Transform):
    """Proposes pairs of gendered sentences (forward augmentation: Vanmassenhove 2021, Sun 2021, Amrhein 2023).

    Adds the columns of `PROPOSAL_FEATURES`. The target is a sentence rewritten by the rules; its sources are the
    sentence itself, versions of the target with masculine and with feminine words only, and the target. The kind of
    the sentence is that of the version it equals, else ``mixed``. Reason: ``nothing_to_rewrite``.

    Attributes:
        rewriter: The rules, in star form.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["She sells her boat."]})
        >>> pairs = rows.map(ForwardPairs(GenderFair("en", scope="all")), batched=True)[0]
        >>> pairs["target"], [(source["kind"], source["source"]) for source in pairs["sources"]][:2]
        ('They sell their boat.', [('feminine', 'She sells her boat.'), ('masculine', 'He sells his boat.')])
    """

    rewriter: GenderFair

    version = "3"
    categories = PROPOSAL_CATEGORIES

    def inputs(self) -> tuple[str, ...]:
        """Return the rewriter's text column."""
        return self.rewriter.inputs()

    def features(self) -> Features:
        """Return the columns of `PROPOSAL_FEATURES`."""
        return Features(PROPOSAL_FEATURES)

    def digest(self) -> str:
        """Return the version and digest of the rewriter, which reads the same lexicons."""
        return f"{self.rewriter.version}-{self.rewriter.digest()}"

    def language(self) -> str:
        """Return the rewriter's language."""
        return self.rewriter.lang

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the pairs of a batch; see `Transform.annotate`."""
        name = self.rewriter.text_column
        texts = [text or "" for text in text_array(columns[name], name).to_pylist()]
        targets = list(_rewritten(texts, self.rewriter))
        gendered = _gendered(targets, self.rewriter.lang, "forward")
        return proposal_columns([_forward_pair(*row) for row in zip(texts, targets, gendered, strict=True)])


def _rewritten(texts: Sequence[str], rewriter: GenderFair) -> Iterator[str]:
    for text, rewriting in zip(texts, rewriter.find(texts), strict=True):
        yield edit_text(text, rewriting.edits)


def _forward_pair(text: str, target: str, gendered: list[Source]) -> Proposal:
    """Propose the pairs of one sentence and its rewriting."""
    if target == text:
        return Proposal("", (), "nothing_to_rewrite")
    kind = next((source.kind for source in gendered if source.text == text), "mixed")
    return propose(target, [Source(text, kind, "forward"), *gendered, Source(target, "gender_fair", "forward")])


def _gendered(targets: Sequence[str], lang: str, method: str) -> Iterator[list[Source]]:
    """Yield a masculine and a feminine version of each gender-fair sentence."""
    layers = REWRITING_RULES[lang].bias_layers
    read = (text_view(target).text for target in targets)
    analyses = pipeline(lang).analyse(read, layers) if layers else repeat(None)
    for target, analysis in zip(targets, analyses):  # noqa: B905
        yield [
            Source(biased(target, lang, "masculine", analysis), "masculine", method),
            Source(biased(target, lang, "feminine", analysis), "feminine", method),
        ]
