import json

import mlcroissant
import pytest
from datasets import Dataset, DatasetDict

from hf_genderfair import Report, write_dataset
from hf_genderfair.hub.card_text import set_croissant_repository

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


def test_the_files_are_those_of_the_repository_once_it_is_known(folder):
    text = (folder / "croissant.json").read_text("utf-8")
    named = set_croissant_repository(text, "me/posts")
    (folder / "croissant.json").write_text(named, "utf-8")
    assert not mlcroissant.Dataset(folder / "croissant.json").metadata.ctx.issues.errors
    values = json.loads(named)
    assert values["url"] == values["distribution"][0]["contentUrl"] == "https://huggingface.co/datasets/me/posts"
    assert values["distribution"][1]["includes"] == ["data/train-*.parquet"]
    assert set_croissant_repository(set_croissant_repository(text, "me/other"), "me/posts") == named


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
