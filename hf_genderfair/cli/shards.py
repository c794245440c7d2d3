"""Options of commands that work over shards, and what such commands do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from hf_genderfair.cli.options import Folder
from hf_genderfair.cli.origin import Origin, words_of_commands
from hf_genderfair.cli.output import announce
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.cli.say import say
from hf_genderfair.core.settings import Within
from hf_genderfair.hub.reading_problems import UnreadableError, own_columns
from hf_genderfair.scale.chain_recipe import LONGEST_TEXT
from hf_genderfair.scale.folder import RunFolder
from hf_genderfair.scale.lines_rows import LinesRows
from hf_genderfair.scale.sharded import folder_of
from hf_genderfair.scale.sharded import run as run_shards

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_genderfair.report.report import Report
    from hf_genderfair.scale.recipe import Recipe


@dataclass(frozen=True)
class Shards:
    """How a run is divided, and where its result goes besides its folder.

    Attributes:
        engine: Processes of this machine, those that accelerate or torchrun started, or workers of a cluster.
        shards: Number of shards; by default one for each 16 MB.
        device: cpu, cuda (the GPU of each process) or cuda:N, for pipelines too.
        longest: Exclude rows with a longer text to analyse.
        batch_rows: Most rows of a batch; changes nothing but speed and memory.
        push_to: Upload to this repository on the Hub, namespace/name, while the run goes on.
        private: Create the repository as private.

    Example:
        >>> Shards().engine
        'local'
    """

    engine: Literal["local", "accelerate", "ray", "spark", "datatrove"] = "local"
    shards: Annotated[int | None, Within(1)] = None
    device: str | None = None
    longest: Annotated[int, typer.Option(metavar="CHARACTERS"), Within(1)] = LONGEST_TEXT
    batch_rows: Annotated[int, Within(1)] = 10_000
    push_to: Annotated[str | None, typer.Option(metavar="NAME")] = None
    private: bool = False

    def check(self) -> None:
        """Refuse an option that has no effect."""
        if self.private and self.push_to is None:
            raise typer.BadParameter("leave out --private, which has no effect without --push-to")


def rows_of(origin: Origin, limit: int | None = None) -> str | LinesRows | Dataset:
    """Return what a run reads: the source where it lies if that can be, all else through the cache of ``datasets``."""
    in_place = origin.in_place() if limit is None else None
    return own_rows(origin, limit) if in_place is None else in_place


def own_rows(origin: Origin, limit: int | None = None) -> Dataset:
    """Return the rows of a source, opened, without what reading it added where every row could be read."""
    rows = origin.rows(limit)
    return rows.select_columns(own_columns(rows))


def part_of(origin: Origin, source: str | LinesRows | Dataset) -> dict[str, Any]:
    """Return which part of a source a run reads, where it opens the source itself."""
    return {"split": origin.split, "config": origin.config} if isinstance(source, str) else {}


def run_in_shards(
    source: str | LinesRows | Dataset,
    origin: Origin,
    output: Folder,
    divided: Shards,
    recipe: Path | Recipe,
    *,
    keep: Sequence[str] = (),
    trust: bool = False,
) -> Report:
    """Carry out a chain or a recipe over shards, and say what was written and where."""
    divided.check()
    settings = {each.name: getattr(divided, each.name) for each in fields(divided)}
    try:
        with words_of_commands():
            report = run_shards(
                source,
                recipe,
                output.out,
                num_proc=output.num_proc or 1,
                text_column=origin.text_column,
                keep=keep,
                trust=trust,
                keep_going=origin.keep_going,
                overwrite=output.overwrite,
                title=output.title,
                license=output.license,
                facts=origin.described(output.license),
                **settings,
                **part_of(origin, source),
            )
    except UnreadableError as error:
        origin.take_note(error.problems)
        origin.close()
        raise
    except KeyboardInterrupt:
        folder = folder_of(output.out, output.overwrite)
        PROGRESS.going_on = folder.in_words()
        if divided.push_to and folder.finished:
            PROGRESS.going_on += "; repeat the same command to go on with the upload"
        raise
    if isinstance(source, LinesRows):
        origin.take_note(RunFolder(output.out).reading_problems())
    announce(output.out, report, output.as_json)
    if divided.push_to and not output.as_json:
        say(f"All its files are in {divided.push_to} on the Hub.")
    return report
