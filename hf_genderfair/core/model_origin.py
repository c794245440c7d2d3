"""What tells the weights of a model apart: the name of a folder or of a branch stays when its files are replaced."""

from __future__ import annotations

import re
from pathlib import Path

import xxhash

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.resources import resource

PICKLED = re.compile(r"no file named \S+\.safetensors|use_safetensors")
"""What transformers says of a model whose weights are no safetensors."""

PIECE = 1 << 20
"""Bytes that are read at once; files with no more are read each time they are asked for."""


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
    if facts.st_size <= PIECE:
        return bytes(xxhash.xxh3_128(path.read_bytes()).digest())
    return resource(("digest of a file", str(path), facts.st_size, facts.st_mtime_ns), lambda: _read(path))


def _read(path: Path) -> bytes:
    digest = xxhash.xxh3_128()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return bytes(digest.digest())
