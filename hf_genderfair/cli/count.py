"""The command ``count``."""

from __future__ import annotations

from typing import Annotated

import typer

from hf_genderfair.cli.groups import Varied, grouped
from hf_genderfair.cli.ignored import LABELLING, refuse_given
from hf_genderfair.cli.options import AsJson, FirstPersonOptions, NumProc, Statistics, UrlLines
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.output import print_report
from hf_genderfair.cli.say import say
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.corpus_recipe import corpus_report, corpus_tables
from hf_genderfair.report.report import Step
from hf_genderfair.report.steps import describe_step


@grouped
def count(
    ctx: typer.Context,
    origin: Annotated[Origin, Varied(types={"url_lines": UrlLines})],
    first_person: FirstPersonOptions,
    statistics: Statistics,
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
    rows = origin.rows()
    steps: list[Step] = []
    if "first_person" in rows.column_names:
        refuse_given(ctx, *LABELLING)
    else:
        tagger = first_person.tagger(origin.text_column)
        rows = annotate(rows, tagger, num_proc)
        steps.append(describe_step(tagger, len(rows), len(rows)))
    tables = corpus_tables(count_corpus(rows, origin.text_column), statistics.smoothing, statistics.listed)
    title = f"{source_name(origin.source)} by gender"
    report = corpus_report(title, first_person.lang, steps, tables, source=origin.described())
    if as_json:
        say(report.to_json(), nl=False)
    else:
        print_report(report)
