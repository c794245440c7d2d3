"""The command ``corpus``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hf_genderfair.cli.options import (
    AsJson,
    Context,
    CountQuoted,
    Diacritics,
    ExcludedSites,
    Lang,
    License,
    Limit,
    Listed,
    MaxCharacters,
    MaxWords,
    MinCharacters,
    MinWords,
    NumProc,
    Overwrite,
    RequiredOut,
    Seed,
    Smoothing,
    UrlLines,
)
from hf_genderfair.cli.origin import REQUIRED, Origin, reads
from hf_genderfair.cli.output import announce
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.recipes.challenge import challenge as make_challenge
from hf_genderfair.recipes.corpus import corpus as make_corpus


@reads(default=REQUIRED)
def corpus(
    origin: Origin,
    out: RequiredOut,
    lang: Lang = "pl",
    context: Context = "window",
    diacritics: Diacritics = "required",
    count_quoted: CountQuoted = False,
    whole_texts: Annotated[bool, typer.Option("--whole-texts", help="Do not cut texts into posts.")] = False,
    min_words: MinWords = 2,
    max_words: MaxWords = None,
    min_characters: MinCharacters = 0,
    max_characters: MaxCharacters = None,
    excluded_site: ExcludedSites = None,
    smoothing: Smoothing = None,
    listed: Listed = 15,
    challenge: Annotated[
        Path | None, typer.Option("--challenge", metavar="DIR", help="Write challenge sets there too; needs urls.")
    ] = None,
    seed: Seed = 0,
    url_lines: UrlLines = False,
    limit: Limit = None,
    title: Annotated[str | None, typer.Option("--title", help="Title of report and card.")] = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Make a corpus by gender: the whole recipe.

    The steps of Graliński et al. (2016): cut into posts, label, leave out what is not one writer's own Polish
    sentences, leave out duplicates, count. Columns url and date are used where there are any.

    Examples:
        hf-genderfair corpus posts.jsonl --out corpus/
        hf-genderfair corpus pages.txt.gz --url-lines --excluded-site spam.example --out corpus/ --challenge challenge/
    """
    origin = replace(origin, url_lines=url_lines)
    made = make_corpus(
        origin.rows(limit),
        tagger=FirstPerson(lang, origin.text_column, context, "count" if count_quoted else "mark", diacritics),
        reasons=FragmentReasons(
            min_words,
            max_words,
            min_characters,
            max_characters,
            tuple(excluded_site or ()),
            text_column=origin.text_column,
        ),
        split_posts=not whole_texts,
        smoothing=smoothing,
        listed=listed,
        title=title,
        source=origin.described(license),
        num_proc=num_proc,
    )
    announce(out, made.write(out, license, overwrite), as_json)
    if challenge is not None:
        sets = make_challenge(made.kept, seed, source={"id": out.resolve().name})
        announce(challenge, sets.write(challenge, license, overwrite), as_json)
