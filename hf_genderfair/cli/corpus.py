"""The command ``corpus``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hf_genderfair.cli.filter import TextLimits
from hf_genderfair.cli.groups import REQUIRED, Flag, Options, grouped
from hf_genderfair.cli.options import Folder, Limit, Seed
from hf_genderfair.cli.origin import WITH_ADDRESSES, Origin
from hf_genderfair.cli.runner import write_made
from hf_genderfair.cli.shards import Shards, rows_of, run_in_shards
from hf_genderfair.cli.tag import Labelling
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.recipes.challenge import challenge as make_challenge
from hf_genderfair.recipes.corpus_recipe import CorpusRecipe


@grouped
def corpus(
    origin: Annotated[Origin, Options(source=REQUIRED, url_lines=WITH_ADDRESSES)],
    folder: Folder,
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
    run_in_shards(rows_of(origin, limit), origin, folder, divided, recipe)
    if challenge is not None:
        made = make_challenge(load_audited(folder.out).dataset, seed, source={"id": folder.out.resolve().name})
        write_made(made, replace(folder, out=challenge))
