"""Show what the package does with the sample texts: German articles, English stories and Polish posts, in one report.

    python dataset_scripts/demo.py --out demo/

German articles are audited, balanced and rewritten; English stories are debiased; Polish posts are labelled and
counted. It prints what became fairer, a line each, and where the report is. The three data sets that come of it lie
beside the report, each with its card and its own report.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import datasets
from datasets import Dataset
from program import run

import hf_genderfair as gf
from hf_genderfair.actors.estimates import gender_share
from hf_genderfair.core.counts import Share, share
from hf_genderfair.hub.folder import CARD_FILE, PAGE_FILE
from hf_genderfair.hub.reading_problems import own_columns
from hf_genderfair.report.change_list import CHANGES_FILE
from hf_genderfair.report.examples import choose_examples, drawn_rows
from hf_genderfair.report.figures import FEWEST, Dot, Figure, dots_figure, draw_table
from hf_genderfair.report.report import Cell, Report, Table, TextExample, describe_step, software_versions
from hf_genderfair.report.sentences import TOO_FEW, limits_of, percent_with_limits
from hf_genderfair.representation.resampling import RepresentationEstimate
from hf_genderfair.rewriting.report import count_rewritings, rewriting_answers, rewriting_examples, rewriting_tables

SAMPLES = Path(__file__).parent / "sample"
LICENSE = "cc0-1.0"
"""Of the samples, which the maintainers invented."""

RANGE = (0.75, 1.25)
"""Women to each man, once articles are balanced."""

EXCLUDED_SITES = ("travel-reviews.example", "tanie-linki.example")
"""Sites of the Polish sample that imitate machine translation and advertising."""

SHOWN = 3
"""Examples of a kind in the report of all."""


@dataclass(frozen=True)
class Finding:
    """What was found in one sample, and what was made of it.

    Attributes:
        texts: The texts in words.
        of: What a share of women is a share of.
        before: That share in the sample; None where nothing was changed.
        after: That share in what was made of it.
        lines: What is said, by what it is about.
        report: The report of the data set.
        tables: Names of its tables that the report of all shows.
        examples: Kinds of its examples that the report of all shows.
        target: Between which shares of women it should be; None where nothing was to be changed.
    """

    texts: str
    of: str
    before: Share | None
    after: Share
    lines: dict[str, str]
    report: Report
    tables: tuple[str, ...]
    examples: tuple[str, ...]
    target: tuple[float, float] | None = None

    def left_out(self) -> str:
        """Return how many texts were left out, in words."""
        every = sum(part["rows"] for part in self.report.data.values())
        return f"{sum(self.report.excluded.values())} of {every} {self.texts}"

    def shown_tables(self) -> list[Table]:
        """Return the tables that the report of all shows."""
        found = [table for table in self.report.tables if table.name in self.tables]
        return [replace(table, title=f"{self.texts}: {_lower(table.title)}") for table in found]

    def shown_examples(self) -> list[TextExample]:
        """Return the examples that the report of all shows."""
        found = [[one for one in self.report.examples if one.kind == kind][:SHOWN] for kind in self.examples]
        return [replace(one, kind=f"{self.texts}: {_lower(one.kind)}") for group in found for one in group]


def german(rows: Dataset, folder: Path) -> Finding:
    """Audit, balance and rewrite articles."""
    metrics, fair = gf.ActorMetrics("de"), gf.GenderFair("de")
    found = gf.annotate(rows, gf.Chain(metrics, fair))
    title = "German articles, balanced and rewritten"
    corpus = gf.balance(found, metrics, ratio=RANGE, title=title, source=_source(folder))
    kept = corpus.kept
    assert isinstance(kept, Dataset)
    counts = count_rewritings(kept)
    report = replace(
        corpus.report,
        steps=[*corpus.report.steps, describe_step(fair, len(kept), len(kept))],
        tables=[*corpus.report.tables, *rewriting_tables(counts)],
        limits=[*corpus.report.limits, *limits_of("rewriting")],
        answers=[*corpus.report.answers, *rewriting_answers(counts)],
        examples=choose_examples([*corpus.report.examples, *rewriting_examples(drawn_rows(kept), "text")]),
    )
    # what was found of actors points into the text as it was before rewriting
    texts = gf.apply_edits(kept.select_columns([*rows.column_names, *fair.features()]), "rewriting_edits")
    report = replace(corpus, kept=texts, report=report).write(folder, LICENSE, overwrite=True)
    # what stays was chosen for its share, so that an interval would mean nothing
    before, after = _women_in(found), replace(_women_in(kept), low=None, high=None)
    low, high = (bound / (1 + bound) for bound in RANGE)
    done, left = counts.under("edit").total(), counts.under("refusal").total()
    nouns = [edit for row in kept["rewriting_edits"] for edit in row if edit["rule"] == "noun"]
    such = f", such as {nouns[0]['original']} → {nouns[0]['replacement']}" if nouns else ""
    return Finding(
        "German articles",
        "persons in German articles",
        before,
        after,
        {
            "German, who appears": f"women are {_said(before, 'persons')} → {_said(after, 'persons')}, at the price "
            f"of {len(corpus.excluded or ())} of {len(rows)} articles",
            "German, how it is worded": f"{done} of {done + left} words rewritten to mean all genders{such}",
        },
        report,
        ("balance_ratios", "balance_price", "rewritten_words"),
        ("Rewritten", "Persons"),
        (low, high),
    )


def english(rows: Dataset, folder: Path) -> Finding:
    """Flag stereotypes in stories, and swap sentences until women and men are named equally often."""
    before = _representation(gf.annotate(rows, gf.GroupWords("gender")))
    debiased = gf.debias(rows, title="English stories, debiased", source=_source(folder))
    after = _representation(debiased.kept)
    distance = f"distance from even shares (DR) {_distance(before)} → {_distance(after)}"
    return Finding(
        "English stories",
        "words for women and men in English stories",
        _women_named(before),
        _women_named(after),
        {"English, who is named": f"{distance}, n = {before.representation.n:,} words"},
        debiased.write(folder, LICENSE, overwrite=True),
        ("group_words", "counterfactual_refusals"),
        ("Swapped", "Flagged as a stereotype"),
        (0.5, 0.5),
    )


def polish(rows: Dataset, folder: Path) -> Finding:
    """Label posts by their first-person forms, and count them."""
    reasons = gf.FragmentReasons(excluded_sites=EXCLUDED_SITES)
    made = gf.corpus(rows, reasons=reasons, title="Polish posts, labelled and counted", source=_source(folder))
    assert isinstance(made.kept, Dataset)
    counts = gf.first_person.count_corpus(made.kept).under("fragments")
    forms = share(counts["female",], counts["female",] + counts["male",])
    if forms.n < FEWEST:
        forms = replace(forms, low=None, high=None)
    return Finding(
        "Polish posts",
        "Polish posts in the first person",
        None,
        forms,
        {"Polish, who writes": f"feminine forms in {_said(forms, 'posts')}; counted, nothing changed"},
        made.write(folder, LICENSE, overwrite=True),
        ("fragments_by_gender",),
        ("Feminine first-person forms", "Masculine first-person forms"),
    )


SAMPLE = {"articles_de": german, "stories_en": english, "polish_posts": polish}
"""What is done with each sample, by the name of its file."""


def summary(findings: Sequence[Finding]) -> tuple[Report, dict[str, Figure]]:
    """Return the report of all samples, and its picture where there are enough texts and matplotlib is installed."""
    shares, figures = draw_table(_shares(findings), "shares.png", partial(_draw, findings))
    reports = [finding.report for finding in findings]
    excluded: Counter[str] = Counter()
    for report in reports:
        excluded.update(report.excluded)
    answers = [f"{about}: {line}." for finding in findings for about, line in finding.lines.items()]
    report = Report(
        "What became fairer in three sets of sample texts",
        ", ".join(report.language for report in reports),
        [replace(step, name=f"{one.texts}: {step.name}") for one in findings for step in one.report.steps],
        [shares, *(table for finding in findings for table in finding.shown_tables())],
        excluded=dict(excluded),
        limits=list(dict.fromkeys(limit for report in reports for limit in report.limits)),
        sources=[source for report in reports for source in report.sources],
        data={f"{place} of {one.texts}": rows for one in findings for place, rows in one.report.data.items()},
        software=software_versions(),
        answers=answers,
        examples=[example for finding in findings for example in finding.shown_examples()],
    )
    return report, figures


def main(given: Sequence[str] | None = None) -> None:
    """Make the three data sets and the report, and say what became fairer."""
    arguments = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    arguments.add_argument("--out", type=Path, default=Path("demo"), metavar="DIR", help="folder to write")
    folder = arguments.parse_args(given).out
    datasets.disable_progress_bars()
    findings = []
    for name, make in SAMPLE.items():
        rows = gf.open_source(SAMPLES / f"{name}.jsonl")
        assert isinstance(rows, Dataset)
        findings.append(make(rows.select_columns(own_columns(rows)), folder / name))
    report, figures = summary(findings)
    page = folder / PAGE_FILE
    page.write_text(gf.report.render_html(report, *figures.values(), links=_links(folder)), encoding="utf-8")
    lines = {about: line for finding in findings for about, line in finding.lines.items()}
    width = max(map(len, lines))
    print("What became fairer in invented sample texts (95 % intervals):\n")
    for about, line in lines.items():
        print(f"  {about:<{width}}  {line}")
    left_out = ", ".join(one.left_out() for one in findings)
    print(f"\nLeft out, each with its reason: {left_out}.")
    print(f"Open the report: {page}")


def _links(folder: Path) -> dict[str, str]:
    """Return what lies beside the report: of each data set the report, the card, what was changed, and the rows."""
    found = {}
    for name in SAMPLE:
        for what, file in (("report", PAGE_FILE), ("card", CARD_FILE), ("changes", CHANGES_FILE), ("rows", "data")):
            if (folder / name / file).exists():
                found[f"{what} of {name}"] = f"{name}/{file}"
    return found


def _source(folder: Path) -> dict[str, str]:
    return {"id": f"{folder.name}.jsonl", "licence": LICENSE}


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def _women_in(rows: Dataset) -> Share:
    part = gender_share(gf.actors.count_actors(rows), "actors")
    return Share(int(part.count), part.n, part.value, part.low, part.high)


def _representation(rows: Dataset) -> RepresentationEstimate:
    counts = gf.representation.count_groups(rows, "gender", ("female", "male"))
    return gf.representation.estimate_representation(counts)


def _women_named(estimate: RepresentationEstimate) -> Share:
    found = estimate.representation
    low, high = (estimate.shares or {}).get("female", (None, None))
    return Share(found.counts["female"], found.n, (found.shares or {}).get("female"), low, high)


def _said(part: Share, of: str) -> str:
    """Return a share in words, such as *42 % (36–47 %) of 294 posts*."""
    if part.value is None:
        return f"an unknown share of 0 {of}"
    few = f" ({TOO_FEW})" if part.low is None and part.n < FEWEST else ""
    return f"{percent_with_limits(part.value, part.low, part.high)} of {part.n:,} {of}{few}"


def _distance(estimate: RepresentationEstimate) -> str:
    value, low, high = estimate.representation.value, estimate.low, estimate.high
    if value is None:
        return "unknown"
    return f"{value:.2f} ({TOO_FEW})" if low is None or high is None else f"{value:.2f} ({low:.2f}–{high:.2f})"


def _shares(findings: Sequence[Finding]) -> Table:
    """Return the shares of women before and after."""
    rows: list[list[Cell]] = []
    for one in findings:
        cells: list[Cell] = [one.of]
        for part in (one.before, one.after):
            cells += [None] * 4 if part is None else [part.n, part.value, part.low, part.high]
        rows.append(cells)
    columns = ["of", "n before", "share of women before", "low", "high"]
    columns += ["n after", "share of women after", "low (after)", "high (after)"]
    note = (
        "Persons are those whom the text marks as women or men. Polish posts were counted and not changed: their share "
        "is that of feminine forms. There is no interval where there are too few texts, nor of German articles after "
        "they were chosen for their share."
    )
    return Table("shares", "Women before and after", columns, rows, note)


def _draw(findings: Sequence[Finding]) -> Figure:
    """Draw the shares of women before and after."""
    parts = [
        (f"{one.texts}, {when}", part, one.target)
        for one in findings
        for when, part in (("before", one.before), ("after" if one.before else "unchanged", one.after))
        if part is not None
    ]
    dots = [
        Dot(name, part.value, part.low, part.high, target) for name, part, target in parts if part.value is not None
    ]
    return dots_figure("Share of women before and after", dots, "Lines: 95 % intervals. Polish: feminine forms.")


if __name__ == "__main__":
    run(main)
