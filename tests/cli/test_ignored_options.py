"""An option that would have no effect is wrong use, never ignored."""

from __future__ import annotations

import pytest
from as_one_test import as_one_test
from datasets import Dataset

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
def test_what_needs_a_folder(run, command, options):
    message = refused(run(*call(command, *options), stdin=b"a\n"), options[0])
    assert f"{options[0]} has no effect without --out: leave it out, or " in message


@pytest.mark.parametrize("command", PRINTING)
def test_lines_are_not_printed_where_a_data_set_is_written(run, tmp_path, command):
    refused(run(*call(command, "--jsonl", "--out", tmp_path / "out"), stdin=b"a\n"), "--jsonl has no effect with --out")
    assert not (tmp_path / "out").exists()


@as_one_test(
    ("arguments", "flag"),
    [
        (["rewrite", "--lang", "en", "--form", "star"], "--form has no effect with --lang en"),
        (["rewrite", "--lang", "de", "--model", "x", "--scope", "all"], "--scope has no effect with --model"),
        (["rewrite", "--lang", "de", "--model", "x", "--form", "star"], "--form has no effect with --model"),
        (["audit", "--lang", "en", "--paired"], "--paired has no effect without --against"),
        (["audit", "--lang", "en", "--by", "date"], "--by has no effect without --actors"),
        (["audit", "--lang", "en", "--title", "T"], "--title has no effect without --out or --json"),
        (["audit", "--lang", "en", "--license", "mit"], "--license has no effect without --out or --json"),
        (["audit", "--lang", "en", "--overwrite"], "--overwrite has no effect without --out"),
        (
            ["balance", "-", "--lang", "en", "--out", "x", "--min-flags", "3"],
            "--min-flags has no effect without --flags",
        ),
        (["corpus", "-", "--out", "x", "--seed", "3"], "--seed has no effect without --challenge"),
        (["references", "--lang", "es", "--runs", "2"], "--runs has no effect without --model"),
        (["references", "--lang", "es", "--temperature", "1"], "--temperature has no effect without --model"),
        (["stereotypes", "--endpoint", "http://localhost:1"], "--endpoint has no effect without --model"),
        (["references", "--lang", "es", "--details"], "--details has no effect without --jsonl"),
        (["wordlist", "check", "x.tsv", "--split", "a"], "--split has no effect without --corpus"),
        (["wordlist", "check", "x.tsv", "--encoding", "a"], "--encoding has no effect without --corpus"),
        (["count", "--url-lines", "--layout", "jsonl"], "leave out --url-lines"),
    ],
)
def test_options_that_need_another(run, arguments, flag):
    refused(run(*arguments, stdin=b'{"text": "a"}\n'), flag)


@pytest.mark.parametrize("command", ["tag", "dedupe", "count"])
@pytest.mark.parametrize(
    "options",
    [["--split", "train"], ["--config", "default"], ["--delimiter", ";"], ["--layout", "csv", "--split", "a"]],
)
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


def test_parquet_has_no_encoding(run, tmp_path):
    Dataset.from_dict({"text": ["raz"]}).to_parquet(tmp_path / "a.parquet")
    assert "is read as parquet" in refused(run("tag", tmp_path / "a.parquet", "--encoding", "latin-1"), "--encoding")


def test_a_second_source_takes_the_options_that_it_has(run, tmp_path):
    Dataset.from_dict({"text": ["He came."]}).save_to_disk(tmp_path / "before")
    (tmp_path / "after.csv").write_text("text;n\nShe came.;1\n")
    (tmp_path / "more.csv").write_text("text;n\nHe came.;1\n")
    arguments = ["--lang", "en", "--attribute", "gender", "--json"]
    plain = run("audit", tmp_path / "more.csv", "--against", tmp_path / "before", "--delimiter", ";", *arguments)
    assert plain.exit_code == 0, plain.stderr


@pytest.mark.parametrize("license", ["nonsense", "cc-by-4", "MIT License"])
def test_an_unknown_licence_is_wrong_use(run, tmp_path, license):
    refused(run("tag", "--out", tmp_path / "out", "--license", license, stdin=b"a\n"), license)


@pytest.mark.parametrize(
    "arguments",
    [
        ["audit", "--lang", "en", "--attribute", "gender", "--json", "--title", "T", "--license", "mit"],
        ["count", "--json"],
        ["dedupe", "--jsonl"],
        ["references", "--lang", "es", "--jsonl", "--details"],
    ],
    ids=str,
)
def test_options_with_an_effect_stay(run, arguments):
    result = run(*arguments, stdin=b"She came.\n")
    assert result.exit_code == 0, result.stderr


def test_rules_speak_of_commands_and_options_that_there_are():
    from typer.main import get_command

    from hf_genderfair.cli.app import app
    from hf_genderfair.cli.deferred import command_of

    group = get_command(app).commands
    commands = {**group, **group["wordlist"].commands}
    assert set(COMMANDS) <= set(commands)
    for name, rules in RULES.items():
        known = {parameter.name for parameter in command_of(name, commands[name].callback()).params}
        assert {option for rule in rules for option in rule.options} <= known
