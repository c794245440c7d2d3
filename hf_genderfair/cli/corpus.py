"""The command ``corpus``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hf_genderfair.cli.groups import REQUIRED, Varied, grouped
from hf_genderfair.cli.options import (
    FirstPersonOptions,
    Folder,
    Limit,
    Seed,
    Statistics,
    TextLimits,
    UrlLines,
)
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.runner import write_made
from hf_genderfair.recipes.challenge import challenge as make_challenge
from hf_genderfair.recipes.corpus import corpus as make_corpus


@grouped
def corpus(
    origin: Annotated[Origin, Varied(defaults={"source": REQUIRED}, types={"url_lines": UrlLines})],
    folder: Folder,
    first_person: FirstPersonOptions,
    limits: TextLimits,
    statistics: Statistics,
    whole_texts: Annotated[bool, typer.Option("--whole-texts", help="Do not cut texts into posts.")] = False,
    challenge: Annotated[
        Path | None, typer.Option("--challenge", metavar="DIR", help="Write challenge sets there too; needs urls.")
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
) -> None:
    """Make a corpus by gender: the whole recipe.

    The steps of Graliński et al. (2016): cut into posts, label, leave out what is not one writer's own Polish
    sentences, leave out duplicates, count. Columns url and date are used where there are any.

    Examples:
        hf-genderfair corpus posts.jsonl --out corpus/
        hf-genderfair corpus pages.txt.gz --url-lines --excluded-site spam.example --out corpus/ --challenge challenge/
    """
    made = make_corpus(
        origin.rows(limit),
        tagger=first_person.tagger(origin.text_column),
        reasons=limits.reasons(origin.text_column),
        split_posts=not whole_texts,
        smoothing=statistics.smoothing,
        listed=statistics.listed,
        title=folder.title,
        source=origin.described(folder.license),
        num_proc=folder.num_proc,
    )
    write_made(made, folder)
    if challenge is not None:
        sets = make_challenge(made.kept, seed, source={"id": folder.out.resolve().name})
        write_made(sets, replace(folder, out=challenge))
