"""Data set cards: what is said in them besides the report, licences, how cards are read and merged, and their proof."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar, Final

import yaml
from datasets import Features
from huggingface_hub import DatasetCard
from jinja2 import Template

from hf_genderfair.core.errors import LicenseError, OutputError, PublishError
from hf_genderfair.core.records import add_file, as_record, read_record, read_yaml
from hf_genderfair.core.settings import Checked
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.report import Report

BEGIN, END = "<!-- hf-genderfair: begin -->", "<!-- hf-genderfair: end -->"
KEPT: Final = "default"
EXCLUDED: Final = "excluded"
DATA_FOLDERS = {KEPT: "data", EXCLUDED: "excluded"}
STOCK_PHRASE = "[More Information Needed]"
STOCK_TITLE = re.compile(r"# (?:Dataset )?Card for\b.*")
METADATA = re.compile(r"\A\ufeff?\s*---[ \t]*\r?\n(.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
LONGEST_TAG = 100
LICENSE_KEYS = ("license", "license_name", "license_link")
BOOLEAN = "tag:yaml.org,2002:bool"
LOADING = re.compile(r'(load_(?:dataset|audited)\()"[^"\n]*"')
LINK = re.compile(r"\]\(([\w-][\w.-]*)\)")

SPLIT = re.compile(r"\w+(?:\.\w+)*")
"""Names of splits that ``datasets`` accepts."""


class _MetadataLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads metadata as the Hub does, in YAML 1.2: ``no`` is the code of Norwegian and not a truth value."""

    yaml_implicit_resolvers: ClassVar = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != BOOLEAN]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


_MetadataLoader.add_implicit_resolver(BOOLEAN, re.compile(r"true|True|TRUE|false|False|FALSE"), list("tTfF"))


@dataclass(frozen=True)
class CardDetails(Checked):
    """The contents of a card that a report lacks.

    Attributes:
        license: Licence as the Hub spells it, or ``other:NAME``; None takes that of the report's sources if they share
            one.
        languages: BCP 47 codes of the texts, with the region where it is known, such as ``de-AT``; none takes the
            report's.
        summary: Description of the data set in Markdown; None takes that of the template.
        pretty_name: Name for readers; None takes the report's title.
        tags: Further tags.
        task_categories: Tasks from the list of the Hub.
        source_datasets: Ids of the source data sets; none takes those of the report's sources.
        uses: What the data set is made for, in one sentence.
        rebuild: Shell commands that rebuild the data set.
        template: File name in ``cards/``.
        changes: Where the rows say what was changed in them, for the list ``changes.tsv`` beside them.

    Example:
        >>> CardDetails(license="cc-by-4.0", languages=("de-AT",)).template
        'annotated_texts.md.j2'
    """

    license: str | None = None
    languages: tuple[str, ...] = ()
    summary: str | None = None
    pretty_name: str | None = None
    tags: tuple[str, ...] = ()
    task_categories: tuple[str, ...] = ()
    source_datasets: tuple[str, ...] = ()
    uses: str | None = None
    rebuild: str | None = None
    template: str = "annotated_texts.md.j2"
    changes: ChangeColumns = field(default_factory=ChangeColumns)


@dataclass(frozen=True)
class WrittenSplit:
    """One split as it was written."""

    config: str
    split: str
    pattern: str  # its files, relative to the folder
    features: Features
    rows: int
    num_bytes: int
    download_bytes: int | None  # size of its files, in bytes; None where it depends on how a run was divided
    fingerprint: str  # see `data_fingerprint`
    contacts: Contacts = field(default_factory=Contacts)  # e-mail addresses and telephone numbers in its texts
    empty_columns: tuple[str, ...] = ()
    """Columns that reading or a run added and that were left out, since they were empty in every row."""


def data_pattern(config: str, split: str) -> str:
    """Return the files of a split, relative to the folder."""
    return f"{DATA_FOLDERS.get(config, config)}/{split}-*"


def template_text(name: str) -> str:
    """Return a template of ``cards/``, from the installed package or from the repository."""
    packaged = files("hf_genderfair").joinpath("cards", name)
    in_repository = Path(__file__).parents[2] / "cards" / name
    for path in (packaged, in_repository):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise OutputError(f"no card template {name!r}")


def check_details(details: CardDetails) -> None:
    """Check the details of a card before the data set is built."""
    if details.license is not None:
        check_license(details.license)
    for tag in details.tags:
        if not tag.strip() or not tag.isprintable() or len(tag) > LONGEST_TAG:
            raise OutputError(f"{tag!r:.80} is no tag of a card: use printable text of 1 to {LONGEST_TAG} characters")


def merge_cards(card: str, existing: str) -> str:
    """Merge a new card into an existing one, keeping what the new one lacks."""
    # Metadata: lists are united, configurations and their infos replaced by name, the licence is kept if the new one is
    # unknown, and so are the name and all other keys that the new card lacks. Text: the part between the marks is
    # replaced, the text outside of them is kept, and unreadable metadata are kept as text; a stock template that nobody
    # has filled in is dropped.
    new, body = split_card(card)
    old, old_body = split_card(existing)
    before, marked, rest = old_body.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not (marked and closed):
        before, after = "", "" if _unfilled(old_body) else old_body
    parts = [part.strip() for part in (before, body, after)]
    return join_card(_merge_metadata(new, old), "\n\n".join(part for part in parts if part) + "\n")


def split_card(card: str) -> tuple[dict[str, Any], str]:
    """Split a card into metadata and text; unreadable metadata are part of the text."""
    match = METADATA.match(card)
    metadata = None if match is None else _read_metadata(match[1])
    return ({}, card.removeprefix("\ufeff")) if match is None or metadata is None else (metadata, card[match.end() :])


def unreadable_metadata(card: str) -> bool:
    """Return whether a card begins with unreadable metadata."""
    match = METADATA.match(card)
    return match is not None and _read_metadata(match[1]) is None


def card_license(card: str) -> str:
    """Return the licence of a card: identifiers in lower case, several separated by commas, or ``unknown``."""
    return _license(split_card(card)[0])


def card_rows(card: str) -> dict[str, int]:
    """Return the number of rows of each ``configuration/split`` that a card describes."""
    return {
        f"{info.get('config_name', KEPT)}/{split['name']}": split["num_examples"]
        for info in card_entries(card, "dataset_info")
        for split in _entries(info.get("splits"))
        if "name" in split and "num_examples" in split
    }


def card_entries(card: str, key: str) -> list[dict[str, Any]]:
    """Return what the metadata of a card list of configurations, such as ``dataset_info``; one alone needs no list."""
    return _entries(split_card(card)[0].get(key))


def set_license(card: str, license: str) -> str:
    """Return a card with another licence, one that `check_license` returned."""
    metadata, body = split_card(card)
    kept = {key: value for key, value in metadata.items() if key not in LICENSE_KEYS[1:]}
    return join_card({**kept, **license_metadata(license)}, body)


def set_repository(card: str, repo_id: str) -> str:
    """Return a card whose lines of code load a repository."""
    before, ours, after = our_part(card)
    return before + LOADING.sub(rf'\g<1>"{repo_id}"', ours) + after


def linked_files(card: str) -> list[str]:
    """Return the files beside a card that its part by this library links: pictures and pages."""
    return list(dict.fromkeys(LINK.findall(our_part(card)[1])))


def configuration_losses(card: str, existing: str, ours: Collection[str]) -> list[str]:
    """Return the losses by merging in the configurations that others described in a card."""
    new, old = split_card(card)[0], split_card(existing)[0]
    names = {entry["config_name"] for entry in new.get("configs", [])}
    losses = []
    for key, is_ours in (("configs", _our_config), ("dataset_info", _our_info)):
        for entry in _entries(old.get(key)):
            name = entry.get("config_name", KEPT)
            if name in names and entry not in new.get(key, []) and not is_ours(entry, name, ours):
                losses.append(f"the configuration {name} of its card")
            elif key == "configs" and name not in names and entry.get("default"):
                losses.append(f"{name} as the default configuration")
    return list(dict.fromkeys(losses))


def our_part(card: str) -> tuple[str, str, str]:
    """Divide a card into what stands before the text by this library, this text, and the rest."""
    match = METADATA.match(card)
    # a title or a column in the metadata may hold the marks too
    body = match.end() if match else 0
    before, begin, rest = card[body:].partition(BEGIN)
    ours, end, after = rest.partition(END)
    return card[:body] + before + begin, ours, end + after


def _read_metadata(text: str) -> dict[str, Any] | None:
    try:
        metadata = read_yaml(text, _MetadataLoader)
        # what cannot be written again, such as half a pair of surrogates, is not read
        json.dumps(metadata, ensure_ascii=False, skipkeys=True, default=str).encode()
    except (yaml.YAMLError, ValueError):
        return None
    return {} if metadata is None else metadata if isinstance(metadata, dict) else None


def _license(metadata: dict[str, Any]) -> str:
    said = metadata.get("license")
    names = {str(name).strip().lower() for name in (said if isinstance(said, list) else [said]) if name is not None}
    if OTHER_LICENSE in names and metadata.get("license_name"):
        names = names - {OTHER_LICENSE} | {f"{OTHER_LICENSE}:{metadata['license_name']}"}
    return ", ".join(sorted(names - {UNKNOWN_LICENSE, ""})) or UNKNOWN_LICENSE


def _entries(value: Any) -> list[dict[str, Any]]:
    """Return the mappings of a list, or of a single mapping; what names a configuration by no text is none."""
    entries = [entry for entry in (value if isinstance(value, list) else [value]) if isinstance(entry, dict)]
    return [entry for entry in entries if isinstance(entry.get("config_name", KEPT), str)]


def _our_config(entry: dict[str, Any], name: str, ours: Collection[str]) -> bool:
    if not ours or set(entry) - {"config_name", "data_files", "default"}:
        return False
    parts = entry.get("data_files")
    return isinstance(parts, list) and all(
        isinstance(part, dict)
        and f"{name}/{part.get('split')}" in ours
        and part.get("path") == data_pattern(name, str(part.get("split")))
        for part in parts
    )


def _our_info(entry: dict[str, Any], name: str, ours: Collection[str]) -> bool:
    return bool(ours) and all(f"{name}/{split.get('name')}" in ours for split in _entries(entry.get("splits")))


def _unfilled(body: str) -> bool:
    """Return whether a text is a stock template without any line of its own."""
    if STOCK_PHRASE not in body:
        return False
    stock = Template(DatasetCard.default_template_path.read_text(encoding="utf-8")).render()
    known = {line.strip() for line in stock.splitlines()} | {"", STOCK_PHRASE}
    lines = (line.strip() for line in body.splitlines())
    return all(line in known or STOCK_TITLE.fullmatch(line) for line in lines)


def join_card(metadata: dict[str, Any], body: str) -> str:
    """Return a card of metadata and text."""
    written = yaml.safe_dump(metadata, sort_keys=False, allow_unicode=True, width=120)
    return f"---\n{written}---\n{body}"


def _merge_metadata(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    merged = dict(new)
    if _license(old) != UNKNOWN_LICENSE and _license(new) in (UNKNOWN_LICENSE, _license(old)):
        merged |= {key: old[key] for key in LICENSE_KEYS if key in old}
    for key, value in old.items():
        if key in LICENSE_KEYS:
            continue
        if key not in new or key == "pretty_name":
            merged[key] = value
        elif key in ("configs", "dataset_info"):
            merged[key] = _merge_configs(new[key], value)
        elif key != "size_categories" and isinstance(new[key], list):
            listed = value if isinstance(value, list) else [] if value is None else [value]
            merged[key] = [*listed, *(entry for entry in new[key] if entry not in listed)]
    return merged


def _merge_configs(new: list[dict[str, Any]], old: Any) -> list[dict[str, Any]]:
    ours = {entry["config_name"] for entry in new}
    others = [entry for entry in _entries(old) if entry.get("config_name", KEPT) not in ours]
    # a single configuration is the default without a key; only one of several may have it
    return [*new, *({key: value for key, value in entry.items() if key != "default"} for entry in others)]


@dataclass(frozen=True)
class DataPart:
    """One split, as a report describes it."""

    rows: int
    columns: dict[str, str]
    fingerprint: str  # see `data_fingerprint`
    contacts: Contacts = field(default_factory=Contacts)  # e-mail addresses and telephone numbers in its texts
    empty_columns: tuple[str, ...] = ()  # columns that were left out, since they were empty in every row


def data_parts(report: Report) -> dict[str, DataPart]:
    """Return the parts of the data by ``configuration/split``."""
    parts: dict[str, DataPart] = as_record(dict[str, DataPart], report.data)
    for name in parts:
        config, _, split = name.partition("/")
        if config not in DATA_FOLDERS or not SPLIT.fullmatch(split):
            raise ValueError(f"the report describes data {name!r:.80}, which this library never writes")
    return parts


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
        add_file(digest, content)
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


UNKNOWN_LICENSE = "unknown"
OTHER_LICENSE = "other"
LISTED_AT = "https://huggingface.co/docs/hub/repositories-licenses"


def check_license(text: str) -> str:
    """Return the Hub's identifier of a licence."""
    kind, divided, named = str(text).partition(":")
    identifier, name = kind.strip().lower(), " ".join(named.split())
    known = [row[0] for row in load_lexicon("hub_licences").rows]
    if identifier == OTHER_LICENSE:
        if not name or not name.isprintable():
            raise LicenseError("another licence needs a name: use 'other:NAME'")
        return f"{OTHER_LICENSE}:{name}"
    if identifier in known and not divided:
        return identifier
    nearest = _nearest("-".join(identifier.split()), known)
    hint = f"did you mean {', '.join(nearest)}?" if nearest else f"see {LISTED_AT};"
    raise LicenseError(f"licence {text!r} is not one that the Hub knows: {hint} for another one use 'other:NAME'")


def license_metadata(license: str) -> dict[str, str]:
    """Return the metadata of a card for a licence of `check_license`."""
    kind, divided, name = license.partition(":")
    return {"license": kind, "license_name": name} if divided and kind == OTHER_LICENSE else {"license": license}


def _nearest(identifier: str, known: list[str]) -> list[str]:
    """Return identifiers that begin like it, the newest versions first, or else similar ones."""
    longer = [other for other in sorted(known, reverse=True) if identifier and other.startswith(identifier)]
    return sorted(longer, key=len)[:3] or difflib.get_close_matches(identifier, known)
