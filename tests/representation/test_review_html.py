import json
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from hf_genderfair.representation.word_review import COLUMNS, ReviewWord, WordReview, review_page

HEAD = {"attribute": "age & more", "lang": "en", "groups": "young | <old>", "model": "</script><script>alert(1)"}
WORDS = (
    ReviewWord("young", "</script><b>", ("elder",), 3, ("1:1", "2:4"), ("Q3 also in <old>",)),
    ReviewWord("young", "kid", verdict="reject", reason="Q4 <!-- & \u2028 '"),
    ReviewWord("<old>", "Größe", status="absent", reason="does not occur"),
)
REVIEW = WordReview(HEAD, WORDS)


class Page(HTMLParser):
    """Collects the elements of a page and what the scripts hold."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.scripts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] == "script":
            self.scripts[-1] += data

    def handle_endtag(self, tag):
        self.elements.append((f"/{tag}", {}))


@pytest.fixture(scope="module")
def page():
    return Page(review_page(REVIEW, "mine.tsv"))


def test_the_page_holds_the_data_of_the_review_and_needs_nothing_else(page):
    data = json.loads(page.scripts[0])
    assert data["name"] == "mine.tsv"
    assert data["columns"] == list(COLUMNS)
    assert [list(row.values()) for row in data["rows"]] == [word.cells for word in WORDS]
    lines = data["head"] + ["\t".join(row[name] for name in data["columns"]) for row in data["rows"]]
    assert "".join(f"{line}\n" for line in lines) == REVIEW.to_text()
    assert len(page.scripts) == 2
    assert "b" not in {tag for tag, _ in page.elements}
    assert "alert" not in page.scripts[1]
    text = review_page(REVIEW)
    assert "://" not in text
    assert not {"link", "img", "iframe"} & {tag for tag, _ in page.elements}
    assert not any("src" in attributes for _, attributes in page.elements)
    (policy,) = [attributes["content"] for tag, attributes in page.elements if "http-equiv" in attributes]
    assert policy.startswith("default-src 'none'")


def test_verdicts_kept_by_a_browser_belong_to_one_state_of_the_review():
    again = WordReview(HEAD, (WORDS[0]._replace(verdict="accept"), *WORDS[1:]))
    keys = [json.loads(Page(review_page(review)).scripts[0])["key"] for review in (REVIEW, REVIEW, again)]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_the_script_writes_the_table_of_the_review(page):
    calls = (
        "const data = JSON.parse(process.argv[1]); console.log(progressText(data.rows)); console.log(tableText(data));"
    )
    run = subprocess.run(
        ["node", "-e", page.scripts[1] + calls, "--", page.scripts[0]],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    progress, _, table = run.stdout.partition("\n")
    assert progress == "1 of 2 judged: 0 accepted, 1 rejected"
    assert table == REVIEW.to_text().replace("\u2028 ", "") + "\n"
