import json

import pytest

WOMEN = ("Wilma Kossek lobte den Entwurf. Sie dankte allen.", "Frau Merz sagte: „Wir fangen morgen an.“ Sie lachte.")
MEN = ("Emil Brandt lobte den Entwurf. Er dankte allen.", "Herr Harms sagte: „Wir fangen morgen an.“ Er lachte.")
pytestmark = pytest.mark.usefixtures("without_pictures")


@pytest.fixture
def newspaper(tmp_path):
    folder = tmp_path / "articles"
    for year, texts in (("1990", [*WOMEN, *MEN * 3]), ("1991", [*WOMEN * 2, *MEN, "Es regnet."])):
        (folder / year).mkdir(parents=True)
        lines = [json.dumps({"text": f"{text} Nummer {number}."}) for number, text in enumerate(texts)]
        (folder / year / "05.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "undated.txt").write_text("Es schneit.\n", encoding="utf-8")
    return folder


def test_a_folder_of_years_becomes_a_balanced_corpus(made, newspaper, tmp_path):
    _, audited = made(newspaper, "--flags", "none", "--by-year", "--license", "cc0-1.0")
    assert audited.dataset.column_names == ["text", "year", "file"]
    assert len(audited.dataset) + len(audited.excluded) == 16
    assert set(audited.dataset["year"]) == {1990, 1991, None}
    assert audited.dataset["file"][-1] == "undated.txt"
    assert set(audited.excluded["balance_step"]) == {"corpus level"}
    women = sum(any(name in text for name in ("Wilma", "Frau")) for text in audited.dataset["text"])
    men = sum(any(name in text for name in ("Emil", "Herr")) for text in audited.dataset["text"])
    assert 0.75 <= women / men <= 1.25
    assert "Report for the year 1990" in (tmp_path / "out" / "actors_1990.txt").read_text(encoding="utf-8")


def test_published_flags_leave_out_articles_on_one_gender(made, newspaper):
    _, audited = made(newspaper, "--force")
    assert "text level" in set(audited.excluded["balance_step"])


def test_an_empty_folder_and_publishing_without_a_name_are_refused(run, tmp_path):
    (tmp_path / "empty").mkdir()
    empty = run(tmp_path / "empty", "--out", tmp_path / "out")
    assert empty.exit_code == 1
    assert "no articles in" in str(empty.exception)
    assert run(tmp_path / "empty", "--out", tmp_path / "out", "--publish").exit_code == 2
    assert not (tmp_path / "out").exists()
