import ast
import re
from pathlib import Path

from golden import all_rows

import hf_genderfair
from dataset_scripts.models.rewriter.corpora.gender_class import GENDER_CLASSES
from dataset_scripts.models.rewriter.corpora.gender_control import TAG_REASONS
from dataset_scripts.models.rewriter.corpora.noise import NOISE_REASONS
from hf_genderfair.balancing.corpus import SURPLUS
from hf_genderfair.balancing.flags import INDICATORS
from hf_genderfair.counterfactual.conflicts import SURROUNDED
from hf_genderfair.counterfactual.swap import REASONS as SWAP_REASONS
from hf_genderfair.counterfactual.word_classes import THING as THING_OF_A_RELIGION
from hf_genderfair.first_person.reasons import REASONS as FRAGMENT_REASONS
from hf_genderfair.hub.reading_problems import IN_WORDS, NO_TEXT
from hf_genderfair.languages.english.reasons import REASONS as ENGLISH_REASONS
from hf_genderfair.languages.german.pronouns import REASONS as PRONOUN_REASONS
from hf_genderfair.languages.german.role_nouns import REASONS as SCOPE_REASONS
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.recipes.debias_recipe import EMPTY
from hf_genderfair.report.render import readable, table_text
from hf_genderfair.report.report import Table
from hf_genderfair.report.sentences import known_reasons, reason_in_words

PACKAGE = Path(hf_genderfair.__file__).parent
GIVEN_BY = ("counterfactual", "first_person", "rewriting")
WHY = re.compile(r"why|reason|leave ", re.IGNORECASE)
"""What the docstring of a function says that returns a reason."""

OTHERS = {"a pronoun for all genders", "particular", "unknown"}
"""Why something was changed, and words that only share their names in the code with reasons."""


def modules():
    for name in GIVEN_BY:
        yield from sorted((PACKAGE / name).rglob("*.py"))
    yield from sorted((PACKAGE.parent / "dataset_scripts/models/rewriter/corpora").glob("*.py"))


def constants(tree):
    """Return the texts that a module names in capitals."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            names = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            if len(names) == len(values):
                found |= {name.id: v.value for name, v in zip(names, values, strict=True) if is_text(v)}
    return found


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def texts_in(node, named):
    """Yield the texts that an expression may be, itself or by name."""
    if is_text(node):
        yield node.value
    elif isinstance(node, ast.Name) and node.id in named:
        yield named[node.id]
    elif isinstance(node, ast.IfExp):
        yield from (*texts_in(node.body, named), *texts_in(node.orelse, named))
    elif isinstance(node, ast.BoolOp):
        yield from (text for each in node.values for text in texts_in(each, named))


def reasons_in(tree, named):
    """Yield what functions return that say why, what is called a reason, and the reasons of refusals and proposals."""
    for node in ast.walk(tree):
        value = None
        if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) in ("str", "str | None"):
            if WHY.search(f"{node.name} {ast.get_docstring(node) or ''}"):
                for each in ast.walk(node):
                    yield from texts_in(each.value if isinstance(each, ast.Return) else None, named)
        elif (isinstance(node, ast.Assign) and re.match(r"reasons?\b", ast.unparse(node.targets[0]))) or (
            isinstance(node, ast.keyword) and node.arg == "reason"
        ):
            value = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            value = dict(enumerate(node.args)).get({"Refusal": 3, "Proposal": 2}.get(node.func.id))
        yield from texts_in(value, named)


def given_reasons():
    """Return all reasons: those that modules declare, those of the lexicons, and those that stand in code."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in modules()}
    named = {}
    for tree in trees.values():
        named |= constants(tree)
    found = {reason for tree in trees.values() for reason in reasons_in(tree, named) if reason}
    conflicts = {row[3] for row in load_lexicon("counterfactual_conflicts").rows}
    topics = {row[1] for row in load_lexicon("counterfactual_topics").rows}
    declared = [FRAGMENT_REASONS, ENGLISH_REASONS, PRONOUN_REASONS, SCOPE_REASONS, SURPLUS, INDICATORS, IN_WORDS]
    declared += [SWAP_REASONS, TAG_REASONS, NOISE_REASONS, GENDER_CLASSES, topics]
    more = conflicts - {*SURROUNDED, THING_OF_A_RELIGION}
    return found.union(*declared, more, [NO_TEXT, EMPTY, "surplus"]) - OTHERS


def test_every_reason_that_is_given_has_words_which_tables_show():
    given = given_reasons()
    assert {"year", "not_polish", "website_surplus", "no person", "no fitting word", "unfinished", "duplicate"} <= given
    assert sorted(given - known_reasons().keys()) == []
    table = Table("left", "Left out", ["reason", "rows"], [["only_rule", 2], ["biology", 1], [None, 1]])
    assert [row[0] for row in readable(table).rows] == ["only rule", "it is about bodies and births", "–"]
    assert "it is about bodies and births" in table_text(table)
    assert table.rows[1][0] == "biology"


@all_rows
def test_a_reason_is_written_in_words(reason, words):
    assert reason_in_words(reason).startswith(words)
