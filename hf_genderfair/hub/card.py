"""Data set cards: rendered from a template and the report, and merged with existing cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Final

import yaml
from datasets import DatasetInfo, Features
from datasets.splits import SplitDict, SplitInfo
from huggingface_hub import DatasetCard
from jinja2 import Environment, StrictUndefined, Template

from hf_genderfair import __version__
from hf_genderfair.core.errors import LicenseError, OutputError
from hf_genderfair.core.settings import check_settings
from hf_genderfair.hub.fingerprint import describe_columns
from hf_genderfair.hub.licenses import OTHER_LICENSE, UNKNOWN_LICENSE, check_license, license_metadata
from hf_genderfair.report.render import report_tables, table_markdown
from hf_genderfair.report.report import Report, Table

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
SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")


class _MetadataLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads metadata as the Hub does, in YAML 1.2: ``no`` is the code of Norwegian and not a truth value."""

    yaml_implicit_resolvers: ClassVar = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != BOOLEAN]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


_MetadataLoader.add_implicit_resolver(BOOLEAN, re.compile(r"true|True|TRUE|false|False|FALSE"), list("tTfF"))


@dataclass(frozen=True)
class CardDetails:
    """The contents of a card that a report lacks.

    Attributes:
        license: Licence as the Hub spells it, or ``other:NAME``; None takes that of the report's sources if they share
            one.
        summary: Description of the data set in Markdown; None takes that of the template.
        pretty_name: Name for readers; None takes the report's title.
        tags: Further tags.
        task_categories: Tasks from the list of the Hub.
        source_datasets: Ids of the source data sets.
        rebuild: Shell commands that rebuild the data set.
        template: File name in ``cards/``.

    Example:
        >>> CardDetails(license="cc-by-4.0").task_categories
        ('text-classification',)
    """

    license: str | None = None
    summary: str | None = None
    pretty_name: str | None = None
    tags: tuple[str, ...] = ()
    task_categories: tuple[str, ...] = ("text-classification",)
    source_datasets: tuple[str, ...] = ()
    rebuild: str | None = None
    template: str = "first_person_corpus.md.j2"

    def __post_init__(self) -> None:
        """Refuse settings of another type than theirs."""
        check_settings(self)


@dataclass(frozen=True)
class WrittenSplit:
    """One split as it was written.

    Attributes:
        config: Name of the configuration.
        split: Name of the split.
        pattern: Its files, relative to the folder.
        features: Its columns.
        rows: Number of rows.
        num_bytes: Size in memory, in bytes.
        download_bytes: Size of its files, in bytes; None where it depends on how a run was divided.
        fingerprint: See `data_fingerprint`.

    Example:
        >>> from datasets import Value
        >>> WrittenSplit("default", "train", "data/train-*", Features({"text": Value("string")}), 1, 8, 900, "").rows
        1
    """

    config: str
    split: str
    pattern: str
    features: Features
    rows: int
    num_bytes: int
    download_bytes: int | None
    fingerprint: str


def data_pattern(config: str, split: str) -> str:
    """Return the files of a split, relative to the folder.

    Example:
        >>> data_pattern("default", "train")
        'data/train-*'
    """
    return f"{DATA_FOLDERS.get(config, config)}/{split}-*"


def template_text(name: str) -> str:
    """Return a template of ``cards/``, from the installed package or from the repository.

    Raises:
        OutputError: There is no such template.

    Example:
        >>> template_text("first_person_corpus.md.j2").startswith("{#")
        True
    """
    packaged = files("hf_genderfair").joinpath("cards", name)
    in_repository = Path(__file__).parents[2] / "cards" / name
    for path in (packaged, in_repository):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise OutputError(f"no card template {name!r}")


def check_details(details: CardDetails) -> None:
    """Check the details of a card before the data set is built.

    Raises:
        LicenseError: The Hub does not know the licence.
        OutputError: A tag is invalid.
    """
    if details.license is not None:
        check_license(details.license)
    for tag in details.tags:
        if not tag.strip() or not tag.isprintable() or len(tag) > LONGEST_TAG:
            raise OutputError(f"{tag!r:.80} is no tag of a card: use printable text of 1 to {LONGEST_TAG} characters")


def render_card(report: Report, written: Sequence[WrittenSplit], details: CardDetails) -> str:
    """Write the card of a data set; every number in it comes from the report or from the rows written.

    Args:
        report: The report, with its ``data``.
        written: The splits.
        details: Further contents.

    Returns:
        The card: metadata in YAML, then Markdown between two marks, so that it can be updated later.

    Raises:
        OutputError: There is no such template.
    """
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)
    environment.filters["markdown_table"] = table_markdown
    tables = {table.name: table for table in report_tables(report)}
    body = environment.from_string(template_text(details.template)).render(
        report=report,
        details=details,
        figures=report.tables,
        steps=tables.get("steps"),
        sources=tables.get("sources"),
        excluded=tables.get("excluded"),
        contents=_contents(written),
        columns=_columns(written),
        version=__version__,
    )
    body = re.sub(r"\n{3,}", "\n\n", body).strip()
    return _join(_metadata(report, written, details), f"{BEGIN}\n{body}\n{END}\n")


def merge_cards(card: str, existing: str) -> str:
    r"""Merge a new card into an existing one, keeping what the new one lacks.

    Metadata: lists are united, configurations and their infos replaced by name, the licence is kept if the new one is
    unknown, and so are the name and all other keys that the new card lacks. Text: the part between the marks is
    replaced, the text outside of them is kept, and unreadable metadata are kept as text; a stock template that nobody
    has filled in is dropped.

    Args:
        card: A card of `render_card`.
        existing: The card to merge into; empty if there is none.

    Returns:
        The merged card; merging once more changes nothing.

    Example:
        >>> old = "---\nlicense: mit\ndoi: 10.1/x\n---\nMy notes."
        >>> print(merge_cards(f"---\nlicense: unknown\n---\n{BEGIN}\nNew.\n{END}\n", old))
        ---
        license: mit
        doi: 10.1/x
        ---
        <!-- hf-genderfair: begin -->
        New.
        <!-- hf-genderfair: end -->
        <BLANKLINE>
        My notes.
        <BLANKLINE>
    """
    new, body = split_card(card)
    old, old_body = split_card(existing)
    before, marked, rest = old_body.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not (marked and closed):
        before, after = "", "" if _unfilled(old_body) else old_body
    parts = [part.strip() for part in (before, body, after)]
    return _join(_merge_metadata(new, old), "\n\n".join(part for part in parts if part) + "\n")


def split_card(card: str) -> tuple[dict[str, Any], str]:
    """Split a card into metadata and text; unreadable metadata are part of the text."""
    match = METADATA.match(card)
    metadata = None if match is None else _read_metadata(match[1])
    return ({}, card.removeprefix("\ufeff")) if match is None or metadata is None else (metadata, card[match.end() :])


def unreadable_metadata(card: str) -> bool:
    r"""Return whether a card begins with unreadable metadata.

    Example:
        >>> unreadable_metadata("---\nlicense: mit\n---\n"), unreadable_metadata("---\n: [\n---\n")
        (False, True)
    """
    match = METADATA.match(card)
    return match is not None and _read_metadata(match[1]) is None


def card_license(card: str) -> str:
    r"""Return the licence of a card: identifiers in lower case, several separated by commas, or ``unknown``.

    Example:
        >>> card_license("---\nlicense: [MIT, Apache-2.0]\n---\n"), card_license("My notes.")
        ('apache-2.0, mit', 'unknown')
    """
    return _license(split_card(card)[0])


def card_rows(card: str) -> dict[str, int]:
    """Return the number of rows of each ``configuration/split`` that a card describes."""
    return {
        f"{info.get('config_name', KEPT)}/{split['name']}": split["num_examples"]
        for info in _entries(split_card(card)[0].get("dataset_info"))
        for split in _entries(info.get("splits"))
        if "name" in split and "num_examples" in split
    }


def set_license(card: str, license: str) -> str:
    """Return a card with another licence, one that `check_license` returned."""
    metadata, body = split_card(card)
    kept = {key: value for key, value in metadata.items() if key not in LICENSE_KEYS[1:]}
    return _join({**kept, **license_metadata(license)}, body)


def configuration_losses(card: str, existing: str, ours: Collection[str]) -> list[str]:
    """Return the losses by merging in the configurations that others described in a card.

    Args:
        card: The new card.
        existing: The existing card.
        ours: Each ``configuration/split`` of the existing card that this library wrote.

    Returns:
        A phrase for each loss.
    """
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


def size_category(rows: int) -> str:
    """Return the Hub's category of a number of rows.

    Example:
        >>> size_category(999), size_category(1000), size_category(2 * 10**12)
        ('n<1K', '1K<n<10K', 'n>1T')
    """
    passed = sum(rows >= 10 ** (3 + power) for power in range(len(SIZES)))
    if passed == 0:
        return f"n<{SIZES[0]}"
    return f"n>{SIZES[-1]}" if passed == len(SIZES) else f"{SIZES[passed - 1]}<n<{SIZES[passed]}"


def _read_metadata(text: str) -> dict[str, Any] | None:
    try:
        metadata = yaml.load(text, _MetadataLoader)
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
    """Return the mappings of a list, or of a single mapping."""
    return [entry for entry in (value if isinstance(value, list) else [value]) if isinstance(entry, dict)]


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
    stock = Template(DatasetCard.default_template_path.read_text(encoding="utf-8")).render()
    known = {line.strip() for line in stock.splitlines()} | {"", STOCK_PHRASE}
    lines = (line.strip() for line in body.splitlines())
    return STOCK_PHRASE in body and all(line in known or STOCK_TITLE.fullmatch(line) for line in lines)


def _join(metadata: dict[str, Any], body: str) -> str:
    written = yaml.safe_dump(metadata, sort_keys=False, allow_unicode=True, width=120)
    return f"---\n{written}---\n{body}"


def _metadata(report: Report, written: Sequence[WrittenSplit], details: CardDetails) -> dict[str, Any]:
    metadata: dict[str, Any] = {
        "pretty_name": details.pretty_name or report.title,
        "language": [report.language],
        **license_metadata(_shared_license(report) if details.license is None else check_license(details.license)),
        "annotations_creators": ["machine-generated"],
        "size_categories": [size_category(sum(part.rows for part in written if part.config == "default"))],
        "source_datasets": list(details.source_datasets) or ["original"],
        "task_categories": list(details.task_categories),
        "tags": sorted({"gender", "hf-genderfair", *details.tags}),
    }
    configs = list(dict.fromkeys(part.config for part in written))
    metadata["configs"] = [_config(config, [part for part in written if part.config == config]) for config in configs]
    metadata["dataset_info"] = [
        _info(config, [part for part in written if part.config == config]) for config in configs
    ]
    return metadata


def _shared_license(report: Report) -> str:
    licenses = {source.get("licence") or source.get("license") or UNKNOWN_LICENSE for source in report.sources}
    shared = str(licenses.pop()) if len(licenses) == 1 else UNKNOWN_LICENSE
    try:
        return check_license(shared)
    except LicenseError:
        # sources may describe their licence in any words; publishing requires one that the Hub knows
        return shared


def _config(name: str, parts: list[WrittenSplit]) -> dict[str, Any]:
    entry = {"config_name": name, "data_files": [{"split": part.split, "path": part.pattern} for part in parts]}
    return {**entry, "default": True} if name == "default" else entry


def _info(name: str, parts: list[WrittenSplit]) -> dict[str, Any]:
    splits = SplitDict()
    for part in parts:
        splits.add(SplitInfo(part.split, num_bytes=part.num_bytes, num_examples=part.rows))
    sizes = [part.download_bytes for part in parts]
    info = DatasetInfo(
        features=parts[0].features,
        splits=splits,
        download_size=None if None in sizes else sum(size or 0 for size in sizes),
        dataset_size=sum(part.num_bytes for part in parts),
    )
    return {"config_name": name, **info._to_yaml_dict()}


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


def _contents(written: Sequence[WrittenSplit]) -> Table:
    rows: list[list[Any]] = [[part.config, part.split, part.rows, part.fingerprint] for part in written]
    return Table("contents", "Contents", ["configuration", "split", "rows", "fingerprint"], rows)


def _columns(written: Sequence[WrittenSplit]) -> Table:
    rows: list[list[Any]] = [[name, kind] for name, kind in describe_columns(written[0].features).items()]
    return Table("columns", "Columns", ["column", "type"], rows)
