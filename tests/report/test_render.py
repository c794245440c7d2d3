"""A report is rendered completely, and nothing in it can break out of its rendering."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.report.figures import Figure
from hf_genderfair.report.render import (
    format_cell,
    render_html,
    render_markdown,
    render_text,
    table_markdown,
)
from hf_genderfair.report.report import Report, Step, Table

TABLE = Table(
    "fragments_by_gender",
    "Fragments by gender",
    ["gender", "fragments", "share"],
    [["female", 5955828, 0.375364], ["male", 9910946, None]],
    note="n = 15,866,774",
)
REPORT = Report(
    title="A small corpus",
    language="pl",
    steps=[Step("FirstPerson", "1", {"lang": "pl", "context": "window"}, None, 12)],
    tables=[TABLE],
    excluded={"too_short": 3},
    limits=["It cannot see <irony> & quotation."],
    sources=[{"id": "forum.jsonl", "licence": None}, {"id": "blog.jsonl", "revision": "abc"}],
    data={"rows": 12, "columns": ["text", "first_person"]},
    software={"hf-genderfair": "0.1.0"},
)


class Checker(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def parse(page):
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker


def test_markdown_table_aligns_numbers_and_keeps_the_note():
    assert table_markdown(TABLE) == (
        "| gender | fragments | share |\n| :--- | ---: | ---: |\n"
        "| female | 5,955,828 | 0.3754 |\n| male | 9,910,946 | – |\n\nn = 15,866,774\n"
    )


@pytest.mark.parametrize(
    ("cell", "text"),
    [(0, "0"), (0.5, "0.5"), (123456.7, "123,457"), (0.00001234, "1.234e-05"), ("a\nb", "a b"), (None, "–")],
)
def test_cells(cell, text):
    assert format_cell(cell) == text


@pytest.mark.parametrize("render", [render_text, render_markdown, render_html])
def test_every_part_of_a_report_is_rendered(render):
    page = render(REPORT)
    for part in ("A small corpus", "Fragments by gender", "5,955,828", "n = 15,866,774", "too_short", "FirstPerson"):
        assert part in page
    for part in ("context=window", "forum.jsonl", "licence", "abc", "text, first_person", "0.1.0", "Known limits"):
        assert part in page
    assert page.endswith("\n")


def test_text_columns_are_aligned():
    lines = render_text(REPORT).splitlines()
    header = lines.index("gender  fragments   share")
    assert lines[header + 1] == "female  5,955,828  0.3754"


def test_markdown_signs_in_data_stay_signs():
    table = Table("hosts", "Hosts", ["host"], [["a|b"], ["<script>"], ["[x](y)"], ["_x_ too_short"], ["one\ntwo"]])
    lines = table_markdown(table).splitlines()[2:]
    assert lines == ["| a\\|b |", "| \\<script\\> |", "| \\[x\\](y) |", "| \\_x\\_ too_short |", "| one two |"]


@given(st.text())
def test_a_cell_never_adds_a_row_or_a_column(text):
    lines = table_markdown(Table("t", "t", ["a", "b"], [[text, text]])).splitlines()
    assert len(lines) == 3
    assert lines[2].replace("\\\\", "").replace("\\|", "").count("|") == 3


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_html_is_well_formed_and_escaped(text):
    page = Report(title=text, language="pl", tables=[Table("t", text, [text], [[text]], text)], limits=[text])
    tags = [tag for tag, _ in parse(render_html(page)).seen]
    assert tags.count("td") == 3  # the cell, and the report's language
    assert "script" not in tags


def test_html_needs_no_other_file_and_describes_its_figure():
    figure = Figure(b"\x89PNG", 'Share of "female" fragments', "By year")
    checker = parse(render_html(REPORT, figure))
    image = next(attributes for tag, attributes in checker.seen if tag == "img")
    assert image["alt"] == 'Share of "female" fragments'
    assert image["src"] == "data:image/png;base64,iVBORw=="
    assert not [tag for tag, attributes in checker.seen if tag in ("link", "script") or "href" in attributes]
    assert "By year" in checker.text


def test_an_empty_report_has_only_its_title_and_language():
    assert render_markdown(Report("Nothing", "pl")).count("##") == 1
