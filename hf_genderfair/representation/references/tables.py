"""Tables of a report on person references; the numbers in brackets are those of Derner et al. 2025."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hf_genderfair.core.counts import Counts, share
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.references.generated import RUN_COUNTS, Spread, spread
from hf_genderfair.representation.references.ratios import (
    GenderRatio,
    RatioEstimate,
    ReferenceCounts,
    is_answered,
    run_ratios,
)
from hf_genderfair.representation.resampling import MINIMUM_DOCUMENTS

INTERVAL = (
    "Interval: 95 % bootstrap interval over documents. A dash: no feminine word, or no upper limit. There is no "
    f"interval and no verdict below {MINIMUM_DOCUMENTS} documents with a masculine or feminine word for a person."
)
HEADS = {
    "L_*M": "masculine",
    "L_*F": "feminine",
    "L_*N": "neuter",
    "L_*-": "without gender",
    "L_N*": "not for persons",
    "L_P*": "for persons",
    "L_PM": "masculine, for persons",
    "L_PF": "feminine, for persons",
    "L_PN": "neuter, for persons",
    "L_P-": "without gender, for persons",
    "L_PM : L_PF": "masculine to feminine, for persons",
    "epicenes": "share of epicenes",
    "generic plurals": "share of generic plurals",
    "p": "for a person",
    "g": "gender",
}
"""Words for symbols."""

ASKED = ("sentences", "unparsed_answers", "failed_answers")
"""Figures of a run that are known even where no answer could be read."""

WORDS = "Grammatical gender is the gender of a word: a masculine word is no man."


def ratio_table(estimates: Mapping[str, RatioEstimate]) -> Table:
    """Return the ratio of masculine to feminine words for persons by text (Tables 1 and 2)."""
    rows: list[list[Cell]] = []
    for name, found in estimates.items():
        row: list[Cell] = [name, *_ratio_cells(found.ratio), found.ratio.verdict, *_ratio_cells(found.without_common)]
        row += [found.epicene.value, found.epicene.low, found.epicene.high]
        row += [found.generic.value, found.generic.low, found.generic.high]
        row += [found.persons, found.relevant_documents, found.documents]
        rows.append(row)
    limits = ["low", "high"]
    columns = ["text", "L_PM : L_PF", *limits, "n", "verdict", "without common words", *limits, "n"]
    columns += ["epicenes", *limits, "generic plurals", *limits, "person words", "documents with one", "documents"]
    note = (
        f"L_PM and L_PF: masculine and feminine words for persons. {WORDS} Common words are epicenes (persona) and "
        "masculine plurals that may stand for everybody (los alumnos); their shares have 95 % Wilson intervals. "
        f"{INTERVAL}"
    )
    return Table("person_ratio", "Masculine to feminine words for persons", columns, rows, note, HEADS)


def words_table(counts: Mapping[str, ReferenceCounts], estimates: Mapping[str, RatioEstimate]) -> Table:
    """Return words by gender and by whether they stand for persons (Tables 5 and 6)."""
    rows: list[list[Cell]] = []
    for name, found in counts.items():
        row: list[Cell] = [name, *(found.total(gender) for gender in ("masculine", "feminine", "neuter", "none"))]
        row += [found.total(persons=False), found.total(persons=True)]
        row += [found.total(gender, persons=True) for gender in ("masculine", "feminine", "neuter", "none")]
        rows.append([*row, *estimates[name].ratio[2:5]])
    columns = ["text", "L_*M", "L_*F", "L_*N", "L_*-", "L_N*", "L_P*", "L_PM", "L_PF", "L_PN", "L_P-"]
    columns += ["L_PM : L_PF", "low", "high"]
    note = (
        "Numbers of nouns and pronouns: the first letter says whether they stand for persons (P) or not (N), the "
        f"second their gender: masculine, feminine, neuter, none (-). {WORDS} {INTERVAL}"
    )
    return Table("person_words", "Nouns and pronouns by person and gender", columns, rows, note, HEADS)


def epicene_table(counts: Counts, persons: int) -> Table:
    """Return epicene words and how often they occur (Table 10)."""
    rows: list[list[Cell]] = [
        [word, "P", gender, count, *_share_cells(count, persons)]
        for (word, gender), count in counts.most_common(len(counts))
    ]
    total = share(counts.total(), persons)
    rows.append(["all", "P", None, total.count, total.value, total.low, total.high])
    columns = ["word", "p", "g", "frequency", "share of person words", "low", "high"]
    note = (
        "Words with one grammatical gender for persons of all genders; they are counted by that gender. Interval: "
        f"95 % Wilson interval of the share, n = {persons:,} words for persons."
    )
    return Table("epicenes", "Epicene words for persons", columns, rows, note, {**HEADS, "P": "yes"})


def runs_table(runs: Mapping[str, Sequence[Counts]]) -> Table:
    """Return what a language model found, over its runs."""
    rows: list[list[Cell]] = []
    for name, counts in runs.items():
        for label in RUN_COUNTS:
            found = spread(run[label,] if label in ASKED or is_answered(run) else None for run in counts)
            rows.append([name, label.replace("_", " "), *_spread_cells(found), len(counts)])
        rows.append([name, "masculine : feminine", *_spread_cells(run_ratios(counts)), len(counts)])
    columns = ["text", "number", "mean", "deviation", "runs with a value", "runs"]
    note = (
        "Masculine, feminine and neuter are words for persons. Not found: words of the answers that the text does not "
        "hold; they count nowhere else. A run without an answer that could be read has no value. Deviation: sample "
        "standard deviation over runs; it says how the model varies, not how sure the figures are for other texts."
    )
    return Table("person_runs", "Runs of the language model", columns, rows, note)


def _ratio_cells(ratio: GenderRatio) -> list[Cell]:
    return [ratio.value, ratio.low, ratio.high, ratio.masculine + ratio.feminine]


def _share_cells(count: int, n: int) -> list[Cell]:
    found = share(count, n)
    return [found.value, found.low, found.high]


def _spread_cells(found: Spread) -> list[Cell]:
    return [found.mean, found.deviation, found.n]
