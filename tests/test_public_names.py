from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import pytest

import hf_genderfair

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def builder():
    spec = importlib.util.spec_from_file_location("list_names", DOCS / "list_names.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_public_name_has_a_docstring_with_an_example(builder):
    without = [
        f"{capability}.{name}"
        for capability, names in builder.public_names().items()
        for name, value in names.items()
        if ">>>" not in (value.__doc__ or "")
    ]
    assert without == []


def test_a_name_means_the_same_everywhere(builder):
    differing = [
        f"{capability}.{name}"
        for capability, module in builder.capabilities().items()
        for name in module.__all__
        if name in hf_genderfair.__all__ and getattr(module, name) is not getattr(hf_genderfair, name)
    ]
    assert differing == []


def test_no_public_name_is_also_that_of_a_module_beside_it(builder):
    """The module would take the name's place as soon as anybody imports it."""
    hidden = [
        f"{capability}.{name}"
        for capability, module in builder.capabilities().items()
        for name in module.__all__
        if not inspect.ismodule(getattr(module, name)) and (Path(module.__file__).parent / f"{name}.py").exists()
    ]
    assert hidden == []


def test_the_pages_of_names_are_current(builder):
    there = {f"api/{path.name}" for path in (DOCS / "api").glob("*.md")} | {"names.md"}
    written = {place: (DOCS / place).read_text(encoding="utf-8") for place in there}
    assert written == builder.pages(), "run python docs/list_names.py"


def test_other_names_are_no_attributes():
    with pytest.raises(AttributeError, match="nothing"):
        hf_genderfair.nothing  # noqa: B018


def test_names_are_listed():
    assert set(dir(hf_genderfair)) >= set(hf_genderfair.__all__)
