"""The yearly report of the paper as text (Urchs 2025, appendix A), with additional rows below.

The paper's she/her and he/him are our female and male, whose gender need not come from a pronoun. Its texts are those
with such an actor, and its overall is their sum. An undefined mean is a dash, not 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hf_genderfair.actors.association import PARTS_OF_SPEECH, WordCounts, frequent_words
from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.estimates import (
    BINARY,
    GenderShare,
    PerText,
    coverage,
    flag_per_text,
    gender_share,
    per_text,
    ratio,
    sentiment_of_actors,
    sentiment_per_text,
)
from hf_genderfair.actors.tables import OUTSIDE
from hf_genderfair.actors.totals import COUNTED, ActorTotals
from hf_genderfair.core.counts import Share
from hf_genderfair.languages.types import PERSON_GENDERS, PersonGender

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


def _row(*cells: str | int) -> str:
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
