"""Models of transformers, of which nothing runs but what transformers itself has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hf_genderfair.core.devices import EXTRA
from hf_genderfair.core.model_origin import no_model
from hf_genderfair.core.resources import require


def load_pretrained(
    loader: str, name: str | Path, *, kind: str = "folder or a model of the Hub", **options: Any
) -> Any:
    """Load a configuration, a tokeniser or a model, all of which a stranger may have written.

    Code that comes with a model is never run, and nobody is asked whether it may. Weights are read from safetensors or
    GGUF: those in pickle can run code too.

    Args:
        loader: Class of transformers, such as ``AutoModelForCausalLM``.
        name: Folder, or name on the Hub.
        kind: What should be named, for the message.
        **options: Of ``from_pretrained``.

    Raises:
        GenerationError: There is no such model, it needs code of its own, or its weights are pickled.
        MissingDependencyError: transformers is not installed.
    """
    transformers = require("transformers", EXTRA)
    # a GGUF file is named by itself; transformers would look for safetensors in its place
    is_model = loader.startswith("AutoModel") and not options.get("gguf_file")
    weights = {"use_safetensors": True} if is_model else {}
    try:
        return getattr(transformers, loader).from_pretrained(name, trust_remote_code=False, **weights, **options)
    except (OSError, ValueError, ImportError, KeyError) as error:
        raise no_model(str(name), error, kind) from error
