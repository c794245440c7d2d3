"""What is true of a language stands in its record, and nowhere else."""

import ast
from pathlib import Path

import pytest

from hf_genderfair import stereotypes
from hf_genderfair.stereotypes.languages import LANGUAGES, verb_forms

RECORDS = {"languages.py"} | {f"{name}.py" for name in ("english", "german", "spanish")}


def test_rules_ask_for_no_language_by_name():
    asking = [
        f"{path.name}:{node.lineno}"
        for path in sorted(Path(stereotypes.__file__).parent.glob("*.py"))
        if path.name not in RECORDS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for part in _compared(node)
        if isinstance(part, ast.Constant) and part.value in LANGUAGES
    ]
    assert asking == []


def _compared(node):
    """Return what a comparison compares, or the keys of a table."""
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key is not None]
    return list(ast.walk(node)) if isinstance(node, ast.Compare) else []


@pytest.mark.parametrize(
    ("lemma", "past"), [("plan", "planned"), ("need", "needed"), ("cry", "cried"), ("bake", "baked")]
)
def test_english_verbs_have_their_forms(lemma, past):
    forms = {*verb_forms(lemma)}
    assert past in forms
    assert lemma + lemma[-1] + "ed" not in forms - {past}
