"""Models of transformers and adapters of peft, of which nothing runs but what these have themselves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import xxhash

from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.core.records import PIECE, add_file, read_file
from hf_genderfair.core.resources import EXTRA, require, resource

PICKLED = re.compile(r"no file named \S+\.safetensors|use_safetensors")
"""What transformers says of a model whose weights are no safetensors."""

ADAPTERS_FILE, ADAPTERS_WEIGHTS = "adapter_config.json", "adapter_model.safetensors"
MEGATRON = "megatron.core"
"""The module that peft imports for adapters of Megatron, unless their configuration names another."""


def model_origin(model: str, revision: str | None = None, file: str | None = None) -> str:
    """Return the commit of a model from the Hub, or a digest of all files of a folder."""
    folder = Path(model)
    if not folder.is_dir():
        return resource(("commit of a model", model, revision, file), lambda: _commit(model, revision, file))
    digest = xxhash.xxh3_128()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
        digest.update(_digest(path))
    return str(digest.hexdigest())


def no_model(model: str, error: Exception, kind: str = "folder or a model of the Hub") -> GenerationError:
    """Return the error that says that a model cannot be loaded, with the first line of the reason."""
    said = str(error)
    if "trust_remote_code" in said or "custom code" in said:
        return GenerationError(f"the model {model} brings code of its own, which is not run: name a {kind} without any")
    if PICKLED.search(said):
        return pickled(model)
    first = next((line for line in said.splitlines() if line.strip()), type(error).__name__)
    return GenerationError(f"the model {model} cannot be loaded: name a {kind} ({first.strip()})")


def pickled(model: str) -> GenerationError:
    """Return the error that says that a model has no safetensors, and how to make some."""
    return GenerationError(
        f"the model {model} has no safetensors, and weights in pickle may run code: where you trust it, load it in "
        "transformers, and name the folder that its save_pretrained writes"
    )


def _commit(model: str, revision: str | None, file: str | None) -> str:
    from huggingface_hub import hf_hub_download

    try:
        known = Path(hf_hub_download(model, file or "config.json", revision=revision))
    except (OSError, ValueError) as error:
        raise no_model(model, error) from error
    return known.parts[known.parts.index("snapshots") + 1]


def _digest(path: Path) -> bytes:
    """Return the digest of a file, which is kept for large ones."""
    facts = path.stat()
    # small files are read each time they are asked for
    if facts.st_size <= PIECE:
        return bytes(xxhash.xxh3_128(path.read_bytes()).digest())
    known = ("digest of a file", str(path), facts.st_size, facts.st_mtime_ns)
    return resource(known, lambda: bytes(add_file(xxhash.xxh3_128(), path).digest()))


def adapters_folder(name: str, revision: str | None = None) -> Path | None:
    """Return the folder that holds adapters in place of a model, weights included, and none of their code."""
    file = _configuration(name, revision)
    if file is None:
        return None
    if Path(name).is_dir():
        has_safetensors = file.with_name(ADAPTERS_WEIGHTS).is_file()
    else:
        has_safetensors = _fetched(name, file.parent.name)
    if not has_safetensors:
        raise pickled(name)
    module = read_file(dict[str, Any], file).get("megatron_core")
    if module not in (None, MEGATRON):
        raise GenerationError(f"the adapters {name} would import {module!r}: name some that import nothing")
    return file.parent


def _configuration(name: str, revision: str | None) -> Path | None:
    if Path(name).is_dir():
        file = Path(name, ADAPTERS_FILE)
        return file if file.is_file() else None
    find = require("transformers.utils.peft_utils", EXTRA).find_adapter_config_file
    try:
        found = find(name, revision=revision)
    except (OSError, ValueError):
        # what is wrong with the name is said where a model is looked for
        return None
    return Path(found) if found else None


def _fetched(name: str, commit: str) -> bool:
    """Fetch the weights of adapters beside their configuration; return whether there are any in safetensors."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError, LocalEntryNotFoundError

    try:
        hf_hub_download(name, ADAPTERS_WEIGHTS, revision=commit)
    except LocalEntryNotFoundError as error:
        # the Hub cannot be asked
        raise no_model(name, error) from error
    except EntryNotFoundError:
        return False
    return True


def load_pretrained(
    loader: str, name: str | Path, *, kind: str = "folder or a model of the Hub", **options: Any
) -> Any:
    """Load a configuration, a tokeniser or a model, all of which a stranger may have written."""
    # Code that comes with a model is never run, and nobody is asked whether it may. Weights are read from safetensors
    # or GGUF: those in pickle can run code too.
    transformers = require("transformers", EXTRA)
    # a GGUF file is named by itself; transformers would look for safetensors in its place
    is_model = loader.startswith("AutoModel") and not options.get("gguf_file")
    weights = {"use_safetensors": True} if is_model else {}
    try:
        if is_model:
            # transformers would load what it finds, pickled or not
            adapters_folder(str(name), options.get("revision"))
            _check_kernels(transformers, name, options.get("revision"))
        return getattr(transformers, loader).from_pretrained(name, trust_remote_code=False, **weights, **options)
    except GenderfairError:
        raise
    # of files that nobody checked, transformers raises whatever it stumbles over
    except Exception as error:
        raise no_model(str(name), error, kind) from error


def _check_kernels(transformers: Any, name: str | Path, revision: str | None) -> None:
    """Refuse a model that names code of a repository of the Hub, as kernels of attention are."""
    facts, _ = transformers.PretrainedConfig.get_config_dict(name, revision=revision)
    parts = [facts]
    while parts:
        part = parts.pop()
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            if str(key).endswith("implementation") and "/" in str(value):
                raise GenerationError(f"the model {name} would run {value!r}: name a model without code of others")
            if isinstance(value, (dict, list)):
                parts.append(value)
