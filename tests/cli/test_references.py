"""The command ``references`` with a language model in place of the default method."""

import json

import pytest
from scripted_generator import ScriptedGenerator

GOOD = "Ana - P, F\npilotos - P, M\ncielo - N, M"
LINES = "Ana saludó a los pilotos.\n\nLlueve.\n"


@pytest.fixture
def scripted(monkeypatch):
    """Have the command build a scripted generator, and keep what it was built from."""
    built = {}

    def build(model, **options):
        built.update(options, model=model)
        return ScriptedGenerator((("Ana saludó", (GOOD, "Ana - P, F\nYo no sé.")), ("Llueve.", ("No hay.", None))))

    answer_with(monkeypatch, build)
    return built


def answer_with(monkeypatch, build):
    """Have the command ask what a function makes of its options, without a cache."""
    for name in ("LocalGenerator", "EndpointGenerator"):
        monkeypatch.setattr(f"hf_genderfair.generation.build.{name}", build)
    monkeypatch.setattr("hf_genderfair.generation.build.CachedGenerator", lambda generator, folder: generator)


def asked(run, *options):
    result = run("references", "--lang", "es", "--model", "any", *options, stdin=LINES.encode())
    assert result.exit_code == 0, result.stderr
    return result


def test_a_language_model_answers_in_place_of_the_default(run, scripted):
    result = asked(run, "--jsonl", "--runs", "2", "--endpoint", "http://localhost:1/v1", "--temperature", "0.5")
    asked_for = {"model": "any", "base_url": "http://localhost:1/v1", "provider": None, "temperature": 0.5}
    assert scripted == {**asked_for, "max_tokens": 512, "timeout": 60}
    first, empty, rain = map(json.loads, result.stdout.splitlines())
    assert first["words"] == [
        {"text": "Ana", "start": 0, "end": 3, "person": True, "gender": "feminine", "epicene": False},
        {"text": "pilotos", "start": 17, "end": 24, "person": True, "gender": "masculine", "epicene": False},
    ]
    assert [(counts["feminine"], counts["masculine"]) for counts in first["runs"]] == [(1, 1), (1, 0)]
    assert [(unread["run"], unread["problem"], unread["text"]) for unread in first["unread"]] == [
        (0, "not_found", "cielo - N, M"),
        (1, "line", "Yo no sé."),
    ]
    assert empty["words"] == empty["unread"] == []
    assert [unread["problem"] for unread in rain["unread"]] == ["answer", "failed"]


def test_runs_and_cost_go_to_standard_error(run, scripted):
    result = asked(run, "--runs", "2")
    assert result.stdout == "Ana P,F  pilotos P,M\n\n\n"
    lines = [line.split() for line in result.stderr.splitlines()]
    assert ["scripted", "masculine", "0.5", "0.707", "2", "2"] in lines
    assert ["requests", "5"] in lines


def test_answers_none_of_which_can_be_read_are_a_failure(run, monkeypatch):
    silent = ScriptedGenerator((("", (None, "No sé.")),))
    answer_with(monkeypatch, lambda model, **options: silent)
    result = run("references", "--lang", "es", "--model", "any", "--jsonl", stdin=LINES.encode())
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 3
    assert result.stderr.splitlines()[-1].startswith("Error: no answer of scripted could be read")
    assert run("references", "--lang", "es", "--model", "any", stdin=b"\n").exit_code == 0
