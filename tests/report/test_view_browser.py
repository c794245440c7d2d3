"""The page to read rows in Chromium: it filters, searches, runs nothing that a text says, and asks no network."""

import pytest
from datasets import Dataset, Features, List, Value

from hf_genderfair.core.spans import EDIT_FEATURE, Edit
from hf_genderfair.report.view.page import ColumnFacts, write_view

ROWS = 700
ATTACK = "<script>document.title='run'</script><img src=https://example.com/x onerror=\"document.title='run'\">"
SPAN = {"start": Value("int32"), "end": Value("int32")}
FEATURES = Features(
    {
        "text": Value("string"),
        "<b>__proto__": Value("string"),
        "reason": Value("string"),
        "gender_words": List({**SPAN, "group": Value("string")}),
        "rewriting_edits": EDIT_FEATURE,
        "stereotypes": List({**SPAN, "label": Value("string")}),
        "counterfactual_pair": Value("string"),
    }
)
FACTS = ColumnFacts(
    capabilities={"gender_words": "representation", "rewriting_edits": "rewriting", "stereotypes": "stereotypes"}
    | {"reason": "", "counterfactual_pair": "counterfactual"},
    masked=frozenset({"stereotypes"}),
    pair_column="counterfactual_pair",
)


def row(number):
    words, edits, masked = [], [], []
    text = f"Row number {number} says she left. Tea is always cold."
    start = text.index("she")
    if number % 10 == 0:
        words = [{"start": start, "end": start + 3, "group": "female"}]
        edits = [Edit(start, start + 3, "she", "they", "pronoun", "fair").to_dict()]
    if number % 100 == 0:
        masked = [{"start": text.index("Tea"), "end": len(text), "label": "tea"}]
    reason = ["too_short", None, '"><i>odd</i>'][number % 3]
    return [text, "<i>x</i>", reason, words, edits, masked, "pair" if number in (1, 650) else None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    rows = [row(number) for number in range(ROWS)]
    rows[2][0], rows[4][0], rows[5][0] = ATTACK, None, "left \u202eright\u202c \ufeffmark"
    columns = dict(zip(FEATURES, map(list, zip(*rows, strict=True)), strict=True))
    path = tmp_path_factory.mktemp("page <x> & #1?")
    write_view(path, {"train": Dataset.from_dict(columns, features=FEATURES)}, f"Rows {ATTACK}\u202e", FACTS, "A note.")
    return path


@pytest.fixture
def opened(chromium, folder):
    """Give what opens the page, and check when all is done that nothing else was asked for and nothing went wrong."""
    asked, problems = [], []

    def open_page(**settings):
        page = chromium.new_context(**settings).new_page()
        page.set_default_timeout(10_000)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text))
        page.goto((folder / "index.html").as_uri())
        page.wait_for_selector("article")
        return page

    yield open_page
    assert ([url for url in asked if not url.startswith(folder.as_uri())], problems) == ([], [])


def status(page, text):
    page.wait_for_function("text => document.getElementById('status').textContent === text", arg=text)


def choose(page, facet, option):
    page.get_by_label(facet, exact=True).select_option(label=option)


def test_it_reads_filters_and_searches(opened):
    page = opened()
    status(page, "1–20 of 700 rows")
    assert page.locator("article").count() == 20
    choose(page, "reason", "it is shorter than was asked for (234)")
    status(page, "1–20 of 234 rows (of 700)")
    choose(page, "gender words: group", "female (70)")
    status(page, "1–20 of 24 rows (of 700)")
    page.get_by_label("Search in the texts").fill("NUMBER 30 SAYS THEY")
    status(page, "1 row (of 700)")
    assert page.locator("article h2").inner_text() == "Row 31 of train"
    page.get_by_role("button", name="Clear search and filters").click()
    status(page, "1–20 of 700 rows")
    page.get_by_label("Search in the texts").fill("nowhere")
    status(page, "No row fits (of 700)")


def test_layers_are_switched_and_stereotypes_are_masked(opened):
    page = opened()
    first = page.locator("article").first
    assert (first.locator("del").inner_text(), first.locator("ins").inner_text()) == ("she", "they")
    assert "Tea" not in first.locator(".text").inner_text()
    first.locator("summary").first.click()
    assert "masked" in first.locator(".found").inner_text()
    page.get_by_role("checkbox", name="rewriting edits").uncheck()
    page.wait_for_selector("article del", state="detached")
    assert "says she left" in first.locator(".text").inner_text()
    first.get_by_role("button", name="masked").click()
    assert "Tea is always cold." in first.locator(".text").inner_text()
    assert page.evaluate("document.activeElement.id") == "row-0"


def test_texts_run_nothing_and_hide_nothing(opened):
    page = opened()
    assert page.title() == f"Rows {ATTACK}⟨U+202E⟩"
    assert page.locator("article").nth(2).locator(".text").inner_text() == ATTACK
    assert page.locator("article img, article i, article script, h1 *").count() == 0
    assert page.locator("article").nth(4).locator(".text").inner_text() == "no text"
    assert page.locator("article").nth(5).locator(".control").all_inner_texts() == ["U+202E", "U+202C", "U+FEFF"]
    page.locator("article").nth(2).get_by_text("Other columns").click()
    assert page.locator("article").nth(2).locator("th").first.inner_text() == "<b>__proto__"


def test_keys_move_between_rows_and_pages(opened):
    page = opened()
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "row-0"
    page.keyboard.press("k")
    page.keyboard.press("n")
    status(page, "21–40 of 700 rows")
    page.keyboard.press("p")
    status(page, "1–20 of 700 rows")
    page.keyboard.press("k")
    page.keyboard.press("j")
    status(page, "21–40 of 700 rows")
    page.keyboard.press("/")
    page.keyboard.type("jn")
    status(page, "No row fits (of 700)")


def test_a_pair_is_shown_beside_its_row(opened):
    page = opened()
    page.get_by_role("button", name="Show its pair: Row 651 of train").click()
    page.wait_for_selector("#row-650")
    assert page.evaluate("document.activeElement.id") == "row-650"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 420)])
def test_axe_finds_nothing(opened, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.evaluate(
        "document.querySelectorAll('#panel, #panel details, #row-0 details').forEach(each => each.open = true)"
    )
    page.wait_for_selector(".found")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # the policy of the page forbids what axe would load
    found = axe.run(page, options={"preload": False}).response["violations"]
    assert [(each["id"], each["impact"], each["nodes"][0]["html"]) for each in found] == []


def test_a_print_leaves_out_what_is_folded(opened):
    page = opened()
    folded = page.locator("#row-0 details").first
    page.emulate_media(media="print")
    assert not folded.is_visible()
    folded.evaluate("each => each.open = true")
    assert folded.is_visible()
