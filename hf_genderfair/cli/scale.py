"""The command ``run``, and what commands have in common that work over shards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from datasets.utils import tqdm

from hf_genderfair.cli.console import PROGRESS, say
from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import REQUIRED, Folder, Options, grouped
from hf_genderfair.cli.origin import Origin, words_of_commands
from hf_genderfair.cli.output import announce, print_table, print_text
from hf_genderfair.core.settings import Within
from hf_genderfair.hub.reading_problems import UnreadableError, own_columns
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.scale.folder import RunFolder
from hf_genderfair.scale.recipe import LONGEST_TEXT
from hf_genderfair.scale.rows import LinesRows
from hf_genderfair.scale.sharded import RunEstimate, estimate_run, folder_of
from hf_genderfair.scale.sharded import run as run_shards
from hf_genderfair.scale.upload import UploadPreview, preview_upload

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

    def __post_init__(self) -> None:
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
    settings = {each.name: getattr(divided, each.name) for each in fields(divided)}
    try:
        with words_of_commands():
            report = run_shards(
                source,
                recipe,
                output.folder,
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
        folder = folder_of(output.folder, output.overwrite)
        PROGRESS.going_on = folder.in_words()
        if divided.push_to and folder.finished:
            PROGRESS.going_on += "; repeat the same command to go on with the upload"
        raise
    if isinstance(source, LinesRows):
        origin.take_note(RunFolder(output.folder).reading_problems())
    announce(output, report)
    if divided.push_to and not output.as_json:
        say(f"All its files are in {divided.push_to} on the Hub.")
    return report


ChainFile = Annotated[
    Path,
    typer.Option(
        "--chain", metavar="FILE", help="The transforms with their settings, a list in YAML; the README has one."
    ),
]
Keep = Annotated[
    list[str] | None,
    typer.Option("--keep", metavar="COLUMN", help="Leave out rows with a reason in this column; may be given again."),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only say how many rows, bytes and shards, and how long: from 1,000 rows.")
]

Trust = Annotated[
    bool, typer.Option("--trust", help="Let the file of --chain use servers, keys, files, modules: you know it.")
]


@grouped
def run(
    chain: ChainFile,
    origin: Annotated[Origin, Options(without=("longest",), source=REQUIRED)],
    output: Folder,
    divided: Shards,
    keep: Keep = None,
    trust: Trust = False,
    dry_run: DryRun = False,
) -> None:
    """Run a chain of transforms over a source of any size, in shards.

    The same command goes on with a run that was interrupted: finished shards are kept. The result is the same bits
    whatever the number of shards, processes and interruptions. Rows that fail are excluded with the reason.
    Parquet on the Hub is read over the network; finished shards are uploaded with --push-to, nothing twice.

    Examples:
        hf-genderfair run posts.parquet --chain chain.yaml --out labelled/ --num-proc 8
        hf-genderfair run articles.jsonl --chain german.yaml --out annotated/ --dry-run
        hf-genderfair run posts.parquet --chain chain.yaml --out kept/ --keep fragment_reason
        hf-genderfair run me/posts --chain chain.yaml --out kept/ --push-to me/labelled --license cc-by-4.0
        RAY_ADDRESS=head:6379 hf-genderfair run posts.parquet --chain chain.yaml --out out/ --engine ray --num-proc 64
        torchrun --nproc-per-node 2 -m hf_genderfair.scale articles.parquet --chain german.yaml --out annotated/
    """
    if not dry_run:
        run_in_shards(rows_of(origin), origin, output, divided, chain, keep=keep or (), trust=trust)
        return
    with words_of_commands():
        source = rows_of(origin)
        estimate = estimate_run(
            source,
            chain,
            shards=divided.shards,
            device=divided.device,
            longest=divided.longest,
            num_proc=output.num_proc or 1,
            keep=keep or (),
            text_column=origin.text_column,
            trust=trust,
            **part_of(origin, source),
        )
        preview = None
        if divided.push_to:
            folder = RunFolder(output.folder)
            preview = preview_upload(folder, divided.push_to, divided.private, estimate.shards, output.license)
    _print_estimate(estimate, preview, output)


def _print_estimate(estimate: RunEstimate, preview: UploadPreview | None, output: Folder) -> None:
    if output.as_json:
        say(json_line({**asdict(estimate), **({"upload": asdict(preview)} if preview else {})}))
        return
    processes = "one process" if estimate.num_proc == 1 else f"{estimate.num_proc} processes"
    time = f"{tqdm.format_interval(estimate.seconds)}, start-up {estimate.start_seconds:.1f} s"
    rows: list[list[Cell]] = [
        ["rows", f"{estimate.rows:,}"],
        ["bytes of the source", f"{estimate.source_bytes:,}"],
        ["shards", f"{estimate.shards:,}"],
        [f"time with {processes}", time],
        ["memory of a process", f"{estimate.memory_bytes / 1e6:,.0f} MB"],
        ["bytes of the result", f"{estimate.result_bytes:,}"],
    ]
    if preview is not None:
        rows += [
            [f"repository {preview.repo_id}", preview.state],
            ["files to upload", f"{preview.files - preview.arrived:,} at most, card, report and page among them"],
            ["files there already", f"{preview.arrived:,}"],
        ]
    note = f"Time, memory and result are estimated from {estimate.sampled_rows:,} rows."
    print_table(Table("estimate", "What the run would be", ["what", "how much"], rows, note))
    if preview is not None and preview.refusal:
        print_text(f"It would be refused: {preview.refusal}.")
