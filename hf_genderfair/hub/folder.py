"""Write a data set as a folder for ``load_dataset``, with its report and its card, atomically."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset, DatasetDict, IterableDataset, IterableDatasetDict

from hf_genderfair.core.batches import ROWS_AT_ONCE, arrow_batches, check_rows
from hf_genderfair.core.errors import OutputError
from hf_genderfair.hub.card import (
    DATA_FOLDERS,
    EXCLUDED,
    KEPT,
    CardDetails,
    Content,
    DataPart,
    WrittenSplit,
    check_details,
    data_pattern,
    merge_cards,
    proved,
)
from hf_genderfair.hub.card_text import croissant, render_card
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.fingerprint import DataFingerprint, describe_columns, known_features
from hf_genderfair.hub.lines import PROBLEM, reason_in_one_line
from hf_genderfair.hub.placing import (
    WRITTEN_FILE,
    building_place,
    check_place,
    held,
    put,
    refuse_strangers,
    written_list,
)
from hf_genderfair.hub.reading_problems import own_columns
from hf_genderfair.report.change_list import CHANGES_FILE, ChangeList, list_changes
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.render import render_html
from hf_genderfair.report.report import Report
from hf_genderfair.report.sentences import by_number

REPORT_FILE = "bias_report.json"
PAGE_FILE = "report.html"
CROISSANT_FILE = "croissant.json"
CARD_FILE = "README.md"
SHARD_BYTES = 500_000_000
BATCH_BYTES = 64_000_000

Rows: TypeAlias = "Dataset | IterableDataset | DatasetDict | IterableDatasetDict"


def write_dataset(
    folder: str | Path,
    kept: Rows,
    report: Report,
    excluded: Rows | None = None,
    details: CardDetails | None = None,
    overwrite: bool = False,
    shard_bytes: int = SHARD_BYTES,
    figures: Mapping[str, Figure] | None = None,
    pages: Mapping[str, bytes] | None = None,
) -> Report:
    """Write a data set, the rows left out, the report and the card.

    The folder holds ``data/*.parquet``, ``excluded/*.parquet`` (the configuration ``excluded``, where rows were left
    out), the report as ``bias_report.json`` and ``report.html``, ``README.md``, ``croissant.json``, and a plain list of
    what was changed or left out, ``changes.tsv`` (row, before, after, reason), where something was. It is built
    under a temporary name and renamed at the end, so that an interruption leaves no incomplete folder. Every row is
    read once, in constant memory.

    Args:
        folder: Where to write; must not exist, or be empty, unless ``overwrite`` is given.
        kept: The result; one without splits becomes the split ``train``.
        report: The report; its ``data`` is filled in.
        excluded: Rows left out, with their reasons.
        details: Contents of the card besides the report.
        overwrite: Replace a folder that this function wrote; metadata that were added to its card are kept.
        shard_bytes: Size from which a new Parquet file is started, in bytes.
        figures: Figures by file name; each becomes a file, and part of ``report.html``.
        pages: Content of further files, by name.

    Returns:
        The report with rows, columns and fingerprint of every split.

    Raises:
        OutputError: The folder is not empty, a split has no rows, a tag of the details is invalid, or the disk is full
            or not writable.
        LicenseError: The Hub does not know the licence.
        ColumnError: A streamed data set does not know its features.
        GenderfairError: The rows are not a data set.

    Example:
        >>> from datasets import Dataset
        >>> from tempfile import TemporaryDirectory
        >>> rows = Dataset.from_dict({"text": ["Ginger tea.", "No sugar."]})
        >>> with TemporaryDirectory() as folder:
        ...     _ = write_dataset(Path(folder, "tea"), rows, Report("Sentences about tea", "en"))
        ...     sorted(path.name for path in Path(folder, "tea").iterdir())
        ['.written.json', 'README.md', 'bias_report.json', 'croissant.json', 'data', 'report.html']
    """
    target = Path(folder)
    details = details or CardDetails()
    check_details(details)
    with held(target):
        existing_card = check_target(target, overwrite)
        with all_or_nothing(target, overwrite) as building:
            written = _write_config(building, KEPT, kept, shard_bytes)
            # load_dataset cannot open a split without rows
            for part in written:
                if not part.rows:
                    others = any(other.rows for other in written)
                    raise OutputError(empty_split(part.split) if others else nothing_left(part.split, report))
            if excluded is not None:
                left_out = _write_config(building, EXCLUDED, excluded, shard_bytes)
                written += _without_empty(building, EXCLUDED, left_out)
            changes = list_changes(building / CHANGES_FILE, _files(building, written), details.changes)
            filled, files = render_documents(
                report, written, details, existing_card, figures or {}, pages or {}, changes
            )
            for name, content in files.items():
                if isinstance(content, bytes):
                    (building / name).write_bytes(content)
    return filled


def render_documents(
    report: Report,
    written: Sequence[WrittenSplit],
    details: CardDetails,
    existing_card: str,
    figures: Mapping[str, Figure],
    pages: Mapping[str, bytes],
    changes: ChangeList | None,
) -> tuple[Report, dict[str, Content]]:
    """Return the report with what ties it to the data, and the files that tell of a data set."""
    filled = replace(report, data={f"{part.config}/{part.split}": _describe(part) for part in written})
    further: dict[str, Content] = {**({CHANGES_FILE: changes.file} if changes else {}), **pages}
    folders = [DATA_FOLDERS[config] for config in dict.fromkeys(part.config for part in written)]
    links = {"card": CARD_FILE, **{f"rows in {name}": f"{name}/" for name in folders}, "all figures": REPORT_FILE}
    links |= {name: name for name in further}
    page = render_html(filled, *figures.values(), changes=changes, links=links)
    described = croissant(filled, written, details)
    contents = {REPORT_FILE: filled.to_json(), PAGE_FILE: page, CROISSANT_FILE: described}
    files: dict[str, Content] = {name: content.encode() for name, content in contents.items()}
    files |= {**{name: figure.png for name, figure in figures.items()}, **further}
    card = proved(merge_cards(render_card(filled, written, details, figures, tuple(further)), existing_card), files)
    return filled, {**files, CARD_FILE: card.encode()}


def _files(folder: Path, written: Sequence[WrittenSplit]) -> Iterator[tuple[bool, str, Path]]:
    """Yield the files of a data set in their order, each with whether its rows were left out, and their split."""
    for part in written:
        for path in sorted((folder / DATA_FOLDERS[part.config]).glob(f"{part.split}-*.parquet")):
            yield part.config == EXCLUDED, part.split, path


def _describe(part: WrittenSplit) -> dict[str, Any]:
    described = asdict(DataPart(part.rows, describe_columns(part.features), part.fingerprint, part.contacts))
    del described["empty_columns"]
    return described | ({"empty_columns": list(part.empty_columns)} if part.empty_columns else {})


def _write_config(building: Path, config: str, rows: Rows, shard_bytes: int) -> list[WrittenSplit]:
    folder = building / DATA_FOLDERS[config]
    folder.mkdir()
    splits = rows if isinstance(rows, (DatasetDict, IterableDatasetDict)) else {"train": rows}
    if not splits and config == KEPT:
        raise OutputError("there is no split in the data set: there is nothing to write")
    for part in splits.values():
        check_rows(part, "write_dataset")
    empty: tuple[str, ...] = ()
    if all(isinstance(part, Dataset) and PROBLEM not in own_columns(part) for part in splits.values()):
        # every row could be read: the column says nothing
        empty = (PROBLEM,) if any(PROBLEM in part.column_names for part in splits.values()) else ()
        splits = {name: part.select_columns(own_columns(part)) for name, part in splits.items()}
    written = [_write_split(folder, config, split, part, shard_bytes) for split, part in splits.items()]
    return [replace(part, empty_columns=empty) for part in written]


def _without_empty(building: Path, config: str, written: list[WrittenSplit]) -> list[WrittenSplit]:
    """Remove the files of splits without rows, which load_dataset cannot open."""
    folder = building / DATA_FOLDERS[config]
    for part in written:
        if not part.rows:
            (folder / f"{part.split}-00000-of-00001.parquet").unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
    return [part for part in written if part.rows]


def nothing_left(split: str, report: Report) -> str:
    """Return why a split has no rows: the reasons to exclude them, or the step that produced none."""
    left_out = by_number(report.excluded)
    if left_out:
        total, (first, *others) = sum(report.excluded.values()), left_out
        most = f"{first[1]:,} {'was' if first[1] == 1 else 'were'} left out for {first[0]}"
        reasons = ", ".join([most, *(f"{number:,} for {reason}" for reason, number in others)])
        return f"nothing is left to write: of {total:,} row{'s' * (total > 1)} {reasons}"
    read = report.steps[0].rows_in if report.steps else None
    if read:
        return f"nothing is left to write: {report.steps[-1].name} made no row of the {read:,} rows that were read"
    return f"{empty_split(split)}: there is nothing to write"


def empty_split(split: str) -> str:
    """Return that a split has no rows, which others may have: of few rows, a small share may get none."""
    return f"the split {split!r} has no rows"


def _write_split(
    folder: Path, config: str, split: str, dataset: Dataset | IterableDataset, shard_bytes: int
) -> WrittenSplit:
    features = known_features(dataset)
    fingerprint, contacts = DataFingerprint(features), Contacts()
    with _Shards(folder, split, features.arrow_schema, shard_bytes) as shards:
        for batch in arrow_batches(dataset, None, _batch_rows(dataset), f"Write {folder.name}/{split}"):
            table = batch.combine_chunks()
            fingerprint.update(table)
            contacts.update(table)
            shards.write(table)
    return WrittenSplit(
        config=config,
        split=split,
        pattern=data_pattern(config, split),
        features=features,
        rows=fingerprint.rows,
        num_bytes=fingerprint.num_bytes,
        download_bytes=shards.finish(),
        fingerprint=fingerprint.digest(),
        contacts=contacts,
    )


def _batch_rows(dataset: Dataset | IterableDataset) -> int:
    """Return the number of rows of a batch: fewer where texts are long."""
    if isinstance(dataset, IterableDataset) or not dataset.data.nbytes:
        return ROWS_AT_ONCE
    rows: int = BATCH_BYTES * dataset.data.num_rows // dataset.data.nbytes
    return max(1, min(ROWS_AT_ONCE, rows))


class _Shards:
    """The Parquet files of one split; a new one is started when the last one is large enough."""

    def __init__(self, folder: Path, split: str, schema: pa.Schema, shard_bytes: int) -> None:
        self._folder, self._split, self._schema, self._shard_bytes = folder, split, schema, shard_bytes
        self._paths: list[Path] = []
        self._writer: Any = None

    def __enter__(self) -> _Shards:
        self._begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # after a failed write closing fails too, and would hide the reason
        with suppress(OSError) if kind else nullcontext():
            self._writer.close()

    def write(self, table: pa.Table) -> None:
        if self._paths[-1].stat().st_size >= self._shard_bytes:
            self._writer.close()
            self._begin()
        self._writer.write_table(table.cast(self._schema))

    def finish(self) -> int:
        """Give the files their final names and return their size in bytes."""
        for number, path in enumerate(self._paths):
            path.rename(path.with_name(f"{self._split}-{number:05d}-of-{len(self._paths):05d}.parquet"))
        return sum(path.stat().st_size for path in self._folder.glob(f"{self._split}-*.parquet"))

    def _begin(self) -> None:
        self._paths.append(self._folder / f"{self._split}-{len(self._paths):05d}.parquet")
        self._writer = pq.ParquetWriter(self._paths[-1], self._schema, compression="zstd")


def check_target(target: Path, overwrite: bool = False) -> str:
    """Check whether `write_dataset` may write to a folder, before the data set is built."""
    check_place(target)
    if not target.is_dir() or not any(target.iterdir()):
        return ""
    if not (target / REPORT_FILE).is_file():
        found = f"{target} is not empty, and holds something else than a data set with {REPORT_FILE}"
        raise OutputError(f"{found}: choose another folder")
    if not overwrite:
        raise OutputError(f"{target} is not empty: choose another folder, or pass overwrite=True")
    refuse_strangers(target)
    card = target / CARD_FILE
    try:
        return card.read_text(encoding="utf-8") if card.is_file() else ""
    except UnicodeDecodeError as error:
        raise OutputError(f"{card} is not UTF-8, and would not stay whole: save it as UTF-8 first") from error


@contextmanager
def all_or_nothing(target: Path, overwrite: bool = False) -> Iterator[Path]:
    """Yield a hidden folder, which is put in the place of the target at the end if there was no error."""
    with held(target):
        building = building_place(target)
        try:
            building.mkdir()
            yield building
            names = [path.relative_to(building).as_posix() for path in building.rglob("*") if path.is_file()]
            (building / WRITTEN_FILE).write_bytes(written_list(names))
            put(building, target, overwrite)
        except (OSError, pa.ArrowException) as error:
            raise OutputError(
                f"{target} cannot be written: {reason_in_one_line(error)}; nothing is left there"
            ) from error
        finally:
            shutil.rmtree(building, ignore_errors=True)
