"""Heavy objects, built once per process at first use and never stored on a transform."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable
from types import ModuleType
from typing import TypeVar, cast

from hf_genderfair.core.errors import MissingDependencyError

Built = TypeVar("Built")

_built: dict[Hashable, object] = {}


def resource(key: Hashable, build: Callable[[], Built]) -> Built:
    """Return the object of this process for ``key``, building it the first time."""
    if key not in _built:
        _built[key] = build()
    return cast(Built, _built[key])


def require(module: str, extra: str) -> ModuleType:
    """Import an optional package, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingDependencyError(f"{module} is not installed: pip install 'hf-genderfair[{extra}]'") from error
