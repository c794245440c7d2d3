"""An option that would have no effect is wrong use, never ignored."""

import pytest
from as_one_test import as_one_test
from datasets import Dataset
from golden import all_rows, each_row

from hf_genderfair.cli.app import COMMANDS
from hf_genderfair.cli.ignored import RULES

PRINTING = ["tag", "neutralise", "posts", "dedupe", "filter", "rewrite"]


def refused(result, flag):
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    message = result.stderr.strip().splitlines()[-1]
    assert flag in message
    return message


def call(command, *options):
    return [command, *(["--lang", "en"] if command == "rewrite" else []), *options]


@as_one_test("command", PRINTING)
@as_one_test("options", [["--json"], ["--overwrite"], ["--license", "mit"], ["--num-proc", "2"]])
def test_what_needs_a_folder_and_what_does_not_go_with_one(run, tmp_path, command, options):
    message = refused(run(*call(command, *options), stdin=b"a\n"), options[0])
    assert f"{options[0]} has no effect without --out: leave it out, or " in message
    refused(run(*call(command, "--jsonl", "--out", tmp_path / "out"), stdin=b"a\n"), "--jsonl has no effect with --out")
    assert not (tmp_path / "out").exists()


@all_rows
def test_options_that_need_another(run, arguments, flag):
    refused(run(*arguments, stdin=b'{"text": "a"}\n'), flag)


@pytest.mark.parametrize("command", ["tag", "dedupe", "count"])
@each_row
def test_files_and_standard_input_have_no_splits_and_text_no_delimiter(run, tmp_path, command, options):
    path = tmp_path / "a.txt"
    path.write_text("raz\n")
    refused(run(command, path, *options), f"leave out {options[-2]}, which has no effect")
    refused(run(command, *options, stdin=b"raz\n"), f"leave out {options[-2]}, which has no effect")


@pytest.mark.parametrize(
    "options", [["--encoding", "latin-1"], ["--layout", "jsonl"], ["--delimiter", ";"], ["--encoding", "nothing"]]
)
def test_a_data_set_has_a_format_of_its_own(run, tmp_path, hub, options):
    Dataset.from_dict({"text": ["raz"]}).save_to_disk(tmp_path / "saved")
    for source in (tmp_path / "saved", "ania/posts"):
        assert f"leave out {options[0]}" in refused(run("tag", source, *options), options[0])


def test_rules_speak_of_commands_and_options_that_there_are():
    from typer.main import get_command

    from hf_genderfair.cli.app import app, command_of

    group = get_command(app).commands
    commands = {**group, **group["wordlist"].commands}
    assert set(COMMANDS) <= set(commands)
    for name, rules in RULES.items():
        known = {parameter.name for parameter in command_of(name, commands[name].callback()).params}
        assert {option for rule in rules for option in rule.options} <= known
