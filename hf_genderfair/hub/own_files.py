"""Data sets of strangers hold their files themselves: none that their card, their state or a link names elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from hf_genderfair.core.errors import SourceError
from hf_genderfair.core.records import read_json

CARD, METADATA = "README.md", ".huggingface.yaml"
"""Where ``datasets`` looks for configurations."""

OF_HUB = "hf://"
STATES = {"state.json": ("_data_files", "filename"), "dataset_dict.json": ("splits",)}
"""Files of ``save_to_disk``, and where they name files or folders."""


def check_folder(folder: Path) -> None:
    """Refuse a folder of data that would lead elsewhere, to files of this machine or to a server."""
    home = folder.resolve()
    # in the cache of the Hub, files are links to their content
    allowed = (home, home.parent.parent / "blobs") if home.parent.name == "snapshots" else (home,)
    for path in folder.rglob("*"):
        if path.is_symlink() and not any(path.resolve().is_relative_to(place) for place in allowed):
            raise SourceError(f"{path} is a link that leads out of {folder}: put a copy in its place, or name the file")
        if path.name in STATES and path.is_file():
            _check(str(folder), _named(_content(path), STATES[path.name]))
    for name in (CARD, METADATA):
        if (folder / name).is_file():
            _check(str(folder), _configured(folder / name))


def check_repository(repo_id: str, revision: str | None = None, token: str | None = None) -> None:
    """Refuse a data set of the Hub that would lead to files of this machine, or to another server."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError, HTTPError  # type: ignore[attr-defined]

    for name in (CARD, METADATA):
        try:
            file = hf_hub_download(repo_id, name, repo_type="dataset", revision=revision, token=token)
        except (EntryNotFoundError, OSError, HTTPError):
            # there is none, or the Hub does not answer, which whoever loads the data says
            continue
        _check(repo_id, (place for place in _configured(Path(file)) if not place.startswith(OF_HUB)))


def _check(name: str, places: Iterator[str]) -> None:
    for place in places:
        if "://" in place or PurePosixPath(place).is_absolute() or ".." in PurePosixPath(place).parts:
            raise SourceError(f"{name} names {place!r}, which is not in it: name it as a source of its own")


def _configured(file: Path) -> Iterator[str]:
    """Yield what a card, or what stands for its metadata, names as files of configurations."""
    from huggingface_hub.repocard import REGEX_YAML_BLOCK
    from yaml import YAMLError

    from hf_genderfair.core.plain_yaml import read_yaml

    try:
        text = file.read_text(encoding="utf-8")
        if file.name == CARD:
            # datasets looks for them so
            found = REGEX_YAML_BLOCK.search(text)
            text = found[2] if found else ""
        metadata = read_yaml(text)
    except (OSError, ValueError, YAMLError) as error:
        reason = " ".join(str(error).split())
        raise SourceError(f"{file} cannot be read ({reason}): correct or remove it") from error
    configurations = metadata.get("configs") if isinstance(metadata, dict) else None
    for entry in configurations if isinstance(configurations, list) else [configurations]:
        if isinstance(entry, dict):
            yield from _texts([entry.get("data_files"), entry.get("data_dir")])


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in plain values, which may hold one another by YAML's names."""
    waiting, seen = [value], set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, (list, dict)) and id(part) not in seen:
            seen.add(id(part))
            waiting += part.values() if isinstance(part, dict) else part


def _content(path: Path) -> Any:
    try:
        return read_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SourceError(f"{path} cannot be read ({error}): write the data set anew") from error


def _named(value: Any, keys: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts under keys, one inside another, in lists or not."""
    for part in value if isinstance(value, list) else [value]:
        if keys and isinstance(part, dict):
            yield from _named(part.get(keys[0]), keys[1:])
        elif isinstance(part, str):
            yield part
