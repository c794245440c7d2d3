"""The option --lang of every command: tags in any case, a list of what there is, exit code 2."""

from __future__ import annotations

import json

import pytest

OFFERED = {
    "rewrite": ("<de|en>", "'fr' is not one of 'de', 'en'"),
    "swap": ("<de|en|es>", "'fr' is not one of 'de', 'en', 'es'"),
    "references": ("<ca|de|en|es|pl>", "'fr' is not one of 'ca', 'de', 'en', 'es', 'pl'"),
    "stereotypes": ("<de|en|es>", "'fr' is not one of 'de', 'en', 'es'"),
    "actors": ("<de|en>", "'fr' is not one of 'de', 'en'"),
    "tag": ("<pl>", "'fr' is not one of 'pl'"),
    "polarity": ("<en>", "'fr' is not one of 'en'"),
}


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


@pytest.mark.parametrize(
    ("arguments", "line", "expected"),
    [
        (["rewrite", "--lang", "DE"], "Die Lehrer kommen.", "Die Lehrer*innen kommen."),
        (["rewrite", "--lang", "de-AT"], "Die Lehrer kommen.", "Die Lehrer*innen kommen."),
        (["swap", "--lang", "en_GB", "--to", "male"], "She left.", "He left."),
        (["tag", "--lang", "PL"], "Byłam tu.", "female\tByłam tu."),
    ],
    ids=["upper case", "region", "low line", "Polish"],
)
def test_tags_mean_their_language(run, arguments, line, expected):
    result = run(*arguments, stdin=f"{line}\n".encode())
    assert (result.exit_code, result.stdout) == (0, f"{expected}\n")


def test_valencian_is_catalan(run):
    result = run("references", "--lang", "ca-valencia", "--jsonl", stdin=b"La directora va parlar.\n")
    assert result.exit_code == 0
    assert json.loads(result.stdout)


def test_any_pipeline_may_be_named_by_a_tag(run):
    assert run("analyse", "--lang", "de-DE", stdin=b"Ja.\n").exit_code == 0
