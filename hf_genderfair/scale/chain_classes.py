"""What a chain file may name: the transforms of the package, and the objects among their parameters."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from inspect import isabstract
from pathlib import Path
from types import ModuleType

import hf_genderfair
from hf_genderfair.core.errors import ChainFileError, MissingDependencyError, UntrustedError
from hf_genderfair.core.transform import Transform
from hf_genderfair.languages.chain import Chain

SETTINGS = {
    "CachedGenerator": "generation.cache",
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

MODELS = ("model", "model_revision", "gguf_file", "pipeline_name")
"""Parameters that name a model, which may be one of the Hub or a package, or a place on this machine."""

PUBLIC_MODEL = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")


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
    if not isinstance(value, str):
        return
    if parameter in PATHS:
        raise untrusted(f"{where}, {parameter}: it {PATHS[parameter]}")
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
