"""What finds actors asks the record of a language, never for a language by name."""

import ast
import re
from pathlib import Path

import hf_genderfair.actors
from hf_genderfair.languages.coreference.languages import ACTOR_RULES, LANGUAGES
from hf_genderfair.languages.coreference.resolution import PRONOUNS

ACTORS = Path(hf_genderfair.actors.__file__).parent
MODULES = [path for path in sorted(ACTORS.rglob("*.py")) if path.name != "languages.py"]
"""All but the tables of the records."""


OF_ONE_LANGUAGE = re.compile("english|german")
"""Modules in which the code of a language may also be an ending: *ending == "en"*."""


def named(nodes):
    return any(isinstance(node, ast.Constant) and node.value in LANGUAGES for node in nodes)


def asks(node, path):
    """Return whether an expression compares a language with a code, or is a table by code."""
    if isinstance(node, ast.Compare) and named((node.left, *node.comparators)):
        place = path.relative_to(ACTORS).with_suffix("").as_posix()
        return "lang" in ast.unparse(node) or not OF_ONE_LANGUAGE.search(place)
    return isinstance(node, ast.Dict) and named(node.keys)


def test_no_rule_asks_for_a_language_by_name():
    asked = [
        f"{path.relative_to(ACTORS)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if asks(node, path)
    ]
    assert asked == []


def test_every_language_of_actors_has_a_record():
    assert tuple(ACTOR_RULES) == tuple(PRONOUNS) == LANGUAGES
