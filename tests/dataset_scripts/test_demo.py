import html
import json
import re
import runpy
from pathlib import Path
from types import SimpleNamespace

import datasets
import pytest

from hf_genderfair.hub.audited import load_audited

SCRIPTS = Path(__file__).parents[2] / "dataset_scripts"
SAMPLES = SCRIPTS / "sample"
FEW = {
    "articles_de": [
        "Die Ärztin lachte. Sie summte.",
        "Der Koch schlief. Er träumte.",
        "Jeder Lehrer fragt seine Schüler.",
    ],
    "stories_en": ["The boy slept.", "She sang, and he waited.", "My uncle keeps his bees."],
    "polish_posts": ["Byłam wczoraj w kinie.", "Kupiłem nowy rower.", "Pada i pada."],
}

JARGON = ("corpus level", "text level", "farther from one half", "linearised", "log-odds", "Log-odds", "Dirichlet")
"""What reports once said, and no glossary explains."""


@pytest.fixture(autouse=True)
def progress_as_before():
    shown = not datasets.are_progress_bars_disabled()
    yield
    if shown:
        datasets.enable_progress_bars()


@pytest.fixture
def demo(monkeypatch):
    monkeypatch.syspath_prepend(SCRIPTS)
    return SimpleNamespace(**runpy.run_path(str(SCRIPTS / "demo.py")))


def test_one_summary_says_what_became_fairer_and_where_the_report_is(run, tmp_path):
    result = run("--out", tmp_path / "demo")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    _, _, *lines, blank, left_out, opened = result.stdout.splitlines()
    about = ["German, who appears", "German, how it is worded", "English, who is named", "Polish, who writes"]
    assert [line.split("  ")[1] for line in lines] == about
    assert blank == ""
    page = (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
    assert opened == f"Open the report: {tmp_path / 'demo' / 'report.html'}"
    for line in lines:
        name, said = re.split(r"\s{2,}", line.strip())
        assert f"{name}: {said}." in re.sub(r"<[^>]+>", "", page)
    assert page.index("<svg") < page.index("<h2>Examples from the data</h2>")

    check_pages(tmp_path / "demo")

    articles, stories, posts = (
        load_audited(tmp_path / "demo" / name) for name in ("articles_de", "stories_en", "polish_posts")
    )
    assert f"{len(articles.excluded)} of 60 German articles, 0 of 90 English stories" in left_out
    assert f"{len(posts.excluded)} of {len(posts.excluded) + len(posts.dataset)} Polish posts" in left_out
    appear, worded, named, write = lines

    said = re.match(
        r".* (\d+)\s% \((\d+)–(\d+)\s%\) of (\d+) persons → (\d+)\s% of \d+ persons, at the price of (\d+) of 60",
        appear,
    )
    before, low, high, of, after, price = map(int, said.groups())
    assert low < before < high < 50
    assert before < after < 50
    assert price == len(articles.excluded)
    everybody = next(row for row in articles.report.tables if row.name == "actors").rows
    assert of == sum(row[1] for row in everybody if row[0] in ("female", "male"))

    rewritten = sum(map(len, articles.dataset["rewriting_edits"]))
    left = sum(map(len, articles.dataset["rewriting_refusals"]))
    assert f"{rewritten} of {rewritten + left} words" in worded
    assert "Anwohner*innen" in "".join(articles.dataset["text"])

    distance = {row[0]: row[1:] for row in stories.report.tables[0].rows}
    said = [float(number) for number in re.findall(r"\d\.\d\d", named)]
    assert said == [round(number, 2) for when in ("DR before", "DR after") for number in distance[when][:3]]
    assert said[0] > 0.2 > 0.05 > said[3]

    feminine = posts.dataset["first_person"].count(posts.dataset.features["first_person"].str2int("female"))
    assert f"{feminine / len(posts.dataset):.0%}".rstrip("%") in write
    assert f"of {len(posts.dataset)} posts" in write


def words(page):
    """Return the words of a page, and those before what is folded."""
    body = re.sub("(?s)<svg.*?</svg>", " ", page[page.index("<body>") :])
    before = re.sub("(?s)</summary>.*?</details>", "</summary>", body)
    return [html.unescape(re.sub("<[^>]*>", " ", part)).split() for part in (body, before)]


def check_pages(folder):
    """Check that pages are short, plain, and lead to what lies beside them."""
    for page in folder.rglob("report.html"):
        text = page.read_text(encoding="utf-8")
        every, before = words(text)
        assert len(before) <= 1500, page
        found = [phrase for phrase in JARGON if phrase in " ".join(every)]
        assert not found, page
        links = re.findall('<a href="([^"]*)"', text)
        assert all((page.parent / link).exists() for link in links)
        assert {"README.md", "changes.tsv", "data"} <= {Path(link).name for link in links}
    assert "los alumnos" not in (folder / "articles_de" / "report.html").read_text(encoding="utf-8")


@pytest.mark.whole
def test_few_texts_are_too_few_to_say_more_and_a_second_run_says_the_same(demo, tmp_path, monkeypatch, capsys):
    for name, texts in FEW.items():
        lines = [json.dumps({"text": text, "url": "https://forum.example/1"}) for text in texts]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setitem(demo.main.__globals__, "SAMPLES", tmp_path)
    said = []
    for _ in range(2):
        demo.main(["--out", str(tmp_path / "demo")])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    appear, worded, named, write = said[0].splitlines()[2:6]
    assert appear.count("(too few for a verdict)") == named.count("(too few for a verdict)") == 2
    assert "50\N{NO-BREAK SPACE}% of 2 posts (too few for a verdict)" in write
    assert worded.endswith("4 of 8 words rewritten to mean all genders, such as Lehrer → Lehrer*in")
    page = (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
    assert "there are too few texts for intervals" in page
    assert "<svg" not in page


def test_excluded_sites_are_those_of_the_sample(demo):
    posts = (SAMPLES / "polish_posts.jsonl").read_text(encoding="utf-8").splitlines()
    urls = [json.loads(line)["url"] for line in posts]
    assert all(any(site in url for url in urls) for site in demo.EXCLUDED_SITES)
