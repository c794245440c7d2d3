"""The page of figures and the README say what the results files say."""

from pathlib import Path

from golden import all_rows

from benchmarks import page, run
from benchmarks.measure import MOST_LINES, Measure, rows

ROOT = Path(__file__).parents[2]
STORED = sorted(str(path.relative_to(run.FOLDER).with_suffix("")) for path in run.FOLDER.rglob("*.json"))


def test_the_page_of_figures_agrees_with_the_results():
    document = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    assert page.with_figures(document, page.page()) == document, "run: make figures"


def test_no_measure_takes_a_page():
    found = [row for capability in run.CAPABILITIES for row in rows(page.figures(capability))]
    assert max(len(row.lines) for row in found) <= MOST_LINES
    many = [Measure("w", "o", 9, "same", number / 99, of=f"{lang}: {number}") for lang in "de" for number in range(30)]
    (row,) = rows(many)
    assert row.lines == ["d, 30 figures: same 0.0 % to 29.3 %", "e, 30 figures: same 0.0 % to 29.3 %"]


def test_the_readme_has_ten_figures_of_the_results():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = page.ten()
    assert page.with_figures(readme, table) == readme, "run: make figures"
    assert len(table.splitlines()) == 12, "a head, a line, and ten rows"


def test_every_results_file_is_of_a_benchmark():
    assert set(STORED) <= {each.name for each in run.found()}


@all_rows
def test_a_figure_in_words(values, options, said):
    assert Measure("w", "o", 9, *values, **options).said() == said


def test_figures_of_the_same_measure_stand_in_one_row():
    found = [
        Measure("w", "o", 5, "precision", 0.5),
        Measure("v", "o", 5, "F", 0.5),
        Measure("w", "o", 5, "recall", 1.0),
        Measure("w", "p", 6, "recall", 0.25, of="de"),
    ]
    first, second = rows(found)
    assert first.lines == ["o, n = 5: precision 50.0 %; recall 100.0 %", "de, p, n = 6: recall 25.0 %"]
    assert (first.on, first.n, first.summary) == ("", "", "2 lines: precision 50.0 %; recall 25.0 % to 100.0 %")
    assert (second.on, second.n, second.lines) == ("o", "5", ["F 50.0 %"])
