"""Adapters of peft, of which nothing runs: their folder, once it is known to hold no code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hf_genderfair.core.devices import EXTRA
from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.model_origin import no_model, pickled
from hf_genderfair.core.records import read_file
from hf_genderfair.core.resources import require

ADAPTERS_FILE, ADAPTERS_WEIGHTS = "adapter_config.json", "adapter_model.safetensors"
MEGATRON = "megatron.core"
"""The module that peft imports for adapters of Megatron, unless their configuration names another."""


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
