"""The command ``publish``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from hf_genderfair.cli.output import print_table, print_text
from hf_genderfair.hub.publish import Published
from hf_genderfair.hub.publish import publish as publish_dataset
from hf_genderfair.report.report import Cell, Table


def publish(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder that a command wrote with --out.")],
    repo_id: Annotated[str, typer.Option("--repo-id", help="Repository on the Hub: namespace/name.")],
    license: Annotated[str | None, typer.Option(help="Licence, such as cc-by-4.0; the card's if left out.")] = None,
    private: Annotated[bool, typer.Option("--private", help="Create the repository as private.")] = False,
    tag: Annotated[str, typer.Option(help="Tag of this version.")] = "v1.0.0",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show files and card, send nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Publish a data set on the Hub, and check it.

    One commit and one tag; the data set is loaded back and compared. Safe to repeat after whatever broke it off.

    Examples:
        hf-genderfair publish corpus/ --repo-id me/first-person-pl --dry-run
        hf-genderfair publish corpus/ --repo-id me/first-person-pl --private --license cc-by-4.0 --tag v1.0.0
    """
    published = publish_dataset(folder, repo_id, license=license, private=private, version_tag=tag, dry_run=dry_run)
    if as_json:
        typer.echo(json.dumps(asdict(published), ensure_ascii=False))
    else:
        _show(published)


def _show(published: Published) -> None:
    files: list[list[Cell]] = [
        [path, size, "yes" if path in published.uploaded else "no"] for path, size in published.files.items()
    ]
    print_table(Table("files", "Files", ["file", "bytes", "sent"], files))
    if published.revision is None:
        print_text(published.card)
        typer.echo(f"Dry run: nothing was sent to {published.repo_id}.")
    else:
        rows = ", ".join(f"{part} {number:,}" for part, number in published.rows.items())
        typer.echo(f"Published {published.repo_id} {published.tag} ({rows} rows), loaded back and checked.")
