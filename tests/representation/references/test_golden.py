"""Sentences with their references, by language: what each rule finds, and what it leaves out."""

import csv
from pathlib import Path

import pytest

from hf_genderfair.representation.references.transform import LANGUAGES, PersonReferences

GENDERS = {"masculine": "M", "feminine": "F", "neuter": "N", "none": "-"}


def written(text, reference):
    """Return a reference as the golden tables write it: word, P or N, gender, e for epicene, g for generic."""
    form = (reference.form or text[reference.start : reference.end]).replace(" ", "_")
    flags = "e" * reference.epicene + "g" * reference.generic
    return f"{form}:{'P' if reference.person else 'N'}{GENDERS[reference.gender]}{flags}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_golden(lang):
    with Path(__file__).with_name(f"golden_{lang}.tsv").open(encoding="utf-8", newline="") as file:
        golden = {row["text"]: row["words"] for row in csv.DictReader(file, delimiter="\t")}
    found = zip(golden, PersonReferences(lang).find(list(golden)), strict=True)
    assert {text: " ".join(written(text, reference) for reference in own) for text, own in found} == golden
