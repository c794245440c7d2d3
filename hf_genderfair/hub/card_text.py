"""Describe a data set: the text and metadata of its card, and Croissant for machines and catalogues."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from textwrap import shorten
from typing import Any
from urllib.parse import quote

import pyarrow as pa
from datasets import DatasetInfo
from datasets.splits import SplitDict, SplitInfo
from jinja2 import Environment, FunctionLoader, StrictUndefined, Template

from hf_genderfair import __version__
from hf_genderfair.core.batches import is_list
from hf_genderfair.core.errors import LicenseError
from hf_genderfair.core.records import as_record, read_json, read_record
from hf_genderfair.hub.card import (
    BEGIN,
    END,
    EXCLUDED,
    KEPT,
    UNKNOWN_LICENSE,
    CardDetails,
    WrittenSplit,
    check_license,
    join_card,
    license_metadata,
    template_text,
)
from hf_genderfair.hub.contacts import Contacts
from hf_genderfair.hub.fingerprint import describe_columns
from hf_genderfair.hub.locate import hub_source
from hf_genderfair.report.figures import Figure
from hf_genderfair.report.render import report_tables, table_markdown
from hf_genderfair.report.report import Cell, Report, Table
from hf_genderfair.report.sentences import by_number, listed, reason_in_words

MOST_WORDS = 1_200
PROOF_WORDS = 4
"""Words of the line of proof, which comes behind the text."""

MOST_ROWS = 12
"""Longer tables are in the report only."""

MOST_ANSWERS = 3
MOST_NAMES = 80
LONGEST_ALT = 300
REPOSITORY = "namespace/name"
"""In place of the id of a repository until it is known; see `set_repository`."""

# an underscore inside a word has no meaning in Markdown
MARKDOWN = re.compile(r"[\\`*\[\]<>|&~#!]|(?<![^\W_])_|_(?![^\W_])")
DIRECTIONS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
FIELDS = re.compile(r"(?<=struct)<.*")
SENTENCE = re.compile(r".*?[.!?](?= |$)")

SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
SEVERAL_LANGUAGES, NO_LANGUAGE = "mul", "und"
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")
"""Signs that end a line or turn the direction of what follows."""


def render_card(
    report: Report,
    written: Sequence[WrittenSplit],
    details: CardDetails,
    figures: Mapping[str, Figure] | None = None,
    pages: Sequence[str] = (),
) -> str:
    """Write the card of a data set; every number in it comes from the report or from the rows written."""
    template = card_template(details.template)
    render = partial(template.render, _values(report, written, details, figures or {}, pages))
    most = MOST_WORDS - PROOF_WORDS
    left = most - _words(f"{BEGIN} {render(figures=[], further=' all further tables and')} {END}")
    chosen = []
    # a report leaves out tables without rows
    tables = [table for table in report.tables if table.rows]
    for table in tables:
        words = _words(f"### {table.title} {table_markdown(table)}")
        if len(table.rows) <= MOST_ROWS and words <= left:
            chosen.append(table)
            left -= words
    body = _body(render, chosen, len(tables))
    # figures bring words of the template along: their heading, and how to read them
    while chosen and _words(f"{BEGIN} {body} {END}") > most:
        body = _body(render, chosen := chosen[:-1], len(tables))
    body = DIRECTIONS.sub("", body).replace(BEGIN, "").replace(END, "")
    body = re.sub(r"\n{3,}", "\n\n", body).strip()
    return join_card(card_metadata(report, written, details), f"{BEGIN}\n{body}\n{END}\n")


def card_template(name: str) -> Template:
    """Return a template of ``cards/``, compiled once in a process."""
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(template_text)
    )
    environment.filters |= {"markdown_table": table_markdown, "plain": plain}
    return environment


def _body(render: Callable[..., str], chosen: Sequence[Table], tables: int) -> str:
    others = tables - len(chosen)
    further = f" {others} further table{'s' * (others > 1)} and" if others else ""
    return render(figures=chosen, further=further)


def plain(text: str) -> str:
    """Return a text in one line without meaning in Markdown."""
    return MARKDOWN.sub(lambda match: "\\" + match[0], one_line(text))


def _values(
    report: Report,
    written: Sequence[WrittenSplit],
    details: CardDetails,
    figures: Mapping[str, Figure],
    pages: Sequence[str],
) -> dict[str, Any]:
    """Return what templates name."""
    tables = {table.name: table for table in report_tables(report)}
    columns = _columns(written)
    names = [str(row[0]) for row in columns.rows]
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    ticks = max(map(len, re.findall("`+", details.rebuild or "")), default=0)
    return {
        "report": report,
        "details": details,
        "steps": _shortened(_steps(report)),
        "sources": _shortened(tables["sources"]) if "sources" in tables else None,
        "excluded": _shortened(_excluded(report)),
        "contents": _contents(written),
        "contacts": sum((part.contacts for part in written), Contacts()),
        "columns": columns,
        "column_names": ", ".join(names[:MOST_NAMES]) + more,
        "most_rows": MOST_ROWS,
        "most_answers": MOST_ANSWERS,
        "loading": _loading(written),
        "repository": REPOSITORY,
        "pictures": [{"file": name, "alt": _first_sentence(figure.alt)} for name, figure in figures.items()],
        "pages": pages[:MOST_ROWS],
        "more_pages": f" and {len(pages) - MOST_ROWS:,} more beside this card" if len(pages) > MOST_ROWS else "",
        "step_names": {step.name for step in report.steps},
        "redacted": [str(source["redacted"]) for source in report.sources if "redacted" in source],
        "left_out": [
            f"Left out of {part.config}/{part.split}, since no row had a value: {listed(part.empty_columns)}."
            for part in written
            if part.empty_columns
        ],
        "fence": "`" * max(3, ticks + 1),
        "software": report.software.get("hf-genderfair", __version__),
    }


def _words(text: str) -> int:
    return len(text.split())


def _first_sentence(text: str) -> str:
    text = one_line(text)
    match = SENTENCE.match(text)
    return shorten(match[0] if match else text, LONGEST_ALT, placeholder=" …")


def _shortened(table: Table) -> Table | None:
    """Return the first rows of a table, with a note where there are more; None for a table without rows."""
    more = len(table.rows) - MOST_ROWS
    if more <= 0:
        return table if table.rows else None
    note = f"{table.note} {more:,} more {'is' if more == 1 else 'are'} in the report.".strip()
    return replace(table, rows=table.rows[:MOST_ROWS], note=note)


def _steps(report: Report) -> Table:
    """Return the steps without their parameters, of which there may be many."""
    rows: list[list[Any]] = [[step.name, step.version, step.rows_in, step.rows_out] for step in report.steps]
    return Table("steps", "Steps", ["step", "version", "rows in", "rows out"], rows)


def _excluded(report: Report) -> Table:
    """Return the number of rows left out by reason, the most frequent first, with the reasons as data hold them."""
    rows: list[list[Cell]] = [[reason, reason, number] for reason, number in by_number(report.excluded)]
    return Table("excluded", "Left out", ["reason", "in the data", "rows"], rows)


def _contents(written: Sequence[WrittenSplit]) -> Table:
    rows: list[list[Any]] = [[part.config, part.split, part.rows, part.fingerprint] for part in written]
    return Table("contents", "Contents", ["configuration", "split", "rows", "fingerprint"], rows)


def _columns(written: Sequence[WrittenSplit]) -> Table:
    described = describe_columns(written[0].features)
    # without the fields of structs, which the metadata list
    kinds = (FIELDS.sub("", kind.replace("list<", "list of ")).rstrip(">") for kind in described.values())
    return Table("columns", "Columns", ["column", "type"], [list(row) for row in zip(described, kinds, strict=True)])


def _loading(written: Sequence[WrittenSplit]) -> list[str]:
    """Return a line of code for each configuration."""
    splits: dict[str, list[str]] = {}
    for part in written:
        splits.setdefault(part.config, []).append(part.split)
    lines = []
    for config, names in splits.items():
        named = f", {json.dumps(config)}" if config == EXCLUDED else ""
        only = f", split={json.dumps(names[0])}" if len(names) == 1 else ""
        variable = config if config == EXCLUDED else "rows" if only else "splits"
        lines.append(f'{variable} = load_dataset("{REPOSITORY}"{named}{only})')
    return lines


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
    while is_list(kind):
        kind, repeated = kind.value_type, {"repeated": True}
    if pa.types.is_struct(kind):
        parts = [_field(identity, part, source, (*path, part.name)) for part in kind]
        return {**field, **repeated, "subField": parts}
    transform = {"transform": {"jsonPath": ".".join(map(_step, path))}} if path else {}
    return {**field, **repeated, "dataType": _data_type(kind), "source": {**source, **transform}}


def _step(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name, ensure_ascii=False)


def _data_type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "sc:Integer"
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return "sc:Float"
    if pa.types.is_boolean(kind):
        return "sc:Boolean"
    return "sc:Date" if pa.types.is_temporal(kind) else "sc:Text"
