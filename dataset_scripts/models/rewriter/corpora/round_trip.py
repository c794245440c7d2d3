"""Sources by translation into another language without grammatical gender, and back (Amrhein 2023, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
from datasets import Features, Value

from dataset_scripts.models.rewriter.corpora.merging import merge
from dataset_scripts.models.rewriter.corpora.pairs import (
    PROPOSAL_CATEGORIES,
    PROPOSAL_FEATURES,
    Proposal,
    Source,
    proposal_columns,
    propose,
)
from dataset_scripts.models.rewriter.corpora.translators import Translator
from hf_genderfair.core.transform import Column, Transform, text_array
from hf_genderfair.languages.types import PairedGender


@dataclass(frozen=True)
class RoundTrip(Transform):
    """Translates sentences into another language and back: German, English, German.

    Adds ``pivot`` and ``round_trip``, null where a translator has none. Kept apart from the pairs made of them, so
    that the translation, which takes hours, is done once.

    Attributes:
        there: Translates into the other language.
        back: Translates back.
        tag: Put before the translation on its way back, for a model that was told genders apart by it: ``"<f> "``.
        text_column: Column of sentences.

    Example:
        >>> from dataclasses import dataclass
        >>> from datasets import Dataset
        >>> @dataclass(frozen=True)
        ... class Fixed:
        ...     answer: str
        ...     name = revision = "fixed"
        ...
        ...     def translate(self, sentences, *, rank=None):
        ...         return [self.answer for _ in sentences]
        >>> trip = RoundTrip(Fixed("The teacher comes."), Fixed("Der Lehrer kommt."))
        >>> Dataset.from_dict({"text": ["Der*die Lehrer*in kommt."]}).map(trip, batched=True)[0]["round_trip"]
        'Der Lehrer kommt.'
    """

    there: Translator
    back: Translator
    tag: str = ""
    text_column: str = "text"

    version = "1"

    def inputs(self) -> tuple[str, ...]:
        """Return the text column."""
        return (self.text_column,)

    def features(self) -> Features:
        """Return both translations."""
        return Features({"pivot": Value("string"), "round_trip": Value("string")})

    def digest(self) -> str:
        """Return the revisions of the translators."""
        return f"{self.there.revision} | {self.back.revision}"

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Translate a batch there and back; see `Transform.annotate`."""
        texts = text_array(columns[self.text_column], self.text_column).to_pylist()
        pivots = _translated(self.there, texts, rank)
        tagged = [pivot and self.tag + pivot for pivot in pivots]
        return {"pivot": pivots, "round_trip": _translated(self.back, tagged, rank)}


def _translated(translator: Translator, texts: list[str | None], rank: int | None) -> list[str | None]:
    """Translate texts; a null or empty text gives null."""
    indices = [index for index, text in enumerate(texts) if text]
    found = dict(zip(indices, translator.translate([texts[index] or "" for index in indices], rank=rank), strict=True))
    return [found.get(index) for index in range(len(texts))]


@dataclass(frozen=True)
class RoundTripPairs(Transform):
    """Proposes pairs from the columns of `RoundTrip` (Amrhein 2023, section 4 and appendix C).

    Adds the columns of `PROPOSAL_FEATURES`. The target is a sentence in star form; its sources are the round trip
    merged into it (the whole round trip where `merge` gives up and ``unmerged`` allows it) and the sentence as it was
    written. Reasons: ``no_form`` (no star in the target), ``no_translation``, ``not_merged``, and
    ``nothing_to_rewrite``, as when the round trip has the gender-fair form again.

    Attributes:
        kind: What the round trip is taken to be: ``masculine``, or ``feminine`` after the tag for it.
        target_column: Column of sentences in star form.
        text_column: Column of the sentences as they were written.
        round_trip_column: Column of their round trips.
        unmerged: Whether a round trip that cannot be merged is a source too, as in the paper.

    Example:
        >>> from datasets import Dataset
        >>> row = {"text": ["Die Lehrer/innen, 20 an der Zahl."], "fair_text": ["Die Lehrer*innen, 20 an der Zahl."]}
        >>> rows = Dataset.from_dict({**row, "round_trip": ["Die Lehrer, insgesamt 20."]})
        >>> pairs = rows.map(RoundTripPairs("masculine"), batched=True)
        >>> [source["source"] for source in pairs[0]["sources"]]
        ['Die Lehrer, 20 an der Zahl.', 'Die Lehrer/innen, 20 an der Zahl.']
    """

    kind: PairedGender
    target_column: str = "fair_text"
    text_column: str = "text"
    round_trip_column: str = "round_trip"
    unmerged: bool = True

    version = "1"
    categories = PROPOSAL_CATEGORIES

    def inputs(self) -> tuple[str, ...]:
        """Return target, text and round trip."""
        return (self.target_column, self.text_column, self.round_trip_column)

    def features(self) -> Features:
        """Return the columns of `PROPOSAL_FEATURES`."""
        return Features(PROPOSAL_FEATURES)

    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Propose the pairs of a batch; see `Transform.annotate`."""
        values = (text_array(columns[name], name).to_pylist() for name in self.inputs())
        return proposal_columns([self.pair(*row) for row in zip(*values, strict=True)])

    def pair(self, target: str | None, text: str | None, round_trip: str | None) -> Proposal:
        """Propose the pairs of one sentence."""
        if not target or "*" not in target:
            return Proposal("", (), "no_form")
        if not round_trip:
            return Proposal("", (), "no_translation")
        source, merged = merge(target, round_trip)
        if not merged and not self.unmerged:
            return Proposal("", (), "not_merged")
        if source == target:
            return Proposal("", (), "nothing_to_rewrite")
        method = "round_trip_merged" if merged else "round_trip"
        return propose(target, [Source(source, self.kind, method), Source(text or target, "gender_fair", method)])
