"""The data set card: written from a template and the report, merged with a card that is there already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from datasets import DatasetInfo, Features
from datasets.splits import SplitDict, SplitInfo
from jinja2 import Environment, StrictUndefined

from hf_genderfair import __version__
from hf_genderfair.core.errors import OutputError
from hf_genderfair.hub.fingerprint import describe_columns
from hf_genderfair.report.render import report_tables, table_markdown
from hf_genderfair.report.report import Report, Table

UNKNOWN_LICENSE = "unknown"
BEGIN, END = "<!-- hf-genderfair: begin -->", "<!-- hf-genderfair: end -->"
STOCK_PHRASE = "[More Information Needed]"
METADATA = re.compile(r"\A\s*---[ \t]*\n(.*?)^---[ \t]*$\n?", re.DOTALL | re.MULTILINE)
SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")


@dataclass(frozen=True)
class CardDetails:
    """What a card says and a report does not know.

    Attributes:
        license: Identifier of the licence as the Hub spells it; None takes the one all of the report's sources share.
        summary: What the data set is, in Markdown; None takes the template's words.
        pretty_name: Name for readers; None takes the report's title.
        tags: Further tags.
        task_categories: Tasks of the Hub's list.
        source_datasets: Ids of the data sets it was made from.
        rebuild: Shell commands that make it anew.
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
        download_bytes: Size of its files, in bytes.
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
    download_bytes: int
    fingerprint: str


def template_text(name: str) -> str:
    """Return a template of ``cards/``: from the installed package, or from the repository when it is run in place.

    Args:
        name: File name.

    Returns:
        The template.

    Raises:
        OutputError: There is no such template.

    Example:
        >>> template_text("first_person_corpus.md.j2").startswith("{#")
        True
    """
    packaged = files("hf_genderfair").joinpath("cards", name)
    in_repository = Path(__file__).parents[2] / "cards" / name
    for place in (packaged, in_repository):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    raise OutputError(f"no card template {name!r}")


def render_card(report: Report, written: Sequence[WrittenSplit], details: CardDetails) -> str:
    """Write the card of a data set; every number in it comes from the report or from the rows written.

    Args:
        report: The report, with its ``data``.
        written: The splits.
        details: What else to say.

    Returns:
        The card: metadata in YAML, then Markdown between two marks, so that it can be renewed later.

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
    r"""Bring a new card into one that exists, keeping what the new one does not know.

    Metadata: lists are united, configurations and their infos replaced by name, the licence stays if the new one is
    unknown, and every other key of the existing card that the new one lacks stays. Text: what stands between the
    marks is renewed, what a person wrote outside of them stays; an unfilled stock template goes.

    Args:
        card: What `render_card` wrote.
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
        before, after = "", "" if STOCK_PHRASE in old_body else old_body
    parts = [part.strip() for part in (before, body, after)]
    return _join(_merge_metadata(new, old), "\n\n".join(part for part in parts if part) + "\n")


def split_card(card: str) -> tuple[dict[str, Any], str]:
    """Divide a card into metadata and text; metadata that are not YAML count as none.

    Args:
        card: Content of a README.md.

    Returns:
        Metadata and text.
    """
    match = METADATA.match(card)
    if match is None:
        return {}, card
    try:
        metadata = yaml.safe_load(match[1])
    except yaml.YAMLError:
        metadata = None
    return metadata if isinstance(metadata, dict) else {}, card[match.end() :]


def set_license(card: str, license: str) -> str:
    """Return a card with another licence."""
    metadata, body = split_card(card)
    return _join({**metadata, "license": license}, body)


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


def _join(metadata: dict[str, Any], body: str) -> str:
    written = yaml.safe_dump(metadata, sort_keys=False, allow_unicode=True, width=120)
    return f"---\n{written}---\n{body}"


def _metadata(report: Report, written: Sequence[WrittenSplit], details: CardDetails) -> dict[str, Any]:
    metadata: dict[str, Any] = {
        "pretty_name": details.pretty_name or report.title,
        "language": [report.language],
        "license": details.license or _shared_license(report),
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
    return str(licenses.pop()) if len(licenses) == 1 else UNKNOWN_LICENSE


def _config(name: str, parts: list[WrittenSplit]) -> dict[str, Any]:
    entry = {"config_name": name, "data_files": [{"split": part.split, "path": part.pattern} for part in parts]}
    return {**entry, "default": True} if name == "default" else entry


def _info(name: str, parts: list[WrittenSplit]) -> dict[str, Any]:
    splits = SplitDict()
    for part in parts:
        splits.add(SplitInfo(part.split, num_bytes=part.num_bytes, num_examples=part.rows))
    info = DatasetInfo(
        features=parts[0].features,
        splits=splits,
        download_size=sum(part.download_bytes for part in parts),
        dataset_size=sum(part.num_bytes for part in parts),
    )
    return {"config_name": name, **info._to_yaml_dict()}


def _merge_metadata(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    merged = dict(new)
    for key, value in old.items():
        if key not in new or (key == "license" and new[key] == UNKNOWN_LICENSE) or key == "pretty_name":
            merged[key] = value
        elif key in ("configs", "dataset_info"):
            merged[key] = _merge_configs(new[key], value)
        elif key != "size_categories" and isinstance(new[key], list):
            listed = value if isinstance(value, list) else [value]
            merged[key] = list(dict.fromkeys([*listed, *new[key]]))
    return merged


def _merge_configs(new: list[dict[str, Any]], old: Any) -> list[dict[str, Any]]:
    listed = old if isinstance(old, list) else [old]
    ours = {entry["config_name"] for entry in new}
    others = [entry for entry in listed if isinstance(entry, dict) and entry.get("config_name", "default") not in ours]
    # one configuration alone is the default without saying so; two must not both claim it
    return [*new, *({key: value for key, value in entry.items() if key != "default"} for entry in others)]


def _contents(written: Sequence[WrittenSplit]) -> Table:
    rows: list[list[Any]] = [[part.config, part.split, part.rows, part.fingerprint] for part in written]
    return Table("contents", "Contents", ["configuration", "split", "rows", "fingerprint"], rows)


def _columns(written: Sequence[WrittenSplit]) -> Table:
    rows: list[list[Any]] = [[name, kind] for name, kind in describe_columns(written[0].features).items()]
    return Table("columns", "Columns", ["column", "type"], rows)
