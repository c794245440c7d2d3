"""Columns of categories: a transform writes no value that it does not name, and measures count each of them."""

from collections import defaultdict

import pytest
from as_one_test import as_one_test
from datasets import List, Value
from every_transform import CONFIGURED, TRANSFORMS, describe
from golden import golden_rows
from record_readers import ALSO, texts_of, with_columns

from hf_genderfair.languages.chain import Chain

OPEN = frozenset(golden_rows(__file__, "OPEN"))
"""Columns of text that hold no category: words, names, and reasons, which stand in the lexicon of reasons."""

EDITS = {"original", "replacement", "rule", "reason"}
LINKS = [link for one in TRANSFORMS + CONFIGURED for link in (one.links if isinstance(one, Chain) else [one])]
FIRST = {type(link): id(link) for link in reversed(LINKS)}.values()
"""One of each kind."""


def leaves(kind, path):
    """Yield the fields of a feature that hold text."""
    if isinstance(kind, List):
        yield from leaves(kind.feature, path)
    elif isinstance(kind, dict):
        for name, inner in kind.items():
            yield from leaves(inner, f"{path}.{name}")
    elif isinstance(kind, Value) and kind.dtype == "string":
        yield path


def text_fields(transform):
    return [path for name, kind in transform.features().items() for path in leaves(kind, name)]


def collect(value, path, found):
    if isinstance(value, list):
        for each in value:
            collect(each, path, found)
    elif isinstance(value, dict):
        for name, each in value.items():
            collect(each, f"{path}.{name}", found)
    elif value is not None:
        found[path].add(value)


@as_one_test("transform", LINKS)
def test_a_column_of_text_is_a_category_or_said_to_be_none(transform):
    for path in text_fields(transform):
        column, _, field = path.rpartition(".")
        edit = column.endswith("_edits") and field in EDITS
        listed = path.endswith(("_words.group", "_words.word", "_references_reason", "rewriting_reason"))
        lang_reason = path == getattr(transform, "reason_column", None)
        known = f"{type(transform).__name__}.{path}" in OPEN or edit or listed or lang_reason
        assert known != (path in transform.categories), path


@pytest.mark.parametrize(
    "transform",
    [pytest.param(link, marks=[] if id(link) in FIRST else pytest.mark.whole) for link in LINKS],
    ids=describe,
)
def test_only_values_that_are_named_are_written(transform):
    if not transform.categories:
        return
    lang = transform.language()
    rows = {"text": texts_of(lang if lang in dict(ALSO) else "")}
    given = dict.fromkeys(("url", "target", "round_trip", "language"), rows["text"])
    rows = with_columns({**rows, **given}, [(type(transform), transform.configuration())])
    found = defaultdict(set)
    for name, column in transform({name: rows[name] for name in transform.inputs()}).items():
        collect(column, name, found)
    for path, values in transform.categories.items():
        assert found[path] <= set(values), path
