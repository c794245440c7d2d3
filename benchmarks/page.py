"""Write the page of figures, and ten of them into the README: ``make figures``.

Replaces what stands between the two markers; no figure there is typed by hand. A benchmark without results has no row.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from benchmarks import results
from benchmarks.measure import Measure, Row, rows
from benchmarks.run import CAPABILITIES
from hf_genderfair.report.render import MARKDOWN_SIGNS

ROOT = Path(__file__).parents[1]
FOLDED = 6
"""More lines than this are folded under a summary."""

START, END = "<!-- measured:start -->", "<!-- measured:end -->"


class Chosen(NamedTuple):
    """A figure for the README.

    Attributes:
        said: What stands before it there.
        benchmark: Folder and name of the benchmark.
        what: As in its measures.
        on: How the data begin in them.
        name: As in its measures.
        of: As in its measures.
    """

    said: str
    benchmark: str
    what: str
    on: str
    name: str
    of: str = ""

    def measure(self) -> Measure:
        """Return the figure, which must be one."""
        (found,) = (
            each
            for each in results.measures(self.benchmark)
            if (each.what, each.name, each.of) == (self.what, self.name, self.of) and each.on.startswith(self.on)
        )
        return found


TEN = {
    ("Polish: the label of a text is right", "web and speeches, checked by hand"): (
        Chosen("", "first_person/hand_check", "fragments, checked by hand", "web text and speeches", "right"),
    ),
    ("words for persons are found with their gender, F", "published Spanish and Catalan sentences"): (
        Chosen("es", "references/quality", "person references", "", "F of persons", "es"),
        Chosen("ca", "references/quality", "person references", "", "F of persons", "ca"),
    ),
    ("the gender of a person is right, where it is decided", "names in English Wikipedia"): tuple(
        Chosen(said, "actors/gender", "gender of actors by names, titles and nouns", "GAP names", name)
        for said, name in (("", "right of those decided"), ("unknown", "unknown"))
    ),
    ("a German pronoun goes to the right person", "news and talks"): (
        Chosen("", "actors/coreference_de", "German pronouns for persons", "parcorfull", "right"),
    ),
    ("balancing: texts left out", "synthetic corpus of a newspaper's size"): (
        Chosen("", "balancing/scale", "balance", "", "left out", "fewest rows"),
    ),
    ("German rewriting: words that are wrong", "half of a published set, looked at"): (
        Chosen("", "rewriting/quality", "rewriting, everybody", "de.gendered", "WER"),
    ),
    ("a sentence swapped to the other gender is as people wrote it", "MT-GenEval, half looked at"): tuple(
        Chosen(lang, "counterfactual/quality", "sentences swapped to the other gender", "", "exact", lang)
        for lang in ("en", "de", "es")
    ),
    ("whether a sentence holds a stereotype, macro-F1", "EMGSD, templates not trained on"): (
        Chosen("", "stereotypes/content", "stereotypes, content model", "", "macro-F1"),
    ),
    ("debiasing each sentence by itself, not the default: a swapped one is right", "Small Heap, judged by us"): tuple(
        Chosen(said, "counterfactual/heap", "counterfactuals", "", name, "gender, gc")
        for said, name in (
            ("", "right"),
            ("distance from even shares before", "DR before"),
            ("after", "DR after"),
        )
    ),
    ("a model trained on debiased texts: log-odds of she against he, 0 is even", "small new models, Small Heap"): tuple(
        Chosen(said, "effects/models", "effect, heap", "", "occupations-mean", condition)
        for said, condition in (("before", "before"), ("after", "after"), ("higher by", "after less before"))
    ),
}
"""What the README says: what, on what, and the figures; the weak ones too."""


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
    if len(row.lines) > FOLDED:
        lines = f"<details><summary>{_escaped(row.summary)}</summary>{lines}</details>"
    return f"| {_escaped(row.what)} | {_escaped(row.on)} | {row.n} | {lines} |"


def _escaped(text: str) -> str:
    return MARKDOWN_SIGNS.sub(lambda match: f"\\{match[0]}", text)


def figures(capability: ModuleType) -> list[Measure]:
    """Return the figures of a capability, in the order of its benchmarks."""
    folder = Path(str(capability.__file__)).parent.name
    names = sorted(path.stem for path in (results.FOLDER / folder).glob("*.json"))
    return [figure for name in names for figure in results.measures(f"{folder}/{name}")]


def ten() -> str:
    """Return the ten figures of the README as Markdown."""
    lines = ["| what | on | n | figure (95 % interval) |", "| :--- | :--- | :--- | :--- |"]
    for (what, on), chosen in TEN.items():
        measures = [each.measure() for each in chosen]
        cases = "; ".join(dict.fromkeys(f"{each.n:,}" for each in measures))
        said = [f"{each.said} {measure.figure()}".strip() for each, measure in zip(chosen, measures, strict=True)]
        lines.append(f"| {' | '.join(map(_escaped, (what, on, cases, '; '.join(said))))} |")
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
