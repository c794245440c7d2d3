"""Write the page of public names and those of the API reference: ``python docs/list_names.py``.

Both follow from the stubs and docstrings of the package. The pages of the reference only name what is to be shown;
mkdocstrings takes the docstrings when the documentation is built.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import hf_genderfair
from hf_genderfair.core.transform import Transform
from hf_genderfair.scale.recipe import Recipe

DOCS = Path(__file__).parent
STEPS = [name for name, member in vars(Recipe).items() if inspect.isfunction(member) and not name.startswith("_")]
"""The methods of a recipe."""

HEAD = """# Public names

Every name that a user builds with, by capability. A name in **bold** is also imported from the package itself, as in
`from hf_genderfair import Chain`; all are imported from their capability, as in `from hf_genderfair.actors import
count_actors`, and `gf.actors.count_actors` works after `import hf_genderfair as gf`. The page of a capability says of
each name what it takes and gives back, its errors, and an example; `help(name)` shows the same.
"""


def capabilities() -> dict[str, ModuleType]:
    """Return the folders with public names, the package itself last."""
    found: dict[str, ModuleType] = {}
    for name, module in _folders(hf_genderfair).items():
        found[name] = module
        found.update({f"{name}.{inner}": folder for inner, folder in _folders(module).items()})
    return found | {"": hf_genderfair}


def _folders(module: ModuleType) -> dict[str, ModuleType]:
    public = {name: getattr(module, name) for name in module.__all__}
    return {name: value for name, value in public.items() if inspect.ismodule(value)}


def public_names() -> dict[str, dict[str, Any]]:
    """Return each public class and function once, by capability; those of the package alone come under ``""``."""
    found: dict[str, dict[str, Any]] = {}
    listed: set[str] = set()
    for capability, module in capabilities().items():
        there = {name: getattr(module, name) for name in module.__all__}
        found[capability] = {
            name: value for name, value in there.items() if not inspect.ismodule(value) and name not in listed
        }
        listed.update(found[capability])
    return {capability: names for capability, names in found.items() if names}


def pages() -> dict[str, str]:
    """Return the pages as Markdown, by their place in this folder: that of all names, and one for each capability."""
    return {"names.md": _all_names()} | {_place(capability): _reference(capability) for capability in public_names()}


def _all_names() -> str:
    parts = [HEAD]
    for capability, names in public_names().items():
        parts.append(f"\n## [`{_title(capability)}`]({_place(capability)})\n\n{_summary(capability)}\n")
        parts.append("| name | kind | what it is |\n|---|---|---|")
        parts += [_row(capability, name, value) for name, value in _sorted(names)]
    return "\n".join(parts) + "\n"


def _row(capability: str, name: str, value: Any) -> str:
    link = f"[`{name}`]({_place(capability)}#{_path(capability, name)})"
    shown = f"**{link}**" if name in hf_genderfair.__all__ else link
    kind = "class" if inspect.isclass(value) else "function"
    summary = " ".join(inspect.cleandoc(value.__doc__ or "").split("\n\n")[0].split())
    return f"| {shown} | {kind} | {summary.replace('|', chr(92) + '|')} |"


def _reference(capability: str) -> str:
    parts = [f"# `{_title(capability)}`\n\n{_summary(capability)}\n"]
    for name, value in _sorted(public_names()[capability]):
        members = ", ".join(_members(value))
        shown = f"    options:\n      members: [{members}]\n" if members else ""
        parts.append(f"::: {_path(capability, name)}\n{shown}")
    return "\n".join(parts)


def _members(value: Any) -> list[str]:
    """Return the public methods and properties of a class; the library calls those of transforms and recipes."""
    if not inspect.isclass(value) or (issubclass(value, Transform) and value is not Transform):
        return []
    if all(hasattr(value, step) for step in STEPS):
        return []
    kinds = (property, classmethod, staticmethod)
    return [
        name
        for name, member in vars(value).items()
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, kinds))
    ]


def _sorted(names: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(names.items(), key=lambda item: item[0].lower())


def _summary(capability: str) -> str:
    return inspect.cleandoc(capabilities()[capability].__doc__ or "").splitlines()[0]


def _title(capability: str) -> str:
    return f"hf_genderfair.{capability}" if capability else "hf_genderfair"


def _path(capability: str, name: str) -> str:
    return f"{_title(capability)}.{name}"


def _place(capability: str) -> str:
    return f"api/{capability or 'hf_genderfair'}.md"


def main() -> None:
    """Write the pages, and take away those of capabilities that are gone."""
    written = pages()
    for path in (DOCS / "api").glob("*.md"):
        if f"api/{path.name}" not in written:
            path.unlink()
    for place, text in written.items():
        path = DOCS / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
