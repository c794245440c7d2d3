"""What is true of a language stands in its record: rules for all languages ask for none by its code."""

import ast
import re
from pathlib import Path

from as_one_test import as_one_test

import hf_genderfair
from hf_genderfair.languages.coreference.languages import ACTOR_RULES, LANGUAGES

PACKAGE = Path(hf_genderfair.__file__).parent
OF_LANGUAGES = re.compile("english|german|spanish|languages.py$|resolution.py$")
"""Modules of one language, and the tables of the records."""
MODULES = [path for of in ("actors", "languages/coreference", "stereotypes") for path in (PACKAGE / of).rglob("*.py")]


@as_one_test("path", [path for path in MODULES if not OF_LANGUAGES.search(path.name)])
def test_no_rule_asks_for_a_language_by_name(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        compared = (node.left, *node.comparators) if isinstance(node, ast.Compare) else getattr(node, "keys", ())
        assert not any(isinstance(part, ast.Constant) and part.value in ("de", "en", "es") for part in compared)


def test_every_language_of_actors_has_a_record():
    assert tuple(ACTOR_RULES) == LANGUAGES
