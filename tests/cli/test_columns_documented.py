"""The documents and the command line name the same columns and commands."""

from __future__ import annotations

import re
from inspect import isabstract
from pathlib import Path

import pyarrow as pa
from as_one_test import as_one_test
from every_transform import CONFIGURED, TRANSFORMS, describe
from typer.main import get_command
from typer.testing import CliRunner

from hf_genderfair.cli.app import Deferred, app, command_of
from hf_genderfair.cli.view import ADDED_BY, columns_table
from hf_genderfair.core.transform import Transform, column_meanings
from hf_genderfair.languages.chain import Chain
from hf_genderfair.report.render import table_markdown

ROOT = Path(__file__).parents[2]
START, END = "<!-- columns:start -->", "<!-- columns:end -->"


def test_the_page_of_columns_has_the_table_of_the_command():
    text = (ROOT / "docs" / "columns.md").read_text(encoding="utf-8")
    documented = text[text.index(START) + len(START) : text.index(END)]
    assert documented.strip() == table_markdown(columns_table()).strip(), (
        "take it from: hf-genderfair columns --markdown"
    )


def test_every_transform_is_in_the_table():
    transforms = {
        kind for kind in kinds_of(Transform) if kind.__module__.startswith("hf_genderfair.") and not isabstract(kind)
    } - {Chain}
    assert {kind.__name__ for kind in transforms} <= ADDED_BY.keys()


def kinds_of(kind):
    return {kind}.union(*map(kinds_of, kind.__subclasses__()))


def test_every_column_and_nested_field_has_a_meaning():
    differing = {}
    for transform in TRANSFORMS + CONFIGURED:
        there = {name for field in transform.features().arrow_schema for name in names(field.name, field.type)}
        meanings = transform.meanings()
        if there != meanings.keys() or not all(meanings.values()):
            differing[describe(transform)] = there ^ meanings.keys()
    assert differing == {}


def test_every_meaning_belongs_to_a_transform_or_a_function():
    assert column_meanings("nothing") == {}
    assert {name for name in ADDED_BY if column_meanings(name)} | {"Language"} == ADDED_BY.keys()
    lines = (ROOT / "hf_genderfair" / "core" / "column_meanings.tsv").read_text(encoding="utf-8").splitlines()
    assert {line.split("\t")[0] for line in lines if not line.startswith("# ")} <= ADDED_BY.keys()


def names(name, kind):
    """Return a column and the fields nested in it, as in ``actors.gender``."""
    while pa.types.is_list(kind):
        kind = kind.value_type
    fields = kind if pa.types.is_struct(kind) else ()
    return [name, *(nested for field in fields for nested in names(f"{name}.{field.name}", field.type))]


DOCUMENTS = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@as_one_test("name", DOCUMENTS)
def test_commands_in_documents_exist_with_their_options(name):
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    for command, arguments in re.findall(r"hf-genderfair ((?:pipelines |wordlist )?[a-z][a-z-]*)([^\n`|]*)", text):
        result = CliRunner().invoke(app, [*command.split(), "--help"])
        assert result.exit_code == 0, f"{name}: hf-genderfair {command}"
        assert [option for option in re.findall(r"--[a-z-]+", arguments) if option not in result.output] == []


def deferred(group, name=""):
    for command in group.commands.values():
        if isinstance(command, Deferred):
            yield f"{name} {command.name}".strip(), command
        else:
            yield from deferred(command, command.name)


COMMANDS = dict(deferred(get_command(app)))


def test_every_command_is_deferred():
    assert len(COMMANDS) == 32
    assert {"tag", "pipelines list", "wordlist check"} <= set(COMMANDS)


@as_one_test("name", COMMANDS)
def test_options_have_different_names_and_lists_show_the_first_line_of_the_help(name):
    listed = COMMANDS[name]
    command = command_of(name, listed.callback())
    flags = [flag for option in command.params for flag in option.opts]
    assert len(flags) == len(set(flags))
    for width in (30, 45, 200):
        assert listed.get_short_help_str(width) == command.get_short_help_str(width)
    assert command.help.startswith(f"{listed.help}\n")
