"""What a balance costs: the texts, words, women and men that were left out, and what another choice would cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from datasets import ClassLabel, Dataset, Features, Value

from hf_genderfair.balancing.corpus import Balance, choices
from hf_genderfair.balancing.counts import group_sizes, read_counts, word_costs_of
from hf_genderfair.balancing.solver import Totals
from hf_genderfair.core.counts import UNKNOWN
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.report.sentences import counted, listed, percent

GROUPED_BY = ("section", "date", "year")
"""Columns whose values say what a text is part of: a balance may leave out all of one."""

SEVERAL = {"text": "texts", "word": "words", "woman": "women", "man": "men"}


class Lost(NamedTuple):
    """How many of something were left out."""

    number: int
    of: int

    @property
    def share(self) -> float:
        """The share of them."""
        return self.number / self.of if self.of else 0.0


class Price(NamedTuple):
    """What a balance costs.

    Attributes:
        lost: What was left out of texts, words, women and men, by the name of one of them; words where they are known.
        groups: How many years, sections and the like lost all their texts, by the name of one of them.
        fewest_words: The words that a choice of as few words as possible would leave out; None where that is no choice.

    Example:
        >>> Price({"text": Lost(16, 60)}, {}, None).in_words().replace("\N{NO-BREAK SPACE}", " ")
        '16 of 60 texts (27 %)'
    """

    lost: Mapping[str, Lost]
    groups: Mapping[str, Lost]
    fewest_words: Lost | None

    def in_words(self) -> str:
        """Say what was left out, and which option would leave out less."""
        parts = [
            f"{part.number:,} of {counted(part.of, one, SEVERAL[one])} ({percent(part.share)})"
            for one, part in self.lost.items()
        ]
        said = listed(parts)
        if self.groups:
            gone = [f"{part.number or 'none'} of {counted(part.of, one)}" for one, part in self.groups.items()]
            said += f"; {listed(gone)} lost all texts"
        if self.fewest_words is not None:
            least = percent(self.fewest_words.share)
            said += f"; to leave out the fewest words (words=True, --words) would cost {least} of them"
        return said

    def table(self) -> Table:
        """Return the price as a table."""
        rows: list[list[Cell]] = [
            [SEVERAL[one], part.of, part.number, part.share] for one, part in self.lost.items() if part.of
        ]
        rows += [
            [f"{one}s with all their texts", part.of, part.number, part.share] for one, part in self.groups.items()
        ]
        if self.fewest_words is not None:
            number, of = self.fewest_words
            rows.append(["words, had words=True been given", of, number, self.fewest_words.share])
        note = "Women and men are actors: persons told apart within a text."
        return Table("balance_price", "What the balance costs", ["what", "before", "left out", "share"], rows, note)


def grouping_columns(features: Features, *given: str | None) -> list[str]:
    """Return the columns whose values say what a text is part of: those given, and those known by their names."""
    known = [name for name in GROUPED_BY if isinstance(features.get(name), (Value, ClassLabel))]
    return list(dict.fromkeys([*filter(None, given), *known]))


def price_of(balance: Balance, words_column: str | None, grouped_by: Sequence[str]) -> Price:
    """Return what a balance costs; a column has the text, or the number of words, of each row."""
    parts = (balance.excluded, balance.kept)
    lost = {"text": _lost(*map(len, parts))}
    if words_column is not None:
        lost["word"] = _lost(*(int(word_costs_of(part, words_column).sum()) for part in parts))
    for one, place in (("woman", 0), ("man", 1)):
        before, after = (sum(totals[place] for totals in stage) for stage in _totals(balance))
        lost[one] = Lost(before - after, before)
    groups = {}
    for column in grouped_by:
        out, stay = (group_sizes(part, column).keys() - {UNKNOWN} for part in parts)
        groups["year" if column == "date" else column] = Lost(len(out - stay), len(out | stay))
    return Price(lost, groups, None)


def with_fewest_words(
    price: Price,
    balance: Balance,
    rows: Dataset,
    words_column: str,
    by: str | None,
    exclude: str | None,
    max_removed: float | None,
) -> Price:
    """Return a price with that of a choice of as few words as possible, where that is lower."""
    corpus = read_counts(rows, by=by, words_column=words_column, exclude=exclude)
    words = int(corpus.cost[corpus.reason.is_valid().to_numpy(zero_copy_only=False)].sum())
    for _, _, _, found in choices(corpus, balance.bounds, max_removed, "fewest"):
        if not found.in_range and found.verdict != "nobody":
            return price
        words += found.cost
    now = price.lost["word"]
    return price._replace(fewest_words=Lost(words, now.of)) if words < now.number else price


def _lost(left_out: int, kept: int) -> Lost:
    return Lost(left_out, left_out + kept)


def _totals(balance: Balance) -> tuple[list[Totals], list[Totals]]:
    return [each.before for each in balance.strata], [each.after for each in balance.strata]
