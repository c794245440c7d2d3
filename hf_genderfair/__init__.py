"""Make text corpora fairer to all genders, and prove it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "Counts": "core.counts",
    "Edit": "core.spans",
    "GenderfairError": "core.errors",
    "Keep": "core.keep",
    "Report": "report.report",
    "Transform": "core.transform",
    "annotate": "core.transform",
    "apply_edits": "core.spans",
    "undo_edits": "core.spans",
}

__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that importing the package stays cheap."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
