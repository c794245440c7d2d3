"""The files of a folder that are sent to the Hub: those that a data set consists of, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pyarrow.parquet as pq
from datasets import Features

from hf_genderfair.core.errors import PublishError
from hf_genderfair.hub.card import DATA_FOLDERS
from hf_genderfair.hub.croissant import set_croissant_repository
from hf_genderfair.hub.folder import CARD_FILE, CROISSANT_FILE
from hf_genderfair.hub.placing import WRITTEN_FILE
from hf_genderfair.hub.proof import ADVICE, Content, check_card, hash_of

SHARD = re.compile(r"[\w.]+-\d{5}-of-(?P<total>\d{5})\.parquet")
"""Names of the files of a split."""


def data_files(folder: Path, parts: Mapping[str, Features]) -> dict[str, Content]:
    """Return the files of the data that a report describes."""
    files: dict[str, Content] = {}
    for key, features in parts.items():
        config, _, split = key.partition("/")
        place = folder / DATA_FOLDERS[config]
        check_no_link(place)
        # load_dataset reads all files that begin so
        found = sorted(path for path in place.iterdir() if path.name.startswith(f"{split}-"))
        # a shard of which no row came here has no file
        totals = {named["total"] if (named := SHARD.fullmatch(path.name)) else path.name for path in found}
        if len(totals) != 1 or not SHARD.fullmatch(found[0].name):
            raise PublishError(f"{place}: files of {split} are missing or were not written by this library: {ADVICE}")
        for path in found:
            check_no_link(path)
            schema = pq.read_schema(path)
            # who reads the file without the card takes the labels of classes from there
            if b"huggingface" in (schema.metadata or {}) and Features.from_arrow_schema(schema) != features:
                raise PublishError(f"{path} says otherwise than its card what its columns are: {ADVICE}")
            files[f"{place.name}/{path.name}"] = path
    return files


def documents(folder: Path, card: str, repo_id: str) -> dict[str, Content]:
    """Return the files beside a card that tell of a data set: the report, its page, and all others that it proves."""
    files: dict[str, Content] = {}
    for name, proved in check_card(str(folder), card).files.items():
        path = folder / name
        check_no_link(path)
        if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file() or hash_of(path) != proved:
            raise PublishError(f"{path} is not as it was written: {ADVICE}")
        files[name] = path
    if CROISSANT_FILE in files:
        try:
            described = set_croissant_repository((folder / CROISSANT_FILE).read_text(encoding="utf-8"), repo_id)
        except ValueError as error:
            raise PublishError(f"{folder / CROISSANT_FILE} cannot be read ({error}): {ADVICE}") from error
        files[CROISSANT_FILE] = described.encode()
    return files


def check_no_link(path: Path) -> None:
    """Refuse a link in a folder, whatever it leads to."""
    if path.is_symlink():
        raise PublishError(f"{path} is a link, and only files of the folder itself are published: copy the file there")


def left_out(folder: Path, files: Iterable[str]) -> tuple[str, ...]:
    """Return what is in a folder and in the folders of its data, and is not sent."""
    sent = {*files, CARD_FILE, WRITTEN_FILE}
    places = [folder, *(folder / name for name in DATA_FOLDERS.values() if (folder / name).is_dir())]
    there = sorted(path.relative_to(folder).as_posix() for place in places for path in place.iterdir())
    return tuple(name for name in there if name not in sent and not any(each.startswith(f"{name}/") for each in sent))
