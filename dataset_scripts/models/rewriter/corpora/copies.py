"""Sentences that a rewriter must leave as they are: a share of all pairs (Amrhein 2023, sections 3.2 and 4.2)."""

from __future__ import annotations

from datasets import Dataset, Features, Value
from xxhash import xxh3_64_intdigest

from dataset_scripts.models.rewriter.corpora.pairs import PAIR_FEATURES
from hf_genderfair.core.keep import Split

COPY_SHARE = 0.3


def choose_copies(sentences: Dataset, pairs: int, share: float = COPY_SHARE, seed: int = 0) -> Split:
    """Choose sentences without gendered words, so that they make up a share of all pairs."""
    # The choice depends on the sentences and the seed, not on their order.
    if not 0 <= share < 1:
        raise ValueError(f"a share of copies lies from 0 to below 1, not at {share}")
    wanted = min(len(sentences), round(pairs * share / (1 - share)))
    texts = sentences["text"][:]
    order = sorted(range(len(texts)), key=lambda index: (xxh3_64_intdigest(texts[index].encode(), seed), texts[index]))
    return Split(sentences.select(sorted(order[:wanted])), sentences.select(sorted(order[wanted:])))


def copy_pairs(sentences: Dataset) -> Dataset:
    """Return sentences as pairs of themselves, with the columns of `PAIR_FEATURES`."""
    names = {"kind": "non_gendered", "method": "copy"}
    pairs = sentences.select_columns(["text", "origin"]).rename_column("text", "source")
    pairs = pairs.add_column("target", pairs["source"][:], feature=Value("string"))
    for name, value in names.items():
        pairs = pairs.add_column(name, [value] * len(pairs), feature=Value("string"))
    return pairs.select_columns(list(PAIR_FEATURES)).cast(Features(PAIR_FEATURES))
