"""The commands ``count``, ``corpus`` and ``challenge``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from hf_genderfair.cli.first_person import TextLimits
from hf_genderfair.cli.groups import REQUIRED, Flag, Options, grouped
from hf_genderfair.cli.ignored import LABELLING, refuse_given
from hf_genderfair.cli.options import NAMED_FOLDER, AsJson, Folder, Limit, Output, Seed
from hf_genderfair.cli.origin import WITH_ADDRESSES, Origin
from hf_genderfair.cli.output import print_report
from hf_genderfair.cli.runner import write_made
from hf_genderfair.cli.say import say
from hf_genderfair.cli.scale import Shards, rows_of, run_in_shards
from hf_genderfair.cli.tag import Labelling
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.corpus_recipe import CorpusRecipe, corpus_report, corpus_tables
from hf_genderfair.recipes.first_person_steps import challenge as make_challenge
from hf_genderfair.report.report import Step, describe_step

Part = Annotated[float, typer.Option(min=0, max=1, help="Share of the rows, roughly: websites stay whole.")]
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


@grouped
def corpus(
    origin: Annotated[Origin, Options(source=REQUIRED, url_lines=WITH_ADDRESSES)],
    output: Folder,
    tagger: Labelling,
    reasons: TextLimits,
    recipe: Annotated[
        CorpusRecipe,
        Options(
            "deduplicate",
            "smoothing",
            "listed",
            split_posts=Flag("--whole-texts", False, "Do not cut texts into posts."),
            takes=("tagger", "reasons"),
        ),
    ],
    divided: Annotated[Shards, Options(without=("longest",))],
    challenge: Annotated[
        Path | None, typer.Option("--challenge", metavar="DIR", help="Write challenge sets there too; needs urls.")
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
) -> None:
    """Make a corpus by gender: the whole recipe.

    The steps of Graliński et al. (2016): cut into posts, label, leave out what is not one writer's own Polish
    sentences, leave out duplicates, count. Columns url and date are used where there are any. The same command goes
    on with a run that was interrupted.

    Examples:
        hf-genderfair corpus posts.jsonl --out corpus/
        hf-genderfair corpus pages.txt.gz --url-lines --excluded-site spam.example --out corpus/ --challenge challenge/
    """
    run_in_shards(rows_of(origin, limit), origin, output, divided, recipe)
    if challenge is not None:
        source = {"id": output.folder.resolve().name}
        made = make_challenge(load_audited(output.folder).dataset, seed, source=source)
        write_made(made, replace(output, out=challenge))


@grouped
def challenge(
    ctx: typer.Context,
    origin: Annotated[Origin, Options(without=("text_column",), source=REQUIRED)],
    output: Annotated[Output, Options(out=NAMED_FOLDER, without=("jsonl", "title", "columns"))],
    tagger: Labelling,
    dev: Part = 0.1,
    test: Part = 0.1,
    seed: Seed = 0,
) -> None:
    """Make train, dev and test sets of neutral text.

    The task is to tell a writer's gender without the forms that give it away. Texts are neutralised, balanced within
    each website, and each website is in one set only. Rows need columns text and url; rows without a column
    first_person are labelled first.

    Examples:
        hf-genderfair challenge corpus/ --out challenge/ --seed 1
        hf-genderfair challenge posts.jsonl --out challenge/ --dev 0.2 --test 0.2
    """
    if dev + test > 1:
        raise typer.BadParameter("--dev and --test together must not be more than 1")
    rows = origin.rows()
    if "first_person" in rows.column_names:
        refuse_given(ctx, *LABELLING)
    else:
        rows = annotate(rows, tagger, output.num_proc)
    write_made(make_challenge(rows, seed, (max(0.0, 1 - dev - test), dev, test), origin.described()), output)
