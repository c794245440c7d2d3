"""A report is rendered completely, and nothing in it can break out of its rendering."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.report.change_list import ChangeList, ListedChange
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.render import (
    OPEN_WORDS,
    format_cell,
    readable,
    render_html,
    render_markdown,
    render_text,
    table_markdown,
)
from hf_genderfair.report.report import Piece, Report, Step, Table, TextExample

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


def test_markdown_tables_align_numbers_and_signs_in_data_stay_signs():
    assert table_markdown(TABLE) == (
        "| gender | fragments | share |\n| :--- | ---: | ---: |\n"
        "| female | 5,955,828 | 38 % |\n| male | 9,910,946 | – |\n\nn = 15,866,774\n"
    )
    table = Table("hosts", "Hosts", ["host"], [["a|b"], ["<script>"], ["[x](y)"], ["_x_ too_short"], ["one\ntwo"]])
    lines = table_markdown(table).splitlines()[2:]
    assert lines == ["| a\\|b |", "| \\<script\\> |", "| \\[x\\](y) |", "| \\_x\\_ too_short |", "| one two |"]


@all_rows
def test_cells(cell, text):
    assert format_cell(cell) == text


@pytest.mark.parametrize("render", [render_text, render_markdown, render_html])
def test_every_part_of_a_report_is_rendered(render):
    page = render(REPORT)
    figures = ("Fragments by gender", "5,955,828", "n = 15,866,774", "it is shorter than was asked for", "FirstPerson")
    facts = ("context=window", "forum.jsonl", "licence", "abc", "text, first_person", "0.1.0", "Known limits")
    for part in ("A small corpus", *figures, *facts):
        assert part in page
    assert page.endswith("\n")


@given(st.text())
def test_a_cell_never_adds_a_row_or_a_column(text):
    lines = table_markdown(Table("t", "t", ["a", "b"], [[text, text]])).splitlines()
    assert (len(lines), lines[2].replace("\\\\", "").replace("\\|", "").count("|")) == (3, 3)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_html_is_well_formed_and_escaped(text):
    page = Report(title=text, language="pl", tables=[Table("t", text, [text], [[text]], text)], limits=[text])
    tags = [tag for tag, _ in parse(render_html(page)).seen]
    assert tags.count("td") == 3  # the cell, and the report's language
    assert "script" not in tags


def test_html_needs_no_other_file_describes_its_figure_and_links_what_lies_beside_it():
    figure = Figure(b"\x89PNG", "<svg></svg>", 'Share of "female" fragments', "By year")
    checker = parse(render_html(REPORT, figure))
    image = next(attributes for _, attributes in checker.seen if attributes.get("role") == "img")
    assert image["aria-label"] == 'Share of "female" fragments'
    assert "svg" in [tag for tag, _ in checker.seen]
    assert not [tag for tag, attributes in checker.seen if tag in ("link", "script", "img") or "href" in attributes]
    assert "By year" in checker.text
    first = [
        ListedChange("changed", "train 0", "He", "<b>She</b>", "swapped"),
        ListedChange("left out", "excluded train 3", "A text", "", "it repeats an earlier one"),
        ListedChange("unchanged", "train 1", "the king", "the king", "it is about history"),
    ]
    listed = ChangeList(Path("elsewhere.tmp"), {"changed": 1200, "left out": 1, "unchanged": 1}, first)
    page = render_html(REPORT, changes=listed, links={"card": "README.md"})
    assert '<a href="README.md">card</a>' in page
    assert "<ins>&lt;b&gt;She&lt;/b&gt;</ins>" in page
    assert '1,200 changed, 1 left out, 1 unchanged: all are in <a href="changes.tsv">' in page
    assert page.index("What was changed or left out") < page.index("Fragments by gender")


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\u202egnp.exe", "](x)<b>"]
)
def test_nothing_from_a_text_runs(text):
    example = TextExample("rewritten", [Piece(text), Piece(text, "deleted"), Piece(text, "inserted")], text)
    told = {"sources": [{"id": text}], "answers": [text] * 5, "examples": [example]}
    checker = parse(
        render_html(Report(text, "en", tables=[Table("t", text, [text], [[text]], text, {text: text})], **told))
    )
    assert {"script", "img", "b"}.isdisjoint(tag for tag, _ in checker.seen)
    assert not any(name.startswith("on") for _, attributes in checker.seen for name in attributes)
    assert "".join(checker.text).count(text) >= 12


def test_the_answer_comes_first_and_no_more_is_open_than_is_read_at_once():
    answered = replace(REPORT, answers=["Of 15,866,774 texts, 38 % have feminine forms.", "2.", "3.", "A fourth one."])
    page = render_html(answered, Figure(b"", "<svg></svg>", "A picture.", ""))
    body = page[page.index("<main>") :]
    before = re.sub("<[^>]*>", " ", body[: body.index("Of 15,866,774")])
    assert len(before.split()) <= 40
    assert body.index("3.") < body.index("<svg") < body.index("A fourth one.") < body.index("Fragments by gender")
    assert body.index("Known limits") < body.index("How it was made") < body.index("context=window")
    for render in (render_text, render_markdown):
        assert render(answered).index("38 %") < render(answered).index("Fragments by gender")
    rows = [["two words", "and three words"]] * 12
    tables = [Table(f"t{number}", f"Table {number}", ["a", "b"], rows) for number in range(40)]
    answers = ["A sentence of six words stands here."] * 20
    page = render_html(Report("T", "en", tables=tables, answers=answers))
    opened = re.sub("<[^>]*>", " ", re.sub("(?s)<details.*?</summary>.*?</details>", "", page[page.index("<main>") :]))
    assert OPEN_WORDS - 100 < len(opened.split()) <= OPEN_WORDS
    assert page.index("Table 0</h3>") < page.index("<details") < page.index("Table 39 (")


def test_tables_are_read_with_words_percentages_and_intervals():
    columns = ["group", "share", "low", "high", "DR", "low", "high", "n"]
    rows = [["female", 0.294, 0.2743, 0.3121, 0.2, 0.1, None, 4933], ["male", 0.706, None, None, None, None, None, 0]]
    table = Table("shares", "Shares", columns, rows, heads={"DR": "distance from target"})
    shown = readable(table)
    assert shown.heads == ["group", "share (95 % interval)", "distance from target (95 % interval)", "n"]
    assert shown.rows == [
        ["female", "29\N{NO-BREAK SPACE}% (27–31\N{NO-BREAK SPACE}%)", "0.2 (0.1 to –)", "4,933"],
        ["male", "71\N{NO-BREAK SPACE}%", "–", "0"],
    ]
    assert "DR for “distance from target”" in table_markdown(table)
    heads = {"DR before": "distance from target before", "reduction of DR": "share of the distance that is gone"}
    rows = [["DR before", 0.3333, 0.25, 0.41], ["reduction of DR", 0.9444, None, None], ["sentences", 12, None, None]]
    table = Table("debiasing", "Debiasing", ["what", "value", "low", "high"], rows, heads=heads)
    shown = readable(table)
    assert shown.rows == [
        ["distance from target before", "0.33 (0.25 to 0.41)"],
        ["share of the distance that is gone", "94\N{NO-BREAK SPACE}%"],
        ["sentences", "12"],
    ]
    assert shown.legend.startswith("The file of figures writes DR before for “distance from target before”, ")
    assert table.rows[0][1] == 0.3333


@pytest.mark.parametrize(
    ("columns", "rows", "turned"), [(7, 1, False), (8, 3, True), (8, 4, False), (15, 6, True), (15, 7, False)]
)
def test_wide_tables_of_few_rows_are_turned(columns, rows, turned):
    names = [f"column {number}" for number in range(columns)]
    page = render_html(Report("T", "en", tables=[Table("t", "T", names, [[1] * columns] * rows)]))
    assert (page.partition("How it was made")[0].count('<th scope="col"') == rows + 1) is turned
    assert '<summary><h3 id="table' not in page


@all_rows
def test_languages_are_named(language, said):
    report = Report("T", language, [Step("Dedupe", "1", {}, 5, 5)], sources=[{"id": "t.txt"}])
    assert f'<p class="subject">{said}</p>' in render_html(report)


def test_no_line_ends_within_an_interval():
    answers = ["Of 9 texts, 41 % (36–47 %) are <b> (n = 297); see (Smith and others, whose paper of 2016 is long)."]
    page = render_html(
        Report("T", "en", tables=[Table("t", "T", ["a", "low", "high"], [["b", 1, 2]])], answers=answers)
    )
    assert '<span class="whole">41 %</span> <span class="whole">(36–47 %)</span> are &lt;b&gt; ' in page
    assert '<span class="whole">(n = 297)</span>; see (Smith ' in page
    assert 'a <span class="whole">(95 % interval)</span></th>' in page


@all_rows
def test_a_figure_is_as_exact_as_its_interval(figures, written):
    assert readable(Table("t", "T", ["mean", "low", "high"], [list(figures)])).rows == [[written]]


def test_reports_of_earlier_versions_are_read():
    answered = replace(REPORT, answers=["Yes."], examples=[TextExample("swapped", [Piece("He", "deleted")], "why")])
    assert Report.from_json(answered.to_json()) == answered
    old = json.loads(REPORT.to_json())
    del old["answers"], old["examples"]
    for table in old["tables"]:
        del table["heads"]
    assert Report.from_json(json.dumps(old)) == REPORT


def test_terms_are_explained_settings_folded_and_examples_marked():
    page = render_html(Report("Tea", "en", [Step("Brew", "1", {"form": "star"})], answers=["3 mentions in a stratum."]))
    above, _, below = page.partition("<details")
    assert "form=star" not in above
    assert all(text in below for text in ("form=star", "<dt>Mention</dt>", "<dt>Stratum</dt>"))
    pieces = [Piece("He", "deleted"), Piece("They", "inserted"), Piece(" saw "), Piece("her", "marked")]
    page = render_html(Report("T", "en", examples=[TextExample("rewritten", pieces, "pronoun")]))
    assert "<del>He</del><ins>They</ins> saw <mark>her</mark>" in page
    assert "pronoun" in page
