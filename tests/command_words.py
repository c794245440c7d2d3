"""Words that have no place in what a command says: those of Python."""

import re
from inspect import ismodule

import hf_genderfair

CAPABILITIES = [value for value in map(hf_genderfair.__getattr__, hf_genderfair.__all__) if ismodule(value)]
CLASSES = {
    name for module in (hf_genderfair, *CAPABILITIES) for name in module.__all__ if re.search(r"[a-z][A-Z]", name)
}
PYTHON_WORDS = re.compile(
    r"\w=(?:True|False|None|['\"])|\w=[:,;)\s]|(?<!\w)Error: .*(?<!\w)Error: |Traceback|ColumnError|DatasetDict|"
    r"IterableDataset|map\(|with_format|self\.|NoneType|num_proc|\b(?:" + "|".join(sorted(CLASSES)) + r")\b"
)
