"""The part of an audit that is about actors: tables, pictures, examples and the text report of each year (Urchs 2025).

The paper's she/her and he/him are our female and male, whose gender need not come from a pronoun. Its texts are those
with such an actor, and its overall is their sum. An undefined mean is a dash, not 0.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from datasets import Dataset

from hf_genderfair.actors.association import PARTS_OF_SPEECH, WordCounts, association_table, count_words, frequent_words
from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.estimates import (
    BINARY,
    NO_VERDICT,
    GenderShare,
    PerText,
    coverage,
    flag_per_text,
    gender_bounds,
    gender_share,
    per_text,
    ratio,
    sentiment_of_actors,
    sentiment_per_text,
    share_by_source,
)
from hf_genderfair.actors.tables import (
    OUTSIDE,
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
from hf_genderfair.actors.totals import COUNTED, ActorTotals, count_actors
from hf_genderfair.core.counts import Share
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender
from hf_genderfair.report.examples import LONGEST, Highlight, marked_example, near_highlights
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
from hf_genderfair.report.report import Cell, Table, TextExample
from hf_genderfair.report.sentences import TOO_FEW, counted, percent, percent_with_limits

SHOWN = 6
"""Persons of an example: with more, nobody could tell their colours apart."""


def actor_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples of persons from rows with the columns of `ActorMetrics`, each person by a number."""
    for row in rows.select_columns([text_column, "actors", "actor_mentions"]):
        mentions = row["actor_mentions"] or []
        if not mentions:
            continue
        near = near_highlights(Highlight(each["start"], each["end"], "person", str(each["actor"])) for each in mentions)
        order = list(dict.fromkeys(place.label for place in near))
        if len(order) <= SHOWN:
            numbers = {actor: str(number) for number, actor in enumerate(order, 1)}
            places = [place._replace(label=numbers[place.label]) for place in near]
            said = "; ".join(
                f"{number}: {_described_actor(row['actors'][int(actor)])}" for actor, number in numbers.items()
            )
            yield marked_example("Persons", row[text_column], places, said)


def quote_examples(rows: Dataset, text_column: str = "text") -> Iterator[TextExample]:
    """Yield examples of quotes from rows with the columns of `ActorMetrics`, with the words that name the speaker."""
    for row in rows.select_columns([text_column, "actors", "quotes"]):
        for quote in row["quotes"] or []:
            places = [Highlight(quote["start"], quote["end"])]
            if quote["speaker_start"] is not None:
                places.append(Highlight(quote["speaker_start"], quote["speaker_end"], "person", "speaker"))
            if max(place.end for place in places) - min(place.start for place in places) > LONGEST:
                continue
            speaker = "nobody" if quote["actor"] is None else _described_actor(row["actors"][quote["actor"]])
            why = f"{quote['kind']} quote; speaker: {speaker}"
            yield marked_example("Quotes with their speakers", row[text_column], places, why)


def _described_actor(actor: Mapping[str, Any]) -> str:
    """Return the gender that a text marks, with the word that shows it most clearly."""
    shown = [each for each in actor["evidence"] or [] if each["gender"] == actor["gender"]]
    by = max(shown, key=lambda each: each["weight"], default=None)
    gender = f"{actor['gender']} (“{by['word']}”)" if by else str(actor["gender"])
    return f"group, {gender}" if actor["group"] else gender


TOTALS = {
    "Pronoun Distribution": "actors",
    "Mentions by Pronoun": "mentions",
    "Named Mentions": "named",
    "Pronoun Mentions": "pronouns",
    "Subject Roles": "subjects",
    "Object Roles": "objects",
    "Direct Quotes": "direct_quotes",
    "Indirect Quotes": "indirect_quotes",
    "Feminine-coded Words": "feminine_coded",
    "Masculine-coded Words": "masculine_coded",
}
"""Rows of totals of the paper, with their quantities; the first counts actors, the second all mentions."""
SHARES = {
    "Named Mentions (% of all mentions)": "named",
    "Pronoun Mentions (% of all mentions)": "pronouns",
    "Subject Roles (% of known roles)": "subjects",
    "Object Roles (% of known roles)": "objects",
    "Direct Quotes (% of quotes)": "direct_quotes",
    "Indirect Quotes (% of quotes)": "indirect_quotes",
}
"""Rows of percentages; despite their names, those of the paper are the shares of the groups in one quantity."""
PER_TEXT = {
    "Pronouns (Resolved)": "actors",
    "Mentions (By Pronoun)": "mentions",
    "Feminine Coded Words (By Pronoun)": "feminine_coded",
    "Masculine Coded Words (By Pronoun)": "masculine_coded",
    "Named Mentions (Sum Over Actors)": "named",
    "Pronoun Mentions (Sum Over Actors)": "pronouns",
    "Subject Roles": "subjects",
    "Object Roles": "objects",
    "Direct Quotes": "direct_quotes",
    "Indirect Quotes": "indirect_quotes",
}
PER_TEXT_OVERALL = {
    "Total Actors": "actors",
    "Total Mentions": "mentions",
    "Total Feminine Coded Words": "feminine_coded",
    "Total Masculine Coded Words": "masculine_coded",
}
PRONOUNS: dict[str, tuple[PersonGender, ...]] = {"She/Her": ("female",), "He/Him": ("male",)}
COLUMNS: tuple[tuple[PersonGender, ...], ...] = (("female",), ("male",), BINARY)
TOP = 10
RULE = "-" * 60
ABSENT = "-"


def yearly_report(totals: ActorTotals, words: WordCounts, stratum: str | None = None) -> str:
    """Return the report of one year, or another stratum.

    Args:
        totals: What ``count_actors(dataset, by="date")`` returned.
        words: What `hf_genderfair.actors.association.count_words` returned for the same column.
        stratum: The year; None for the whole corpus.

    Returns:
        Lines with columns parted by tabs: the rows of the paper, then, under a heading of their own, other genders,
        roles and intervals, and what the figures rest on.

    Raises:
        GenderfairError: There is no such stratum.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import ActorMetrics, annotate
        >>> from hf_genderfair.actors import count_actors
        >>> from hf_genderfair.actors.association import count_words
        >>> rows = annotate(Dataset.from_dict({"text": ["Er ging."], "date": ["2024-05-05"]}), ActorMetrics("de"))
        >>> yearly_report(count_actors(rows, "date"), count_words(rows, "date"), "2024").splitlines()[0]
        'Report for the year 2024'
    """
    totals.chosen(stratum)
    lines = [f"Report for the {_name(totals, stratum)}", "", "AGGREGATED TOTALS (all texts)", ""]
    lines += [*_totals(totals, stratum), "", "STATISTICS (per text)", "", _row("Metric", "Mean", "Median", "Std Dev")]
    lines += [RULE, *_statistics(totals, stratum)]
    for pos, name in PARTS_OF_SPEECH.items():
        lines += ["", f"TOP PMI {name.upper()}", "", f"Most frequent {name} associated with each pronoun group.", ""]
        lines += _words(words, pos, stratum)
    lines += ["", "NOT IN THE PUBLISHED REPORT", "", *_further(totals, stratum)]
    return "\n".join(lines) + "\n"


def _name(totals: ActorTotals, stratum: str | None) -> str:
    if stratum is None:
        return "whole corpus"
    return f"year {stratum}" if stratum.isdecimal() else f"{totals.by} {stratum}"


def _totals(totals: ActorTotals, stratum: str | None) -> Iterator[str]:
    yield _row("Total Texts:", totals.number("texts", stratum))
    yield _row("Texts with Actors:", totals.number("texts_with_female_or_male", stratum))
    yield _row("Uses Gender Neutral Language (Docs):", totals.number("gender_fair_texts", stratum))
    yield _row("Generic Masculine Usage (Docs):", totals.number("generic_masculine_texts", stratum))
    yield ""
    yield _row("Metric", "she/her", "he/him", "overall")
    yield RULE
    for label, quantity in TOTALS.items():
        counts = [totals.total(gender, quantity, stratum) for gender in BINARY]
        yield _row(f"{label}:", *counts, sum(counts))
    means = [ratio(totals, "sentiment", "predications", genders, stratum).value for genders in COLUMNS]
    yield _row("Sentiment:", *map(_number, means))
    for label, quantity in SHARES.items():
        female, male = (totals.total(gender, quantity, stratum) for gender in BINARY)
        yield _row(f"{label}:", *(_percent(count, female + male) for count in (female, male)))


def _statistics(totals: ActorTotals, stratum: str | None) -> Iterator[str]:
    for pronouns, genders in PRONOUNS.items():
        for label, quantity in PER_TEXT.items():
            yield _described(f"{label} ({pronouns})", per_text(totals, quantity, genders, stratum, BINARY))
    yield _described("Mean Sentiment (All)", sentiment_per_text(totals, stratum))
    for label, quantity in PER_TEXT_OVERALL.items():
        yield _described(label, per_text(totals, quantity, BINARY, stratum, BINARY))
    yield _described("Uses Gender-Neutral Language", flag_per_text(totals, "gender_fair_texts", stratum))
    yield _described("Generic Masculine", flag_per_text(totals, "generic_masculine_texts", stratum))


def _words(words: WordCounts, pos: str, stratum: str | None) -> Iterator[str]:
    yield _row("Rank", "ALL", "she/her", "he/him")
    found = words.words(pos, stratum)
    columns = [frequent_words(found, genders, TOP) for genders in (BINARY, *PRONOUNS.values())]
    for rank in range(TOP):
        listed = [column[rank] if rank < len(column) else None for column in columns]
        yield _row(rank + 1, *(f"{word[0]} ({word[1]:.2f})" if word else ABSENT for word in listed))


def _further(totals: ActorTotals, stratum: str | None) -> Iterator[str]:
    yield _row("Metric", *PERSON_GENDERS, "all")
    yield RULE
    for quantity in COUNTED:
        counts = [totals.total(gender, quantity, stratum) for gender in PERSON_GENDERS]
        yield _row(f"{QUANTITIES[quantity]}:", *counts, sum(counts))
    groups: tuple[Sequence[PersonGender], ...] = (*((gender,) for gender in PERSON_GENDERS), PERSON_GENDERS)
    means = [ratio(totals, "sentiment", "predications", genders, stratum).value for genders in groups]
    yield _row("Sentiment (mean of predications):", *(_number(mean, 3) for mean in means))
    means = [sentiment_of_actors(totals, genders, stratum).value for genders in groups]
    yield _row("Sentiment (mean of actors):", *(_number(mean, 3) for mean in means))
    yield ""
    yield _row("Share of female among female and male", "%", "low", "high", "texts", "verdict")
    yield RULE
    for quantity in COUNTED:
        part = gender_share(totals, quantity, stratum=stratum)
        limits = (_points(value) for value in (part.value, part.low, part.high))
        yield _row(f"{QUANTITIES[quantity]}:", *limits, part.texts, part.verdict)
    yield ""
    yield from _coverage(totals, stratum)


def _coverage(totals: ActorTotals, stratum: str | None) -> Iterator[str]:
    found = coverage(totals, stratum)
    yield _row("Coverage", "number", "of", "%", "low", "high")
    yield RULE
    shares: dict[str, Share | GenderShare] = {
        "Texts with an actor of any gender": found.texts_with_actors,
        "Texts with a female or male actor": found.texts_with_female_or_male,
        "Texts with a gender-fair form": found.gender_fair,
        "Texts with a generic masculine": found.generic_masculine,
        "Actors whose gender the text marks": found.known,
    }
    for label, part in shares.items():
        limits = (_points(value) for value in (part.value, part.low, part.high))
        yield _row(f"{label}:", part.count, part.n, *limits)
    for name, label in OUTSIDE.items():
        yield _row(f"{label.capitalize()}:", totals.number(name, stratum))


def _row(*cells: str | float) -> str:
    return "\t".join(map(str, cells))


def _described(label: str, found: PerText) -> str:
    return _row(label, *map(_number, found[1:]))


def _number(value: float | None, digits: int = 2) -> str:
    # adding 0 turns a rounded -0.0 into 0.0
    return ABSENT if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def _percent(count: int, n: int) -> str:
    return f"{100 * count / n:.1f}" if n else ABSENT


def _points(value: float | None) -> str:
    return ABSENT if value is None else f"{100 * value:.1f}"


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
        figure.supylabel("share of women\namong women and men", fontsize=9)
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
        number = bounds.masculine_nouns
        nouns = "the person" if one else "both persons" if number == 2 else f"all {number:,} persons"
        answers.append(
            f"The share of women would be {low} if {nouns} whom a masculine noun alone names "
            f"{'was a man' if one else 'were men'}, and {high} if {'not' if one else 'none was'}."
        )
    named = share_by_source(totals, "names").n
    if named:
        share = percent(named / bounds.shown.n)
        answers.append(f"The gender of {share} of these women and men rests on a first name alone.")
    return answers
