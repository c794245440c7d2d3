"""Reports in Chromium: readable for everybody in light and dark, on a phone, and without any request."""

from types import SimpleNamespace

import pytest
from datasets import Dataset

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.core.transform import annotate
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.recipes.audited import audit
from hf_genderfair.recipes.augment_recipe import augment
from hf_genderfair.recipes.corpus_recipe import corpus
from hf_genderfair.report.examples import masked_example
from hf_genderfair.report.render import render_html
from hf_genderfair.report.report import Report, Step, Table

pytest.importorskip("matplotlib")

ENGLISH = ["Mary Miller met her brother. She said: “The tea is cold.”", "The king waits. His hat is old.", "It rained."]
POLISH = ["Wczoraj byłam w kinie.", "Pisałem o tym dawno.", "Pada i pada."]
LONG = Table(
    "words", "Words", ["word", "share", "low", "high", "what it is"], [["tea", 0.5, 0.4, 0.6, "a drink " * 40]] * 15
)


STRATA = Table(
    "strata", "Strata", ["stratum", *(f"of measure {number}" for number in range(14))], [["2019", *[0.786] * 14]] * 8
)
PRINTED = 718
"""Width of a sheet of A4 between its margins, in pixels."""


def rows(texts):
    return Dataset.from_dict({"text": texts})


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """What writes a report: of several kinds, or one with all that tables and examples may hold."""
    folder = tmp_path_factory.mktemp("pages")
    masked = [masked_example("Removed", "All of them are bad.", "letters are masked")]
    steps = [Step("Tea", "1", {"text": "a parameter that is long " * 20})]
    everything = Report("A title", "en", steps, [LONG, STRATA], limits=["It is small."], examples=masked)
    made = {
        "everything": lambda: SimpleNamespace(report=everything, figures={}),
        "audited": lambda: audit(annotate(rows(ENGLISH * 12), ActorMetrics("en")), "en", actors=True),
        "labelled": lambda: corpus(rows([f"{text} {'a' * number}" for text in POLISH for number in range(20)])),
        "swapped": lambda: augment(rows(ENGLISH * 12), Counterfactual("en")),
    }

    def page(kind):
        found, path = made[kind](), folder / f"{kind}.html"
        path.write_text(render_html(found.report, *found.figures.values()), encoding="utf-8")
        return path.as_uri()

    return page


CASES = [
    pytest.param(kind, *how, marks=() if kind in ("everything", "labelled") else pytest.mark.whole)
    for kind in ("everything", "labelled", "audited", "swapped")
    for how in (("light", 1280), ("dark", 420))
]


@pytest.mark.parametrize(("kind", "scheme", "width"), CASES)
def test_axe_finds_nothing(pages, chromium, kind, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}).new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    address = pages(kind)
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert asked == [address]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # a table of many columns goes beyond the text, and is whole on a screen of usual width
    cut = "[...document.querySelectorAll('.scroll')].some(each => each.scrollWidth > each.clientWidth + 1)"
    assert not (width == 1280 and kind == "audited" and page.evaluate(cut))
    found = axe.run(page).response["violations"]
    assert [(each["id"], each["impact"], each["nodes"][0]["html"]) for each in found] == []
    # a print loses nothing at the edge
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PRINTED, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth") <= PRINTED


def test_long_tables_stay_folded_in_print_and_say_so(pages, chromium):
    page = chromium.new_context().new_page()
    page.goto(pages("everything"))
    said = page.locator(".left-out")
    assert not said.is_visible()
    page.emulate_media(media="print")
    assert said.inner_text() == "Its 15 rows are in the page; to print them as well, open the table there first."
    assert not page.locator("details.long table").is_visible()
    assert page.get_by_text("a parameter that is long").first.is_visible()
    page.evaluate("document.querySelector('details.long').open = true")
    assert page.locator("details.long table").is_visible()
    assert not said.is_visible()
