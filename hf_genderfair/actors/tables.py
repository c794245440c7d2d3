"""Tables of a report on actors: every figure with its n and interval, a dash for unknown ones.

``totals`` is the result of `count_actors`. A table describes one ``stratum``, or the whole corpus where that is None.
"""

from __future__ import annotations

from collections.abc import Sequence

from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.estimates import (
    BINARY,
    MINIMUM_TEXTS,
    GenderShare,
    PerText,
    QuantityRatio,
    actors_per_text,
    coverage,
    gender_bounds,
    gender_share,
    per_text,
    ratio,
    ratio_gap,
    sentiment_of_actors,
    sentiment_per_text,
    share_by_source,
)
from hf_genderfair.actors.totals import COUNTED, ActorTotals
from hf_genderfair.core.counts import SHARE_BINS, SHARE_BINS_NOTE, Share, bin_shares
from hf_genderfair.languages.coreference.mention import EVIDENCE_SOURCES, EvidenceSource
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.report.sentences import counted

TOO_FEW = f"no interval and no verdict below {MINIMUM_TEXTS} texts"
DRAWN = "95 % bootstrap interval over texts, since what one text says does not vary independently"
ACTORS_PER_TEXT = "actors per text with one"
RATIOS: dict[str, tuple[str, str]] = {
    "mentions per actor": ("mentions", "actors"),
    "named share of mentions": ("named", "mentions"),
    "object share of subjects and objects": ("objects", "subjects_and_objects"),
    "passive share of subjects": ("passive_subjects", "subjects_of_any_voice"),
    "direct share of quotes": ("direct_quotes", "quotes"),
    "quotes per actor": ("quotes", "actors"),
    "feminine share of coded words": ("feminine_coded", "coded_words"),
    "coded words per actor": ("coded_words", "actors"),
}
"""Ratios of two quantities, which do not depend on the number of persons."""
OVER_TIME = {
    "actor_references": ("Mentions and actors: share of women", ("mentions", "actors")),
    "actor_quotes": ("Quotes: share of women", ("direct_quotes", "indirect_quotes")),
    "actor_roles": (
        "Subjects and objects: share of women",
        ("subjects", "objects", "passive_subjects", "dative_objects"),
    ),
}
"""Tables by year or other strata, as in the paper (figures 1 to 3): name, title and quantities."""
SOURCES: dict[EvidenceSource, str] = {
    "self-description": "what persons say of themselves",
    "pronouns": "pronouns",
    "words": "titles, nouns and their endings",
    "names": "first names alone",
}
"""Kinds of evidence, with their names in tables."""
ALL_MEN = "bound: all whom a masculine noun alone names are men"
NO_MEN = "bound: none of them is a man"
OUTSIDE = {
    "groups": "groups of persons",
    "group_mentions": "mentions of groups",
    "quotes_unattributed": "quotes without a single person as speaker",
    "gender_fair_total": "gender-fair forms",
    "generic_masculine_total": "generic masculines",
}
"""Counts outside of single persons, with their names in tables."""
GROUPS: dict[str, tuple[PersonGender, ...]] = {"female and male": BINARY, "female": ("female",), "male": ("male",)}
STRATA_COLUMNS = ("quantity", "female", "male", "share of female", "low", "high", "verdict", "n")


def actors_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return actors and mentions by gender, including unknown."""
    rows: list[list[Cell]] = []
    for gender in PERSON_GENDERS:
        row: list[Cell] = [gender]
        for quantity in ("actors", "mentions"):
            part = gender_share(totals, quantity, (gender,), PERSON_GENDERS, stratum)
            row += [part.count, part.value, part.low, part.high, part.texts]
        rows.append(row)
    columns = ["gender", "actors", "share of actors", "low", "high", "texts with actors"]
    columns += ["mentions", "share of mentions", "low (mentions)", "high (mentions)", "texts with mentions"]
    note = (
        "Single persons, identified within each text, not across texts; groups are not counted. The gender is that "
        f"with which the text marks a person. Interval: {DRAWN}; {TOO_FEW} with an actor."
    )
    return Table("actors", "Actors by gender", columns, rows, note)


def evidence_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return on what the genders of actors rest, and between what the share of women must lie."""
    bounds = gender_bounds(totals, stratum)
    rows: list[list[Cell]] = [["all evidence", *_share_cells(bounds.shown)]]
    rows += [[SOURCES[source], *_share_cells(share_by_source(totals, source, stratum))] for source in EVIDENCE_SOURCES]
    rows.append([ALL_MEN, *_share_cells(bounds.all_men)])
    rows.append([NO_MEN, *_share_cells(bounds.no_men)])
    columns = ["evidence", "women", "women and men", "share of women", "low", "high"]
    note = (
        "A person counts once, by the surest evidence. A masculine noun alone, which marks no gender, names "
        f"{counted(bounds.masculine_nouns, 'person')} of unknown gender; the last two rows are the bounds of the "
        "share of women, if all of them are men and if none is. A first name shows to whom it is mostly given, not who "
        "bears it. "
        "Interval: 95 % Wilson interval, which takes persons for independent."
    )
    return Table("actor_evidence", "On what the genders rest", columns, rows, note)


def quantities_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return every quantity by gender, with the share of female among female and male (Urchs 2025, appendix A)."""
    rows: list[list[Cell]] = []
    for quantity in COUNTED:
        part = gender_share(totals, quantity, stratum=stratum)
        counts = [totals.total(gender, quantity, stratum) for gender in PERSON_GENDERS]
        rows.append([QUANTITIES[quantity], *counts, sum(counts)])
        rows[-1] += [part.value, part.low, part.high, part.verdict, part.texts]
    columns = ["quantity", *PERSON_GENDERS, "all", "share of female", "low", "high", "verdict", "texts"]
    note = (
        "The share is that of women among women and men; texts are those with the quantity for either. Interval: "
        f"{DRAWN}. The verdict is the side of one half on which the interval lies; {TOO_FEW}."
    )
    return Table("actor_quantities", "Who appears, acts and speaks", columns, rows, note)


def ratios_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return the ratios of female and male actors, which do not depend on their number."""
    rows: list[list[Cell]] = [
        [ACTORS_PER_TEXT, group, *_ratio_cells(actors_per_text(totals, genders, stratum)), None, None, None, None]
        for group, genders in GROUPS.items()
    ]
    for name, (numerator, denominator) in RATIOS.items():
        gap = ratio_gap(totals, numerator, denominator, stratum)
        for group, genders in GROUPS.items():
            found = ratio(totals, numerator, denominator, genders, stratum)
            difference: list[Cell] = [*gap, gap.verdict] if genders == BINARY else [None] * 4
            rows.append([name, group, *_ratio_cells(found), *difference])
    columns = ["ratio", "actors", "value", "low", "high", "n", "texts"]
    columns += ["female less male", "low (difference)", "high (difference)", "verdict"]
    note = (
        "n is the denominator; texts are those with it. Interval: 95 % interval over texts; "
        f"{TOO_FEW} with the denominator. Topics and offices differ between the genders too: a difference is not by "
        "itself discrimination."
    )
    return Table("actor_ratios", "How actors are spoken of", columns, rows, note)


def sentiment_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return the sentiment of the predications of each gender."""
    rows: list[list[Cell]] = []
    for gender in PERSON_GENDERS:
        found = ratio(totals, "sentiment", "predications", (gender,), stratum)
        actors = sentiment_of_actors(totals, (gender,), stratum)
        rows.append([gender, *_ratio_cells(found), actors.value, actors.actors, None])
    gap = ratio_gap(totals, "sentiment", "predications", stratum)
    rows.append(["female less male", *gap, None, None, None, None, gap.verdict])
    columns = ["gender", "sentiment", "low", "high", "predications", "texts", "mean of actors", "actors", "verdict"]
    note = (
        "From −1 to 1: mean over predications, and over the means of actors. Only predications with a sentiment "
        "count; a gender without one has no value. Interval: 95 % interval over texts; "
        f"{TOO_FEW} with a predication."
    )
    return Table("actor_sentiment", "Sentiment by gender", columns, rows, note)


def per_text_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return mean, median and deviation of each quantity over texts with at least one actor."""
    rows: list[list[Cell]] = []
    groups: dict[str, tuple[PersonGender, ...]] = {gender: (gender,) for gender in PERSON_GENDERS}
    groups["all"] = PERSON_GENDERS
    for quantity in COUNTED:
        for group, genders in groups.items():
            rows.append([QUANTITIES[quantity], group, *_per_text_cells(per_text(totals, quantity, genders, stratum))])
    rows.append(["Sentiment", "female and male", *_per_text_cells(sentiment_per_text(totals, stratum))])
    columns = ["quantity", "actors", "mean", "median", "standard deviation", "texts"]
    note = (
        "Over texts with at least one actor of any gender; a text without the quantity counts as 0. Texts without a "
        "predication of a female or male actor have no sentiment and are left out there."
    )
    return Table("actors_per_text", "Actors per text", columns, rows, note)


def strata_tables(totals: ActorTotals) -> list[Table]:
    """Return the share of female among female and male in each stratum, such as each year."""
    return [_strata_table(totals, name, title, quantities) for name, (title, quantities) in OVER_TIME.items()]


def _strata_table(totals: ActorTotals, name: str, title: str, quantities: Sequence[str]) -> Table:
    rows: list[list[Cell]] = []
    strata = sorted(totals.strata, key=lambda stratum: (stratum == "unknown", stratum))
    for quantity in quantities:
        for stratum in strata:
            part = gender_share(totals, quantity, stratum=stratum)
            rows.append([stratum, quantity, part.count, part.n - part.count])
            rows[-1] += [part.value, part.low, part.high, part.verdict, part.texts]
    by = totals.by or "corpus"
    note = (
        "Share of women among women and men; n is the number of texts with the quantity for either. Interval: "
        f"{DRAWN}; {TOO_FEW} with the quantity."
    )
    return Table(name, f"{title}, by {by}", [by, *STRATA_COLUMNS], rows, note)


def article_shares_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return the distribution over texts of the share of female among female and male (Urchs 2025, figure 4)."""
    rows: list[list[Cell]] = [[name] for name in SHARE_BINS]
    for quantity in ("mentions", "actors"):
        cells = totals.combinations(quantity, stratum)
        female, male, texts = (cells[:, index] for index in (0, 1, -1))
        numbers = bin_shares(female, male, texts)
        for row, number in zip(rows, numbers, strict=True):
            row += [number, number / sum(numbers) if sum(numbers) else None]
    columns = ["share of female", "texts by mentions", "share of texts by mentions"]
    columns += ["texts by actors", "share of texts by actors"]
    note = f"Texts with a female or male actor. {SHARE_BINS_NOTE}"
    return Table("actor_article_shares", "Share of women in each text", columns, rows, note)


def coverage_table(totals: ActorTotals, stratum: str | None = None) -> Table:
    """Return the part of the corpus that the figures describe."""
    found = coverage(totals, stratum)
    rows: list[list[Cell]] = [
        ["texts with an actor", *_share_cells(found.texts_with_actors)],
        ["texts with a female or male actor", *_share_cells(found.texts_with_female_or_male)],
        ["actors whose gender the text marks", *_share_cells(found.known)],
        ["texts with a gender-fair form", *_share_cells(found.gender_fair)],
        ["texts with a generic masculine", *_share_cells(found.generic_masculine)],
    ]
    rows += [[label, totals.number(name, stratum), None, None, None, None] for name, label in OUTSIDE.items()]
    columns = ["what", "number", "n", "share", "low", "high"]
    note = (
        "Interval: 95 % Wilson interval for texts, bootstrap over texts for actors. Texts without actors, and "
        "actors of unknown gender, are in no share of genders."
    )
    return Table("actor_coverage", "What the figures rest on", columns, rows, note)


def _ratio_cells(found: QuantityRatio) -> list[Cell]:
    return [found.value, found.low, found.high, found.n, found.texts]


def _per_text_cells(found: PerText) -> list[Cell]:
    return [found.mean, found.median, found.deviation, found.texts]


def _share_cells(part: Share | GenderShare) -> list[Cell]:
    return [part.count, part.n, part.value, part.low, part.high]
