"""Write the page of public names from the stubs and docstrings of the package: ``python docs/list_names.py``."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import hf_genderfair

PAGE = Path(__file__).with_name("names.md")
HEAD = """# Public names

Every name that a user builds with, by capability. A name in **bold** is also imported from the package itself, as in
`from hf_genderfair import Chain`; all are imported from their capability, as in `from hf_genderfair.actors import
count_actors`, and `gf.actors.count_actors` works after `import hf_genderfair as gf`. `help(name)` shows the arguments,
the columns or values that come back, the errors, and an example.

This page is made from the docstrings by `python docs/list_names.py`; a test keeps it current.
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


def page() -> str:
    """Return the page as Markdown."""
    parts = [HEAD]
    for capability, names in public_names().items():
        module = capabilities()[capability]
        title = f"hf_genderfair.{capability}" if capability else "hf_genderfair alone"
        parts.append(f"\n## `{title}`\n\n{inspect.cleandoc(module.__doc__ or '').splitlines()[0]}\n")
        parts.append("| name | kind | what it is |\n|---|---|---|")
        parts += [_row(name, value) for name, value in sorted(names.items(), key=lambda item: item[0].lower())]
    return "\n".join(parts) + "\n"


def _row(name: str, value: Any) -> str:
    shown = f"**`{name}`**" if name in hf_genderfair.__all__ else f"`{name}`"
    kind = "class" if inspect.isclass(value) else "function"
    summary = " ".join(inspect.cleandoc(value.__doc__ or "").split("\n\n")[0].split())
    return f"| {shown} | {kind} | {summary.replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
