"""What the programs of this folder share: arguments, texts to read, messages, publishing."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import datasets
from datasets import Dataset

from hf_genderfair.core.errors import GenderfairError, SourceError
from hf_genderfair.hub.card import check_license
from hf_genderfair.hub.folder import check_target
from hf_genderfair.hub.locate import source_name
from hf_genderfair.hub.publish import publish
from hf_genderfair.hub.reading_problems import ReadingProblems
from hf_genderfair.hub.source import open_source
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Report
from hf_genderfair.scale.folder import PLAN_FILE
from hf_genderfair.scale.recipe import Recipe
from hf_genderfair.scale.sharded import ENGINES
from hf_genderfair.scale.sharded import run as run_shards

sys.path.append(str(Path(__file__).parents[1]))
"""Where programs find what they share with the training of models."""


def parser(description: str, source: str = "Hub id, folder, file, or - for standard input") -> ArgumentParser:
    """Return a parser of the arguments that every program has."""
    arguments = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    arguments.add_argument("source", help=source)
    arguments.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write: data, report, card")
    arguments.add_argument("--overwrite", action="store_true", help="replace a data set that stands in the folder")
    arguments.add_argument("--license", help="licence of the texts as the Hub spells it, such as cc-by-4.0")
    arguments.add_argument("--text-column", default="text", help="column that holds the text")
    arguments.add_argument("--limit", type=int, help="read only the first rows")
    arguments.add_argument("--seed", type=int, default=0, help="another seed gives another choice")
    arguments.add_argument("--num-proc", type=int, help="number of processes")
    arguments.add_argument("--shards", type=int, help="number of shards; by default one for each 16 MB")
    arguments.add_argument("--engine", choices=ENGINES, default="local", help="who does the work")
    arguments.add_argument("--repo-id", help="repository on the Hub: namespace/name")
    how = arguments.add_mutually_exclusive_group()
    how.add_argument("--publish", action="store_true", help="publish there; without it, only show what would be sent")
    how.add_argument("--dry-run", dest="publish", action="store_false", help="only show what would be sent")
    return arguments


def parse(arguments: ArgumentParser, given: Sequence[str] | None) -> Namespace:
    """Read the arguments, and refuse what could only fail after all the work."""
    options = arguments.parse_args(given)
    if options.publish and options.repo_id is None:
        arguments.error("--publish needs --repo-id")
    if options.license is not None:
        check_license(options.license)
    # an interrupted run goes on where it was
    if not (options.out / PLAN_FILE).exists():
        check_target(options.out, options.overwrite)
    return options


def read(options: Namespace, **reading: Any) -> tuple[Dataset, dict[str, Any]]:
    """Return the texts of the source and what a report says of it; ``reading`` are further settings of `open_source`.

    Raises:
        SourceError: The source cannot be read, or more than one row of twenty cannot.
    """
    rows = open_source(options.source, options.text_column, options.limit is not None, **reading)
    if not isinstance(rows, Dataset):
        rows = Dataset.from_list(list(rows.take(options.limit)), features=rows.features)
    problems = ReadingProblems()
    problems.add(rows.with_format("arrow")[:], options.text_column)
    if problems.too_many:
        raise SourceError(f"{problems.in_words()}; mend the source")
    facts = {"id": source_name(options.source), "licence": options.license, "unreadable": problems.counted()}
    return rows, {name: fact for name, fact in facts.items() if fact}


def carry_out(options: Namespace, rows: Dataset, recipe: Recipe, title: str, source: dict[str, Any]) -> Report:
    """Carry out a recipe over shards, as the options say, and write the data set."""
    return run_shards(
        rows,
        recipe,
        options.out,
        engine=options.engine,
        num_proc=options.num_proc or 1,
        shards=options.shards,
        text_column=options.text_column,
        overwrite=options.overwrite,
        title=title,
        license=options.license,
        facts=source,
    )


def show(report: Report, folder: Path) -> None:
    """Print the first table of what was written, what was left out and where the rest is to be read."""
    print(f"{report.title}\n")
    for table in report.tables[:1]:
        print(f"{table.title}\n{table_text(table)}")
    for what, numbers in (
        ("Left out", report.excluded),
        ("Rows", {part: described["rows"] for part, described in report.data.items()}),
    ):
        print(f"{what}: {', '.join(f'{name} {number:,}' for name, number in numbers.items()) or 'none'}")
    print(f"Written to {folder}: read {folder / 'report.html'}.")


def send(options: Namespace) -> None:
    """Publish the folder where a repository was named, or show what would be sent."""
    if options.repo_id is None:
        return
    published = publish(options.out, options.repo_id, dry_run=not options.publish)
    if published.revision is not None:
        print(f"Published {published.repo_id} {published.tag}, loaded back and checked.")
        return
    print(published.card)
    for file, size in published.files.items():
        print(f"{file}  {size:,} bytes")
    if published.refusal:
        print(f"It would be refused: {published.refusal}.")
    print(f"Dry run: nothing was sent to {published.repo_id}.")


def run(main: Callable[[], None]) -> None:
    """Run a program: what fails is one line on standard error, and progress is shown on a terminal only."""
    if not sys.stderr.isatty():
        datasets.disable_progress_bars()
    try:
        main()
    except GenderfairError as error:
        sys.exit(f"Error: {error}")
