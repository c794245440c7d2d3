"""The commands ``audit`` and ``references``."""

import json

import pytest
from datasets import load_dataset
from scripted_generator import ScriptedGenerator

SPANISH = ("La directora saludó a los alumnos.\n" * 20 + "Llueve.\n").encode()


def test_audit_writes_rows_report_pictures_and_card(run, done, tmp_path):
    source = tmp_path / "texts.txt"
    source.write_bytes(SPANISH)
    out = tmp_path / "audited"
    result = done("audit", source, "--lang", "es", "--out", out, "--license", "cc0-1.0")
    rows = load_dataset(str(out), split="train")
    assert rows["person_feminine"][:2] == [1, 1]
    assert {"report.html", "person_words.png", "README.md", "bias_report.json"} <= {path.name for path in out.iterdir()}
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "first-person" not in card
    assert "{{" not in card
    assert "masculine to feminine, for persons" in result.stdout
    assert "Nouns and pronouns by person and gender" not in result.stdout
    again = run("audit", source, "--lang", "es", "--out", out, "--overwrite", "--tables")
    assert "Nouns and pronouns by person and gender" in again.stdout


def test_audit_compares_two_sources(run, tmp_path):
    for name, text in (("before", "She sees him and him.\n" * 40), ("after", "She sees him.\n" * 40)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    arguments = ["--lang", "en", "--against", tmp_path / "after.txt", "--paired", "--attribute", "gender", "--json"]
    report = json.loads(run("audit", tmp_path / "before.txt", *arguments).stdout)
    (change,) = [table for table in report["tables"] if table["name"] == "representation_change"]
    row = dict(zip(change["columns"], change["rows"][0], strict=True))
    assert row["DR here"] == pytest.approx(1 / 6)
    assert row["DR compared"] == 0


def test_rows_that_cannot_be_read_are_told(run, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"text": "She sees him."}\n{"text": 5}\n{"text": \n', encoding="utf-8")
    report = json.loads(run("audit", tmp_path / "rows.jsonl", "--lang", "en", "--json", "--keep-going").stdout)
    (problems,) = [table for table in report["tables"] if table["name"] == "reading_problems"]
    assert problems["rows"] == [["not_text", 1], ["invalid_json", 1]]
    assert problems["note"].startswith("Of 3 rows.")


def test_references_have_the_agreed_keys(run):
    result = run("references", "--lang", "es", "--jsonl", stdin="La médica ríe.\n\n".encode())
    first, second = map(json.loads, result.stdout.splitlines())
    assert first == {
        "text": "La médica ríe.",
        "words": [{"text": "médica", "start": 3, "end": 9, "person": True, "gender": "feminine", "epicene": False}],
    }
    assert second == {"text": "", "words": []}


def test_references_for_readers_and_with_details(run):
    def words(lang, sentence, *options):
        return json.loads(run("references", "--lang", lang, "--jsonl", *options, stdin=sentence).stdout)["words"]

    (word,) = words("es", b"Los alumnos leen.\n", "--details")
    assert (word["generic"], word["source"]) == (True, "lexicon")
    # what is neither masculine nor feminine is told apart in details alone
    for options, genders in (([], ["neuter", "neuter"]), (["--details"], ["none", "neuter"])):
        assert [word["gender"] for word in words("en", b"The nurse sees it.\n", *options)] == genders


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


def asked(done, *options):
    return done("references", "--lang", "es", "--model", "any", *options, stdin=LINES.encode())


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
    assert (result.exit_code, len(result.stdout.splitlines())) == (1, 3)
    assert result.stderr.splitlines()[-1].startswith("Error: no answer of scripted could be read")
    assert run("references", "--lang", "es", "--model", "any", stdin=b"\n").exit_code == 0
