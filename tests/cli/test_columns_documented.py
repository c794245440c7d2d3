"""The documents and the command line name the same columns and commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hf_genderfair.cli.app import app
from hf_genderfair.cli.columns import ADDED_BY, columns_table
from hf_genderfair.core.transform import Transform
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.text_transform import TextTransform
from hf_genderfair.report.render import table_markdown

ROOT = Path(__file__).parents[2]
START, END = "<!-- columns:start -->", "<!-- columns:end -->"


def test_architecture_has_the_table_of_the_command():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    documented = text[text.index(START) + len(START) : text.index(END)]
    assert documented.strip() == table_markdown(columns_table()).strip(), (
        "take it from: hf-genderfair columns --markdown"
    )


def test_every_transform_is_in_the_table():
    families = [*Transform.__subclasses__(), *TextTransform.__subclasses__()]
    transforms = {kind for kind in families if kind.__module__.startswith("hf_genderfair.")} - {TextTransform, Chain}
    assert {kind.__name__ for kind in transforms} <= ADDED_BY.keys()


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_commands_in_documents_exist_with_their_options(name):
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    for command, arguments in re.findall(r"hf-genderfair ((?:pipelines |wordlist )?[a-z]+)([^\n`|]*)", text):
        result = CliRunner().invoke(app, [*command.split(), "--help"])
        assert result.exit_code == 0, f"{name}: hf-genderfair {command}"
        assert [option for option in re.findall(r"--[a-z-]+", arguments) if option not in result.output] == []
