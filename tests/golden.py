"""How golden tables are read: cells divided by tabs, and a head and remarks in lines that begin with #.

The table of a test file stands beside it under its name and has a section a test or list, ``# test_name: text, gender,
reasons:literal``, whose columns are text unless the head says that they hold literals of Python.
"""

import ast
import inspect
import re
from pathlib import Path

import pytest
from as_one_test import as_one_test


def table(test, name):
    """Return the rows of a table beside the file of a test; ``\\\\n`` in a cell is a new line."""
    lines = Path(test).with_name(name).read_text(encoding="utf-8").splitlines()
    return [[cell.replace("\\n", "\n") for cell in line.split("\t")] for line in lines if not line.startswith("#")]


def section(test, title):
    """Return the names of the columns and the rows of a section; rows of one column are its values."""
    text = Path(test).with_suffix(".tsv").read_text(encoding="utf-8")
    head, lines = re.search(rf"^# {title}: (.+)\n((?:(?!# (?:test_|[A-Z])\w*: ).*\n)*)", text, re.MULTILINE).groups()
    names, _, kinds = zip(*(column.partition(":") for column in head.split(", ")), strict=True)
    found = [
        tuple(
            ast.literal_eval(cell) if kind else cell.replace("\\n", "\n")
            for cell, kind in zip(line.split("\t"), kinds, strict=True)
        )
        for line in lines.split("\n")[:-1]
        if not line.startswith("#")
    ]
    return list(names), [value for (value,) in found] if len(names) == 1 else found


def golden_rows(test, title):
    """Return the rows of a section of the table of a test file."""
    return section(test, title)[1]


def all_rows(test):
    """Run a test for all rows of its section as one test, as ``as_one_test`` does."""
    names, cases = section(inspect.getfile(inspect.unwrap(test)), test.__name__)
    return as_one_test(names[0] if len(names) == 1 else names, cases)(test)


def each_row(test):
    """Run a test for each row of its section, as a test of its own."""
    names, cases = section(inspect.getfile(inspect.unwrap(test)), test.__name__)
    return pytest.mark.parametrize(names[0] if len(names) == 1 else names, cases)(test)
