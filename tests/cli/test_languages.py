"""The option --lang of every command: tags in any case, a list of what there is, exit code 2."""

import pytest
from golden import each_row, golden_rows

OFFERED = dict(golden_rows(__file__, "OFFERED"))


@pytest.mark.parametrize("command", OFFERED)
def test_languages_are_listed(run, command):
    shown, message = OFFERED[command]
    more = ["--to", "female"] if command == "swap" else []
    result = run(command, "--lang", "fr", *more, stdin=b"a\n")
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert shown in run(command, "--help").stdout


@pytest.mark.parametrize("command", ["analyse", "audit"])
def test_what_is_no_language(run, command):
    result = run(command, "--lang", "klingonisch", stdin=b"a\n")
    assert result.exit_code == 2
    assert "'klingonisch' is no language: use a tag such as de" in " ".join(result.stderr.split())


@each_row
def test_tags_mean_their_language(run, arguments, line, expected):
    result = run(*arguments, stdin=f"{line}\n".encode())
    assert (result.exit_code, result.stdout) == (0, f"{expected}\n")
