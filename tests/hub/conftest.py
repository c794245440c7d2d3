"""A small corpus of our own and its report."""

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

from hf_genderfair import CardDetails, write_dataset
from hf_genderfair.report.report import Report, Step, Table

EXPRESSION = {"start": Value("int32"), "end": Value("int32"), "gender": Value("string")}
FEATURES = Features(
    {
        "text": Value("string"),
        "url": Value("string"),
        "first_person": ClassLabel(names=["female", "male", "mixed", "none"]),
        "first_person_expressions": List(EXPRESSION),
    }
)


@pytest.fixture
def kept():
    rows = {
        "text": ["Kupiłam rower.", "Zgubiłem klucze.", "Umyłam okna i poszłam spać."],
        "url": ["http://a.example/1", None, "http://b.example/"],
        "first_person": ["female", "male", "female"],
        "first_person_expressions": [
            [{"start": 0, "end": 7, "gender": "female"}],
            [{"start": 0, "end": 8, "gender": "male"}],
            [{"start": 0, "end": 6, "gender": "female"}, {"start": 14, "end": 21, "gender": "female"}],
        ],
    }
    return Dataset.from_dict(rows, features=FEATURES)


@pytest.fixture
def excluded():
    return Dataset.from_dict({"text": ["Pada.", "Wiem."], "reason": ["no_expression", "too_short"]})


@pytest.fixture
def report():
    table = Table("by_gender", "Fragments by gender", ["gender", "n", "low", "high"], [["female", 2, 0.2077, 0.9385]])
    steps, limits = [Step("FirstPerson", "1", {"context": "window"}, 5, 3)], ["Only the past tense was looked for."]
    sources = [{"id": "our own sentences", "licence": "cc0-1.0"}]
    return Report("Małe posty", "pl", steps, [table], {"no_expression": 1, "too_short": 1}, limits, sources)


@pytest.fixture
def folder(tmp_path, kept, excluded, report):
    place = tmp_path / "posts"
    details = CardDetails("cc-by-4.0", task_categories=("text-classification",), template="first_person_corpus.md.j2")
    write_dataset(place, kept, report, excluded, details)
    return place
