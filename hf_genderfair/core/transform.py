"""The contract of every transform: a pure function of a batch that adds columns to a data set."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from itertools import accumulate, chain
from reprlib import repr as short_repr
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, cast

import pyarrow as pa

from hf_genderfair.core.batches import (
    check_columns,
    column_array,
    column_names,
    is_batch,
    is_text,
    read_batch,
    refuse_columns,
    removed_by_map,
)
from hf_genderfair.core.errors import ColumnError, GenderfairError
from hf_genderfair.core.processes import common_fingerprint, launched_processes, map_together, workers_for_accelerators
from hf_genderfair.core.resources import running
from hf_genderfair.core.settings import check_settings, fits, language

if TYPE_CHECKING:
    from datasets import Dataset, DatasetDict, Features, IterableDataset, IterableDatasetDict


AnyDataset = TypeVar("AnyDataset", "Dataset", "DatasetDict", "IterableDataset", "IterableDatasetDict")
OneDataset = TypeVar("OneDataset", "Dataset", "IterableDataset")
Column: TypeAlias = pa.Array | pa.ChunkedArray | list[Any]
Categories: TypeAlias = Mapping[str, tuple[str, ...]]
"""All values of columns that hold categories, by the name of the column."""

INNER_BATCH = 20_000
PLAIN_FORMATS = (None, "arrow")
"""Formats of ``datasets`` that lose neither types nor nulls."""


@dataclass(frozen=True, kw_only=True)
class Transform(ABC):
    """Adds columns to a batch; pass an instance to ``Dataset.map(transform, batched=True)``.

    A subclass is a frozen dataclass of plain configuration that sets `version`, and implements `inputs`,
    `features` and `annotate`. Its pickled state is its configuration, its `version` and its `digest`: the cache of
    ``map`` is reused between runs and dropped when the output could change. Rows are never dropped, and the output
    never depends on the batch size, the rank or the number of processes.

    Attributes:
        version: Raised whenever the output can change.
        languages: Codes of the languages that ``lang`` may name; empty where there is no such setting.
        categories: All values besides null of the columns that hold categories, and of fields nested in one, named as
            in `meanings`. Other columns of text hold words of a text, or names.
        overwrite: Replace columns that exist already; otherwise they are an error.

    Example:
        >>> from dataclasses import dataclass
        >>> from datasets import Dataset, Features, Value
        >>> import pyarrow.compute as pc
        >>> @dataclass(frozen=True)
        ... class Characters(Transform):
        ...     version = "1"
        ...     def inputs(self):
        ...         return ["text"]
        ...     def features(self):
        ...         return Features({"characters": Value("int32")})
        ...     def annotate(self, columns, rank):
        ...         return {"characters": pc.utf8_length(columns["text"])}
        >>> annotate(Dataset.from_dict({"text": ["Tea.", "Ginger"]}), Characters())["characters"][:]
        [4, 6]
    """

    version: ClassVar[str]
    languages: ClassVar[tuple[str, ...]] = ()
    categories: ClassVar[Categories] = {}
    overwrite: bool = False

    def __post_init__(self) -> None:
        """Check the types of the settings; a subclass with a method of this name calls it first."""
        if any(map(is_batch, self.configuration().values())):
            raise GenderfairError(f"map got the class {type(self).__name__}: write {type(self).__name__}(...)")
        check_settings(self)
        if self.languages:
            object.__setattr__(self, "lang", language(getattr(self, "lang", None), self.languages))

    @abstractmethod
    def inputs(self) -> tuple[str, ...]:
        """Return the names of the columns that are read."""

    def optional_inputs(self) -> tuple[str, ...]:
        """Return the names of the columns that are read if they exist."""
        return ()

    @abstractmethod
    def features(self) -> Features:
        """Return exactly the columns that are added, with their types."""

    def meanings(self) -> dict[str, str]:
        """Return what each column of `features` means, and each field nested in one, named as in ``actors.gender``."""
        known = (column_meanings(kind.__name__) for kind in type(self).__mro__)
        return next(filter(None, known), {})

    def found(self, sums: Mapping[str, int]) -> list[str]:
        """Return in a few sentences what was found in rows; where nothing is returned, the sums are listed.

        Args:
            sums: Sums of the columns of numbers, for those whose sum is not 0.
        """
        return []

    @abstractmethod
    def annotate(self, columns: Mapping[str, pa.Array], rank: int | None) -> Mapping[str, Column]:
        """Compute the added columns of one batch.

        Args:
            columns: The input columns and the existing optional ones, as Arrow arrays of equal length; texts may be
                null.
            rank: Number of the worker process, None in a single process; picks a device, never a result.

        Returns:
            One column of the same length for each of `features`.
        """

    def digest(self) -> str:
        """Return what identifies the lexicons or the model behind the output; part of the pickled state."""
        return ""

    def language(self) -> str:
        """Return the language of the texts; empty for transforms of any language."""
        return getattr(self, "lang", None) or ""

    def rows_of_stream(self) -> int:
        """Return how many rows of a stream are read at a time: few where one takes long, as the first waits for all."""
        return 1_000

    def output_features(self, dataset_features: Features) -> Features:
        """Return the features of a data set after this transform.

        Args:
            dataset_features: The features before.

        Returns:
            The same features with the added columns, to be given to ``map(features=...)``.
        """
        from datasets import Features

        return Features({**dataset_features, **self.features()})

    def __call__(
        self, batch: Mapping[str, Any] | pa.Table, rank: int | None = None, *others: Any
    ) -> pa.Table | dict[str, list[Any]]:
        """Annotate one batch of ``map``."""
        batch = read_batch(list(others) if others else batch, type(self).__name__)
        names = column_names(batch)
        self.check_columns(names)
        read = [*self.inputs(), *(name for name in self.optional_inputs() if name in names)]
        arrays = self.annotate_typed({name: column_array(batch[name], name) for name in read}, rank)
        if isinstance(batch, pa.Table):
            return self._extend(batch, arrays)
        return {name: array.to_pylist() for name, array in arrays.items()}

    def annotate_typed(
        self, columns: Mapping[str, pa.Array], rank: int | None
    ) -> dict[str, pa.Array | pa.ChunkedArray]:
        """Return what `annotate` returns as Arrow arrays of the types of `features`, in their order."""
        with running(type(self).__name__, self.language(), rank):
            outputs = self.annotate(columns, rank)
        return {field.name: _typed(outputs[field.name], field.type) for field in self.features().arrow_schema}

    def check_columns(self, names: Sequence[str]) -> None:
        """Refuse a data set that lacks an input column, or has a column that is to be added.

        Args:
            names: The columns of the data set.

        Raises:
            ColumnError: See above.
        """
        check_columns(names, self.inputs(), in_python=f"and {type(self).__name__} takes another with text_column=")
        if not self.overwrite:
            refuse_columns(names, self.features(), "or pass overwrite=True")

    def _extend(self, table: pa.Table, arrays: Mapping[str, pa.Array | pa.ChunkedArray]) -> pa.Table:
        from datasets import Features

        removed = removed_by_map()
        table = table.select([name for name in table.column_names if name not in removed])
        before = Features.from_arrow_schema(table.schema)
        for name, array in arrays.items():
            if name in table.column_names:
                table = table.set_column(table.column_names.index(name), name, array)
            else:
                table = table.append_column(name, array)
        return table.replace_schema_metadata(self.output_features(before).arrow_schema.metadata)

    def __getstate__(self) -> dict[str, Any]:
        """Return configuration, version and digest: all that the output depends on."""
        return {"configuration": self.configuration(), "version": self.version, "digest": self.digest()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the configuration; resources are built anew in the new process."""
        for name, value in state["configuration"].items():
            object.__setattr__(self, name, value)

    def configuration(self) -> dict[str, Any]:
        """Return the fields of this transform by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def annotate(dataset: AnyDataset, transform: Transform, num_proc: int | None = None) -> AnyDataset:
    """Apply a transform to any kind of data set.

    In addition to ``dataset.map(transform, batched=True)``, this passes the features when streaming, adds the columns
    of an empty data set (which ``map`` leaves out), reads data sets of any format, and uses large batches for speed; of
    a stream small ones, so that its first row comes soon: ``stream.map(transform, batched=True, batch_size=1_000)``
    waits longer for it, and takes less time in all.

    In a script that accelerate or torchrun started, call it in every process, outside of ``main_process_first()``: each
    process annotates its share of the rows on its own GPU, all open one cache, and get the same data set with the same
    fingerprint as in a single process. Machines that do not share a cache annotate all rows each. Streams are not
    shared.

    Args:
        dataset: A `Dataset`, `IterableDataset`, or a dict of either.
        transform: The transform.
        num_proc: Number of worker processes, each with the GPU of its rank; not used when streaming, nor where
            accelerate or torchrun started several. Each reads its lexicons and models anew, which takes a second or
            two: they pay where one process takes ten and more. If CUDA was used before, the workers are spawned, for
            which the script needs ``if __name__ == "__main__":``.

    Returns:
        The data set with the transform's columns, in the format that it had.

    Raises:
        ColumnError: See `Transform.__call__`; for streaming data sets when the rows are read.
        GenderfairError: It is no data set, or no transform; or of the processes started together, one failed, or they
            hold different data sets or transforms.

    Example:
        >>> from datasets import Dataset
        >>> from hf_genderfair import FirstPerson
        >>> rows = annotate(Dataset.from_dict({"text": ["Wczoraj byłam w kinie.", "Pada."]}), FirstPerson())
        >>> [rows.features["first_person"].int2str(label) for label in rows["first_person"]]
        ['female', 'none']
    """
    if isinstance(transform, (list, tuple)) or isinstance(num_proc, Transform):
        raise GenderfairError(
            "annotate takes one transform: join several into a chain, as in "
            "annotate(rows, Chain(ActorMetrics('de'), GenderFair('de')))"
        )
    if not isinstance(transform, Transform):
        raise GenderfairError(
            f"annotate takes a data set and a transform, such as FirstPerson(), not {short_repr(transform)}"
        )
    if not (num_proc is None or fits(num_proc, int)):
        raise GenderfairError(f"num_proc={short_repr(num_proc)} is no number of processes")
    from datasets import Dataset, DatasetDict, IterableDataset, IterableDatasetDict

    if isinstance(dataset, (DatasetDict, IterableDatasetDict)):
        parts = {name: annotate(part, transform, num_proc) for name, part in dataset.items()}
        return cast(AnyDataset, type(dataset)(parts))
    if not isinstance(dataset, (Dataset, IterableDataset)):
        raise GenderfairError(
            f"annotate reads data sets, not {type(dataset).__name__}: make one, such as with Dataset.from_dict"
        )
    return in_plain_format(dataset, lambda rows: _annotate(rows, transform, num_proc))


def _annotate(dataset: OneDataset, transform: Transform, num_proc: int | None) -> OneDataset:
    from datasets import IterableDataset

    if isinstance(dataset, IterableDataset):
        features = None if dataset.features is None else transform.output_features(dataset.features)
        return dataset.map(transform, batched=True, batch_size=transform.rows_of_stream(), features=features)

    def empty() -> Features:
        transform.check_columns(dataset.column_names)
        return transform.output_features(dataset.features)

    annotated = map_batches(dataset, transform, transform, empty, num_proc, desc=type(transform).__name__)
    return cast(OneDataset, annotated)


def map_batches(
    dataset: Dataset,
    function: Callable[..., pa.Table],
    state: object,
    empty: Callable[[], Features],
    num_proc: int | None = None,
    **options: Any,
) -> Dataset:
    """Map a function over a data set in large batches, in one cache with the processes that were started together."""
    from datasets import Dataset

    processes = launched_processes()
    fingerprint = common_fingerprint(dataset, state, processes)
    if len(dataset) == 0:
        features = empty()
        return Dataset.from_dict({name: [] for name in features}, features=features)
    options = {"batched": True, "batch_size": INNER_BATCH, "writer_batch_size": INNER_BATCH, **options}
    if processes.number > 1:
        return map_together(dataset, function, fingerprint, processes, **options)
    with workers_for_accelerators():
        return dataset.map(function, with_rank=True, num_proc=num_proc, new_fingerprint=fingerprint, **options)


def in_plain_format(
    dataset: OneDataset, change: Callable[[OneDataset], OneDataset], plain: Sequence[str | None] = PLAIN_FORMATS
) -> OneDataset:
    """Change a data set in a plain format, and give the result the format of the data set."""
    from datasets import IterableDataset

    if isinstance(dataset, IterableDataset):
        kind = dataset._formatting.format_type if dataset._formatting else None
        if kind in plain:
            return change(dataset)
        return cast(OneDataset, change(dataset.with_format(None)).with_format(kind))
    if dataset.format["type"] in plain:
        return change(dataset)
    return cast(OneDataset, in_format_of(dataset, change(dataset.with_format(None))))


def in_format_of(dataset: Dataset, changed: Dataset) -> Dataset:
    """Give rows the format of the data set that they were made of; one of only some columns also shows added ones."""
    shown = dict(dataset.format)
    added = [name for name in changed.column_names if name not in dataset.column_names]
    shown["columns"] = [name for name in shown["columns"] if name in changed.column_names] + added
    return changed.with_format(**shown)


def _typed(values: Column, kind: pa.DataType) -> pa.Array | pa.ChunkedArray:
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        return values if values.type == kind else values.cast(kind)
    return pa.array(values, type=kind)


def text_array(values: pa.Array, name: str) -> pa.Array:
    """Return a column as Arrow ``large_string``, nulls kept."""
    if not (is_text(values.type) or pa.types.is_null(values.type)):
        raise ColumnError(f"column {name!r} holds {values.type}, not text", in_python="name another with text_column=")
    return values.cast(pa.large_string())


def struct_lists(rows: Sequence[Sequence[Sequence[Any]]], fields: Mapping[str, Any]) -> pa.ListArray:
    """Return a column of lists of structs, built field by field, which is faster than row by row."""
    from datasets import Features

    offsets = list(accumulate((len(structs) for structs in rows), initial=0))
    schema = Features(fields).arrow_schema
    columns = list(zip(*chain.from_iterable(rows), strict=True)) or [()] * len(schema)
    arrays = [pa.array(column, type=field.type) for column, field in zip(columns, schema, strict=True)]
    values = pa.StructArray.from_arrays(arrays, fields=list(schema))
    return pa.ListArray.from_arrays(pa.array(offsets, type=pa.int32()), values)


def column_meanings(added_by: str) -> dict[str, str]:
    """Return what the columns mean that a transform or a function adds, and the fields nested in them."""
    return dict(_table().get(added_by, {}))


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    text = files("hf_genderfair.core").joinpath("column_meanings.tsv").read_text("utf-8")
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if not line.startswith("# "):
            added_by, column, meaning = line.split("\t")
            found.setdefault(added_by, {})[column] = meaning
    return found
