"""What is true of a language stands in its record, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

from hf_genderfair import stereotypes
from hf_genderfair.languages.analysis import Token
from hf_genderfair.stereotypes.languages import LANGUAGES, STEREOTYPE_RULES

RECORDS = {"languages.py"} | {f"{name}.py" for name in ("english", "german", "spanish")}


def test_rules_ask_for_no_language_by_name() -> None:
    asking = [
        f"{path.name}:{node.lineno}"
        for path in sorted(Path(stereotypes.__file__).parent.glob("*.py"))
        if path.name not in RECORDS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for part in _compared(node)
        if isinstance(part, ast.Constant) and part.value in LANGUAGES
    ]
    assert asking == []


def _compared(node: ast.AST) -> list[ast.AST]:
    """Return what a comparison compares, or the keys of a table."""
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key is not None]
    return list(ast.walk(node)) if isinstance(node, ast.Compare) else []


def test_each_language_knows_nouns_for_persons() -> None:
    for lang, person in {"de": "Köchin", "en": "cook", "es": "cocinera"}.items():
        named = STEREOTYPE_RULES[lang].names_person
        assert named(Token(person, 0, len(person), "NOUN", person, {"Gender": "Fem"}, 0, "root"))
        assert not named(Token("Xyz", 0, 3, "NOUN", "Xyz", {}, 0, "root"))


def test_german_endings_show_the_past() -> None:
    form = {"VerbForm": "Fin", "Person": "3", "Number": "Sing", "Tense": "Pres", "Mood": "Ind"}
    past = {word: Token(word, 0, len(word), "VERB", word, form, 0, "root") for word in ("schlief", "schläft", "weiß")}
    found = {word: STEREOTYPE_RULES["de"].is_preterite(token) for word, token in past.items()}
    assert found == {"schlief": True, "schläft": False, "weiß": False}
    assert not STEREOTYPE_RULES["en"].is_preterite(past["schlief"])
