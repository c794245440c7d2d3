"""What models are trained on to be compared: data sets before and after, and as many tokens of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import xxhash
from datasets import Dataset, IterableDataset
from numpy.typing import NDArray

from hf_genderfair.core.batches import arrow_batches, check_rows, column_array
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import text_array
from hf_genderfair.effects.causal_model import CausalModel
from hf_genderfair.hub.lines import require_text_column

UNTRAINED, BEFORE, AFTER = "untrained", "before", "after"

MOST_HELD_OUT = 0.05
"""Largest share of the texts that is held out."""

LEAST_TEXTS = 10
"""Fewest texts that are held out: perplexity on fewer says nothing."""


@dataclass(frozen=True)
class Condition:
    """What a model is trained on.

    Attributes:
        name: Such as ``before``.
        rows: The data set; None for the model without training.

    Example:
        >>> Condition("untrained").rows is None
        True
    """

    name: str
    rows: Dataset | None = None


def conditions(
    before: Dataset, after: Dataset, others: Mapping[str, Dataset] | None = None, untrained: bool = True
) -> list[Condition]:
    """Return the conditions that tell the effect of a change from that of training at all.

    The paper's three baselines (Görge et al. 2025, section 6) are the model without training, the model trained on as
    much of the original data, and the model trained on a neutral rewriting, which goes into ``others``.

    Args:
        before: The data as they were.
        after: The data as they are after a change.
        others: Further data sets by name, such as a neutral rewriting.
        untrained: Whether the model without training is compared too: the paper's pretrained one.

    Raises:
        GenderfairError: A name is taken.

    Example:
        >>> rows = Dataset.from_dict({"text": ["Tea."]})
        >>> [condition.name for condition in conditions(rows, rows, {"neutral": rows})]
        ['untrained', 'before', 'after', 'neutral']
    """
    others = others or {}
    taken = {UNTRAINED, BEFORE, AFTER} & others.keys()
    if taken:
        raise GenderfairError(f"a data set cannot be named {min(taken)}: the comparison has one of that name")
    first = [Condition(UNTRAINED)] if untrained else []
    named = {BEFORE: before, AFTER: after, **others}
    return [*first, *(Condition(name, rows) for name, rows in named.items())]


def hold_out(
    trained: Sequence[Condition], baseline: str = BEFORE, *, most: int = 200, text_column: str = "text", seed: int = 0
) -> tuple[list[Condition], tuple[str, ...]]:
    """Take some texts of one data set out of all."""
    # Where all data sets have as many rows, row i of each is taken to be the same document, as after a rewriting, and
    # goes out of all; otherwise rows with an equal text do.
    rows = {condition.name: condition.rows for condition in trained if condition.rows is not None}
    if baseline not in rows:
        raise GenderfairError(f"no data set is named {baseline!r}: the data sets are {', '.join(rows) or 'none'}")
    for each in rows.values():
        require_text_column(each.column_names, text_column, "a data set")
    if not most:
        return list(trained), ()
    texts = rows[baseline][text_column][:]
    candidates = [number for number, text in enumerate(texts) if text]
    number = min(most, int(len(candidates) * MOST_HELD_OUT))
    if number < LEAST_TEXTS:
        return list(trained), ()
    drawn = sorted(np.random.default_rng(seed).choice(candidates, number, replace=False).tolist())
    held_out = {texts[position] for position in drawn}
    aligned = len({len(each) for each in rows.values()}) == 1
    left_out = set(drawn) if aligned else set()

    def without(each: Dataset) -> Dataset:
        stays = [
            position
            for position, text in enumerate(each[text_column][:])
            if position not in left_out and text not in held_out
        ]
        return each.select(stays)

    remaining = [
        condition if condition.rows is None else replace(condition, rows=without(condition.rows))
        for condition in trained
    ]
    return remaining, tuple(texts[position] for position in drawn)


TEXTS_AT_ONCE = 1000

TokenNumbers = NDArray[np.int32]


class TokenisedTexts(NamedTuple):
    """The texts of a data set as tokens; each begins and ends as the model expects documents to.

    Attributes:
        tokens: The tokens of all texts, one after another.
        ends: Where each text ends among them.
        skipped: Number of rows without text.

    Example:
        >>> texts = TokenisedTexts(np.array([5, 6, 0, 7, 0], np.int32), np.array([3, 5]), skipped=1)
        >>> len(texts.ends), len(texts.tokens)
        (2, 5)
    """

    tokens: TokenNumbers
    ends: NDArray[np.int64]
    skipped: int

    def blocks(self, block_size: int, max_tokens: int | None = None, seed: int = 0) -> TokenNumbers:
        """Draw texts and cut them, one after another, into blocks.

        Args:
            block_size: Tokens of a block.
            max_tokens: Tokens of all blocks, at most; None for all that there are. A rest that fills no block is left.
            seed: Of the order of the texts, from which the first ones are taken.

        Returns:
            Array of shape (blocks, ``block_size``).

        Raises:
            GenderfairError: There are too few tokens for one block.

        Example:
            >>> texts = TokenisedTexts(np.array([5, 6, 0, 7, 0], np.int32), np.array([3, 5]), skipped=0)
            >>> texts.blocks(2).tolist()
            [[5, 6], [0, 7]]
        """
        number = min(len(self.tokens), len(self.tokens) if max_tokens is None else max_tokens) // block_size
        if number < 1:
            least = "" if max_tokens is None or max_tokens >= block_size else f", of which {max_tokens:,} are asked for"
            raise GenderfairError(
                f"{len(self.ends):,} texts have {len(self.tokens):,} tokens{least}: "
                f"too few for one block of {block_size}, give more texts or a smaller block_size"
            )
        begins = np.concatenate(([0], self.ends[:-1]))
        order = np.random.default_rng(seed).permutation(len(self.ends))
        needed = np.searchsorted(np.cumsum((self.ends - begins)[order]), number * block_size) + 1
        drawn = np.concatenate([self.tokens[begins[text] : self.ends[text]] for text in order[:needed]])
        return drawn[: number * block_size].reshape(number, block_size)


def tokenise(model: CausalModel, dataset: Dataset | IterableDataset, text_column: str = "text") -> TokenisedTexts:
    """Return the texts of a data set as tokens of a model.

    Args:
        model: Its tokeniser is used.
        dataset: The data set, streamed or not.
        text_column: The column of texts.

    Raises:
        GenderfairError: The tokeniser has no token that ends a text, or it is no data set.
        SourceOptionError: There is no such column.
        ColumnError: The column does not hold text.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair.effects.training import scratch_model
        >>> rows = Dataset.from_dict({"text": ["Tea.", "", None, "Green tea."]})
        >>> texts = tokenise(scratch_model(["Tea."], size="tiny"), rows)
        >>> len(texts.ends), texts.skipped
        (2, 2)
    """
    check_rows(dataset, "a training")
    if dataset.column_names is not None:
        require_text_column(dataset.column_names, text_column, "the data set")
    end = model.tokeniser.eos_token_id
    if end is None:
        raise GenderfairError("the tokeniser has no token that ends a text: set its eos_token")
    start = [token for token in model.start if token != end]
    pieces, lengths, rows = [np.empty(0, np.int32)], [np.empty(0, np.int64)], 0
    for table in arrow_batches(dataset, [text_column], TEXTS_AT_ONCE, "Tokenise"):
        # a stream without features tells its columns by its rows
        require_text_column(table.column_names, text_column, "the data set")
        rows += table.num_rows
        column = text_array(column_array(table[text_column], text_column), text_column)
        texts = [text for text in column.to_pylist() if text]
        if not texts:
            continue
        found = model.tokeniser(texts, add_special_tokens=False, verbose=False)["input_ids"]
        documents = [[*start, *tokens, end] for tokens in found]
        pieces.append(np.concatenate([np.array(document, np.int32) for document in documents]))
        lengths.append(np.array([len(document) for document in documents], np.int64))
    ends = np.cumsum(np.concatenate(lengths))
    return TokenisedTexts(np.concatenate(pieces), ends, rows - len(ends))


def equal_tokens(*texts: TokenisedTexts) -> int:
    """Return the number of tokens that each condition has: that of the smallest.

    Args:
        texts: The texts of each condition.

    Raises:
        GenderfairError: There are none.

    Example:
        >>> small = TokenisedTexts(np.array([5, 0], np.int32), np.array([2]), 0)
        >>> large = TokenisedTexts(np.array([5, 6, 0], np.int32), np.array([3]), 0)
        >>> equal_tokens(small, large)
        2
    """
    if not texts:
        raise GenderfairError("there are no texts: give those of each condition")
    return min(len(condition.tokens) for condition in texts)


def blocks_digest(blocks: TokenNumbers) -> str:
    """Return what tells blocks of tokens from all others."""
    digest = xxhash.xxh3_128(repr(blocks.shape).encode())
    digest.update(blocks.tobytes())
    return str(digest.hexdigest())
