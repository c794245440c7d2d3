"""Pairs of a source and its gender-fair target: their columns, and the form in which every method returns them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from datasets import Dataset, Features, List, Value

from dataset_scripts.models.rewriter.corpora.sentences import ORIGIN
from hf_genderfair.core.errors import ColumnError
from hf_genderfair.core.transform import Column, struct_lists

KINDS = ("masculine", "feminine", "mixed", "gender_fair", "non_gendered")
"""Values of ``kind``, the kind of the source. ``mixed`` holds words of both genders; ``gender_fair`` is a target
before it was brought to one form, or the target itself; ``non_gendered`` is a copy."""

METHODS = ("forward", "backward", "round_trip", "round_trip_merged", "prompted", "copy")
"""Values of ``method``: how the source, or with ``forward`` the target, was made."""

NO_PAIR = ("no_form", "nothing_to_rewrite", "no_translation", "not_merged")
"""Values of ``pair_reason`` besides null."""

SOURCE = {"source": Value("string"), "kind": Value("string"), "method": Value("string")}
PROPOSAL_FEATURES = Features({"target": Value("string"), "sources": List(SOURCE), "pair_reason": Value("string")})
"""The columns that the transforms of this folder add: a target with its sources, or the reason for none."""

PROPOSAL_CATEGORIES: dict[str, tuple[str, ...]] = {
    "sources.kind": KINDS,
    "sources.method": METHODS,
    "pair_reason": NO_PAIR,
}

PAIR_FEATURES = Features(
    {
        "source": Value("string"),
        "target": Value("string"),
        "kind": Value("string"),
        "method": Value("string"),
        "origin": ORIGIN,
    }
)
"""The columns of parallel data."""


class Source(NamedTuple):
    """A source for a target.

    Attributes:
        text: The sentence that is to be rewritten.
        kind: One of `KINDS`.
        method: One of `METHODS`.
    """

    text: str
    kind: str
    method: str


class Proposal(NamedTuple):
    """The pairs that a transform proposes for one sentence.

    Attributes:
        target: The gender-fair sentence; empty where there is none.
        sources: Its sources, without repetition; none where there is a reason.
        reason: Why there is no pair; None where there is one.
    """

    target: str
    sources: tuple[Source, ...]
    reason: str | None


def propose(target: str, sources: Sequence[Source]) -> Proposal:
    """Return the proposal of a target: each source once, and none at all where all are the target itself."""
    if all(source.text == target for source in sources):
        return Proposal("", (), "nothing_to_rewrite")
    first: dict[str, Source] = {}
    for source in sources:
        first.setdefault(source.text, source)
    return Proposal(target, tuple(first.values()), None)


def proposal_columns(proposals: Sequence[Proposal]) -> Mapping[str, Column]:
    """Return the columns of `PROPOSAL_FEATURES`."""
    return {
        "target": [proposal.target if proposal.sources else None for proposal in proposals],
        "sources": struct_lists([proposal.sources for proposal in proposals], SOURCE),
        "pair_reason": [proposal.reason for proposal in proposals],
    }


def unfold_pairs(rows: Dataset) -> Dataset:
    """Return one row for each pair."""
    missing = next((name for name in ("origin", "target", "sources") if name not in rows.column_names), None)
    if missing is not None:
        raise ColumnError(f"no column {missing!r}: the data set has {', '.join(map(repr, rows.column_names))}")
    if not len(rows):
        return Dataset.from_dict({name: [] for name in PAIR_FEATURES}, features=PAIR_FEATURES)
    return rows.map(
        _unfold, batched=True, remove_columns=rows.column_names, features=PAIR_FEATURES, desc="unfold_pairs"
    )


def _unfold(batch: Mapping[str, Any]) -> dict[str, list[Any]]:
    pairs: dict[str, list[Any]] = {name: [] for name in PAIR_FEATURES}
    for origin, target, sources in zip(batch["origin"], batch["target"], batch["sources"], strict=True):
        for source in sources:
            pairs["target"].append(target)
            pairs["origin"].append(origin)
            for name, value in source.items():
                pairs[name].append(value)
    return pairs
