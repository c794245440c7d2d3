"""The notebooks run as they stand, in a copy of the folders that they read, and print what is kept in them."""

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
REPORTS = {
    "make_a_corpus_fairer": ["fairer/articles/report.html", "fairer/stories/report.html"],
    "measure_bias": ["measured/report.html"],
}


def printed(notebook):
    """Return what each cell of code prints."""
    return [
        (cell.source, "".join(output.text for output in cell.outputs if output.get("name") == "stdout"))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.whole
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_is_kept_in_it(path, tmp_path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    folder = tmp_path / "examples"
    folder.mkdir()
    shutil.copytree(ROOT / "dataset_scripts" / "sample", tmp_path / "dataset_scripts" / "sample")
    kept, notebook = nbformat.read(path, 4), nbformat.read(path, 4)
    nbclient.NotebookClient(notebook, timeout=100, resources={"metadata": {"path": str(folder)}}).execute()
    assert printed(notebook) == printed(kept)
    assert [report for report in REPORTS[path.stem] if not (folder / report).is_file()] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_keeps_no_warning_and_links_to_files_that_exist(path):
    notebook = pytest.importorskip("nbformat").read(path, 4)
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert {output.get("name") for output in outputs} == {"stdout"}
    prose = "".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
    assert links
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_each_notebook_is_named_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert REPORTS.keys() == {path.stem for path in NOTEBOOKS}
    assert [path.name for path in NOTEBOOKS if f"(examples/{path.name})" not in readme] == []
