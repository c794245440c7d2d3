"""Make "He Said She Said" anew: a corpus of Polish first-person texts by gender (Graliński et al. 2016).

From any source of lines with optional url and date: text, JSON lines, CSV, Parquet, compressed or not, a folder of
them, text extracted from WARC files (``--url-lines``), standard input, or a data set on the Hub.

    python dataset_scripts/hsss_polish.py dataset_scripts/sample/polish_posts.jsonl --out corpus/ --license cc0-1.0
    python dataset_scripts/hsss_polish.py pages.txt.gz --url-lines --out corpus/ --challenge challenge/
    python dataset_scripts/hsss_polish.py me/raw-posts --limit 100000 --out corpus/ --repo-id me/posts --dry-run

The recipe itself, a chain of transforms that can be used one by one, is `hf_genderfair.corpus`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hf_genderfair.cli.console import one_line_errors, show_progress_on_terminals_only
from hf_genderfair.cli.corpus import corpus
from hf_genderfair.cli.options import ExcludedSites, License, Limit, NumProc, RequiredOut, UrlLines
from hf_genderfair.cli.origin import Layout, Source
from hf_genderfair.cli.publish import publish

TITLE = "He said, she said: Polish first-person texts by gender"


def hsss_polish(
    source: Source,
    out: RequiredOut,
    excluded_site: ExcludedSites = None,
    challenge: Annotated[Path | None, typer.Option("--challenge", metavar="DIR", help="Write challenge sets.")] = None,
    url_lines: UrlLines = False,
    layout: Layout = None,
    limit: Limit = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a corpus made before.")] = False,
    repo_id: Annotated[str | None, typer.Option("--repo-id", help="Repository on the Hub: namespace/name.")] = None,
    publishes: Annotated[bool, typer.Option("--publish/--dry-run", help="Publish, or show what would be.")] = False,
) -> None:
    """Make the corpus, then challenge sets and the published data set where they are asked for."""
    if publishes and repo_id is None:
        raise typer.BadParameter("--publish needs --repo-id")
    corpus(
        source=source,
        out=out,
        excluded_site=excluded_site,
        challenge=challenge,
        url_lines=url_lines,
        layout=layout,
        limit=limit,
        title=TITLE,
        license=license,
        num_proc=num_proc,
        overwrite=overwrite,
    )
    if repo_id is not None:
        publish(out, repo_id, dry_run=not publishes)


if __name__ == "__main__":
    show_progress_on_terminals_only()
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    app.command()(hsss_polish)
    with one_line_errors():
        app()
