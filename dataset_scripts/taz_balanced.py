"""Balance a newspaper by gender, as Urchs et al. (2025) did with taz2024full: a folder of years in, a corpus out.

The year of an article is the first number from 1900 to 2099 in the path of its file: ``1980.jsonl``, ``2004/05.txt``.
The newspaper itself is not part of this package.

    python dataset_scripts/taz_balanced.py articles/ --out balanced/ --license cc-by-4.0
    python dataset_scripts/taz_balanced.py articles/ --gender pronoun-majority --method paper --force --out published/

The steps of the paper are kept: find actors; leave out the articles on which at least two of the four flags fire;
leave out more until both ratios of women to men lie from 0.75 to 1.25; report each year. Unlike there, the rows written
are those that both steps leave, and the ratios are proved on them. The recipe itself is
`hf_genderfair.balanced`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from datasets import Dataset, Value, concatenate_datasets

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.cli.actors import GenderRule
from hf_genderfair.cli.balance import Flags, MaxRemoved, Method, MinFlags, Range, read_range
from hf_genderfair.cli.console import one_line_errors, show_progress_on_terminals_only
from hf_genderfair.cli.options import License, NumProc, Overwrite, RequiredOut, Seed
from hf_genderfair.cli.origin import TextColumn
from hf_genderfair.cli.output import announce
from hf_genderfair.cli.publish import publish
from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.folder import check_target
from hf_genderfair.hub.source import open_source
from hf_genderfair.recipes.balanced import balanced

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
SUFFIXES = (".jsonl", ".json", ".txt", ".csv", ".tsv", ".parquet")


def read_years(folder: Path, text_column: str) -> Dataset:
    """Read the articles of a folder, with the columns ``year`` (null where no path names one) and ``file``."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and any(s in SUFFIXES for s in path.suffixes))
    if not files:
        raise SourceError(f"no articles in {folder}: it needs files that end in {', '.join(SUFFIXES)}")
    return concatenate_datasets([_articles(path, folder, text_column) for path in files])


def _articles(path: Path, folder: Path, text_column: str) -> Dataset:
    name = str(path.relative_to(folder))
    year = YEAR.search(name)
    rows = open_source(str(path), text_column).select_columns([text_column])
    rows = rows.add_column("year", [int(year[0]) if year else None] * len(rows), feature=Value("int32"))
    return rows.add_column("file", [name] * len(rows), feature=Value("string"))


def taz_balanced(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", exists=True, file_okay=False, help="Folder of years.")],
    out: RequiredOut,
    range_: Range = "0.75,1.25",
    flags: Flags = "paper",
    min_flags: MinFlags = 2,
    by_year: Annotated[bool, typer.Option("--by-year", help="Balance each year, not only the whole.")] = False,
    max_removed: MaxRemoved = None,
    method: Method = "fewest",
    force: Annotated[bool, typer.Option("--force", help="Come as near as possible where it is out of reach.")] = False,
    gender: GenderRule = "evidence",
    seed: Seed = 0,
    text_column: TextColumn = "text",
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    repo_id: Annotated[str | None, typer.Option("--repo-id", help="Repository on the Hub: namespace/name.")] = None,
    publishes: Annotated[bool, typer.Option("--publish/--dry-run", help="Publish, or show what would be.")] = False,
) -> None:
    """Make the balanced corpus, and the published data set where it is asked for."""
    if publishes and repo_id is None:
        raise typer.BadParameter("--publish needs --repo-id")
    check_target(out, overwrite)
    corpus = balanced(
        read_years(folder, text_column),
        ActorMetrics("de", text_column, gender=gender),
        flags=None if flags == "none" else AsymmetryFlags(flags, min_flags=min_flags),
        ratio=read_range(range_),
        by="year" if by_year else None,
        report_by="year",
        max_removed=max_removed,
        force=force,
        method=method,
        seed=seed,
        title="A newspaper balanced by gender",
        source={"id": folder.resolve().name, **({"licence": license} if license else {})},
        num_proc=num_proc,
    )
    announce(out, corpus.write(out, license, overwrite))
    if repo_id is not None:
        publish(out, repo_id, dry_run=not publishes)


if __name__ == "__main__":
    show_progress_on_terminals_only()
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    app.command()(taz_balanced)
    with one_line_errors():
        app()
