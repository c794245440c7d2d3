"""The command ``run``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from datasets.utils import tqdm

from hf_genderfair.cli.groups import REQUIRED, Options, grouped
from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import Folder
from hf_genderfair.cli.origin import Origin, words_of_commands
from hf_genderfair.cli.output import print_table, print_text
from hf_genderfair.cli.say import say
from hf_genderfair.cli.shards import Shards, part_of, rows_of, run_in_shards
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.scale.estimate import RunEstimate, estimate_run
from hf_genderfair.scale.folder import RunFolder
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

Trust = Annotated[
    bool,
    typer.Option("--trust", help="Let the file of --chain use servers, keys, files, modules: you know it."),
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
    divided.check()
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
            folder = RunFolder(output.out)
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
