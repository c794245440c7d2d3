"""Words and paradigms are tables: rule modules hold no lists of words, and tables hold no class that nobody reads."""

import ast
import re
from functools import cache
from pathlib import Path

from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.lexicons.loader import load_lexicon

PACKAGE = Path(__file__).parents[1] / "hf_genderfair"
RULES = ("actors", "counterfactual", "first_person", "languages", "representation", "rewriting", "stereotypes")
"""Folders whose modules hold rules; others name options, columns and messages."""

MANY = 8
LABELS = {
    "languages/german/person_phrase.py: RULES",
    "languages/german/number_and_case.py: CASE_OF_RELATION",
}
"""Constants of German modules whose words are no German: names of rules, relations and cases."""

OTHERS_AT_MOST = 119
"""Constants of modules of other languages and of all languages, their labels included. It rises for labels alone."""

GERMAN = re.compile(r"german|_de\.py$")


def constants(tree):
    """Yield the names that a module or a class in it assigns, with what is assigned; types of labels are left out."""
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for node in (node for body in bodies for node in body):
        value = getattr(node, "value", None)
        if value is None or (isinstance(value, ast.Subscript) and ast.unparse(value.value) == "Literal"):
            continue
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            yield ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0]), value


def words(value):
    """Return the words of the strings in a value: two or more letters between spaces and the bars of a pattern.

    What joins letters to other signs, as patterns do, counts as no word, and neither does a single letter.
    """
    strings = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {word for text in strings for word in re.split(r"[\s|]+", text) if word.isalpha() and len(word) > 1}


@cache
def lists_of_words():
    """Return the constants of rule modules that hold many words, as ``FILE: NAME``."""
    return [
        f"{path.relative_to(PACKAGE).as_posix()}: {name}"
        for folder in RULES
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        for name, value in constants(ast.parse(path.read_text(encoding="utf-8")))
        if len(words(value)) >= MANY
    ]


@all_rows
def test_what_counts_as_a_word(source, count):
    assert sum(len(words(value)) for _, value in constants(ast.parse(source))) == count


def test_german_rules_hold_no_lists_of_words():
    assert [name for name in lists_of_words() if GERMAN.search(name.split(":")[0]) and name not in LABELS] == []


def test_labels_are_constants_that_are_there():
    assert set(lists_of_words()) >= LABELS


def test_lists_of_words_in_other_rules_do_not_grow():
    others = [name for name in lists_of_words() if not GERMAN.search(name.split(":")[0])]
    assert len(others) <= OTHERS_AT_MOST, "words belong into a table of hf_genderfair/lexicons: see CONTRIBUTING.md"


def named(reader):
    """Return the lexicons that the package reads by a reader, each with the names that it asks for."""
    # this runs when tests are collected: parsing the whole package would take as long as hundreds of tests
    call = re.compile(rf'(?<!class )\b{reader}\((?:\s*"(\w+)",\s*"(\w+)")?')
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for lexicon, name in call.findall(path.read_text(encoding="utf-8")):
            assert lexicon, f"{path} asks for words by other arguments than two names"
            found.setdefault(lexicon, set()).add(name)
    return found


CLASSES, VALUES = named("WordClass"), named("WordValues")


@as_one_test("lexicon", sorted(CLASSES))
def test_every_class_of_words_is_read_and_explained(lexicon):
    table = load_lexicon(lexicon)
    index = table.metadata["columns"].split().index("classes")
    classes = {name for row in table.rows for name in row[index].split()}
    assert classes == CLASSES[lexicon]
    assert [name for name in sorted(classes) if not re.search(rf"\b{name}\b", table.metadata["note"])] == []


@as_one_test("lexicon", sorted(VALUES))
def test_every_column_of_values_is_read_and_explained(lexicon):
    table = load_lexicon(lexicon)
    _, *others = zip(table.metadata["columns"].split(), *table.rows, strict=True)
    columns = {name for name, *cells in others if any(cells)} - {"classes", "note"}
    assert columns == VALUES[lexicon]
    assert [name for name in sorted(columns) if not re.search(rf"\b{name}\b", table.metadata["note"])] == []


@as_one_test("lexicon", sorted(CLASSES | VALUES))
def test_a_word_has_one_row(lexicon):
    written = [row[0] for row in load_lexicon(lexicon).rows]
    assert len(written) == len(set(written))


def test_every_weight_of_case_and_number_is_used():
    tree = ast.parse((PACKAGE / "languages/german/number_and_case.py").read_text(encoding="utf-8"))
    asked = [
        node.slice
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "WEIGHTS"
    ]
    conditions = {id(part) for node in asked if isinstance(node, ast.IfExp) for part in ast.walk(node.test)}
    parts = [part for node in asked for part in ast.walk(node) if id(part) not in conditions]
    used = {part.value for part in parts if isinstance(part, ast.Constant)}
    assert used == {row[0] for row in load_lexicon("case_weights_de").rows}
