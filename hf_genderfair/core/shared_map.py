"""One ``map`` over a data set, shared by the processes that accelerate or torchrun started together, in one cache."""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.processes import SAFE_PATH, Processes, environment

if TYPE_CHECKING:
    from datasets import Dataset

NAME = "hf_genderfair"
"""What fingerprints call this operation on a data set."""

SUFFIX = "_{rank:05d}_of_{num_proc:05d}"
"""What ``map(num_proc=...)`` appends to the names of its cache files, of which it finds any number again."""


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
    """The cache that a process offers.

    Attributes:
        folder: The folder.
        token: A file in it of a random name, by which the others find out whether they see the same folder.
        shares: Into how many files the result is divided that lies there; 0 if it is not complete.
    """

    folder: Path
    token: Path
    shares: int


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
