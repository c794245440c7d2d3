"""Paste a text and see what the library finds in it and would change: ``python app.py``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

# read on import: nothing that somebody pastes, and nothing about it, leaves the machine
os.environ.update(GRADIO_ANALYTICS_ENABLED="False", HF_HUB_DISABLE_TELEMETRY="1", HF_DATASETS_DISABLE_PROGRESS_BARS="1")

import gradio as gr
from reading import EDITING, FORMS, LANGUAGES, LONGEST, SAID, TABS, shown_of

HERE = Path(__file__).parent
LIMITS = next(path for path in (HERE / "limits.md", HERE.parents[1] / "docs" / "limits.md") if path.is_file())
"""The page of the documentation: a copy beside the app, or the one of a clone."""

SAMPLES = {
    "German": "Jeder Lehrer fragt seine Schüler, ob der Computer läuft. „Das ist neu“, sagte die Schulleiterin Nora "
    "Feldhaus. Ihr Mann lobte den Techniker. Meine Tante suchte ihren Löffel. Frauen können nicht einparken.",
    "English": "Every pilot checks his plane before he starts. “The sky is clear”, said Mary Miller, and she smiled. "
    "My uncle keeps his bees behind the shed. The chairman thanked the firemen. Women are always late.",
    "Spanish": "La directora saludó a los alumnos y a la víctima. Mi tía llegó cansada. El alcalde habló con su "
    "hermano. Las mujeres son siempre impuntuales.",
    "Catalan": "La mestra va saludar els alumnes. El meu germà és cuiner i la seva filla és metgessa.",
    "Polish": "Wczoraj kupiłam rower i pojechałam nad jezioro z moją siostrą. „Zgubiłem klucze”, powiedział Jan.",
}
LANGUAGE, FORM = next(iter(LANGUAGES)), next(iter(FORMS))
THEME = gr.themes.Base(
    # system fonts: a page asks no other host for anything
    font=["system-ui", "sans-serif"],
    font_mono=["ui-monospace", "monospace"],
).set(
    # lighter blues are hard to read
    button_primary_background_fill="*primary_700",
    button_primary_background_fill_hover="*primary_800",
)


def page() -> gr.Blocks:
    """Return the page."""
    blocks: gr.Blocks = gr.Blocks(title="hf_genderfair", analytics_enabled=False)
    with blocks:
        gr.HTML(
            "<h1>Fairer text, and why</h1><p>Paste a text. See whom it speaks of and how, and what would make it "
            "fairer to all genders. Each change has a reason, and so has what stays.</p>"
        )
        language = gr.Radio(list(LANGUAGES), value=LANGUAGE, label="Language of the text")
        form = gr.Radio(list(FORMS), value=FORM, label="Form in which German is rewritten")
        text = gr.Textbox(label=f"Text, up to {LONGEST:,} characters", lines=6, max_lines=12)
        with gr.Row():
            sample = gr.Button("Sample text")
            read = gr.Button("Read", variant="primary")
        said = gr.HTML(shown_of("", LANGUAGE, FORM).said, elem_id=SAID)
        with gr.Tabs():
            shown, texts = [], []
            for tab in TABS:
                with gr.Tab(tab.name):
                    shown.append(gr.HTML(elem_id=tab.name.lower(), elem_classes="found"))
                    if tab in EDITING:
                        label = f"{tab.name}: the whole text"
                        texts.append(gr.Textbox(label=label, buttons=["copy"], interactive=False, visible=False))
        gr.HTML(
            "<p>It reads words, not people: a gender that the text does not tell is <i>unknown</i>, and what it says "
            "is wrong at times. The text stays on the machine that runs this page, and is not stored.</p>"
        )
        with gr.Accordion("What it cannot see", open=False):
            gr.Markdown(LIMITS.read_text(encoding="utf-8").partition("\n")[2])
        # what is pasted gets no name in the list of recent calls, and no other page may ask for it
        quiet: dict[str, Any] = {"api_visibility": "private", "show_progress": "minimal"}
        given, filled = [text, language, form], [said, *shown, *texts]
        sample.click(SAMPLES.get, language, text, **quiet).then(_filled, given, filled, **quiet)
        read.click(_filled, given, filled, **quiet)
    return blocks


def _filled(text: str | None, language: str, form: str) -> list[Any]:
    """Return what fills the page: HTML, and texts to copy where something is changed."""
    said, tabs, texts = shown_of(text, language, form)
    return [said, *tabs, *(gr.Textbox(each, visible=bool(each)) for each in texts)]


def launch(blocks: gr.Blocks) -> None:
    """Show a page until the process ends; GRADIO_SERVER_NAME and GRADIO_SERVER_PORT say where."""
    blocks.launch(theme=THEME, css_paths=HERE / "app.css", footer_links=[], run_history=False, ssr_mode=False)


if __name__ == "__main__":
    launch(page())
