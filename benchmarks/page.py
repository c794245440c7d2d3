"""Write the page of figures, and ten of them into the README, between two markers: ``make figures``."""

from __future__ import annotations

from itertools import groupby, starmap
from operator import itemgetter
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from benchmarks.measure import Measure, Row, rows
from benchmarks.run import CAPABILITIES, FOLDER, measures
from benchmarks.texts import table_rows
from hf_genderfair.report.render import MARKDOWN_SIGNS

ROOT = Path(__file__).parents[1]
START, END = "<!-- measured:start -->", "<!-- measured:end -->"


class Chosen(NamedTuple):
    """A figure for the README: its row there, what stands before it, its benchmark, and what tells it from others."""

    row: str
    of_row: str
    said: str
    benchmark: str
    what: str
    on: str
    name: str
    of: str

    def measure(self) -> Measure:
        """Return the figure, which must be one, on data whose name begins so."""
        (found,) = (
            each
            for each in measures(self.benchmark)
            if (each.what, each.name, each.of) == (self.what, self.name, self.of) and each.on.startswith(self.on)
        )
        return found


def page() -> str:
    """Return all figures as Markdown: a heading and a table for each capability that has figures."""
    tables = [
        f"## {(capability.__doc__ or '').rstrip('.')}\n\n| what | on | n | figures |\n| :--- | :--- | ---: | :--- |\n"
        + "\n".join(map(_markdown, rows(found)))
        for capability in CAPABILITIES
        if (found := figures(capability))
    ]
    return "\n\n".join(tables)


def _markdown(row: Row) -> str:
    """Return a line of a table; HTML folds what is long, since Markdown cannot."""
    lines = "<br>".join(map(_escaped, row.lines))
    if len(row.lines) > 6:
        lines = f"<details><summary>{_escaped(row.summary)}</summary>{lines}</details>"
    return f"| {_escaped(row.what)} | {_escaped(row.on)} | {row.n} | {lines} |"


def _escaped(text: str) -> str:
    return MARKDOWN_SIGNS.sub(lambda match: f"\\{match[0]}", text)


def figures(capability: ModuleType) -> list[Measure]:
    """Return the figures of a capability, in the order of its benchmarks."""
    folder = Path(str(capability.__file__)).parent.name
    names = sorted(path.stem for path in (FOLDER / folder).glob("*.json"))
    return [figure for name in names for figure in measures(f"{folder}/{name}")]


def ten() -> str:
    """Return the ten figures of the README as Markdown."""
    lines = ["| what | on | n | figure (95 % interval) |", "| :--- | :--- | :--- | :--- |"]
    for row, group in groupby(
        starmap(Chosen, table_rows(Path(__file__).with_name("readme_figures.tsv"))), key=itemgetter(0, 1)
    ):
        chosen = list(group)
        found = [each.measure() for each in chosen]
        cases = "; ".join(dict.fromkeys(f"{each.n:,}" for each in found))
        said = [f"{each.said} {measure.figure()}".strip() for each, measure in zip(chosen, found, strict=True)]
        lines.append(f"| {' | '.join(map(_escaped, (*row, cases, '; '.join(said))))} |")
    return "\n".join(lines)


def with_figures(document: str, measured: str) -> str:
    """Return a document with the figures between its markers."""
    before, rest = document.split(START)
    _, after = rest.split(END)
    return f"{before}{START}\n{measured}\n{END}{after}"


def main() -> None:
    """Rewrite both documents."""
    for name, measured in (("docs/figures.md", page()), ("README.md", ten())):
        path = ROOT / name
        path.write_text(with_figures(path.read_text(encoding="utf-8"), measured), encoding="utf-8")
        print(f"{name}: {measured.count(chr(10))} lines")


if __name__ == "__main__":
    main()
