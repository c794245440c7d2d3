"""The command ``run``."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from datasets.utils import tqdm

from hf_genderfair.cli.groups import REQUIRED, Varied, grouped
from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import Folder
from hf_genderfair.cli.origin import Origin, words_of_commands
from hf_genderfair.cli.output import announce, print_table, print_text
from hf_genderfair.cli.progress import PROGRESS
from hf_genderfair.hub.locate import DATA_SET, locate_source
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.scale.chain_recipe import LONGEST_TEXT
from hf_genderfair.scale.estimate import RunEstimate, estimate_run
from hf_genderfair.scale.folder import RunFolder
from hf_genderfair.scale.sharded import run as run_chain
from hf_genderfair.scale.upload import UploadPreview, preview_upload

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
PushTo = Annotated[
    str | None,
    typer.Option(
        "--push-to", metavar="NAME", help="Upload to this repository on the Hub, namespace/name, while the run goes on."
    ),
]
Private = Annotated[bool, typer.Option("--private", help="Create the repository as private.")]


@dataclass(frozen=True)
class Shards:
    """How a run is divided.

    Attributes:
        engine: Who does the work.
        shards: Number of shards.
        device: Device of pipelines and models.
        longest: Most characters of a text that a pipeline reads.

    Example:
        >>> Shards().engine
        'local'
    """

    engine: Annotated[
        Literal["local", "accelerate"],
        typer.Option("--engine", help="Processes of this machine, or those that accelerate or torchrun started."),
    ] = "local"
    shards: Annotated[
        int | None, typer.Option("--shards", min=1, help="Number of shards; by default one for each 16 MB.")
    ] = None
    device: Annotated[
        str | None, typer.Option("--device", help="cpu, cuda (the GPU of each process) or cuda:N, for pipelines too.")
    ] = None
    longest: Annotated[
        int, typer.Option("--longest", metavar="CHARACTERS", min=1, help="Exclude rows with a longer text to analyse.")
    ] = LONGEST_TEXT


@grouped
def run(
    chain: ChainFile,
    origin: Annotated[Origin, Varied(without=("longest",), defaults={"source": REQUIRED})],
    output: Annotated[Folder, Varied(without=("overwrite",))],
    divided: Shards,
    keep: Keep = None,
    push_to: PushTo = None,
    private: Private = False,
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
        torchrun --nproc-per-node 2 -m hf_genderfair.scale articles.parquet --chain german.yaml --out annotated/
    """
    if private and push_to is None:
        raise typer.BadParameter("leave out --private, which has no effect without --push-to")
    with words_of_commands():
        kind, files = locate_source(origin.source, origin.layout, origin.encoding)
        # Parquet is read where it lies, here or on the Hub, all else once into the cache of datasets
        in_place = kind == "parquet" or (kind == DATA_SET and not files)
        formatted = origin.layout or origin.encoding or origin.delimiter
        source = origin.source if in_place and not formatted else origin.rows()
        shared: dict[str, Any] = {
            "shards": divided.shards,
            "device": divided.device,
            "longest": divided.longest,
            "num_proc": output.num_proc or 1,
            "keep": keep or (),
            "text_column": origin.text_column,
            **({"split": origin.split, "config": origin.config} if isinstance(source, str) else {}),
        }
        if dry_run:
            estimate, folder = estimate_run(source, chain, **shared), RunFolder(output.out)
            preview = push_to and preview_upload(folder, push_to, private, estimate.shards, output.license)
            _print_estimate(estimate, preview or None, output)
            return
        try:
            report = run_chain(
                source,
                chain,
                output.out,
                engine=divided.engine,
                keep_going=origin.keep_going,
                title=output.title,
                license=output.license,
                facts=origin.described(output.license),
                push_to=push_to,
                private=private,
                **shared,
            )
        except KeyboardInterrupt:
            PROGRESS.going_on = RunFolder(output.out).in_words()
            if push_to and RunFolder(output.out).finished:
                PROGRESS.going_on += "; repeat the same command to go on with the upload"
            raise
    announce(output.out, report, output.as_json)
    if push_to and not output.as_json:
        typer.echo(f"All its files are in {push_to} on the Hub.")


def _print_estimate(estimate: RunEstimate, preview: UploadPreview | None, output: Folder) -> None:
    if output.as_json:
        typer.echo(json_line({**asdict(estimate), **({"upload": asdict(preview)} if preview else {})}))
        return
    processes = "one process" if estimate.num_proc == 1 else f"{estimate.num_proc} processes"
    time = f"{tqdm.format_interval(estimate.seconds)}, start-up {estimate.start_seconds:.1f} s"
    rows: list[list[Cell]] = [
        ["rows", f"{estimate.rows:,}"],
        ["bytes of the source", f"{estimate.source_bytes:,}"],
        ["shards", f"{estimate.shards:,}"],
        [
            f"time with {processes}",
            time,
        ],
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
