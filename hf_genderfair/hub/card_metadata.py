"""The metadata of a data set card, as the Hub reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from datasets import DatasetInfo
from datasets.splits import SplitDict, SplitInfo

from hf_genderfair.core.errors import LicenseError
from hf_genderfair.hub.card import KEPT, CardDetails, WrittenSplit
from hf_genderfair.hub.licenses import UNKNOWN_LICENSE, check_license, license_metadata
from hf_genderfair.hub.locate import hub_source
from hf_genderfair.report.report import Report

SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
SEVERAL_LANGUAGES, NO_LANGUAGE = "mul", "und"
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")
"""Signs that end a line or turn the direction of what follows."""


def one_line(text: str) -> str:
    """Return a text without line breaks and without signs that turn the direction of what follows."""
    return " ".join(CONTROLS.sub(" ", text).split())


def card_metadata(report: Report, written: Sequence[WrittenSplit], details: CardDetails) -> dict[str, Any]:
    """Return the metadata of a card."""
    metadata: dict[str, Any] = {
        "pretty_name": one_line(details.pretty_name or report.title),
        **_languages(details.languages or (report.language,)),
        **license_metadata(_shared_license(report) if details.license is None else check_license(details.license)),
        "annotations_creators": ["machine-generated"],
        "size_categories": [size_category(sum(part.rows for part in written if part.config == KEPT))],
        "source_datasets": list(details.source_datasets) or source_datasets(report),
        "task_categories": list(details.task_categories),
        "tags": sorted({"gender", "hf-genderfair", *details.tags}),
    }
    configs = {part.config: [other for other in written if other.config == part.config] for part in written}
    metadata["configs"] = [_config(config, parts) for config, parts in configs.items()]
    metadata["dataset_info"] = [_info(config, parts) for config, parts in configs.items()]
    return {key: value for key, value in metadata.items() if value}


def source_datasets(report: Report) -> list[str]:
    """Return what a data set was made of, as the Hub spells it: ids of the Hub, or names with ``extended|other-``."""
    return list(dict.fromkeys(_source(source) for source in report.sources)) or ["extended|other"]


def size_category(rows: int) -> str:
    """Return the Hub's category of a number of rows."""
    passed = sum(rows >= 10 ** (3 + power) for power in range(len(SIZES)))
    if passed == 0:
        return f"n<{SIZES[0]}"
    return f"n>{SIZES[-1]}" if passed == len(SIZES) else f"{SIZES[passed - 1]}<n<{SIZES[passed]}"


def _source(source: dict[str, Any]) -> str:
    name = str(source.get("id", ""))
    found = hub_source(name)
    # a name without a slash may be that of a file
    if found is not None and ("/" in name or "revision" in source):
        return found.repo_id
    words = "-".join(re.findall(r"[\w.]+", one_line(name)))
    return f"extended|other-{words}" if words else "extended|other"


def _languages(tags: Sequence[str]) -> dict[str, Any]:
    known = [tag for tag in tags if tag not in (SEVERAL_LANGUAGES, NO_LANGUAGE)]
    codes = list(dict.fromkeys(tag.partition("-")[0] for tag in known))
    several = len(codes) > 1 or SEVERAL_LANGUAGES in tags
    return {
        "language": codes,
        "language_bcp47": [tag for tag in known if "-" in tag],
        "multilinguality": ["multilingual"] if several else ["monolingual"] if codes else [],
    }


def _shared_license(report: Report) -> str:
    licenses = {source.get("licence") or source.get("license") or UNKNOWN_LICENSE for source in report.sources}
    shared = str(licenses.pop()) if len(licenses) == 1 else UNKNOWN_LICENSE
    try:
        return check_license(shared)
    except LicenseError:
        # sources may describe their licence in any words; publishing requires one that the Hub knows
        return shared


def _config(name: str, parts: Sequence[WrittenSplit]) -> dict[str, Any]:
    entry = {"config_name": name, "data_files": [{"split": part.split, "path": part.pattern} for part in parts]}
    return {**entry, "default": True} if name == KEPT else entry


def _info(name: str, parts: Sequence[WrittenSplit]) -> dict[str, Any]:
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
