"""Run benchmarks and keep their results.

    python -m benchmarks.run                                        which there are
    python -m benchmarks.run rewriting/quality --data FOLDER        one; --help says what FOLDER holds, and the options
    python -m benchmarks.run rewriting --data FOLDER                all of a capability
    python -m benchmarks.run all --data FOLDER                      all

A benchmark is a module in the folder of a capability with two functions. The parameters of ``benchmark`` are the
options, and what it returns are the results; None where there is nothing to keep. ``measures`` makes figures of them.
Both go to ``results/``. Several benchmarks run in a process each; those that ask for more than ``--data`` are left out.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import typer

from benchmarks import (
    acceptance,
    actors,
    balancing,
    counterfactual,
    effects,
    everyday,
    first_person,
    generation,
    languages,
    references,
    representation,
    rewriting,
    scale,
    stereotypes,
)
from benchmarks.measure import COLUMNS, rows
from benchmarks.processes import ONE_THREAD
from benchmarks.results import keep
from hf_genderfair.report.render import table_text
from hf_genderfair.report.report import Table

CAPABILITIES = (
    first_person,
    representation,
    references,
    actors,
    balancing,
    rewriting,
    stereotypes,
    counterfactual,
    effects,
    everyday,
    generation,
    languages,
    scale,
    acceptance,
)
"""The folders of benchmarks, in the order of the page of figures."""


class Benchmark(NamedTuple):
    """A benchmark: its folder and name, what it measures, and the options that it takes and that it must be given."""

    name: str
    sentence: str
    takes: frozenset[str]
    needs: frozenset[str]


def found() -> list[Benchmark]:
    """Return all benchmarks, without importing any."""
    benchmarks = []
    for capability in CAPABILITIES:
        for path in sorted(Path(str(capability.__file__)).parent.glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in tree.body:
                if isinstance(node, ast.FunctionDef) and node.name == "benchmark":
                    takes = [argument.arg for argument in node.args.args]
                    needs = takes[: len(takes) - len(node.args.defaults)]
                    sentence = (ast.get_docstring(tree) or "").splitlines()[0]
                    name = f"{path.parent.name}/{path.stem}"
                    benchmarks.append(Benchmark(name, sentence, frozenset(takes), frozenset(needs)))
    return benchmarks


def run_one(name: str, options: Sequence[str]) -> None:
    """Run a benchmark in this process, and keep its results.

    Args:
        name: Folder and name.
        options: What the command line says after it.
    """
    os.environ |= ONE_THREAD
    module = importlib.import_module(f"benchmarks.{name.replace('/', '.')}")

    @wraps(module.benchmark)
    def timed(**given: Any) -> None:
        started = time.perf_counter()
        results = module.benchmark(**given)
        if results is not None:
            figures = list(module.measures(results))
            print(table_text(Table("measures", name, COLUMNS, rows(figures))))
            print(keep(name, results, figures, time.perf_counter() - started))

    # what must be given is an option too
    signature = inspect.signature(module.benchmark)
    parameters = [
        each.replace(default=typer.Option(...)) if each.default is each.empty else each
        for each in signature.parameters.values()
    ]
    timed.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(help=_verbatim(inspect.getdoc(module) or ""))(timed)
    app(list(options), prog_name=f"benchmarks.run {name}")


def _verbatim(text: str) -> str:
    """Mark paragraphs so that their lines are not filled anew."""
    return "\n\n".join(f"\b\n{paragraph}" for paragraph in text.split("\n\n"))


def run_several(chosen: Sequence[Benchmark], options: Sequence[str]) -> int:
    """Run each benchmark in a process of its own, and say which were left out and which failed.

    Args:
        chosen: The benchmarks.
        options: ``--data FOLDER``, for those that take it.

    Returns:
        How many failed.
    """
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
    run_one(name, options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
