"""The command ``count``."""

from __future__ import annotations

import typer

from hf_genderfair.cli.options import (
    AsJson,
    ConfigName,
    Context,
    CountQuoted,
    Diacritics,
    Lang,
    Layout,
    Listed,
    NumProc,
    Origin,
    Smoothing,
    Source,
    SplitName,
    TextColumn,
    UrlLines,
)
from hf_genderfair.cli.output import print_report
from hf_genderfair.cli.recipe import corpus_report, corpus_tables
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.source import source_name
from hf_genderfair.report.report import Step
from hf_genderfair.report.steps import describe_step


def count(
    source: Source = "-",
    lang: Lang = "pl",
    context: Context = "window",
    diacritics: Diacritics = "required",
    count_quoted: CountQuoted = False,
    smoothing: Smoothing = None,
    listed: Listed = 15,
    text_column: TextColumn = "text",
    layout: Layout = None,
    split: SplitName = None,
    config: ConfigName = None,
    url_lines: UrlLines = False,
    num_proc: NumProc = None,
    as_json: AsJson = False,
) -> None:
    """Count texts, words, websites, years by gender.

    Rows that have a column first_person are counted by it; others are labelled first. Websites and years need columns
    url and date.

    Examples:
        hf-genderfair count corpus/ --config default
        hf-genderfair count posts.jsonl --listed 30 --json > figures.json
    """
    rows = Origin(source, text_column, layout, split, config, url_lines).rows()
    steps: list[Step] = []
    if "first_person" not in rows.column_names:
        tagger = FirstPerson(lang, text_column, context, "count" if count_quoted else "mark", diacritics)
        rows = annotate(rows, tagger, num_proc)
        steps.append(describe_step(tagger, len(rows), len(rows)))
    tables = corpus_tables(count_corpus(rows, text_column), smoothing, listed)
    report = corpus_report(f"{source_name(source)} by gender", lang, steps, tables, source={"id": source_name(source)})
    if as_json:
        typer.echo(report.to_json(), nl=False)
    else:
        print_report(report)
