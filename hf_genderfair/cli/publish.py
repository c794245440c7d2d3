"""The command ``publish``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from hf_genderfair.cli.console import say
from hf_genderfair.cli.options import AsJson, known_license
from hf_genderfair.cli.output import found_contacts, print_table, print_text
from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import UNKNOWN_LICENSE
from hf_genderfair.hub.changes import Changes, listed
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.publish import REPLACE_ADVICE, Published, check_tag
from hf_genderfair.hub.publish import publish as publish_dataset
from hf_genderfair.report.report import Cell, Table

SHOWN_FILES = 10


def _known_tag(tag: str) -> str:
    try:
        return check_tag(tag)
    except PublishError as error:
        raise typer.BadParameter(str(error)) from error


def publish(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder that a command wrote with --out.")],
    repo_id: Annotated[str, typer.Option("--repo-id", help="Repository on the Hub: namespace/name.")],
    license: Annotated[
        str | None,
        typer.Option(
            callback=known_license,
            help="Licence as the Hub spells it, such as cc-by-4.0, or other:NAME; the card's if left out.",
        ),
    ] = None,
    private: Annotated[bool, typer.Option("--private", help="Create the repository as private.")] = False,
    tag: Annotated[str, typer.Option(callback=_known_tag, help="Tag of this version.")] = "v1.0.0",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be added, replaced and deleted on the Hub, send nothing.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace or delete what others wrote where it is in the way.")
    ] = False,
    card: Annotated[bool, typer.Option("--card", help="Print the card, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Publish a data set on the Hub, and check it.

    One commit and one tag; the data set is loaded back and compared. Safe to repeat after whatever broke it off.
    What others wrote in the repository stays, unless --replace is given.

    Examples:
        hf-genderfair publish corpus/ --repo-id me/first-person-pl --dry-run
        hf-genderfair publish corpus/ --repo-id me/first-person-pl --private --license cc-by-4.0 --tag v1.0.0
    """
    try:
        published = publish_dataset(
            folder, repo_id, license=license, private=private, version_tag=tag, dry_run=dry_run, replace=replace
        )
    except PublishError as error:
        raise PublishError(_in_words_of_commands(str(error))) from error
    if as_json:
        refusal = published.refusal and _in_words_of_commands(published.refusal)
        say(json.dumps({**asdict(published), "refusal": refusal}, ensure_ascii=False))
    else:
        _show(published, card)


def _in_words_of_commands(message: str) -> str:
    bare = message.removesuffix(REPLACE_ADVICE)
    return message if bare == message else f"{bare}publish under another name, or pass --replace"


def _show(published: Published, card: bool) -> None:
    changes, verb = published.changes, "would be" if published.revision is None else "were"
    if card:
        print_text(published.card)
    print_table(_files(published))
    if changes is not None:
        numbers = {"added": changes.added, "replaced": changes.replaced, "deleted": changes.deleted}
        said = ", ".join(f"{word} {len(paths):,}" for word, paths in numbers.items())
        print_text(f"Files that {verb} {said}.")
        for line in _others(changes, verb):
            print_text(line)
    if published.left_out:
        print_text(f"Not sent, since it is no part of the data set: {listed(published.left_out)}.")
    if published.contacts != Contacts():
        print_text(found_contacts(published.contacts))
    if published.revision is None:
        if published.remark:
            print_text(f"Note: {published.remark}.")
        if published.refusal:
            print_text(f"It would be refused: {_in_words_of_commands(published.refusal)}.")
        say(f"Dry run: nothing was sent to {published.repo_id}.")
    else:
        rows = ", ".join(f"{part} {number:,}" for part, number in published.rows.items())
        say(f"Published {published.repo_id} {published.tag} ({rows} rows), loaded back and checked.")


def _files(published: Published) -> Table:
    """Return the files, those first that change something that others see."""
    rows: list[list[Cell]] = [[path, size] for path, size in published.files.items()]
    columns = ["file", "bytes"]
    changes = published.changes
    if changes is not None:
        words = {"deleted": changes.deleted, "replaced": changes.replaced, "added": changes.added}
        change = {path: word for word, paths in words.items() for path in paths}
        change |= {path: "unchanged" for path in published.files if path not in change}
        rows = [[path, published.files.get(path), word] for path, word in change.items()]
        columns.append("change")
    more = len(rows) - SHOWN_FILES
    return Table("files", "Files", columns, rows[:SHOWN_FILES], f"And {more:,} more." if more > 0 else "")


def _others(changes: Changes, verb: str) -> list[str]:
    """Return what happens to what others wrote, a line each."""
    lines = []
    if changes.foreign:
        lines.append(f"Files of others that {verb} replaced or deleted: {listed(changes.foreign)}.")
    if changes.lost:
        lines.append(f"Of the card of others {verb} lost: {listed(changes.lost)}.")
    if changes.kept:
        lines.append(f"Files of others that stay as they are: {listed(changes.kept)}.")
    before = f", which replaces {changes.license_before}" if changes.relicensed else ""
    if changes.license != UNKNOWN_LICENSE or before:
        lines.append(f"Licence: {changes.license}{before}.")
    return lines
