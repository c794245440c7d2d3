"""Quotes and roles ask the record of a language, never for a language by name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hf_genderfair.actors
from hf_genderfair.actors.languages import LANGUAGES
from hf_genderfair.actors.quotes.languages import QUOTE_RULES, quote_rules
from hf_genderfair.actors.quotes.marks import marked_spans
from hf_genderfair.actors.role_rules.languages import ROLE_RULES, role_rules
from hf_genderfair.core.errors import GenderfairError

ACTORS = Path(hf_genderfair.actors.__file__).parent
MODULES = [ACTORS / "coded_words.py", ACTORS / "roles.py", *(ACTORS / "quotes").glob("*.py")]


def test_no_rule_compares_a_language():
    asked = [
        f"{path.relative_to(ACTORS)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        if any(isinstance(side, ast.Constant) and side.value in LANGUAGES for side in (node.left, *node.comparators))
    ]
    assert asked == []


def test_every_language_of_actors_has_a_record():
    assert tuple(QUOTE_RULES) == tuple(ROLE_RULES) == LANGUAGES


@pytest.mark.parametrize("record", [quote_rules, role_rules])
def test_other_languages_are_refused(record):
    with pytest.raises(GenderfairError, match="use de or en"):
        record("fi")


def test_a_mark_that_opens_in_one_language_closes_in_another():
    text = "‚Komm‘, rief sie, ‚jetzt‘."
    read = {lang: [text[span.start : span.end] for span in marked_spans(text, lang)] for lang in LANGUAGES}
    assert read == {"de": ["Komm", "jetzt"], "en": []}
