"""Run benchmarks and keep their figures.

    python -m benchmarks.run                                        which there are
    python -m benchmarks.run rewriting/quality --data FOLDER        one; --help says what FOLDER holds, and the options
    python -m benchmarks.run rewriting --data FOLDER                all of a capability
    python -m benchmarks.run all --data FOLDER                      all

A benchmark is a function in the folder of a capability that says that it yields `Figures`; parameters are options.
Where ``lang`` or ``parts`` chose a part, the other results stay. Of several, what needs more than the data is left out.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import wraps
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import typer

from benchmarks.measure import Measure
from hf_genderfair import __version__

CAPABILITIES = tuple(
    importlib.import_module(f"benchmarks.{name}")
    for name in "first_person representation references actors balancing rewriting stereotypes counterfactual effects "
    "everyday generation languages persons scale acceptance".split()
)
"""The folders of benchmarks, in the order of the page of figures."""
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Lets libraries compute in one thread, where it is in the environment before they are imported."""
FOLDER = Path(__file__).parent / "results"
PARTS = ("lang", "parts")
"""Options that choose a part, whose figures take the place of the same ones."""
Result = TypeVar("Result")


class Benchmark(NamedTuple):
    """A benchmark: folder and function, what it measures, and the options that it takes and that it must be given."""

    name: str
    module: str
    sentence: str
    takes: frozenset[str]
    needs: frozenset[str]


def found() -> list[Benchmark]:
    """Return all benchmarks, without importing any."""
    benchmarks = []
    for capability in CAPABILITIES:
        folder = Path(str(capability.__file__)).parent
        own = [each for path in folder.glob("*.py") for each in _of_module(path)]
        benchmarks += sorted(own)
    return benchmarks


def _of_module(path: Path) -> Iterator[Benchmark]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("_") or node.returns is None:
            continue
        if ast.unparse(node.returns) == "Figures":
            takes = [argument.arg for argument in node.args.args]
            needs = takes[: len(takes) - len(node.args.defaults)]
            sentence = (ast.get_docstring(node) or "").partition("\n")[0]
            name = f"{path.parent.name}/{node.name}"
            module = f"benchmarks.{path.parent.name}.{path.stem}"
            yield Benchmark(name, module, sentence, frozenset(takes), frozenset(needs))


def run_one(chosen: Benchmark, options: Sequence[str]) -> None:
    """Run a benchmark in this process, print its figures as they come, and keep them."""
    os.environ |= ONE_THREAD
    module = importlib.import_module(chosen.module)
    work = getattr(module, chosen.name.split("/")[1])

    @wraps(work)
    def timed(**given: Any) -> None:
        started, figures = time.perf_counter(), []
        for figure in work(**given):
            figures.append(figure)
            n = "" if figure.n is None else f"n = {figure.n:,}"
            of = ", ".join(filter(None, (figure.what, figure.of, figure.on, n)))
            print(f"{of}: {figure.said()}", flush=True)
        if figures:
            print(keep(chosen.name, figures, time.perf_counter() - started, any(given.get(name) for name in PARTS)))

    # what must be given is an option too
    signature = inspect.signature(work)
    parameters = [
        each.replace(default=typer.Option(...)) if each.default is each.empty else each
        for each in signature.parameters.values()
    ]
    timed.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    told = dict.fromkeys((inspect.getdoc(work) or "", inspect.getdoc(module) or ""))
    # marked paragraphs keep their lines
    app.command(help="\n\n".join(f"\b\n{paragraph}" for paragraph in "\n\n".join(told).split("\n\n")))(timed)
    app(list(options), prog_name=f"benchmarks.run {chosen.name}")


def in_new_process(work: Callable[..., Result], *arguments: Any, cores: Collection[int] = ()) -> Result:
    """Call a function of a module in a new process, where what ran before leaves no caches, memory and threads.

    It has an empty cache of data sets and no Hub: this module imports nothing that asks the environment for them.
    """
    with (
        tempfile.TemporaryDirectory() as cache,
        ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin, initargs=(cache, cores)) as pool,
    ):
        return pool.submit(work, *arguments).result()


def _begin(cache: str, cores: Collection[int]) -> None:
    os.environ |= {"HF_DATASETS_CACHE": cache, "HF_HUB_OFFLINE": "1"}
    if cores:
        os.sched_setaffinity(0, cores)


def run_several(chosen: Sequence[Benchmark], options: Sequence[str]) -> int:
    """Run each benchmark in a process of its own, and say which were left out and which failed."""
    failed = []
    for each in chosen:
        if missing := sorted(each.needs - {"data"}):
            print(f"{each.name} is left out, it needs: {', '.join(missing)}")
            continue
        command = [sys.executable, "-m", "benchmarks.run", each.name, *(options if "data" in each.takes else ())]
        print(f"\n=== {each.name}: {each.sentence}", flush=True)
        if subprocess.run(command, check=False).returncode:
            failed.append(each.name)
    print(f"\n{len(chosen)} benchmarks, {len(failed)} failed{': ' * bool(failed)}{', '.join(failed)}")
    return len(failed)


def main(arguments: Sequence[str]) -> int:
    """List benchmarks, or run those that are named."""
    benchmarks = found()
    if not arguments:
        for each in benchmarks:
            print(f"{each.name:32} {each.sentence}")
        return 0
    name, *options = arguments
    chosen = [each for each in benchmarks if name in ("all", each.name, each.name.split("/")[0])]
    if not chosen:
        print(f"There is no benchmark {name}; these are there: {', '.join(each.name for each in benchmarks)}")
        return 2
    if name != chosen[0].name:
        return int(run_several(chosen, options) > 0)
    run_one(chosen[0], options)
    return 0


def measures(name: str) -> list[Measure]:
    """Return the figures of the last run of a benchmark."""
    path = FOLDER / f"{name}.json"
    written = json.loads(path.read_text(encoding="utf-8"))["measures"] if path.is_file() else []
    return [Measure(**each) for each in written]


def keep(name: str, figures: Iterable[Measure], seconds: float, part: bool = False) -> Path:
    """Write the figures of a benchmark."""
    found = list(figures)
    if part:
        new = {(each.what, each.of, each.on, each.name): each for each in found}
        old = [new.pop((each.what, each.of, each.on, each.name), each) for each in measures(name)]
        found = [*old, *new.values()]
    path = FOLDER / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    written = {
        "version": __version__,
        "machine": machine(),
        "seconds": round(seconds, 1),
        "measures": [figure.to_json() for figure in found],
    }
    path.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def machine() -> dict[str, Any]:
    """Return what is to be known of the machine: processor, cores that may be used, GB of memory, Python."""
    about = Path("/proc/cpuinfo")
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9),
        "python": platform.python_version(),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
