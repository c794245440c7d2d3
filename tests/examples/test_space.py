"""The app to paste a text into: what it shows, by its functions and in Chromium, and that texts stay where they are."""

import os
import re
import shutil
import socket
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import reading
import yaml
from golden import golden_rows

from hf_genderfair.rewriting.forms import FORMS

ROOT = Path(__file__).parents[2]
SPACE = ROOT / "examples" / "space"
ATTACK = "<script>document.title='run'</script><img src=https://example.com/x onerror=\"document.title='run'\">"
TEMPLATE = "${document.title='run'} {{document.title='run'}} {% for each in text %}"
GERMAN = (
    "Jeder Bäcker fragt seine Kunden. „Das reicht“, sagte die Meisterin Nora Feldhaus. Es regnete. "
    "Eine Tante suchte ihren Hut."
)
ENGLISH = "Every pilot checks his plane. My uncle keeps his bees. Women are always late."
STAR = "Lehrer*in"
SHOWN = dict(golden_rows(__file__, "SHOWN"))
"""A text of each language, and what the tabs show of it."""


class Words(HTMLParser):
    """The text of a piece of HTML, and its tags."""

    def __init__(self, html):
        super().__init__()
        self.parts, self.tags = [], []
        self.feed(html)

    def handle_data(self, data):
        self.parts.append(data)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)

    @property
    def text(self):
        return "".join(self.parts)


def in_line(text):
    return " ".join(text.split())


def names():
    return [tab.name for tab in reading.TABS]


@pytest.mark.parametrize("language", SHOWN)
def test_tabs_show_what_was_found(language):
    text, expected = SHOWN[language]
    shown = reading.shown_of(text, language, STAR)
    assert f"Read as {language}: {len(text)} characters." in shown.said
    for name, html in zip(names(), shown.tabs, strict=True):
        # cells of tables stand in lines of their own on the page
        words = in_line(Words(html.replace("</td>", " </td>")).text)
        assert [each for each in expected[name] if each not in words] == [], name


def test_edits_are_drawn_in_the_text():
    shown = reading.shown_of(ENGLISH, "English", STAR)
    rewritten = shown.tabs[names().index("Rewriting")]
    assert "Every pilot checks <del>his</del><ins>their</ins> plane." in rewritten
    swapped = shown.tabs[names().index("Swap")]
    assert "My <del>uncle</del><ins>aunt</ins> keeps <del>his</del><ins>her</ins> bees." in swapped
    assert [text.split(". ")[:2] for text in shown.texts] == [
        ["Every pilot checks their plane", "My uncle keeps his bees"],
        ["Every pilot checks his plane", "My aunt keeps her bees"],
    ]


def test_german_is_rewritten_in_the_form_that_is_chosen():
    assert set(reading.FORMS.values()) == set(FORMS)
    written = {form: reading.shown_of("Jeder Bäcker lacht.", "German", form).texts[0] for form in reading.FORMS}
    assert written["Lehrer:in"] == "Jede:r Bäcker:in lacht."
    assert len(set(written.values())) >= len(FORMS) - 1


def test_a_stereotype_is_shown_by_first_letters_alone_until_somebody_asks():
    html = reading.shown_of(ENGLISH, "English", STAR).tabs[names().index("Stereotypes")]
    before, hidden = html.split("</summary>")
    assert ("late" in before, "Women are always late." in hidden) == (False, True)


@pytest.mark.parametrize("text", [None, "", " \n\t"])
def test_no_text_is_said(text):
    said, tabs, texts = reading.shown_of(text, "Polish", STAR)
    assert "There is no text yet" in said
    assert {*tabs, *texts} == {""}


@pytest.mark.parametrize(("word", "read"), [("Regen ", 9_995), ("a", 10_000)])
def test_a_text_that_is_too_long_is_read_to_the_limit(word, read):
    said = reading.shown_of(word * 20_000, "Spanish", STAR).said
    assert f"the first {read:,} of {len(word) * 20_000:,} characters" in said
    assert reading.beginning(word * 5) == word * 5


def test_another_language_than_was_chosen_is_said():
    text = "La jueza absolvió a los dos acusados que llegaron tarde a la sala."
    assert "It is taken to be Spanish, though." in reading.shown_of(text, "German", STAR).said
    assert "It is taken to be Spanish." in reading.shown_of(text, "Spanish", STAR).said
    french = "Le boulanger ouvre sa boutique chaque matin à six heures."
    assert "taken to be another language (fr), though" in reading.shown_of(french, "German", STAR).said
    assert "too short or too mixed" in reading.shown_of("Ja.", "German", STAR).said


@pytest.mark.parametrize("language", SHOWN)
def test_markup_in_a_text_is_text(language):
    text = f"{ATTACK} {TEMPLATE} {SHOWN[language][0]}"
    said, tabs, _ = reading.shown_of(text, language, STAR)
    for html in (said, *tabs):
        assert not {"script", "img"} & set(Words(html).tags)
    words = tabs[0]
    assert ATTACK in Words(words).text
    assert TEMPLATE in Words(words).text


def test_the_space_has_what_the_package_needs():
    required = (SPACE / "requirements.txt").read_text(encoding="utf-8").splitlines()[1:]
    analysis = [each for each in listed("nlp") if not each.startswith("spacy")]
    assert sorted(required) == sorted([*listed("dependencies"), *analysis])


def listed(name):
    """Return a list of packages of the project."""
    written = re.search(
        rf"^{name} = \[(.*?)\]$", (ROOT / "pyproject.toml").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return re.findall(r'"(.+?)"', written.group(1))


def test_the_head_of_the_space_is_what_the_hub_asks_for():
    head = yaml.safe_load((SPACE / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    assert head["sdk"] == "gradio"
    assert f"gradio=={head['sdk_version']}" in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert (SPACE / head["app_file"]).is_file()
    assert head["license"] == "apache-2.0"
    assert len(head["short_description"]) <= 60
    assert {"title", "emoji", "colorFrom", "colorTo"} <= head.keys()


class Running:
    """The app as in a Space: its files, the package, and a home of its own."""

    def __init__(self, folder):
        pytest.importorskip("gradio")
        self.home = folder / "home"
        self.home.mkdir()
        shutil.copytree(SPACE, folder / "space", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "docs" / "limits.md", folder / "space")
        # whatever the app would ask another host for comes here
        self.proxy = socket.create_server(("127.0.0.1", 0))
        self.proxy.setblocking(False)
        address = f"http://127.0.0.1:{self.proxy.getsockname()[1]}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("GRADIO_", "HF_"))},
            **dict.fromkeys(("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"), address),
            **dict.fromkeys(("no_proxy", "NO_PROXY"), "127.0.0.1,localhost"),
            **dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME"), str(self.home)),
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "GRADIO_SERVER_PORT": port,
        }
        self.process = subprocess.Popen(
            [sys.executable, "app.py"], cwd=folder / "space", env=environment, stdout=subprocess.PIPE, text=True
        )
        line = next((line for line in self.process.stdout if "http://" in line), "")
        assert line, "the app has not started"
        self.address = re.search(r"http://\S+", line).group()

    def asked(self):
        """Return what it asked another host for, if it did."""
        try:
            connection, _ = self.proxy.accept()
        except BlockingIOError:
            return ""
        with connection:
            connection.settimeout(5)
            return connection.recv(1000).decode(errors="replace") or "nothing"

    def stored(self, text):
        """Return the files that it wrote with a text."""
        return [path for path in self.home.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.proxy.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    app = Running(tmp_path_factory.mktemp("app"))
    yield app
    app.close()


@pytest.fixture(scope="module")
def context(chromium):
    """Give what keeps the scripts of the page from one test to the next."""
    return chromium.new_context()


@pytest.fixture
def opened(chromium, context, running):
    """Give what opens the page, and check when all is done that nobody else was asked and nothing went wrong."""
    asked, problems = [], []

    def open_page(**settings):
        page = (chromium.new_context(**settings) if settings else context).new_page()
        page.set_default_timeout(30_000)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text))
        page.goto(running.address)
        page.get_by_role("button", name="Read", exact=True).wait_for()
        return page

    yield open_page
    for page in context.pages:
        page.close()
    assert [url for url in asked if not url.startswith((running.address, "data:", "blob:"))] == []
    assert (problems, running.asked()) == ([], "")


def read(page, text, language):
    page.get_by_label(language, exact=True).check()
    page.get_by_label("Text, up to 10,000 characters").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()
    said = f"Read as {language}" if text else "There is no text yet"
    page.locator("#said", has_text=said).wait_for()


def show(page, tab):
    page.get_by_role("tab", name=tab, exact=True).click()
    panel = page.locator(f"#{tab.lower()}")
    panel.locator("p").first.wait_for()
    return panel


@pytest.mark.whole
def test_a_changed_text_is_copied(opened):
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_label("Lehrer:in", exact=True).check()
    read(page, GERMAN, "German")
    show(page, "Rewriting")
    page.locator("button[aria-label*='opy']:visible").click()
    assert page.evaluate("navigator.clipboard.readText()").startswith("Jede:r Bäcker:in fragt")


def test_texts_run_nothing_in_a_browser(opened):
    page = opened()
    read(page, f"{ATTACK} {TEMPLATE} {ENGLISH}", "English")
    for name in names():
        panel = show(page, name)
        assert panel.locator("script, img").count() == 0
    assert ATTACK in show(page, "Words").inner_text()
    assert TEMPLATE in show(page, "Words").inner_text()
    assert page.title() == "hf_genderfair"


@pytest.mark.whole
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 420)])
def test_axe_finds_nothing(opened, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(color_scheme=scheme, viewport={"width": width, "height": 900})
    read(page, f"{GERMAN} Frauen können nicht einparken.", "German")
    for name in names():
        panel = show(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        panel.locator("summary").evaluate_all("all => all.forEach(each => each.click())")
        found = axe.run(page).response["violations"]
        assert [(each["id"], each["impact"], [node["html"] for node in each["nodes"]]) for each in found] == []
