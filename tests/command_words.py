"""Words that have no place in what a command says: those of Python."""

from __future__ import annotations

import re

import hf_genderfair

CLASSES = [name for name in hf_genderfair._PUBLIC if re.search(r"[a-z][A-Z]", name)]
PYTHON_WORDS = re.compile(
    r"\w=(?:True|False|None|['\"])|\w=[:,;)\s]|(?<!\w)Error: .*(?<!\w)Error: |Traceback|ColumnError|DatasetDict|"
    r"IterableDataset|map\(|with_format|self\.|NoneType|num_proc|\b(?:" + "|".join(CLASSES) + r")\b"
)
