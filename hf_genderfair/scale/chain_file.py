"""Chains as files in YAML: a list of transforms with their parameters, and what such a file may name."""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import yaml

import hf_genderfair
from hf_genderfair.core.errors import ChainFileError, GenderfairError, MissingDependencyError, UntrustedError
from hf_genderfair.core.records import read_yaml
from hf_genderfair.core.settings import public_value
from hf_genderfair.core.transform import Transform
from hf_genderfair.languages.chain import Chain

TRANSFORM, CLASS = "transform", "class"
"""The keys that name a transform, and an object among its parameters."""

LARGEST_FILE = 10_000_000
"""Bytes of a chain file, which a long word list may need."""

SETTINGS = {
    "CachedGenerator": "generation.answers",
    "ClassifierSentiment": "languages.sentiment",
    "Collocations": "counterfactual.collocations",
    "Coreferee": "actors.coreference",
    "EndpointGenerator": "generation.endpoint",
    "FastCoreference": "actors.coreference",
    "LexiconSentiment": "languages.sentiment",
    "LocalGenerator": "generation.local",
    "NeuralRewriter": "rewriting.neural",
    "PromptTemplate": "lexicons.prompts",
    "StanzaCoreference": "actors.coreference",
    "StrengthModel": "stereotypes.strength",
    "WordList": "lexicons.word_lists",
}
"""The classes of objects among parameters, besides transforms, each with the module of the package that it is in."""

SENDS = {"EndpointGenerator": "sends texts to a server"}
"""Classes whose objects reach out of this machine by themselves."""

PATHS = {"prompt": "is read from a file", "folder": "is a folder"}
"""Parameters that name a place on this machine."""

SHIPPED_LIST = re.compile(r"[^./\\]*")
"""The name of a word list of the package, as ``attribute`` has it; anything else is the path of a file."""

MODELS = ("model", "model_revision", "gguf_file", "pipeline_name")
"""Parameters that name a model, which may be one of the Hub or a package, or a place on this machine."""

PUBLIC_MODEL = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")


def read_chain(path: str | Path, trust: bool = False) -> Chain:
    r"""Read a chain from a file in YAML: a list of transforms, each with the parameters that differ from its defaults.

    A transform is named by its class, such as ``FirstPerson``; one of your own as ``package.module:Class``. A parameter
    that is an object, such as a word list or a language model, is a mapping with the key ``class``.

    A file may come from anybody: without ``trust`` it cannot run code of its own, send texts to a server, name a
    variable of the environment, or read a file or a model of this machine.

    Args:
        path: The file, in UTF-8.
        trust: Whether you wrote the file, or have read it.

    Returns:
        The chain.

    Raises:
        ChainFileError: The file cannot be read, names an unknown transform or parameter, or a value does not fit.
        UntrustedError: The file would do what only a trusted one may.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "chain.yaml")
        ...     _ = path.write_text("- transform: FirstPerson\n  lang: pl\n- transform: FragmentReasons\n")
        ...     [type(link).__name__ for link in read_chain(path).links]
        ['FirstPerson', 'FragmentReasons']
    """
    name = Path(path).name
    entries = _entries(Path(path), name)
    if not isinstance(entries, list) or not entries:
        raise ChainFileError(f"{name} holds no list of transforms: begin with '- transform: FirstPerson'")
    reader = _Reader(trust)
    links = [reader.link(entry, f"{name}, transform {number}") for number, entry in enumerate(entries, 1)]
    try:
        return Chain(*links)
    except GenderfairError as error:
        raise ChainFileError(f"{name}: {error}") from error


def chain_to_yaml(chain: Chain, public: bool = False) -> str:
    """Return a chain as a file for `read_chain` holds it, without the parameters that have their default.

    Args:
        chain: The chain.
        public: Whether addresses lose user, password and query, and paths all but their last part.

    Raises:
        ChainFileError: A parameter is an object that no file can describe, such as a function.

    Example:
        >>> from hf_genderfair import FirstPerson
        >>> print(chain_to_yaml(Chain(FirstPerson("pl", "body"))), end="")
        - transform: FirstPerson
          text_column: body
    """
    entries = [{TRANSFORM: name_of(type(link)), **_parameters(link)} for link in chain.links]
    if public:
        entries = public_value(entries)
    return str(yaml.safe_dump(entries, allow_unicode=True, sort_keys=False))


def _entries(path: Path, name: str) -> Any:
    """Return what a file holds, as plain values."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ChainFileError(f"{name} has more than {LARGEST_FILE // 1_000_000} MB: it is no chain")
        return read_yaml(content.decode("utf-8"))
    except OSError as error:
        raise ChainFileError(f"the chain {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ChainFileError(f"the chain {path} is not UTF-8: save it as UTF-8") from error
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        where = f", line {place.line + 1}" if place else ""
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        raise ChainFileError(f"{name}{where}: {problem or 'no YAML'}") from error


@dataclasses.dataclass(frozen=True)
class _Reader:
    """Builds transforms from plain values."""

    trust: bool

    def link(self, entry: object, where: str) -> Transform:
        if not isinstance(entry, Mapping) or not isinstance(entry.get(TRANSFORM), str):
            raise ChainFileError(f"{where} has no name: write '- transform: NAME', and its parameters below")
        name = entry[TRANSFORM]
        kind = transform_named(name, where, self.trust)
        built = self._built(kind, {key: value for key, value in entry.items() if key != TRANSFORM}, f"{where} ({name})")
        assert isinstance(built, Transform)
        return built

    def _built(self, kind: type, given: Mapping[str, Any], where: str) -> object:
        """Build an object of parameters as a file has them."""
        fields = {field.name for field in dataclasses.fields(kind) if field.init}
        for name in given:
            if name not in fields:
                raise ChainFileError(f"{where}: unknown parameter {name!r}: {nearest(str(name), sorted(fields))}")
        hints = get_type_hints(kind)
        values = {name: self._value(name, value, hints[name], where) for name, value in given.items()}
        try:
            return kind(**values)
        except TypeError as error:
            raise ChainFileError(f"{where}: {str(error).partition('() ')[2] or error}") from error
        except (GenderfairError, ValueError) as error:
            raise ChainFileError(f"{where}: {error}") from error

    def _value(self, name: str, value: Any, hint: Any, where: str) -> Any:
        """Return the value of a parameter, once it is known to be harmless."""
        if not self.trust:
            check_value(name, value, where)
        return self._from_plain(value, hint, f"{where}, {name}" if isinstance(value, Mapping) else where)

    def _from_plain(self, value: Any, hint: Any, where: str) -> Any:
        """Return a value of a file as Python has it: lists as tuples, mappings that name a class as its objects."""
        if isinstance(value, Mapping) and CLASS in value:
            kind = setting_named(str(value[CLASS]), where, self.trust)
            if not dataclasses.is_dataclass(kind):
                raise ChainFileError(f"{where}: {value[CLASS]!r} has no parameters that a file can describe")
            return self._built(kind, {key: part for key, part in value.items() if key != CLASS}, where)
        if isinstance(value, Mapping):
            return {key: self._from_plain(part, Any, where) for key, part in value.items()}
        if isinstance(value, list):
            inner = get_args(hint)[0] if get_origin(hint) is tuple else Any
            parts = [self._from_plain(part, inner, where) for part in value]
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
        return {CLASS: name_of(type(value)), **_parameters(value)}
    if isinstance(value, Mapping):
        return {key: _to_plain(part, where) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_to_plain(part, where) for part in value]
    if isinstance(value, Path):
        return str(value)
    raise ChainFileError(f"{where} is a {type(value).__name__}, which no file can describe: run the chain in Python")


def transform_named(name: str, where: str, trust: bool) -> type[Transform]:
    """Return a transform by its name: of the package, or with trust one of another as ``package.module:Class``."""
    kind = _of_others(name, where, trust) if ":" in name else _public(name)
    if kind is None or not _is_link(kind):
        raise ChainFileError(f"{where}: unknown transform {name!r}: {nearest(name, _known())}")
    return kind


def setting_named(name: str, where: str, trust: bool) -> type:
    """Return the class of an object among parameters; see `transform_named`."""
    if name in SENDS and not trust:
        raise untrusted(f"{where}: {name} {SENDS[name]}")
    if ":" in name:
        kind = _of_others(name, where, trust)
    elif name in SETTINGS:
        kind = getattr(importlib.import_module(f"hf_genderfair.{SETTINGS[name]}"), name)
    else:
        public = _public(name)
        kind = public if public and _is_link(public) else None
    if kind is None:
        raise ChainFileError(f"{where}: unknown class {name!r}: {nearest(name, sorted(SETTINGS))}")
    return kind


def check_value(parameter: str, value: object, where: str) -> None:
    """Refuse a parameter that names a place on this machine, in a file that nobody answers for."""
    if isinstance(value, list):
        for part in value:
            check_value(parameter, part, where)
    if not isinstance(value, str):
        return
    if parameter in PATHS or (parameter == "attribute" and not SHIPPED_LIST.fullmatch(value)):
        raise untrusted(f"{where}, {parameter}: it {PATHS.get(parameter, 'is read from a file')}")
    if parameter in MODELS and (not PUBLIC_MODEL.fullmatch(value) or Path(value).exists()):
        raise untrusted(f"{where}, {parameter}: it is a place on this machine")


def untrusted(what: str) -> UntrustedError:
    """Return the error that says what a file wants to use, and how to allow it."""
    return UntrustedError(f"{what}: pass trust=True if you wrote this file, or have read it")


def name_of(kind: type) -> str:
    """Return how a file names a class."""
    own = kind.__module__ == f"hf_genderfair.{SETTINGS.get(kind.__name__)}" or _public(kind.__name__) is kind
    return kind.__name__ if own else f"{kind.__module__}:{kind.__qualname__}"


def nearest(name: str, known: list[str]) -> str:
    """Return what somebody who wrote a name may have meant."""
    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def _of_others(name: str, where: str, trust: bool) -> type | None:
    """Import a class of a module that a file names."""
    if not trust:
        raise untrusted(f"{where}: {name!r} is code of others, which would run")
    module, _, own = name.rpartition(":")
    try:
        found = getattr(importlib.import_module(module), own, None)
    except ImportError:
        return None
    return found if isinstance(found, type) else None


def _public(name: str) -> type | None:
    """Return a public class of the package; None if there is none."""
    holder = next((holder for holder in _holders() if name in holder.__all__), None)
    found = getattr(holder, name, None)
    return found if isinstance(found, type) else None


def _is_link(kind: type) -> bool:
    return issubclass(kind, Transform) and not isabstract(kind) and kind is not Chain


def _known() -> list[str]:
    """Return the names of all transforms."""
    known = set()
    for name in {name for holder in _holders() for name in holder.__all__}:
        # blocks for other libraries are classes only where these are installed
        with suppress(MissingDependencyError):
            if (kind := _public(name)) and _is_link(kind):
                known.add(name)
    return sorted(known)


def _holders(holder: ModuleType = hf_genderfair) -> Iterator[ModuleType]:
    """Yield the package and its folders, which list their public names."""
    yield holder
    for name in holder.__all__:
        if Path(str(holder.__file__)).with_name(name).is_dir():
            yield from _holders(getattr(holder, name))
