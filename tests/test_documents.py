"""What the documents say can be done is done here: commands run, the documentation builds, names have their entries."""

import importlib.util
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hf_genderfair import ActorMetrics, Counterfactual, FirstPerson, GenderFair, PersonReferences, Stereotypes
from hf_genderfair.cli.app import app

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r'^```(\w*)(?: title="([\w.]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
KINDS = {"pycon", "sh", "console", "yaml", "tsv"}
NEEDS = re.compile(
    r"pip install|accelerate|torchrun|--endpoint|review\.tsv|age\.tsv|Qwen|--engine|--push-to|spark-submit|ray "
)
"""What a command needs that a test has not: packages, a launcher, a language model, a person, a cluster, the Hub."""


def name_of(page):
    return str(page.relative_to(ROOT))


def blocks(page):
    """Return the kind, the title and the text of each block of code."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def commands(text):
    """Return the commands of a block, without comments, one a line."""
    lines = text.replace("\\\n", " ").splitlines()
    return [line.split(" #")[0].strip() for line in lines if line.strip() and not line.startswith("#")]


WITH_COMMANDS = [page for page in PAGES if any(kind == "sh" for kind, _, _ in blocks(page))]
TAKE_LONG = {"effects.md", "balancing.md", "debiasing.md", "representation.md"}


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Go to the samples of a copy of the programs, as in a clone."""
    shutil.copytree(ROOT / "dataset_scripts", tmp_path / "dataset_scripts")
    monkeypatch.chdir(tmp_path / "dataset_scripts" / "sample")
    monkeypatch.syspath_prepend(str(tmp_path / "dataset_scripts"))
    return tmp_path


@pytest.mark.usefixtures("hub")
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.whole] * (page.name in TAKE_LONG)) for page in WITH_COMMANDS],
    ids=map(name_of, WITH_COMMANDS),
)
def test_commands_run(page, clone):
    for kind, title, text in blocks(page):
        if title:
            Path(title).write_text(text, encoding="utf-8")
        for command in commands(text) if kind == "sh" else ():
            run(command, clone)


def run(command, clone):
    """Run a line of a shell in this process."""
    if command.startswith("cd "):
        os.chdir(clone / command.removeprefix("cd "))
        return
    before, _, line = command.rpartition("| ")
    program, *arguments = shlex.split(line)
    if program == "hf-genderfair":
        typed = "".join(f"{word}\n" for word in shlex.split(before)[1:])
        result = CliRunner().invoke(app, arguments, input=typed)
        assert result.exit_code == 0, f"{command}\n{result.output}"
        assert result.output.strip(), f"{command} says nothing"
    elif program == "python":
        runpy.run_path(arguments[0])["main"](arguments[1:])
    else:
        assert program in ("mkdir", "cp"), f"{command}: how to run it?"
        subprocess.run([program, *arguments], check=True)


def test_blocks_that_do_not_run_have_a_reason():
    """A block runs as a doctest or here, is a file, or needs what a test has not."""
    unknown = [f"{name_of(page)}: {kind}" for page in PAGES[1:] for kind, _, _ in blocks(page) if kind not in KINDS]
    idle = [
        f"{name_of(page)}: {text}"
        for page in PAGES
        for kind, _, text in blocks(page)
        if kind == "console" and not NEEDS.search(text)
    ]
    assert (unknown, idle) == ([], [])


def test_the_readme_is_short():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


def test_what_the_readme_installs_exists():
    (make, install) = (text for kind, _, text in blocks(README) if kind in ("", "console"))
    for command in commands(make):
        subprocess.run([*command.split(), "--dry-run"], cwd=ROOT, check=True, capture_output=True)
    constraints, extras = re.search(r"-c (\S+) '\.\[(.+)\]'", install).groups()
    assert (ROOT / constraints).is_file()
    offered = re.findall(r"^(\w+) = \[", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(extras.split(",")) <= set(offered)


class Page(HTMLParser):
    """The anchors of a page, and what it asks other hosts for when it is opened."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.requests = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.add(given.get("id"))
        asked = given.get("src") or (given.get("href") if tag == "link" else None) or ""
        if asked.startswith(("http:", "https:", "//")):
            self.requests.append(asked)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    for name in ("mkdocs", "material", "mkdocstrings"):
        pytest.importorskip(name)
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return {path.relative_to(folder): Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}


@pytest.mark.whole
def test_each_public_name_has_its_entry(site):
    spec = importlib.util.spec_from_file_location("list_names", ROOT / "docs" / "list_names.py")
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    missing = [
        f"{capability}: {name}"
        for capability, names in builder.public_names().items()
        for name in names
        if f"hf_genderfair.{capability}.{name}".replace("..", ".")
        not in site[Path(f"api/{capability or 'hf_genderfair'}.html")].anchors
    ]
    assert missing == []


OFFERED = {
    "`ActorMetrics`": ActorMetrics,
    "`GenderFair`": GenderFair,
    "`debias`": Counterfactual,
    "`PersonReferences`, `GroupWords`": PersonReferences,
    "`FirstPerson`": FirstPerson,
}
"""Rows of the table of tasks by what stands under Python, and the transform whose records say the languages."""


def test_the_table_of_tasks_names_the_languages_of_the_records():
    lines = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    shown = {row[1]: set(row[3].partition(";")[0].split(", ")) for row in cells if len(row) == 5}
    assert {place: shown[place] for place in OFFERED} == {
        place: set(transform.languages) for place, transform in OFFERED.items()
    }
    assert set(Stereotypes.languages) == set(Counterfactual.languages)


def test_each_page_is_in_the_navigation():
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [name for page in PAGES[1:] if f": {(name := str(page.relative_to(ROOT / 'docs')))}\n" not in listed] == []


@pytest.mark.whole
def test_pages_ask_no_other_host_for_anything(site):
    assert {str(path): page.requests for path, page in site.items() if page.requests} == {}
