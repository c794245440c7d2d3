"""What a report says of a balanced corpus: what it costs, figures, tables, answers, and rows for each reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import nan
from types import ModuleType
from typing import Any, NamedTuple

from datasets import ClassLabel, Dataset, Features, Value

from hf_genderfair.balancing.corpus import REASON, STEP, Balance, choices
from hf_genderfair.balancing.equilibrium import group_sizes, read_counts, removal_table, word_costs_of
from hf_genderfair.core.counts import SHARE_BINS, SHARE_BINS_NOTE, UNKNOWN
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import (
    COLOURS,
    FEWEST,
    SHARES_LABEL,
    SHARES_TITLE,
    Figure,
    canvas,
    draw_bars,
    draw_table,
    enough_to_draw,
    finish,
    histograms_figure,
    percent_axis,
)
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
        told = ((one, part) for one, part in self.groups.items() if part.of > 1)
        gone = [f"{part.number or 'none'} of {counted(part.of, one)}" for one, part in told]
        if gone:
            said += f"; {listed(gone)} lost all texts"
        if self.fewest_words is not None:
            least = percent(self.fewest_words.share)
            said += f"; to leave out as few words as possible, and not texts, would cost {least} of the words"
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
            rows.append(["words, had as few of them as possible been left out", of, number, self.fewest_words.share])
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
        before = sum(stratum.before[place] for stratum in balance.strata)
        after = sum(stratum.after[place] for stratum in balance.strata)
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


FLAGS = ("subject_object", "direct_indirect", "named_pronoun", "sentiment", "no flag")
COLOUR_OF = dict(zip(FLAGS, COLOURS, strict=True))
# lines differ by their markers too, not by colour alone
MARKERS = ("o-", "s--", "^-.", "v:", "x-")
MEASURES = ("mentions", "actors")
CAPTION = f"Of the texts with a woman or a man. {SHARE_BINS_NOTE}"
Panels = dict[tuple[str, str], list[dict[str, Cell]]]


def shares_figure(table: Table) -> Figure:
    """Draw the distribution of the share of women by text (Urchs 2025, figures 4 and 6)."""
    cells = _cells(table, ("stage", "measure", "share of women", "texts", "n", "share"), "balance_shares")
    panels = {
        (stage, measure): [cell for cell in cells if (cell["stage"], cell["measure"]) == (stage, measure)]
        for stage in dict.fromkeys(str(cell["stage"]) for cell in cells)
        for measure in MEASURES
    }
    alt = "Histograms of the share of women by text. " + " ".join(
        _describe(stage, measure, bins) for (stage, measure), bins in panels.items()
    )
    # mentions would look much the same; the words and the table have both
    actors = {(stage, measure): bins for (stage, measure), bins in panels.items() if measure == "actors"}
    drawn, left_out = enough_to_draw(
        {f"{measure}, {stage}": bins for (stage, measure), bins in _changed(actors).items()},
        lambda each: int(each["n"] or 0) < FEWEST,
        f"fewer than {FEWEST} texts have a woman or a man",
    )
    shown = {
        f"{name} (n = {bins[0]['n']:,} texts)": [float(each["share"] or 0) for each in bins]
        for name, bins in drawn.items()
    }
    caption = " ".join(filter(None, [left_out, CAPTION]))
    return histograms_figure(SHARES_TITLE, SHARES_LABEL, SHARE_BINS, shown, alt, caption)


def _changed(panels: Panels) -> Panels:
    """Return the panels of the first stage, and those of later ones that differ from the stage before."""
    shown: Panels = {}
    last: list[Cell] | None = None
    for (stage, measure), bins in panels.items():
        texts = [each["texts"] for each in bins]
        if texts != last and any(texts):
            shown[stage, measure] = bins
        last = texts
    return shown


def _describe(stage: str, measure: str, bins: list[dict[str, Cell]]) -> str:
    if not bins or not bins[0]["n"]:
        return f"{stage}, {measure}: no text."
    first, last = (float(each["share"] or 0) for each in (bins[0], bins[-1]))
    return f"{stage}, {measure}: {bins[0]['n']:,} texts, {first:.0%} with men alone, {last:.0%} with women alone."


def removals_figure(table: Table) -> Figure:
    """Draw the number of rows left out by year and flag (Urchs 2025, figures 5 and 7)."""
    cells = _cells(table, ("rows", "left out", "no flag"), "balance_removals")
    if not any(cell["left out"] for cell in cells):
        raise GenderfairError("a figure of removals needs at least one row that was left out")
    by = table.columns[0]
    flags = [flag for flag in FLAGS if flag in table.columns]
    out = sum(int(cell["left out"] or 0) for cell in cells)
    listed = ", ".join(f"{flag} {sum(int(cell[flag] or 0) for cell in cells) / out:.1%}" for flag in flags)
    most = max(cells, key=lambda cell: int(cell["left out"] or 0))
    alt = f"{table.title}: {out:,} in all, most in {most[by]} ({most['left out']:,}). Flags on them: {listed}."
    with canvas(f"{table.title} (n = {out:,})", 4) as (figure, ticker):
        _draw_removals(figure, ticker, cells, by, flags)
        return finish(figure, alt, table.note)


def _draw_removals(figure: Any, ticker: ModuleType, cells: list[dict[str, Cell]], by: str, flags: list[str]) -> None:
    # without flags the second panel would say nothing
    fired_ones = [flag for flag in flags if flag != "no flag" and any(cell[flag] for cell in cells)]
    above, *others = figure.subplots(2 if fired_ones else 1, 1, sharex=True, squeeze=False)[:, 0]
    left = [int(cell["left out"] or 0) for cell in cells]
    draw_bars(above, [str(cell[by]) for cell in cells], left)
    above.set(ylabel="rows left out", xlabel="" if others else by)
    for below in others:
        _draw_flags(below, cells, flags, left)
        below.set(ylim=(0, 1), ylabel="share with the flag", xlabel=by)
        below.yaxis.set_major_formatter(percent_axis(ticker))
        figure.legend(loc="outside lower left", ncols=3, frameon=False)


def _draw_flags(axes: Any, cells: list[dict[str, Cell]], flags: list[str], left: list[int]) -> None:
    for number, flag in enumerate(flags):
        fired = [int(cell[flag] or 0) for cell in cells]
        heights = [count / total if total else nan for count, total in zip(fired, left, strict=True)]
        words = flag.replace("_", " ")
        axes.plot(
            range(len(cells)), heights, MARKERS[number], color=COLOUR_OF[flag], label=words, markersize=4, linewidth=1
        )


def _cells(table: Table, needed: tuple[str, ...], name: str) -> list[dict[str, Cell]]:
    missing = [column for column in needed if column not in table.columns]
    if missing:
        raise GenderfairError(f"this figure needs the table {name!r}, with the column {missing[0]!r}")
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


DRAWN = {"balance_shares": shares_figure, "balance_removals": removals_figure}
"""What draws a table, by its name."""


class BalanceFindings(NamedTuple):
    """The part of a report on a balance."""

    tables: list[Table]
    figures: dict[str, Figure]  # by file name; empty where matplotlib is not installed
    excluded: dict[str, int]  # number of rows left out by step and reason
    answers: list[str]


def balance_findings(balance: Balance, price: Price, by: str | None = None) -> BalanceFindings:
    """Describe a balance."""
    strata, ratios, *others = balance.tables
    tables = [ratios, price.table(), strata, *others]
    if by is not None:
        tables.append(removal_table(balance.kept, balance.excluded, by))
    figures: dict[str, Figure] = {}
    for place, table in enumerate(tables):
        if table.name in DRAWN:
            tables[place], picture = draw_table(table, f"{table.name}.png", partial(DRAWN[table.name], table))
            figures |= picture
    excluded: dict[str, int] = {}
    for step, reason in zip(balance.excluded[STEP][:], balance.excluded[REASON][:], strict=True):
        name = f"{step}: {reason}"
        excluded[name] = excluded.get(name, 0) + 1
    return BalanceFindings(tables, figures, dict(sorted(excluded.items())), balance_answers(balance, price))


def balance_answers(balance: Balance, price: Price) -> list[str]:
    """Say how many women there are to 100 men before and after, and what was left out for it."""
    ratios = balance.table("balance_ratios")
    values = [row[ratios.columns.index("women : men")] for row in ratios.rows]
    # mentions and actors of the first stage, and of the last
    (mentions, actors), (mentions_now, actors_now) = values[:2], values[-2:]
    if actors_now is None:
        return ["No text has a man among its actors: there is nothing to balance."]
    low, high = (round(100 * float(bound)) for bound in balance.bounds)
    reached = f"{'within' if balance.reached else 'outside'} the range from {low} to {high} that was asked for"
    if low == high:
        reached = f"{'as many as' if balance.reached else 'not as many as'} were asked for"
    there = f"there are {_to_100(actors_now)} women to 100 men among the actors"
    if not len(balance.excluded):
        return [f"Now {there}, and {_to_100(mentions_now)} among the mentions: {reached}; nothing was left out."]
    there += f" (it was {_to_100(actors)}) and {_to_100(mentions_now)} among the mentions (it was {_to_100(mentions)})"
    return [f"Now {there}, {reached}.", f"The price is {price.in_words()}."]


def _to_100(ratio: Cell) -> str:
    return "an unknown number of" if ratio is None else f"{100 * float(ratio):.0f}"
