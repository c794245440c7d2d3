"""Run a chain over a source of any size: an estimate, shards with proof, several processes, a data set at the end."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset

from hf_genderfair import __version__
from hf_genderfair.core.errors import ColumnError, GenderfairError, RunError
from hf_genderfair.core.processes import Processes, launched_processes
from hf_genderfair.core.resources import require, use_device
from hf_genderfair.core.settings import choose, nothing_sent
from hf_genderfair.core.transform import Transform
from hf_genderfair.hub.card import check_license
from hf_genderfair.hub.folder import REPORT_FILE, check_target
from hf_genderfair.hub.locate import source_name
from hf_genderfair.hub.placing import RUN, building_place, held, left_behind, put
from hf_genderfair.hub.publish import check_repo_id
from hf_genderfair.languages.chain import Chain
from hf_genderfair.report.report import Report
from hf_genderfair.scale.chain_file import read_chain
from hf_genderfair.scale.datatrove_engine import run_on_datatrove
from hf_genderfair.scale.folder import Described, Plan, RunFolder
from hf_genderfair.scale.merge import Merge
from hf_genderfair.scale.ray_engine import ray_session, run_on_ray
from hf_genderfair.scale.recipe import ERROR_COLUMN, LONGEST_TEXT, ChainRecipe, PassTotals, Place, Recipe
from hf_genderfair.scale.rows import HubRows, LinesRows, Rows, open_rows
from hf_genderfair.scale.shard_work import Work, part_rows
from hf_genderfair.scale.spark_engine import run_on_spark, spark_session
from hf_genderfair.scale.upload import Upload
from hf_genderfair.scale.workers import run_launched, run_local

Source: TypeAlias = "str | Path | Dataset | LinesRows"
Engine: TypeAlias = Literal["local", "accelerate", "ray", "spark", "datatrove"]
ENGINES = ("local", "accelerate", "ray", "spark", "datatrove")
RUN_BY = {"local": run_local, "ray": run_on_ray, "spark": run_on_spark, "datatrove": run_on_datatrove}
"""What does a pass with a number of processes."""

SHARD_BYTES = 16_000_000
MOST_SHARDS = 5_000


def run(
    source: Source,
    chain: str | Path | Transform | Recipe,
    out: str | Path,
    *,
    engine: Engine = "local",
    num_proc: int = 1,
    shards: int | None = None,
    keep: str | Sequence[str] = (),
    device: str | None = None,
    text_column: str = "text",
    split: str | None = None,
    config: str | None = None,
    longest: int | None = LONGEST_TEXT,
    keep_going: bool = False,
    batch_rows: int = 10_000,
    overwrite: bool = False,
    title: str | None = None,
    license: str | None = None,
    facts: Mapping[str, str] | None = None,
    push_to: str | None = None,
    private: bool = False,
    trust: bool = False,
) -> Report:
    """Apply a chain or a recipe to a source, shard by shard, and write a data set with report and card.

    The same call goes on with a run that was interrupted, in whatever way: what is done is not done again. The result
    is the same bits whatever the number of shards, of processes, of interruptions, and the engine.

    Args:
        source: A data set, what `open_source` opens, or what `open_lines` returned. Parquet, text and JSON lines are
            read where they lie; Parquet on the Hub by ranges of bytes and at one commit: a run that goes on reads that
            of its beginning.
        chain: A chain, a transform, the file of a chain, see `read_chain`; or a recipe, such as `CorpusRecipe`.
        out: Folder to write to; new, empty, or that of the same run.
        engine: ``local`` for processes on this machine, ``accelerate`` for those that ``accelerate launch`` or torchrun
            started, on one machine or on several that share the folder; ``ray``, ``spark`` or ``datatrove`` for their
            workers, with the extras of these names: see the pages in ``docs/``.
        num_proc: Number of processes, or workers; ``accelerate`` knows it. With more than one of the engine ``local``
            a script needs a main guard.
        shards: Number of shards; None for one for each 16 MB of the source.
        keep: Columns of reasons: rows with one are excluded; see `Keep`.
        device: Device of language pipelines and models; see `use_device`. None leaves it as it is; with ``accelerate``
            it is the GPU of the process where the launcher gave it one. The report names it, since labels of
            pipelines may differ in ties.
        text_column: Column of text that the source must have.
        split: Split of a source that has several.
        config: Configuration of a source that has several.
        longest: Most characters of a text that a pipeline reads; rows with longer ones are excluded.
        keep_going: Go on where more than 5 % of the rows of a shard fail.
        batch_rows: Most rows of a batch; changes nothing but speed and memory.
        overwrite: Replace a data set that stands in the folder, once the new one is complete; metadata that were added
            to its card are kept.
        title: Title of the report; None for that of the recipe, which may name the source.
        license: Licence of the texts, as the Hub spells it.
        facts: What the report says of the source, such as its ``id``; None for its name and the licence.
        push_to: Repository on the Hub, ``namespace/name``, to upload to: shards as soon as they are done, in commits
            of many files, the rest with card and report in the last one. What has arrived is not sent again. The
            stored token is used, and the licence must be known.
        private: Create the repository as private.
        trust: Whether the file of a chain may do what only its author or reader can allow; see `read_chain`.

    Returns:
        The report of the data set that was written.

    Raises:
        ChainFileError: See `read_chain`.
        UntrustedError: See `read_chain`.
        ColumnError: The chain lacks a column, or adds one that exists; there is no column of reasons of that name.
        RunError: Another run was begun in the folder, or is at work; the source changed; too many rows fail, or a
            process ends again and again.
        OutputError: The folder cannot be written, or no row is left.
        PublishError: The repository cannot be written, or holds something else; or the upload failed for good, after
            the folder was completed.
        GenderfairError: A setting is wrong; see the engines.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from hf_genderfair import FirstPerson
        >>> rows = Dataset.from_dict({"text": ["Wczoraj byłam w kinie.", "Pada.", "Kupiłem rower."]})
        >>> with TemporaryDirectory() as folder:
        ...     report = run(rows, FirstPerson(), Path(folder, "labelled"), shards=2)
        ...     report.data["default/train"]["rows"]
        3
    """
    choose("engine", engine, ENGINES)
    for name, value in (("num_proc", num_proc), ("batch_rows", batch_rows), ("shards", shards)):
        if value is not None and value < 1:
            raise GenderfairError(f"{name}={value} is too few: use 1 or more")
    if license is not None:
        check_license(license)
    if push_to is not None:
        check_repo_id(push_to)
    elif private:
        raise GenderfairError("private=True has no effect without a repository: name one with push_to=")
    processes = launched_processes() if engine == "accelerate" else Processes()
    device = device or (launched_device() if engine == "accelerate" else None)

    def prepare() -> Work:
        begun = folder.plan
        rows = open_rows(source, text_column, split=split, config=config, begun=begun.source if begun else "")
        recipe = chain_recipe(chain, keep, longest, trust)
        asked = shards or (begun.shards if begun else default_shards(rows))
        pinned = rows.facts if isinstance(rows, HubRows) else {}
        told = {**_facts(source, license, facts), **pinned}
        described = Described(title or recipe.title(_facts(source, None, facts).get("id", "")), told, license)
        plan = make_plan(rows, recipe, asked, device, described)
        return Work(folder, plan, rows, recipe, batch_rows, keep_going)

    with ExitStack() as opened:
        first, place = processes.rank == 0, Path(out)

        def hold() -> None:
            # what a run that was killed has left is mended before anybody looks there
            if overwrite or left_behind(place):
                opened.enter_context(held(place))

        processes.of_first(hold)
        folder = folder_of(out, overwrite)
        opened.enter_context(nullcontext() if device is None else use_device(device))
        prepared: list[Work] = []
        processes.gather_results(lambda: prepared.append(prepare()))
        with _session(engine, num_proc), folder.locked() if first else nullcontext():
            work = prepared[0]
            upload = Upload(folder, work.plan, push_to, private) if push_to else None
            report = _carry_out(work, processes, engine, num_proc, upload)
        if folder.path != place:
            processes.of_first(partial(put, folder.path, place, overwrite))
    return report


def _session(engine: Engine, num_proc: int) -> AbstractContextManager[object]:
    """Return what an engine starts before the first pass and ends after the last."""
    if engine == "ray":
        return ray_session(num_proc)
    return spark_session(num_proc) if engine == "spark" else nullcontext()


def folder_of(out: str | Path, overwrite: bool = False) -> RunFolder:
    """Return the folder in which a run is carried out: the one asked for, or a hidden one beside it."""
    path = Path(out)
    beside = building_place(path, RUN)
    if overwrite and ((path / REPORT_FILE).exists() or beside.exists()):
        return RunFolder(beside, existing_card=check_target(path, overwrite))
    return RunFolder(path)


def _carry_out(work: Work, processes: Processes, engine: Engine, num_proc: int, upload: Upload | None) -> Report:
    first = processes.rank == 0
    plans = processes.gather(work.plan)
    others = [f"process {rank} has {plan.differs(plans[0])}" for rank, plan in enumerate(plans) if plan != plans[0]]
    if others:
        raise RunError(f"{others[0]} than process 0: start all with the same source, chain and options")
    processes.of_first(partial(work.folder.begin, work.plan))
    processes.of_first(upload.begin if upload else lambda: None)
    if work.folder.finished and first:
        work.folder.report()
        work.folder.clear()
    elif not work.folder.finished:
        with work.folder.tidied() if first else nullcontext():
            _pass_by_pass(work, processes, engine, num_proc, upload if upload and first else nullcontext())
    processes.of_first(upload.finish if upload else lambda: None)
    return Report.from_json(processes.of_first(work.folder.report))


def _pass_by_pass(
    whole: Work, processes: Processes, engine: Engine, num_proc: int, meanwhile: AbstractContextManager[object]
) -> None:
    totals: list[PassTotals] = []
    merge: Merge | None = None
    with meanwhile:
        for number in range(whole.plan.passes):
            work = replace(whole, folder=whole.folder.of_pass(number))
            processes.of_first(work.folder.begin_pass)
            merge = Merge(work, merge)
            if engine == "accelerate":
                run_launched(work, merge, processes)
            else:
                RUN_BY[engine](work, merge, num_proc)
            processes.of_first(partial(_decide, merge, totals))
    assert merge is not None
    processes.of_first(partial(merge.finish, totals))


def _decide(merge: Merge, totals: list[PassTotals]) -> None:
    totals.append(merge.decide())


def make_plan(rows: Rows, recipe: Recipe, shards: int, device: str | None, described: Described) -> Plan:
    """Return what a run is to do, once it is seen to be possible."""
    for number in range(recipe.passes):
        recipe.kept_features(number, rows.features)
    if ERROR_COLUMN in rows.features:
        raise ColumnError(f"column {ERROR_COLUMN!r} exists already, and is where a run says what went wrong: rename it")
    kind = device and device.partition(":")[0]
    return Plan(
        source=rows.identity,
        rows=rows.number,
        shards=min(shards, rows.number),
        device=kind,
        software=__version__,
        described=described,
        passes=recipe.passes,
        **recipe.identity(),
    )


def default_shards(rows: Rows) -> int:
    """Return the number of shards for a source: one for each 16 MB."""
    return max(1, min(MOST_SHARDS, -(-rows.num_bytes // SHARD_BYTES)))


def launched_device() -> str | None:
    """Return ``cuda`` where the launcher gave this process a GPU; None where it was told to use processors."""
    torch = require("torch", "models")
    on_processors = os.environ.get("ACCELERATE_USE_CPU", "").lower() in ("1", "true", "yes")
    return None if on_processors or not torch.cuda.is_available() else "cuda"


def chain_recipe(
    chain: str | Path | Transform | Recipe,
    keep: str | Sequence[str] = (),
    longest: int | None = LONGEST_TEXT,
    trust: bool = False,
) -> Recipe:
    """Return what is to be done: a recipe as it is, or that of a chain: of a file, of one transform, or the chain."""
    if isinstance(chain, (str, Path)):
        chain = read_chain(chain, trust)
    if isinstance(chain, (list, tuple, type)):
        raise GenderfairError("run takes one transform, chain or recipe: join transforms, as in Chain(*transforms)")
    if not isinstance(chain, Transform):
        return chain
    columns = (keep,) if isinstance(keep, str) else tuple(keep)
    return ChainRecipe(chain if isinstance(chain, Chain) else Chain(chain), columns, longest)


def _facts(source: Source, license: str | None, facts: Mapping[str, str] | None) -> dict[str, str]:
    if facts is not None:
        return dict(facts)
    known = {"id": source_name(str(source)) if isinstance(source, (str, Path)) else "", "licence": license or ""}
    return {name: fact for name, fact in known.items() if fact}


SAMPLE_ROWS = 1_000
BLOCKS = 10


@dataclass(frozen=True)
class RunEstimate:
    """What a run would be.

    Attributes:
        rows: Rows of the source.
        source_bytes: Size of the source where it lies.
        shards: Number of shards.
        sampled_rows: Rows from which time, memory and size were estimated.
        num_proc: Number of processes.
        seconds: Time that the processes would take, start-up apart.
        start_seconds: Time of the start-up of a process: models, word lists.
        memory_bytes: Memory of one process.
        result_bytes: Size of the result on disk.

    Example:
        >>> RunEstimate(10, 900, 1, 10, 2, 0.5, 1.5, 200_000_000, 1_200).rows
        10
    """

    rows: int
    source_bytes: int
    shards: int
    sampled_rows: int
    num_proc: int
    seconds: float
    start_seconds: float
    memory_bytes: int
    result_bytes: int


def estimate_run(
    source: str | Path | Dataset | LinesRows,
    chain: str | Path | Transform,
    *,
    num_proc: int = 1,
    shards: int | None = None,
    keep: str | Sequence[str] = (),
    device: str | None = None,
    text_column: str = "text",
    split: str | None = None,
    config: str | None = None,
    longest: int | None = LONGEST_TEXT,
    trust: bool = False,
) -> RunEstimate:
    """Estimate a run from 1,000 rows, drawn evenly from the source; nothing is written, and no server is asked.

    Args:
        source: See `run`, as for all others.
        chain: The same.
        num_proc: The same.
        shards: The same.
        keep: The same.
        device: The same.
        text_column: The same.
        split: The same.
        config: The same.
        longest: The same.
        trust: The same.

    Returns:
        The estimate. Time is divided by the number of processes: it takes each of them to have a core of its own.
        The time that a server takes is not in it.

    Raises:
        GenderfairError: See `run`: what is wrong is said before anything is read.

    Example:
        >>> from hf_genderfair import FirstPerson
        >>> estimate_run(Dataset.from_dict({"text": ["Pada.", "Kupiłem rower."]}), FirstPerson()).sampled_rows
        2
    """
    rows, recipe = open_rows(source, text_column, split=split, config=config), chain_recipe(chain, keep, longest, trust)
    plan = make_plan(rows, recipe, shards or default_shards(rows), device, Described(""))
    work = Work(RunFolder(Path()), plan, rows, recipe)
    with nothing_sent(), nullcontext() if device is None else use_device(device):
        started = time.perf_counter()
        list(part_rows(work, next(rows.tables(0, 1, 1)), Place(0, rows.number), None))
        ready = time.perf_counter()
        sample = list(_sample(rows))
        parted = [part for table in sample for part, _ in part_rows(work, table, Place(0, rows.number), None)]
        seconds = time.perf_counter() - ready
    sampled = sum(map(len, sample))
    factor = rows.number / sampled
    sink = pa.BufferOutputStream()
    annotated = [part.excluded.select(part.kept.column_names) for part in parted]
    pq.write_table(pa.concat_tables([*(part.kept for part in parted), *annotated]), sink, compression="zstd")
    return RunEstimate(
        rows.number,
        rows.num_bytes,
        plan.shards,
        sampled,
        num_proc,
        seconds * factor / num_proc,
        ready - started,
        _peak_memory(),
        round(sink.getvalue().size * factor),
    )


def _sample(rows: Rows) -> Iterator[pa.Table]:
    """Yield blocks of rows, evenly spread."""
    if rows.number <= SAMPLE_ROWS:
        yield from rows.tables(0, rows.number, SAMPLE_ROWS)
        return
    size = SAMPLE_ROWS // BLOCKS
    for block in range(BLOCKS):
        yield from rows.tables(block * (rows.number - size) // (BLOCKS - 1), size, size)


def _peak_memory() -> int:
    """Return the most memory that this process has had, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
