"""The command ``challenge``."""

from __future__ import annotations

from typing import Annotated

import typer

from hf_genderfair.cli.groups import REQUIRED, Options, grouped
from hf_genderfair.cli.ignored import LABELLING, refuse_given
from hf_genderfair.cli.options import Folder, Seed
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.runner import write_made
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.recipes.challenge import challenge as make_challenge

Part = Annotated[float, typer.Option(min=0, max=1, help="Share of the rows, roughly: websites stay whole.")]


@grouped
def challenge(
    ctx: typer.Context,
    origin: Annotated[Origin, Options(without=("text_column",), source=REQUIRED)],
    folder: Annotated[Folder, Options(without=("title",))],
    tagger: Annotated[FirstPerson, Options("lang")],
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
        rows = annotate(rows, tagger, folder.num_proc)
    write_made(make_challenge(rows, seed, (max(0.0, 1 - dev - test), dev, test), origin.described()), folder)
