"""The command ``count``."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import typer

from hf_genderfair.cli.groups import Options, grouped
from hf_genderfair.cli.ignored import LABELLING, refuse_given
from hf_genderfair.cli.options import AsJson
from hf_genderfair.cli.origin import WITH_ADDRESSES, Origin
from hf_genderfair.cli.output import print_report
from hf_genderfair.cli.say import say
from hf_genderfair.cli.tag import Labelling
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.corpus_recipe import CorpusRecipe, corpus_report, corpus_tables
from hf_genderfair.report.report import Step
from hf_genderfair.report.steps import describe_step

Statistics: TypeAlias = Annotated[dict[str, Any], Options("smoothing", "listed", of=CorpusRecipe)]
"""How words and websites are counted by gender."""


@grouped
def count(
    ctx: typer.Context,
    origin: Annotated[Origin, Options(url_lines=WITH_ADDRESSES)],
    tagger: Labelling,
    statistics: Statistics,
    num_proc: Annotated[int | None, typer.Option("--num-proc", min=1, help="Number of processes.")] = None,
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
        rows = annotate(rows, tagger, num_proc)
        steps.append(describe_step(tagger, len(rows), len(rows)))
    tables = corpus_tables(count_corpus(rows, origin.text_column), **statistics)
    title = f"{source_name(origin.source)} by gender"
    report = corpus_report(title, tagger.lang, steps, tables, source=origin.described())
    if as_json:
        say(report.to_json(), nl=False)
    else:
        print_report(report)
