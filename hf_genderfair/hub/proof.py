"""The proof in a card that report, card and the files beside them are as they were written.

It is a comment at the end of the part of the card that this library writes, with a hash of this part, of what the
metadata say of the data, and of each file. Whoever can write all of them can write another proof: it shows what was
changed afterwards, not by whom the data were made.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

from hf_genderfair.core.errors import PublishError
from hf_genderfair.core.records import read_record
from hf_genderfair.hub.card import DATA_FOLDERS, KEPT, card_entries, our_part, split_card

Content = bytes | Path

VERSION = 2
PROOF = re.compile(r"\n?<!-- hf-genderfair: proof (.*) -->\n?")
FILE_NAME = re.compile(r"\w[\w. +-]*")
"""Names of files that a proof may speak of: beside the card, and not hidden."""

SAID_OF_DATA = (
    "license",
    "license_name",
    "license_link",
    "language",
    "language_bcp47",
    "multilinguality",
    "annotations_creators",
    "size_categories",
    "source_datasets",
)
"""Metadata that are proved beside configurations; name, tags and tasks are for those who search."""

ADVICE = "get it anew from where it comes, or write it anew"


@dataclass(frozen=True)
class Proof:
    """What a card proves."""

    version: int  # version of the scheme
    text: str  # hash of the part of the card that this library writes
    metadata: str  # hash of what the metadata say of the data
    files: dict[str, str]  # hash of each file beside the card


def proved(card: str, files: Mapping[str, Content]) -> str:
    """Return a card with the proof of it and of the files beside it, in place of an earlier one."""
    before, ours, after = our_part(card)
    text = PROOF.sub("\n", ours).rstrip("\n")
    proof = Proof(
        VERSION, _hash_text(text), _hash_metadata(card), {name: hash_of(content) for name, content in files.items()}
    )
    said = json.dumps(asdict(proof), separators=(",", ":"), sort_keys=True)
    return f"{before}{text}\n<!-- hf-genderfair: proof {said} -->\n{after}"


def proof_of(card: str) -> Proof | None:
    """Return the proof in a card; None where it has none."""
    found = PROOF.search(our_part(card)[1])
    return None if found is None else read_record(Proof, found[1])


def check_card(name: str, card: str) -> Proof:
    """Return the proof in a card, whose text and metadata are those that it proves."""
    try:
        proof = proof_of(card)
    except ValueError as error:
        raise PublishError(f"{name}: the proof in its card is damaged ({error}): {ADVICE}") from error
    if proof is None or proof.version != VERSION:
        has = "no proof" if proof is None else "a proof of another version of this library"
        raise PublishError(f"{name}: its card has {has}, so that nothing can be checked: write the data set anew")
    text = PROOF.sub("\n", our_part(card)[1]).rstrip("\n")
    if _hash_text(text) != proof.text:
        raise PublishError(
            f"{name}: the text between the marks of its card was changed after it was written: {ADVICE}; "
            "notes of your own stand before or after the marks"
        )
    if _hash_metadata(card) != proof.metadata:
        raise PublishError(
            f"{name}: what the metadata of its card say of licence, languages, sources or configurations was changed "
            f"after it was written: {ADVICE}; another licence is named when it is published"
        )
    if wrong := [file for file in proof.files if not FILE_NAME.fullmatch(file) or "." not in file]:
        raise PublishError(f"{name}: its card proves a file {wrong[0]!r:.80} that this library never writes: {ADVICE}")
    return proof


def patterns(card: str) -> dict[str, str]:
    """Return the files of each ``configuration/split`` that this library writes, as a card describes them."""
    found = {}
    for entry in card_entries(card, "configs"):
        config, parts = str(entry.get("config_name", KEPT)), entry.get("data_files")
        for part in parts if config in DATA_FOLDERS and isinstance(parts, list) else ():
            if isinstance(part, dict):
                found[f"{config}/{part.get('split')}"] = str(part.get("path"))
    return found


def hash_of(content: Content, algorithm: str = "sha256", prefix: bytes = b"") -> str:
    """Return the hash of a file's content, in hexadecimal digits; the prefix is hashed before it."""
    digest = hashlib.new(algorithm, prefix, usedforsecurity=False)
    if isinstance(content, bytes):
        digest.update(content)
    else:
        with content.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _hash_text(text: str) -> str:
    return hash_of(text.strip().encode(errors="surrogatepass"))


def _hash_metadata(card: str) -> str:
    metadata = split_card(card)[0]
    said: dict[str, Any] = {key: metadata[key] for key in SAID_OF_DATA if key in metadata}
    for key in ("configs", "dataset_info"):
        said[key] = [each for each in card_entries(card, key) if each.get("config_name", KEPT) in DATA_FOLDERS]
    return hash_of(json.dumps(_ordered(said), ensure_ascii=True).encode())


def _ordered(value: Any) -> Any:
    """Return a value of YAML for JSON, whatever its keys are."""
    if isinstance(value, dict):
        return {"map": sorted(([repr(key), _ordered(each)] for key, each in value.items()), key=itemgetter(0))}
    if isinstance(value, list):
        return [_ordered(each) for each in value]
    return value if isinstance(value, (str, int, float, bool)) or value is None else repr(value)
