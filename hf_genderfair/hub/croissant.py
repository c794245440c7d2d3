"""Describe a data set in Croissant, with the fields for responsible AI, so that machines and catalogues can read it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

import pyarrow as pa

from hf_genderfair import __version__
from hf_genderfair.core.records import as_record, read_json, read_record
from hf_genderfair.hub.card import CardDetails, WrittenSplit
from hf_genderfair.hub.card_text import card_metadata, one_line
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.report.report import Report
from hf_genderfair.report.sentences import reason_in_words

SPECIFICATIONS = ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"]
HUB = "https://huggingface.co/datasets/"
REPOSITORY_ID = "repository"
NO_CHECKSUM = "https://github.com/mlcommons/croissant/issues/80"
"""In place of the checksum of a repository, which has none; the Hub writes the same."""

PEOPLE = "The texts may hold names, contact details, statements on health, belief or sex life, and insults."
IMPACT = (
    "Made to show and to lessen how unevenly texts speak of groups of people. What is said of gender is said of words "
    "and texts: it must not be used to infer the gender of a person."
)


def croissant(report: Report, written: Sequence[WrittenSplit], details: CardDetails) -> str:
    """Describe a data set in Croissant 1.0 and its vocabulary for responsible AI."""
    metadata = card_metadata(report, written, details)
    contacts = sum((part.contacts for part in written), Contacts())
    redacted = [f"Replaced before: {one_line(str(each['redacted']))}." for each in report.sources if "redacted" in each]
    configs = {part.config: [other for other in written if other.config == part.config] for part in written}
    described = {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": SPECIFICATIONS,
        "name": metadata["pretty_name"],
        "description": " ".join([metadata["pretty_name"], *map(one_line, report.answers)]),
        "license": metadata.get("license_link") or metadata.get("license_name") or metadata["license"],
        "inLanguage": metadata.get("language_bcp47") or metadata.get("language", []),
        "keywords": metadata["tags"],
        "isBasedOn": metadata["source_datasets"],
        **_responsible(report, details),
        "rai:personalSensitiveInformation": [PEOPLE, f"Found by their form: {contacts.in_words()}.", *redacted],
        "distribution": [_files(config, parts) for config, parts in configs.items()],
        "recordSet": [_records(config, parts) for config, parts in configs.items()],
    }
    return _json(described)


def set_croissant_repository(described: str, repo_id: str) -> str:
    """Return a description in Croissant whose files are those of a repository on the Hub."""
    values = read_record(dict[str, Any], described)
    listed = as_record(list[dict[str, Any]], values.get("distribution"))
    repository = {
        "@type": "cr:FileObject",
        "@id": REPOSITORY_ID,
        "name": REPOSITORY_ID,
        "description": "The repository on the Hub.",
        "contentUrl": HUB + repo_id,
        "encodingFormat": "git+https",
        "sha256": NO_CHECKSUM,
    }
    files = [{**each, "containedIn": {"@id": REPOSITORY_ID}} for each in listed if "includes" in each]
    return _json({**values, "url": HUB + repo_id, "distribution": [repository, *files]})


@cache
def _context() -> Any:
    """Return what the names of the vocabulary stand for, which is the same in every description."""
    return read_json(files("hf_genderfair.hub").joinpath("croissant_context.json").read_text("utf-8"))


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2) + "\n"


def _responsible(report: Report, details: CardDetails) -> dict[str, Any]:
    """Return the fields for responsible AI."""
    version = report.software.get("hf-genderfair", __version__)
    steps = [f"{step.name} (version {step.version})" for step in report.steps]
    left_out = [f"{number:,} rows left out: {reason_in_words(reason)}" for reason, number in report.excluded.items()]
    sources = [str(source["id"]) for source in report.sources if "id" in source]
    fields = {
        "rai:dataCollection": f"Derived from {', '.join(sources)}." if sources else None,
        "rai:dataCollectionType": ["Secondary Data Analysis"],
        "rai:dataPreprocessingProtocol": [one_line(text) for text in [*steps, *left_out]],
        "rai:dataAnnotationProtocol": ["Everything was annotated by a program; nothing was annotated by hand."],
        "rai:machineAnnotationTools": [f"hf-genderfair {version}"],
        "rai:dataUseCases": [details.uses] if details.uses else [],
        "rai:dataLimitations": list(map(one_line, report.limits)),
        "rai:dataBiases": list(map(one_line, report.answers)),
        "rai:dataSocialImpact": IMPACT,
    }
    return {name: value for name, value in fields.items() if value}


def _files(config: str, parts: Sequence[WrittenSplit]) -> dict[str, Any]:
    rows = ", ".join(f"{part.split} {part.rows:,}" for part in parts)
    return {
        "@type": "cr:FileSet",
        "@id": f"{config}-files",
        "name": f"{config}-files",
        "description": f"Rows of the configuration {config} by split: {rows}.",
        "encodingFormat": "application/x-parquet",
        "includes": [f"{part.pattern}.parquet" for part in parts],
    }


def _records(config: str, parts: Sequence[WrittenSplit]) -> dict[str, Any]:
    fields = []
    for column in parts[0].features.arrow_schema:
        source = {"fileSet": {"@id": f"{config}-files"}, "extract": {"column": column.name}}
        fields.append(_field(config, column, source, ()))
    return {"@type": "cr:RecordSet", "@id": config, "name": config, "field": fields}


def _field(parent: str, described: pa.Field, source: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """Return a column or a field of a struct in it; lists are repeated."""
    # identities are parts of addresses
    identity = f"{parent}/{quote(described.name, safe='')}"
    field = {"@type": "cr:Field", "@id": identity, "name": identity, "description": one_line(described.name)}
    kind, repeated = described.type, {}
    while pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        kind, repeated = kind.value_type, {"repeated": True}
    if pa.types.is_struct(kind):
        parts = [_field(identity, part, source, (*path, part.name)) for part in kind]
        return {**field, **repeated, "subField": parts}
    transform = {"transform": {"jsonPath": ".".join(map(_step, path))}} if path else {}
    return {**field, **repeated, "dataType": _type(kind), "source": {**source, **transform}}


def _step(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name, ensure_ascii=False)


def _type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "sc:Integer"
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return "sc:Float"
    if pa.types.is_boolean(kind):
        return "sc:Boolean"
    return "sc:Date" if pa.types.is_temporal(kind) else "sc:Text"
