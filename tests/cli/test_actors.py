"""The commands ``actors`` and ``balance``."""

import json

import pytest

from hf_genderfair.hub.audited import load_audited

GERMAN = "Bürgermeisterin Wilma Kossek lobte ihren Mann. „Er hilft mir“, sagte sie. Die Lehrer:innen und Ärzte kamen."
WOMEN = "Wilma Kossek lobte den Entwurf. Sie dankte allen. Tag {}."
MEN = "Emil Brandt lobte den Entwurf. Er dankte allen. Tag {}."


@pytest.fixture
def articles(tmp_path):
    """Write articles of which twice as many are on a man; return the file."""
    rows = [
        {"text": text.format(number), "date": f"200{number % 2}-01-01", "id": number}
        for number, text in enumerate([WOMEN] * 10 + [MEN] * 20 + ["Es regnet."] * 2)
    ]
    path = tmp_path / "articles.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_actors_prints_an_object_for_each_line(done):
    result = done("actors", "--lang", "de", "--jsonl", stdin=f"{GERMAN}\n\n".encode())
    assert result.stdout.startswith('{"text":"')
    found, empty = map(json.loads, result.stdout.splitlines())
    names = [(actor["name"], actor["gender"], actor["group"]) for actor in found["actors"][:2]]
    assert names == [("Wilma Kossek", "female", False), ("Mann", "male", False)]
    first, (quote,) = found["actors"][0], found["quotes"]
    assert {"kind": "pronoun", "gender": "female"}.items() <= first["evidence"][-1].items()
    spans = {"mentions": first["mentions"], **found}
    kinds = ("mentions", "quotes", "gender_fair_forms", "generic_masculine")
    words = [[GERMAN[span["start"] : span["end"]] for span in spans[kind]] for kind in kinds]
    assert words == [["Wilma Kossek", "ihren", "mir", "sie"], ["Er hilft mir"], ["Lehrer:innen"], ["Ärzte"]]
    assert (first["mentions"][1]["kind"], first["mentions"][1]["role"]) == ("pronoun", "possessor")
    assert (quote["kind"], quote["speaker"]["text"], quote["speaker"]["actor"]) == ("direct", "sie", 0)
    assert found["gender_fair_forms"][0]["form"] == "colon"
    assert empty == {"text": "", "actors": [], "quotes": [], "gender_fair_forms": [], "generic_masculine": []}


def test_balance_writes_rows_of_the_source_with_proof(done, articles, tmp_path):
    out = tmp_path / "out"
    result = done("balance", articles, "--lang", "de", "--by", "date", "--out", out, "--license", "cc0-1.0")
    assert "women to 100 men among the actors" in result.stdout
    audited = load_audited(out)
    assert audited.dataset.column_names == ["text", "date", "id"]
    assert sorted([*audited.dataset["id"], *audited.excluded["id"]]) == list(range(32))
    assert set(audited.excluded["balance_reason"]) == {"only men"}
    tables = {table.name: table for table in audited.report.tables}
    assert {"balance_strata", "balance_shares", "actors", "actor_quantities_after"} <= set(tables)
    assert sum(audited.report.excluded.values()) == len(audited.excluded)
    names = {path.name for path in out.iterdir()}
    assert {"report.html", "balance_shares.png", "actors.txt", "actors_2000.txt", "actors_2001.txt"} <= names
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "in which there are 75 to 125 women to 100 men" in card
    assert "{{" not in card


def test_a_range_out_of_reach_writes_nothing_unless_forced(run, tmp_path):
    source = tmp_path / "men.txt"
    source.write_text("".join(MEN.format(number) + "\n" for number in range(5)), encoding="utf-8")
    out = tmp_path / "out"
    refused = run("balance", source, "--lang", "de", "--out", out)
    assert (refused.exit_code, len(refused.stderr.splitlines()), out.exists()) == (1, 1, False)
    for said in ("the range cannot be reached", "--force", "run ActorMetrics first"):
        assert said in refused.stderr
