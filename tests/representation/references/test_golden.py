"""Sentences with their references, by language: what each rule finds, and what it leaves out."""

import csv
from pathlib import Path

from as_one_test import as_one_test

from hf_genderfair.representation.references.transform import LANGUAGES, PersonReferences

GENDERS = {"masculine": "M", "feminine": "F", "neuter": "N", "none": "-"}


def golden(lang):
    with (Path(__file__).parent / f"golden_{lang}.tsv").open(encoding="utf-8", newline="") as file:
        return [(lang, row["text"], row["words"]) for row in csv.DictReader(file, delimiter="\t")]


def written(text, reference):
    """Return a reference as the golden tables write it: word, P or N, gender, e for epicene, g for generic."""
    form = (reference.form or text[reference.start : reference.end]).replace(" ", "_")
    flags = "e" * reference.epicene + "g" * reference.generic
    return f"{form}:{'P' if reference.person else 'N'}{GENDERS[reference.gender]}{flags}"


@as_one_test(("lang", "text", "words"), [row for lang in LANGUAGES for row in golden(lang)])
def test_golden(lang, text, words):
    (references,) = PersonReferences(lang).find([text])
    assert " ".join(written(text, reference) for reference in references) == words
