"""The processes that accelerate or torchrun started together, and what they tell each other.

They talk through the key-value store at which torch lets processes meet, not through its collectives: nothing is
initialised that the caller's own ``Accelerator()`` or ``init_process_group`` would find, no accelerator is needed, and
a process may be hours ahead of the others without running into the time limit of a collective.
"""

from __future__ import annotations

import os
import pickle
import re
import socket
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.resources import environment, require

if TYPE_CHECKING:
    from datasets import Dataset


Value = TypeVar("Value")
LONG = timedelta(days=14)
PIECE = 4 << 20
"""Bytes that the store is given at once; it takes no more than 16 MB."""
SLOWEST_LOOK = 0.2
WARN_AFTER = 60.0

RANK_AND_NUMBER = (
    ("RANK", "WORLD_SIZE"),
    ("PMI_RANK", "PMI_SIZE"),
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    ("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
)
"""The variables in which torchrun and the kinds of ``mpirun`` tell a process its rank and the number of processes."""

_gathered = count()
"""Numbers the calls of `Processes.gather`, which all processes make in the same order."""


SAFE_PATH = {"PYTHONSAFEPATH": "1"}
"""Keeps Python, from 3.11 on, from importing what lies in the folder where one stands, which may be a stranger's."""

NAME = "hf_genderfair"
"""What fingerprints call this operation on a data set."""

SUFFIX = "_{rank:05d}_of_{num_proc:05d}"
"""What ``map(num_proc=...)`` appends to the names of its cache files, of which it finds any number again."""


@dataclass(frozen=True)
class Processes:
    """This process among those that were started together."""

    rank: int = 0
    number: int = 1
    local_ranks: tuple[int, ...] = (0,)  # the ranks of the processes on this machine, in order

    @property
    def local_rank(self) -> int:
        """Return the number of this process among those on its machine, which picks its accelerator."""
        return self.local_ranks.index(self.rank)

    @property
    def local_number(self) -> int:
        """Return the number of processes on this machine."""
        return len(self.local_ranks)

    def gather(self, value: Value) -> list[Value]:
        """Give every process the values of all; every process has to call this, however much later."""
        return _gather(value, self.rank, self.number) if self.number > 1 else [value]

    def gather_results(self, work: Callable[[], Value]) -> list[Value]:
        """Do work in every process, and give every process the results of all; if one fails, all raise an error."""
        if self.number == 1:
            return [work()]
        own: Exception | None = None
        result = b""
        try:
            # a result that cannot be pickled is an error that the others have to know too
            result = pickle.dumps(work())
        except Exception as error:
            own = error
        told = self.gather((result, None if own is None else _in_one_line(own)))
        if own is not None:
            raise own
        failed = [f"process {rank} of {self.number}: {problem}" for rank, (_, problem) in enumerate(told) if problem]
        if failed:
            raise GenderfairError(failed[0])
        return [pickle.loads(result) for result, _ in told]

    def of_first(self, work: Callable[[], Value]) -> Value:
        """Do work in the first process, and give all processes its result, or an error where it fails."""
        [result, *_] = self.gather_results(lambda: [work()] if self.rank == 0 else [])
        return result[0]


def launched_processes() -> Processes:
    """Return this process among those that accelerate or torchrun started together."""
    # They are known by the environment variables that torch reads (``RANK``, ``WORLD_SIZE``, ``MASTER_ADDR``,
    # ``MASTER_PORT``), in place of the first two those of ``mpirun``, which accelerate starts for
    # ``--mpirun_hostfile``, or by a process group of torch that met at this address. Every process has to call this. A
    # process that was started alone does not import torch.
    rank, number = _rank_and_number()
    return Processes(rank, number, _local_ranks(rank, number)) if number > 1 else Processes()


def _rank_and_number() -> tuple[int, int]:
    if not {"MASTER_ADDR", "MASTER_PORT"} <= os.environ.keys():
        return 0, 1
    torch = sys.modules.get("torch")
    if torch is not None and torch.distributed.is_available() and torch.distributed.is_initialized():
        return torch.distributed.get_rank(), torch.distributed.get_world_size()
    known = [names for names in RANK_AND_NUMBER if set(names) <= os.environ.keys()]
    return (int(os.environ[known[0][0]]), int(os.environ[known[0][1]])) if known else (0, 1)


@cache
def _local_ranks(rank: int, number: int) -> tuple[int, ...]:
    """Return the ranks on the machine of this process; torchrun numbers machines, and host names are the fallback."""
    machines = _gather(os.environ.get("GROUP_RANK", socket.gethostname()), rank, number)
    return tuple(other for other, machine in enumerate(machines) if machine == machines[rank])


@cache
def _store(rank: int, number: int) -> Any:
    """Return the store of this process, kept as long as the process: that of rank 0 may be the server of all."""
    distributed = require("torch.distributed", "models")
    store, _, _ = next(distributed.rendezvous(f"env://?rank={rank}&world_size={number}", timeout=LONG))
    # after a failure torchrun starts the processes again, and what the failed ones wrote is still there
    return distributed.PrefixStore(f"hf_genderfair/{os.environ.get('TORCHELASTIC_RESTART_COUNT', '0')}", store)


def _gather(value: Value, rank: int, number: int) -> list[Value]:
    distributed = require("torch.distributed", "models")
    try:
        store, call = _store(rank, number), next(_gathered)
        _write(store, f"{call}/{rank}", pickle.dumps(value))
        values = [value if other == rank else pickle.loads(_read(store, f"{call}/{other}")) for other in range(number)]
        _forget(store, f"{call - 1}/{rank}")
    except distributed.DistError as error:
        raise GenderfairError(f"another of the {number} processes ended: {_in_one_line(error)}") from error
    return values


def _write(store: Any, key: str, data: bytes) -> None:
    """Write data in pieces, and their number at last, so that it is there when the number is."""
    pieces = [data[start : start + PIECE] for start in range(0, len(data), PIECE)]
    for number, piece in enumerate(pieces):
        store.set(f"{key}/{number}", piece)
    store.set(key, str(len(pieces)))


def _read(store: Any, key: str) -> bytes:
    """Return the data that another process writes, once it is there."""
    started, pause = time.monotonic(), 0.001
    while not store.check([key]):
        if time.monotonic() - started > WARN_AFTER:
            started = float("inf")
            warnings.warn(
                f"process {key.split('/')[1]} has not come here yet: it may still be at work; but every process has to "
                "make this call, so do not make it in the main process only, nor within main_process_first()",
                stacklevel=2,
            )
        time.sleep(pause)
        pause = min(2 * pause, SLOWEST_LOOK)
    return b"".join(store.get(f"{key}/{number}") for number in range(int(store.get(key))))


def _forget(store: Any, key: str) -> None:
    """Delete what this process wrote in the call before, which all have read: all have come to the call after it."""
    if store.check([key]):
        for number in range(int(store.get(key))):
            store.delete_key(f"{key}/{number}")
        store.delete_key(key)


def _in_one_line(error: BaseException) -> str:
    """Return the first line of an error's message, with its class unless it is one of this package."""
    message = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    return message if isinstance(error, GenderfairError) else ": ".join(filter(None, (type(error).__name__, message)))


def common_fingerprint(dataset: Dataset, function: object, processes: Processes) -> str:
    """Return the fingerprint of a data set after a function, the same in every process."""
    from datasets.fingerprint import update_fingerprint

    def fingerprints() -> tuple[str, str]:
        return dataset._fingerprint, update_fingerprint(dataset._fingerprint, NAME, {"function": function})

    before, after = map(set, zip(*processes.gather_results(fingerprints), strict=True))
    if len(before) > 1:
        raise GenderfairError(
            f"the {processes.number} processes hold different data sets, and cannot share the work: build the same in "
            "each, with a seed wherever rows are shuffled or drawn"
        )
    if len(after) > 1:
        raise GenderfairError(f"the {processes.number} processes hold transforms of different settings: use the same")
    return str(after.pop())


def map_together(
    dataset: Dataset, function: Callable[..., Any], fingerprint: str, processes: Processes, **options: Any
) -> Dataset:
    """Map a function over a data set that has rows; each process maps a contiguous share of them."""
    # The shares lie in one cache, under the names of ``map(num_proc=...)``, and every process opens all. On several
    # machines that do not share a cache, each machine maps all rows.
    from datasets import concatenate_datasets

    cache, rank, number = _agree(dataset, fingerprint, processes)
    count = cache.shares or min(number, len(dataset))

    def share(index: int) -> Dataset:
        suffix = SUFFIX.format(rank=index, num_proc=count) if count > 1 else ""
        given = {"rank": processes.local_rank}
        if options.get("with_indices"):
            size, larger = divmod(len(dataset), count)
            given["first_row"] = index * size + min(index, larger)
        return dataset.shard(count, index, contiguous=True).map(
            function,
            fn_kwargs=given,
            cache_file_name=str(cache.folder / f"cache-{fingerprint}{suffix}.arrow"),
            load_from_cache_file=True,
            new_fingerprint=fingerprint + suffix,
            **options,
        )

    def map_own() -> None:
        if not cache.shares and rank < count:
            share(rank)

    processes.gather_results(map_own)
    result = concatenate_datasets([share(index) for index in range(count)])
    result._fingerprint = fingerprint
    return result


class _Cache(NamedTuple):
    """The cache that a process offers."""

    folder: Path
    token: Path  # a file in it of a random name, by which the others find out whether they see the same folder
    shares: int  # into how many files the result is divided that lies there; 0 if it is not complete


def _agree(dataset: Dataset, fingerprint: str, processes: Processes) -> tuple[_Cache, int, int]:
    """Return the cache that this process uses, its number among those that use it, and how many these are."""
    offered = processes.gather_results(lambda: _offered_cache(dataset, fingerprint))
    own, here = offered[processes.rank], offered[processes.local_ranks[0]]
    seen = processes.gather_results(lambda: (offered[0].token.exists(), here.token.exists()))
    own.token.unlink()
    if all(by_all for by_all, _ in seen):
        return offered[0], processes.rank, processes.number
    if all(seen[rank][1] for rank in processes.local_ranks):
        return here, processes.local_rank, processes.local_number
    return own, 0, 1


def _offered_cache(dataset: Dataset, fingerprint: str) -> _Cache:
    """Make a folder and a token: beside the files of the data set, or for one in memory below that of ``datasets``."""
    from datasets import config, is_caching_enabled
    from datasets.fingerprint import get_temporary_cache_files_directory

    if not is_caching_enabled():
        folder = Path(tempfile.mkdtemp(dir=get_temporary_cache_files_directory()))
    elif dataset.cache_files:
        folder = Path(dataset.cache_files[0]["filename"]).parent
    else:
        folder = Path(config.HF_DATASETS_CACHE, "hf_genderfair")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix="token-", delete=False) as token:
        return _Cache(folder, Path(token.name), _shares(folder, fingerprint))


def _shares(folder: Path, fingerprint: str) -> int:
    """Return into how many files a result is divided that is in a folder; 0 if none is complete."""
    if (folder / f"cache-{fingerprint}.arrow").exists():
        return 1
    names = (path.name for path in folder.glob(f"cache-{fingerprint}_*.arrow"))
    found = Counter(int(name) for name in re.findall(r"_\d{5}_of_(\d{5})\.arrow$", "\n".join(names), re.MULTILINE))
    return min((number for number, files in found.items() if files == number), default=0)


@contextmanager
def workers_for_accelerators() -> Iterator[None]:
    """Spawn the worker processes of ``map`` in this context if CUDA was used here: it cannot be used after a fork."""
    import multiprocess

    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        yield
        return
    before = multiprocess.get_start_method(allow_none=True)
    multiprocess.set_start_method("spawn", force=True)
    try:
        with environment(**SAFE_PATH):
            yield
    finally:
        multiprocess.set_start_method(before, force=True)
