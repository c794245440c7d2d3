"""The command ``audit``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from hf_genderfair.actors.transform import LANGUAGES
from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.options import (
    AsJson,
    By,
    License,
    Limit,
    NumProc,
    Out,
    Overwrite,
    Seed,
    dividing_column,
)
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, Origin, reads
from hf_genderfair.cli.output import announce, print_table
from hf_genderfair.core.choices import language_code
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub.locate import source_name
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.recipes.audited import audit as audit_dataset

AuditedLang = Annotated[str, language_option(what="Language of the texts, such as es.")]
Attributes = Annotated[
    list[str] | None,
    typer.Option("--attribute", help="Only this word list of the package (gender, age, religion); may be given again."),
]
Lists = Annotated[
    list[Path] | None,
    typer.Option(
        "--list", metavar="FILE", help="A word list of your own in place of the package's; may be given again."
    ),
]
Targets = Annotated[
    list[str] | None,
    typer.Option("--target", metavar="TARGET", help="Shares to compare with, as in age:young=0.3,middle=0.4,old=0.3."),
]
Against = Annotated[
    str | None, typer.Option("--against", metavar="SOURCE", help="Another source to compare representation with.")
]
Actors = Annotated[
    bool, typer.Option("--actors", help="Also who appears, acts, is named and quoted; German and English.")
]
Paired = Annotated[bool, typer.Option("--paired", help="Row i of both sources is the same document.")]


@reads(longest=ANALYSED_CHARACTERS)
def audit(
    lang: AuditedLang,
    origin: Origin,
    attribute: Attributes = None,
    word_list: Lists = None,
    target: Targets = None,
    against: Against = None,
    paired: Paired = False,
    actors: Actors = False,
    by: By = None,
    out: Out = None,
    limit: Limit = None,
    seed: Seed = 0,
    title: Annotated[str | None, typer.Option("--title", help="Title of report and card.")] = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Measure who is represented in texts.

    English: group words of gender, age and religion with demographic representation, gender polarity, person
    references. Catalan, German, Polish and Spanish: person references. Every language: the word lists you give. With
    --actors, in German and English, also who appears, acts, is named and quoted, by year or any other column. Prints
    the tables, or the whole report as JSON; with --out writes the annotated rows with report, pictures and card.

    Examples:
        hf-genderfair audit articles.jsonl --lang en
        hf-genderfair audit articles.jsonl --lang es --out audited/
        hf-genderfair audit before.txt --lang en --against after.txt --paired --attribute gender
        hf-genderfair audit articles.jsonl --lang de --actors --by date --out audited/
        hf-genderfair audit posts.parquet --lang fr --list trades.tsv --target trade:sea=0.2,land=0.8 --json
    """
    if actors and language_code(lang) not in LANGUAGES:
        raise GenderfairError(f"--actors reads {' and '.join(LANGUAGES)}, not {lang}: leave --actors out")
    lists: list[str | WordList] = [*dict.fromkeys(attribute or []), *map(WordList.from_file, word_list or [])]
    rows = origin.rows(limit)
    other = None if against is None else origin.beside(against).rows(limit)
    found = audit_dataset(
        rows,
        lang,
        lists=lists or None,
        targets=_targets(target or []),
        compared=other,
        paired=paired,
        actors=actors,
        by=dividing_column(by, rows.column_names),
        text_column=origin.text_column,
        title=title or f"{source_name(origin.source)}: who is represented",
        source=origin.described(license),
        num_proc=num_proc,
        seed=seed,
    )
    if as_json and out is None:
        typer.echo(found.report.to_json(), nl=False)
        return
    if not as_json:
        for table in found.report.tables:
            print_table(table)
    if out is not None:
        announce(out, found.write(out, license, overwrite), as_json)


def _targets(options: Sequence[str]) -> dict[str, dict[str, float]]:
    """Read targets such as ``age:young=0.3,old=0.7``."""
    targets: dict[str, dict[str, float]] = {}
    for option in options:
        attribute, _, given = option.partition(":")
        try:
            pairs = [part.split("=") for part in given.split(",")]
            shares = {group.strip(): float(share) for group, share in pairs}
        except ValueError as error:
            message = f"--target {option!r} cannot be read: write ATTRIBUTE:group=share,group=share"
            raise GenderfairError(message) from error
        if len(shares) < len(pairs) or attribute.strip() in targets:
            raise GenderfairError(f"--target {option!r} says something again: give each group one share")
        targets[attribute.strip()] = shares
    return targets
