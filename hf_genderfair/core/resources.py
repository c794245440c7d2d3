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
    """Return the object of this process for ``key``, building it the first time.

    Args:
        key: What identifies the object: kind, id, and the revision or digest of what it is made from.
        build: Called without arguments when this process has no such object yet.

    Returns:
        The object; the same one for every call with an equal key in this process.

    Example:
        >>> resource(("example", 1), list) is resource(("example", 1), list)
        True
    """
    if key not in _built:
        _built[key] = build()
    return cast(Built, _built[key])


def require(module: str, extra: str) -> ModuleType:
    """Import an optional package, or say how to install it.

    Args:
        module: Name to import.
        extra: The extra of this distribution that installs it.

    Returns:
        The imported module.

    Raises:
        MissingDependencyError: The package is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingDependencyError(f"{module} is not installed: pip install 'hf-genderfair[{extra}]'") from error
