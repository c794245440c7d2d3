"""The part of an audit that is about actors: tables, pictures and the text report of each year (Urchs 2025)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from datasets import Dataset

from hf_genderfair.actors.association import PARTS_OF_SPEECH, association_table, count_words
from hf_genderfair.actors.estimates import NO_VERDICT, gender_bounds, gender_share, share_by_source
from hf_genderfair.actors.figures import article_shares_figure, years_figure
from hf_genderfair.actors.tables import (
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
from hf_genderfair.report.figures import Figure, draw_table
from hf_genderfair.report.report import Table
from hf_genderfair.report.sentences import TOO_FEW, counted, percent, percent_with_limits

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
        ("actors", "persons whom the texts mark as women or men", "are women"),
        ("quotes", "quotes of women and men", "are of women"),
    ):
        part = gender_share(totals, quantity)
        if part.value is None:
            continue
        said = f"Of {part.n:,} {of}, {percent_with_limits(part.value, part.low, part.high)} {are}"
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
        nouns = counted(bounds.masculine_nouns, "person")
        answers.append(
            f"The share of women would be {low} if the {nouns} whom a masculine noun alone names were all men, and "
            f"{high} if none was."
        )
    named = share_by_source(totals, "names").n
    if named:
        answers.append(f"The gender of {percent(named / bounds.shown.n)} of them rests on a first name alone.")
    return answers
