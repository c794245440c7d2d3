import ast
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


def test_names_are_listed_and_others_are_no_attributes():
    with pytest.raises(AttributeError, match="nothing"):
        hf_genderfair.nothing  # noqa: B018
    assert set(dir(hf_genderfair)) >= set(hf_genderfair.__all__)


def test_what_is_not_public_has_one_sentence(builder):
    """Arguments, results and examples are for readers of the reference and of ``--help``; a comment says why."""
    shown = {
        (value.__module__, value.__qualname__)
        for names in builder.public_names().values()
        for value in map(inspect.unwrap, names.values())
    }
    package = Path(hf_genderfair.__file__).parent
    longer = [
        f"{module}.{name}"
        for path in sorted(package.rglob("*.py"))
        for module in (".".join(path.relative_to(package.parent).with_suffix("").parts),)
        for name, function, of_public in functions(ast.parse(path.read_text(encoding="utf-8")), module, shown)
        if not of_public and "\n\n" in (text := ast.get_docstring(function) or "") and "Examples:" not in text
    ]
    assert longer == []


def functions(node, module, shown, prefix="", inside=False):
    """Yield the functions of a module with their names, and whether each is public or a method of a public class."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.If, ast.Try)):
            yield from functions(child, module, shown, prefix, inside)
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        name = prefix + child.name
        public = (module, name) in shown
        is_class = isinstance(child, ast.ClassDef)
        if not is_class:
            yield name, child, public or (inside and not child.name.startswith("_"))
        yield from functions(child, module, shown, f"{name}.", is_class and (public or inside))
