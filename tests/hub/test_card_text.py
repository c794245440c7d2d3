import json

import mlcroissant
import pytest
from datasets import Dataset, DatasetDict, load_dataset

from hf_genderfair import Report, load_audited, write_dataset
from hf_genderfair.hub.card import BEGIN, END, CardDetails, linked_files, set_repository, split_card
from hf_genderfair.hub.card_text import MOST_WORDS, set_croissant_repository
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.report import Piece, Step, Table, TextExample

FAULTY = (
    "<script>alert(1)</script>",
    "---\nlicense: mit\n---",
    "{{ 7 * 7 }} {% raw %}",
    f"{END} {BEGIN}",
    "[x](javascript:alert(1)) ![y](//a.example/z.png) | ```\n# Heading",
    "\u202egnirts\u2066\u0000 : - !!python/object",
)


def test_a_card_has_few_words_and_names_what_is_in_the_report_only(tmp_path, kept):
    tables = [Table(f"t{number}", f"Table {number}", ["word", "n"], [["tea", number]] * 12) for number in range(40)]
    long = Table("long", "Long one", ["word"], [["tea"]] * 13)
    report = Report("Tea", "en", tables=[long, *tables], excluded={f"reason {number}": number for number in range(40)})
    write_dataset(tmp_path / "a", kept, report, details=CardDetails())
    body = split_card((tmp_path / "a/README.md").read_text("utf-8"))[1]
    assert len(body.split()) <= MOST_WORDS
    assert "### Table 0\n" in body
    assert "Long one" not in body
    assert "further tables" in body
    assert "28 more are in the report" in body


def test_addresses_and_numbers_are_counted_in_card_and_croissant(tmp_path):
    rows = Dataset.from_dict({"text": ["Write to ada@mail.example.", "Call 030/1234567.", None]})
    write_dataset(tmp_path / "a", rows, Report("Letters", "en"), excluded=rows)
    for name in ("README.md", "croissant.json"):
        assert "2 e-mail addresses and 2 telephone numbers" in (tmp_path / "a" / name).read_text("utf-8")
    data = load_audited(tmp_path / "a").report.data
    assert [part["contacts"] for part in data.values()] == [{"emails": 1, "telephones": 1}] * 2


def test_lines_that_load_and_files_are_those_of_the_repository(folder, kept, report, tmp_path):
    card = set_repository((folder / "README.md").read_text("utf-8") + '\nload_dataset("theirs")\n', "me/posts")
    assert 'rows = load_dataset("me/posts", split="train")' in card
    assert 'excluded = load_dataset("me/posts", "excluded", split="train")' in card
    assert 'audited = load_audited("me/posts")' in card
    assert card.endswith('load_dataset("theirs")\n')
    assert set_repository(set_repository(card, "me/other"), "me/posts") == card
    text = (folder / "croissant.json").read_text("utf-8")
    named = set_croissant_repository(text, "me/posts")
    (folder / "croissant.json").write_text(named, "utf-8")
    assert not mlcroissant.Dataset(folder / "croissant.json").metadata.ctx.issues.errors
    values = json.loads(named)
    assert values["url"] == values["distribution"][0]["contentUrl"] == "https://huggingface.co/datasets/me/posts"
    assert values["distribution"][1]["includes"] == ["data/train-*.parquet"]
    assert set_croissant_repository(set_croissant_repository(text, "me/other"), "me/posts") == named


@pytest.mark.parametrize("faulty", FAULTY)
def test_texts_that_are_code_elsewhere_break_nothing(tmp_path, faulty):
    column = faulty.replace("\x00", "")
    rows = Dataset.from_dict({"text": [faulty], column: ["x"]})
    steps, tables = [Step(faulty, "1", {"name": faulty}, 1, 1)], [Table("t", faulty, [faulty], [[faulty]], faulty)]
    more = {"answers": [faulty], "examples": [TextExample(faulty, [Piece(faulty, "marked")], faulty)]}
    software = {"hf-genderfair": faulty}
    report = Report(faulty, "en", steps, tables, {faulty: 1}, [faulty], [{"id": faulty}], software=software, **more)
    figures = {"a.png": Figure(b"", "", faulty, faulty)}
    details = CardDetails("cc0-1.0", pretty_name=faulty, rebuild=f"echo {faulty}")
    write_dataset(tmp_path / "a", rows, report, details=details, figures=figures)
    card = (tmp_path / "a/README.md").read_text("utf-8")
    metadata, body = split_card(card)
    assert (metadata["license"], metadata["tags"]) == ("cc0-1.0", ["gender", "hf-genderfair"])
    assert (body.count(BEGIN), body.count(END)) == (1, 1)
    assert body.startswith(BEGIN)
    text = body.partition("## How to rebuild")[0]
    assert "<script" not in text.replace("\\<script", "")
    assert "](javascript" not in text.replace("\\]", "")
    assert "\u202e" not in body
    assert "\n# Heading" not in text
    assert linked_files(card) == ["report.html", "croissant.json", "a.png"]
    described = tmp_path / "published.json"
    croissant = (tmp_path / "a/croissant.json").read_text("utf-8")
    described.write_text(set_croissant_repository(croissant, "me/tea"), "utf-8")
    assert not mlcroissant.Dataset(described).metadata.ctx.issues.errors
    assert load_audited(tmp_path / "a").dataset[0] == {"text": faulty, column: "x"}
    assert load_dataset(str(tmp_path / "a"), split="train", cache_dir=tmp_path / "cache")["text"][:] == [faulty]


NESTED = [{"who": "Ada", "found": [{"start": 0, "words": ["x", "y"]}]}]


@pytest.mark.filterwarnings("ignore:The inplace keyword")
def test_what_is_written_is_valid_and_its_rows_are_read(folder):
    described = mlcroissant.Dataset(folder / "croissant.json")
    assert not described.metadata.ctx.issues.errors
    assert described.metadata.data_limitations == ["Only the past tense was looked for."]
    assert described.metadata.personal_sensitive_information
    first = next(iter(described.records("default")))
    assert first["default/text"].decode() == "Kupiłam rower."
    assert first["default/first_person_expressions"][0]["default/first_person_expressions/end"] == 7
    assert len(list(described.records("excluded"))) == 2


def test_splits_and_nested_columns_are_described(tmp_path):
    rows = Dataset.from_dict({"text": ["tea"], "score": [0.5], "good": [True], "persons": [NESTED]})
    write_dataset(tmp_path / "a", DatasetDict({"train": rows, "test": rows}), Report("Tea", "en"))
    values = json.loads((tmp_path / "a/croissant.json").read_text("utf-8"))
    assert values["distribution"][0]["includes"] == ["data/train-*.parquet", "data/test-*.parquet"]
    fields = {field["@id"]: field for field in values["recordSet"][0]["field"]}
    types = [fields[f"default/{name}"]["dataType"] for name in ("text", "score", "good")]
    assert types == ["sc:Text", "sc:Float", "sc:Boolean"]
    found = fields["default/persons"]["subField"][1]
    assert found["subField"][1]["source"]["transform"] == {"jsonPath": "found.words"}
    assert not mlcroissant.Dataset(tmp_path / "a/croissant.json").metadata.ctx.issues.errors
