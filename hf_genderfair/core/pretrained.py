"""Models of transformers, of which nothing runs but what transformers itself has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hf_genderfair.core.adapters import adapters_folder
from hf_genderfair.core.devices import EXTRA
from hf_genderfair.core.errors import GenderfairError, GenerationError
from hf_genderfair.core.model_origin import no_model
from hf_genderfair.core.resources import require


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
