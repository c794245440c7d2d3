"""The part of an audit that is about actors: tables, pictures and the text report of each year (Urchs 2025)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from datasets import Dataset

from hf_genderfair.actors.association import PARTS_OF_SPEECH, association_table, count_words
from hf_genderfair.actors.estimates import NO_VERDICT, gender_bounds, gender_share, share_by_source
from hf_genderfair.actors.tables import (
    STRATA_COLUMNS,
    actors_table,
    article_shares_table,
    coverage_table,
    evidence_table,
    per_text_table,
    quantities_table,
    ratios_table,
    sentiment_table,
    strata_tables,
)
from hf_genderfair.actors.totals import ActorTotals, count_actors
from hf_genderfair.actors.yearly import yearly_report
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.report.figures import (
    FEWEST,
    SHARES_LABEL,
    SHARES_TITLE,
    Figure,
    canvas,
    draw_table,
    draw_years,
    enough_to_draw,
    finish,
    histograms_figure,
)
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.report.sentences import TOO_FEW, counted, percent, percent_with_limits

KINDS = ("mentions", "actors")

Years = dict[str, list[dict[str, Cell]]]


def years_figure(table: Table) -> Figure:
    """Draw the share of female among female and male by year, a panel for each quantity."""
    # The share of male is its complement. Years with too few texts for a verdict are drawn hollow; missing years leave
    # a gap in the axis.
    if tuple(table.columns[1:]) != STRATA_COLUMNS:
        raise GenderfairError("a figure by year needs one of the tables of strata_tables")
    years: Years = {}
    others = 0
    for cells in table.rows:
        row = dict(zip(("year", *STRATA_COLUMNS), cells, strict=True))
        found = years.setdefault(str(row["quantity"]), [])
        if not str(row["year"]).isdecimal():
            others += 1
        elif row["share of female"] is not None:
            found.append(row)
    if not any(years.values()):
        raise GenderfairError("a figure by year needs at least one year with an actor: count by a column of dates")
    named = {quantity.replace("_", " "): rows for quantity, rows in years.items()}
    drawn, left_out = enough_to_draw(named, _is_few, "every year has too few texts")
    few = any(_is_few(row) for rows in drawn.values() for row in rows)
    caption = " ".join(
        [
            "Lines: 95 % intervals over texts.",
            *(["Hollow: too few texts for a verdict."] if few else []),
            *(["Texts without a year are left out."] if others else []),
            *([left_out] if left_out else []),
        ]
    )
    return _draw_years(table.title, drawn, _describe_years(table.title, years), caption)


def _is_few(row: dict[str, Cell]) -> bool:
    return row["verdict"] == NO_VERDICT


def _draw_years(title: str, drawn: Mapping[str, Sequence[dict[str, Cell]]], alt: str, caption: str) -> Figure:
    all_years = [int(row["year"] or 0) for rows in drawn.values() for row in rows]
    with canvas(title, 0.3 + 1.7 * len(drawn)) as (figure, ticker):
        panels = figure.subplots(len(drawn), 1, sharex=True, squeeze=False)[:, 0]
        for panel, (quantity, rows) in zip(panels, drawn.items(), strict=True):
            draw_years(panel, ticker, rows, NO_VERDICT)
            number = sum(int(row["female"] or 0) + int(row["male"] or 0) for row in rows)
            panel.set(title=f"{quantity} (n = {number:,})")
            panel.set(xlim=(min(all_years) - 0.7, max(all_years) + 0.7))
        panels[-1].set_xlabel("year")
        figure.supylabel("share of female\namong female and male", fontsize=9)
        return finish(figure, alt, caption)


def _describe_years(title: str, years: Years) -> str:
    described = [
        f"{quantity.replace('_', ' ')}: {', '.join(map(_describe, rows)) or 'none'}" for quantity, rows in years.items()
    ]
    return f"{title}. {'; '.join(described)}."


def _describe(row: dict[str, Cell]) -> str:
    limits = "" if row["low"] is None else f" ({float(row['low'] or 0):.0%} to {float(row['high'] or 0):.0%})"
    verdict = f", {NO_VERDICT}" if row["verdict"] == NO_VERDICT else ""
    return f"{row['year']} {float(row['share of female'] or 0):.0%}{limits} in {row['n']:,} texts{verdict}"


def article_shares_figure(table: Table) -> Figure:
    """Draw the distribution over texts of the share of female among female and male."""
    wanted = [f"{name} by {kind}" for kind in KINDS for name in ("texts", "share of texts")]
    if table.columns[1:] != wanted:
        raise GenderfairError("a figure of the share in each text needs the table of article_shares_table")
    columns = dict(zip(table.columns, zip(*table.rows, strict=True), strict=True))
    if None in columns["share of texts by actors"]:
        raise GenderfairError("a figure of the share in each text needs at least one text with a female or male actor")
    texts = {kind: [sum(int(each or 0) for each in columns[f"texts by {kind}"])] for kind in KINDS}
    enough_to_draw(texts, lambda number: number < FEWEST, f"fewer than {FEWEST} texts have a woman or a man")
    described = []
    for kind in KINDS:
        numbers, shares = columns[f"texts by {kind}"], columns[f"share of texts by {kind}"]
        cells = zip(columns[table.columns[0]], shares, numbers, strict=True)
        listed = ", ".join(f"{name}: {float(share or 0):.1%} ({number:,})" for name, share, number in cells)
        described.append(f"By {kind}: {listed}.")
    alt = f"{table.title}. {' '.join(described)}"
    panels = {
        f"{kind} (n = {texts[kind][0]:,} texts)": [float(share or 0) for share in columns[f"share of texts by {kind}"]]
        for kind in KINDS
    }
    names = list(map(str, columns["share of female"]))
    return histograms_figure(SHARES_TITLE, SHARES_LABEL, names, panels, alt, table.note)


LONGEST_NAME = 50
"""Characters of a label that stand in the name of its file, which may have 255 bytes."""

SAID = {
    "more female": "more than half",
    "more male": "fewer than half",
    "no difference shown": "no difference from one half shown",
}
"""Verdicts in sentences."""


class ActorFindings(NamedTuple):
    """What a report says of actors.

    Attributes:
        tables: Figures, each with n and interval.
        figures: Pictures by file name; none where matplotlib is not installed.
        pages: The text report of the whole and of each stratum, by file name.
        answers: What the figures say, a sentence each.

    Example:
        >>> ActorFindings([], {}, {}, []).tables
        []
    """

    tables: list[Table]
    figures: dict[str, Figure]
    pages: dict[str, bytes]
    answers: list[str]


def actor_findings(dataset: Dataset, by: str | None = None) -> ActorFindings:
    """Measure who appears, acts, is named and quoted in a data set with the columns of `ActorMetrics`."""
    totals = count_actors(dataset, by)
    words = count_words(dataset, by)
    shares, figures = _drawn(article_shares_table(totals), article_shares_figure)
    tables = [
        coverage_table(totals),
        actors_table(totals),
        evidence_table(totals),
        quantities_table(totals),
        ratios_table(totals),
        sentiment_table(totals),
        per_text_table(totals),
        shares,
        *(association_table(words, pos) for pos in PARTS_OF_SPEECH),
    ]
    for table in strata_tables(totals) if by is not None else ():
        table, picture = _drawn(table, years_figure)
        tables.append(table)
        figures |= picture
    pages = {"actors.txt": yearly_report(totals, words).encode()}
    for stratum, name in file_names(totals.strata if by is not None else ()).items():
        pages[f"actors_{name}.txt"] = yearly_report(totals, words, stratum).encode()
    return ActorFindings(tables, figures, pages, actor_answers(totals))


def _drawn(table: Table, draw: Callable[[Table], Figure]) -> tuple[Table, dict[str, Figure]]:
    return draw_table(table, f"{table.name}.png", partial(draw, table))


def file_names(labels: Iterable[str]) -> dict[str, str]:
    """Return a name of a file for each label, which no other label has on any file system."""
    names: dict[str, str] = {}
    for label in labels:
        plain = re.sub(r"[^\w.-]+", "_", label)[:LONGEST_NAME]
        taken = plain.casefold() in map(str.casefold, names.values())
        digest = hashlib.sha256(label.encode("utf-8", "replace")).hexdigest()[:8]
        names[label] = f"{plain}-{digest}" if taken or len(label) > LONGEST_NAME else plain
    return names


def actor_answers(totals: ActorTotals) -> list[str]:
    """Say which share of actors, and of quotes, are those of women."""
    answers = []
    for quantity, of, are in (
        ("actors", ("person", "whom the texts mark as women or men"), "are women"),
        ("quotes", ("quote", "of women and men"), "are of women"),
    ):
        part = gender_share(totals, quantity)
        if part.value is None:
            continue
        noun, marked = of
        said = f"Of {counted(part.n, noun)} {marked}, {percent_with_limits(part.value, part.low, part.high)} {are}"
        if part.verdict == NO_VERDICT:
            answers.append(f"{said}; {TOO_FEW}, with {counted(part.texts, 'text')}.")
        else:
            answers.append(f"{said}: {SAID[part.verdict]}.")
        if quantity == "actors":
            answers += evidence_answers(totals)
    return answers


def evidence_answers(totals: ActorTotals) -> list[str]:
    """Say between what the share of women lies, and how many genders rest on a first name alone."""
    bounds = gender_bounds(totals)
    answers = []
    if bounds.masculine_nouns and bounds.all_men.value is not None and bounds.no_men.value is not None:
        low, high = percent(bounds.all_men.value), percent(bounds.no_men.value)
        one = bounds.masculine_nouns == 1
        nouns = "the 1 person" if one else f"all {bounds.masculine_nouns:,} persons"
        answers.append(
            f"The share of women would be {low} if {nouns} whom a masculine noun alone names "
            f"{'was a man' if one else 'were men'}, and {high} if {'not' if one else 'none was'}."
        )
    named = share_by_source(totals, "names").n
    if named:
        share = percent(named / bounds.shown.n)
        answers.append(f"The gender of {share} of these women and men rests on a first name alone.")
    return answers
