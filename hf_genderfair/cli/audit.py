"""The command ``audit``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from hf_genderfair.cli.actors import EVIDENCE
from hf_genderfair.cli.console import say
from hf_genderfair.cli.options import (
    DIVIDED_BY,
    REQUIRED,
    Limit,
    Options,
    Output,
    WordListEdition,
    dividing_column,
    grouped,
    pairs,
)
from hf_genderfair.cli.origin import AnalysedOrigin
from hf_genderfair.cli.output import print_answers, print_table
from hf_genderfair.cli.runner import without_columns, write_made
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import language_code
from hf_genderfair.hub.locate import source_name
from hf_genderfair.languages.coreference.languages import LANGUAGES
from hf_genderfair.languages.coreference.mention import EVIDENCE_SOURCES
from hf_genderfair.lexicons.word_lists import WordList, audited_lists
from hf_genderfair.lexicons.word_lists import word_list as shipped_list
from hf_genderfair.recipes.audited import audit as audit_dataset
from hf_genderfair.recipes.audited import transforms_of

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
Measured: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        "paired",
        "actors",
        "seed",
        lang=REQUIRED,
        evidence=EVIDENCE,
        by=DIVIDED_BY,
        takes=("num_proc",),
        of=audit_dataset,
    ),
]
"""What is measured; see `audit`."""


@grouped
def audit(
    origin: AnalysedOrigin,
    output: Annotated[Output, Options(without=("jsonl",))],
    measured: Measured,
    attribute: Attributes = None,
    word_list: Lists = None,
    edition: WordListEdition = "corrected",
    target: Targets = None,
    against: Against = None,
    limit: Limit = None,
) -> None:
    """Measure who is represented in texts.

    English: group words of gender, age and religion with demographic representation, gender polarity, person
    references. Catalan, German, Polish and Spanish: person references. Every language: the word lists you give. With
    --actors, in German and English, also who appears, acts, is named and quoted, by year or any other column. Prints
    the tables, or the whole report as JSON; with --out writes the annotated rows with report, pictures and card, and
    prints what they say in short: --tables prints all.

    Examples:
        hf-genderfair audit articles.jsonl --lang en
        hf-genderfair audit articles.jsonl --lang es --out audited/
        hf-genderfair audit before.txt --lang en --against after.txt --paired --attribute gender
        hf-genderfair audit articles.jsonl --lang de --actors --by date --out audited/
        hf-genderfair audit posts.parquet --lang fr --list trades.tsv --target trade:sea=0.2,land=0.8 --json
    """
    lang, by = measured.pop("lang"), measured.pop("by", None)
    if measured["actors"] and language_code(lang) not in LANGUAGES:
        raise GenderfairError(f"--actors reads {' and '.join(LANGUAGES)}, not {lang}: leave --actors out")
    if measured["evidence"] != EVIDENCE_SOURCES and not measured["actors"]:
        raise GenderfairError("--evidence is about the gender of actors: give --actors too")
    names = dict.fromkeys(attribute or (audited_lists(str(lang)) if edition != "corrected" and not word_list else ()))
    lists = [*(shipped_list(name, edition) for name in names), *map(WordList.from_file, word_list or ())]
    leaves_out: list[str] = []
    if output.columns is not None:
        listed = lists or [shipped_list(name) for name in audited_lists(lang)]
        transforms = transforms_of(lang, listed, origin.text_column, measured["actors"], measured["evidence"])
        added = {name: kind for each in transforms for name, kind in each.features().items()}
        leaves_out = output.leaves_out(added)
    rows = origin.rows(limit)
    other = None if against is None else origin.beside(against).rows(limit)
    found = audit_dataset(
        rows,
        lang,
        lists=lists or None,
        targets=_targets(target or []),
        compared=other,
        by=dividing_column(by, rows.column_names),
        title=output.title or f"Who is represented in {source_name(origin.source)}",
        source=origin.described(output.license),
        **measured,
    )
    if output.out is not None:
        write_made(without_columns(found, leaves_out), output)
    elif output.as_json:
        say(found.report.to_json(), nl=False)
    else:
        for table in found.report.tables:
            print_table(table)
        print_answers(found.report.answers)


def _targets(options: Sequence[str]) -> dict[str, dict[str, float]]:
    """Read targets such as ``age:young=0.3,old=0.7``."""
    targets: dict[str, dict[str, float]] = {}
    for option in options:
        attribute, _, given = map(str.strip, option.partition(":"))
        if attribute in targets:
            raise GenderfairError(f"--target names {attribute} twice: give it one value")
        targets[attribute] = pairs(given.split(","), "--target", "ATTRIBUTE:group=share,group=share", float)
    return targets
