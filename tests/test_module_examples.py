"""Examples of functions that are not public: a file for each module, in whose names it runs."""

import doctest
import importlib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent / "module_examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.txt")), ids=lambda path: path.stem)
def test_examples(path):
    module = importlib.import_module(f"hf_genderfair.{path.stem}")
    text = path.read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(text, dict(vars(module)), path.stem, str(path), 0)
    said = []
    results = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(examples, out=said.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(said)
