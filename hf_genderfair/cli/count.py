"""The command ``count``."""

from __future__ import annotations

from dataclasses import replace

import typer

from hf_genderfair.cli.options import (
    AsJson,
    Context,
    CountQuoted,
    Diacritics,
    Lang,
    Listed,
    NumProc,
    Smoothing,
    UrlLines,
)
from hf_genderfair.cli.origin import Origin, reads
from hf_genderfair.cli.output import print_report
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.corpus import corpus_report, corpus_tables
from hf_genderfair.report.report import Step
from hf_genderfair.report.steps import describe_step


@reads()
def count(
    origin: Origin,
    lang: Lang = "pl",
    context: Context = "window",
    diacritics: Diacritics = "required",
    count_quoted: CountQuoted = False,
    smoothing: Smoothing = None,
    listed: Listed = 15,
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
    origin = replace(origin, url_lines=url_lines)
    rows = origin.rows()
    steps: list[Step] = []
    if "first_person" not in rows.column_names:
        tagger = FirstPerson(lang, origin.text_column, context, "count" if count_quoted else "mark", diacritics)
        rows = annotate(rows, tagger, num_proc)
        steps.append(describe_step(tagger, len(rows), len(rows)))
    tables = corpus_tables(count_corpus(rows, origin.text_column), smoothing, listed)
    report = corpus_report(f"{source_name(origin.source)} by gender", lang, steps, tables, source=origin.described())
    if as_json:
        typer.echo(report.to_json(), nl=False)
    else:
        print_report(report)
