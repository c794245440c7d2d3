"""Chains as files: a list of transforms with their parameters, in YAML."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import yaml

import hf_genderfair
from hf_genderfair.core.errors import ChainFileError, GenderfairError, MissingDependencyError
from hf_genderfair.core.transform import Transform
from hf_genderfair.languages.chain import Chain

TRANSFORM, CLASS = "transform", "class"
"""The keys that name a transform, and an object among its parameters."""

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_chain(path: str | Path) -> Chain:
    r"""Read a chain from a file in YAML: a list of transforms, each with the parameters that differ from its defaults.

    A transform is named by its class, such as ``FirstPerson``; one of your own as ``package.module:Class``. A parameter
    that is an object, such as a word list or a language model, is a mapping with the key ``class``.

    Args:
        path: The file, in UTF-8.

    Returns:
        The chain.

    Raises:
        ChainFileError: The file cannot be read, names an unknown transform or parameter, or a value does not fit.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "chain.yaml")
        ...     _ = path.write_text("- transform: FirstPerson\n  lang: pl\n- transform: FragmentReasons\n")
        ...     [type(link).__name__ for link in read_chain(path).links]
        ['FirstPerson', 'FragmentReasons']
    """
    name = Path(path).name
    try:
        entries = yaml.load(Path(path).read_text(encoding="utf-8"), Loader)
    except OSError as error:
        raise ChainFileError(f"the chain {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ChainFileError(f"the chain {path} is not UTF-8: save it as UTF-8") from error
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        where = f", line {place.line + 1}" if place else ""
        raise ChainFileError(f"{name}{where}: {getattr(error, 'problem', None) or 'no YAML'}") from error
    if not isinstance(entries, list) or not entries:
        raise ChainFileError(f"{name} holds no list of transforms: begin with '- transform: FirstPerson'")
    links = [_link(entry, f"{name}, transform {number}") for number, entry in enumerate(entries, 1)]
    try:
        return Chain(*links)
    except GenderfairError as error:
        raise ChainFileError(f"{name}: {error}") from error


def chain_to_yaml(chain: Chain) -> str:
    """Return a chain as a file for `read_chain` holds it, without the parameters that have their default.

    Raises:
        ChainFileError: A parameter is an object that no file can describe, such as a function.

    Example:
        >>> from hf_genderfair import FirstPerson
        >>> print(chain_to_yaml(Chain(FirstPerson("pl", "body"))), end="")
        - transform: FirstPerson
          text_column: body
    """
    entries = [{TRANSFORM: _public_name(type(link)), **_parameters(link)} for link in chain.links]
    return str(yaml.safe_dump(entries, allow_unicode=True, sort_keys=False))


def _link(entry: object, where: str) -> Transform:
    if not isinstance(entry, Mapping) or not isinstance(entry.get(TRANSFORM), str):
        raise ChainFileError(f"{where} has no name: write '- transform: NAME', and its parameters below")
    name = entry[TRANSFORM]
    kind = _class_named(name)
    if kind is None or not _is_link(kind):
        known = sorted({name for name, kind in _public_classes() if _is_link(kind)})
        raise ChainFileError(f"{where}: unknown transform {name!r}: {_nearest(name, known)}")
    built = _built(kind, {key: value for key, value in entry.items() if key != TRANSFORM}, f"{where} ({name})")
    assert isinstance(built, Transform)
    return built


def _is_link(kind: type) -> bool:
    return issubclass(kind, Transform) and not isabstract(kind) and kind is not Chain


def _built(kind: type, given: Mapping[str, Any], where: str) -> object:
    """Build an object of parameters as a file has them."""
    fields = {field.name for field in dataclasses.fields(kind) if field.init}
    for name in given:
        if name not in fields:
            raise ChainFileError(f"{where}: unknown parameter {name!r}: {_nearest(str(name), sorted(fields))}")
    hints = get_type_hints(kind)
    values = {name: _from_plain(value, hints[name], where) for name, value in given.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise ChainFileError(f"{where}: {str(error).partition('() ')[2] or error}") from error
    except (GenderfairError, ValueError) as error:
        raise ChainFileError(f"{where}: {error}") from error


def _from_plain(value: Any, hint: Any, where: str) -> Any:
    """Return a value of a file as Python has it: lists as tuples, mappings that name a class as its objects."""
    if isinstance(value, Mapping) and CLASS in value:
        kind = _class_named(str(value[CLASS]))
        if kind is None or not dataclasses.is_dataclass(kind):
            raise ChainFileError(f"{where}: unknown class {value[CLASS]!r}")
        return _built(kind, {key: part for key, part in value.items() if key != CLASS}, where)
    if isinstance(value, Mapping):
        return {key: _from_plain(part, Any, where) for key, part in value.items()}
    if isinstance(value, list):
        inner = get_args(hint)[0] if get_origin(hint) is tuple else Any
        parts = [_from_plain(part, inner, where) for part in value]
        return hint(*parts) if hasattr(hint, "_fields") else tuple(parts)
    return value


def _parameters(built: Any) -> dict[str, Any]:
    """Return the parameters of an object that differ from their defaults, as a file has them."""
    return {
        field.name: _to_plain(getattr(built, field.name), f"{type(built).__name__}.{field.name}")
        for field in dataclasses.fields(built)
        if field.init and (field.default is dataclasses.MISSING or getattr(built, field.name) != field.default)
    }


def _to_plain(value: Any, where: str) -> Any:
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {CLASS: _public_name(type(value)), **_parameters(value)}
    if isinstance(value, Mapping):
        return {key: _to_plain(part, where) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_to_plain(part, where) for part in value]
    if isinstance(value, Path):
        return str(value)
    raise ChainFileError(f"{where} is a {type(value).__name__}, which no file can describe: run the chain in Python")


def _class_named(name: str) -> type | None:
    """Return a public class of the package, or one of another as ``package.module:Class``; None if there is none."""
    module, _, own = name.rpartition(":")
    if module:
        try:
            found = getattr(importlib.import_module(module), own, None)
        except ImportError:
            return None
        return found if isinstance(found, type) else None
    holder = next((holder for holder in _holders() if name in _public_names(holder)), None)
    found = getattr(holder, name, None)
    return found if isinstance(found, type) else None


def _public_name(kind: type) -> str:
    own = _class_named(kind.__name__) is kind
    return kind.__name__ if own else f"{kind.__module__}:{kind.__qualname__}"


def _holders() -> Iterator[ModuleType]:
    """Yield the package and its folders, which list their public names."""
    yield hf_genderfair
    for name in _public_names(hf_genderfair):
        if (Path(hf_genderfair.__file__).parent / name).is_dir():
            yield getattr(hf_genderfair, name)


def _public_names(holder: ModuleType) -> list[str]:
    names: list[str] = holder.__all__
    return names


def _public_classes() -> Iterator[tuple[str, type]]:
    for holder in _holders():
        for name in _public_names(holder):
            # blocks for other libraries are classes only where these are installed
            with suppress(MissingDependencyError):
                found = getattr(holder, name)
                if isinstance(found, type):
                    yield name, found


def _nearest(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
