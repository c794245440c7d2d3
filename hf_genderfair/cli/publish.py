"""The command ``publish``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub.publish import Published
from hf_genderfair.hub.publish import publish as publish_dataset


def publish(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder that a command wrote with --out.")],
    repo_id: Annotated[str, typer.Option("--repo-id", help="Repository on the Hub: namespace/name.")],
    license: Annotated[str | None, typer.Option(help="Licence, such as cc-by-4.0; the card's if left out.")] = None,
    private: Annotated[bool, typer.Option("--private", help="Create the repository as private.")] = False,
    tag: Annotated[str, typer.Option(help="Tag of this version.")] = "v1.0.0",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show files and card, send nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Publish a data set on the Hub, tag it, load it back and check it; safe to repeat.

    Examples:
        hf-genderfair publish corpus/ --repo-id me/first-person-pl --dry-run

        hf-genderfair publish corpus/ --repo-id me/first-person-pl --private --license cc-by-4.0 --tag v1.0.0
    """
    try:
        published = publish_dataset(folder, repo_id, license=license, private=private, version_tag=tag, dry_run=dry_run)
    except GenderfairError as error:
        typer.echo(f"Error: {error}", err=True)
        raise typer.Exit(1) from error
    if as_json:
        typer.echo(json.dumps(asdict(published), ensure_ascii=False))
    else:
        _show(published)


def _show(published: Published) -> None:
    console = Console()
    table = Table("file", "bytes", "sent")
    table.columns[1].justify = "right"
    for path, size in published.files.items():
        table.add_row(path, f"{size:,}", "yes" if path in published.uploaded else "no")
    console.print(table)
    if published.revision is None:
        console.print(published.card, markup=False, highlight=False)
        console.print(f"Dry run: nothing was sent to {published.repo_id}.")
    else:
        rows = ", ".join(f"{part} {number:,}" for part, number in published.rows.items())
        console.print(f"Published {published.repo_id} {published.tag} ({rows} rows), loaded back and checked.")
