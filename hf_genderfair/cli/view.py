"""The commands ``view`` and ``columns``: rows to read in a browser, and what every transform adds to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer
from datasets import Features, Value

from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.corpus import WEIGHT
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.cli.console import PROGRESS, say
from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import REQUIRED, AsJson, Options, grouped
from hf_genderfair.cli.origin import Origin, words_of_commands
from hf_genderfair.cli.output import print_text
from hf_genderfair.core.errors import OutputError, SourceError
from hf_genderfair.core.spans import EDIT_FEATURE
from hf_genderfair.core.transform import column_meanings
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.counterfactual.twins import SWAPPED, TWIN
from hf_genderfair.first_person.duplicates import NormalisedHash
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import SOURCE_FEATURES, Posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.hub.card import data_parts
from hf_genderfair.hub.fingerprint import describe_columns
from hf_genderfair.hub.folder import REPORT_FILE, all_or_nothing, check_target
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.hub.locate import source_name
from hf_genderfair.hub.source import open_source
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.identification import Language
from hf_genderfair.languages.types import PERSON_GENDERS
from hf_genderfair.recipes.annotated import KINDS
from hf_genderfair.report.render import table_markdown
from hf_genderfair.report.report import Report, Table
from hf_genderfair.report.view.page import PAGE_FILE, STATIC, ColumnFacts, write_view
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.transform import GeneratedReferences, PersonReferences
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import StereotypeEdits, Stereotypes

if TYPE_CHECKING:
    from datasets import Dataset

Added: TypeAlias = tuple[Features, Mapping[str, str]]
"""Columns, and what each of them means."""

TRANSFORMS = (
    Language(),
    Posts(),
    FirstPerson(),
    Neutralise(),
    FragmentReasons(),
    NormalisedHash(),
    GenderPolarity(),
    GroupWords(),
    GeneratedReferences("es", LocalGenerator("any")),
    AsymmetryFlags(),
    StereotypeEdits(),
    PersonReferences(lang_column="language"),
    ActorMetrics(lang_column="language"),
    GenderFair(lang_column="language"),
    Stereotypes(lang_column="language"),
    Counterfactual(lang_column="language"),
    Analyse(lang_column="language"),
)
TEXT = Value("string")
ALIKE = frozenset(f"{gender}_{quantity}" for gender in PERSON_GENDERS[1:] for quantity in QUANTITIES)
"""Columns that are those of another gender once more; one line explains them all."""

_FUNCTIONS: Mapping[str, Mapping[str, Any]] = {
    "apply_counterfactuals": {**SWAPPED, **TWIN},
    "duplicate_reasons": {"duplicate_reason": TEXT},
    "challenge_sets": {"challenge_reason": TEXT},
    "balance": {"balance_reason": TEXT, "balance_step": TEXT},
    "balance_weights": {WEIGHT: Value("float64")},
    "hf-genderfair corpus": {"reason": TEXT, "step": TEXT},
    "hf-genderfair swap": {f"swap_{field}": kind for field, kind in KINDS.items()},
    "hf-genderfair normalise": {"normalise_edits": EDIT_FEATURE},
    "hf-genderfair biased": {"biased_edits": EDIT_FEATURE},
}
"""Columns of functions that come after the transforms."""

ADDED_BY: dict[str, Added] = {
    "open_source": (Features({PROBLEM: TEXT}), column_meanings("open_source")),
    "isolate_posts": (Features(SOURCE_FEATURES), column_meanings("isolate_posts")),
    **{type(transform).__name__: (transform.features(), transform.meanings()) for transform in TRANSFORMS},
    **{name: (Features(added), column_meanings(name)) for name, added in _FUNCTIONS.items()},
}


def columns_table() -> Table:
    """Return every column the library adds: by which transform, its type and its meaning."""
    rows = [
        [name, column, kind, meanings[column]]
        for name, (features, meanings) in ADDED_BY.items()
        for column, kind in describe_columns(features).items()
        if column not in ALIKE
    ]
    note = "Offsets are Unicode code points into the text, the end exclusive."
    return Table("columns", "Columns", ["added by", "column", "type", "meaning"], [list(row) for row in rows], note)


def columns(
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a table in Markdown.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the columns that are added, and their meaning.

    Examples:
        hf-genderfair columns
        hf-genderfair columns --json
    """
    table = columns_table()
    if as_json:
        say(json_line([dict(zip(table.columns, row, strict=True)) for row in table.rows]))
    elif markdown:
        say(table_markdown(table), nl=False)
    else:
        print_text(_plain(table))


def _plain(table: Table) -> str:
    lines, last = [], None
    for transform, column, kind, meaning in table.rows:
        lines += [] if transform == last else ["", f"{transform}"]
        lines += [f"  {column}", f"    {kind}", f"    {meaning}"]
        last = transform
    return "\n".join([*lines[1:], "", table.note])


MASKED = "stereotypes"
"""The capability whose spans are sentences that may offend."""

ViewedOrigin = Annotated[Origin, Options(without=("longest",), source=REQUIRED)]


@grouped
def view(
    origin: ViewedOrigin,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Folder of the page; by default NAME-view.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most rows; of several parts, some of each.")] = 100_000,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a data set that stands in the folder.")
    ] = False,
) -> None:
    """Write a page to read the rows in a browser.

    The text, with what the columns of this library say of it: layers to switch on and off, edits, filters, search. A
    folder that a command wrote is shown with the rows that were left out. The page works from disk: it needs no
    server, and sends nothing anywhere. Sentences that may hold a stereotype are masked until they are asked for.

    Examples:
        hf-genderfair view corpus/
        hf-genderfair view fair/ --out fair-page --limit 5000
        hf-genderfair view me/first-person-pl --split train
    """
    # what has no slash is hardly ever on the Hub
    if origin.source != "-" and "/" not in origin.source.rstrip("/") and not Path(origin.source).exists():
        raise SourceError(
            f"there is no folder or file {origin.source} here: view takes a folder that a command wrote, a file, or a "
            "data set of the Hub such as me/posts"
        )
    name = re.sub(r"[^\w.-]+", "-", source_name(origin.source)).strip(".-")
    folder = out or Path(f"{name or 'rows'}-view")
    _check_free(folder, overwrite)
    title, parts, note = _published(origin, limit) or _source(origin, limit)
    capabilities, meanings = _declared()
    spans = {column: str(kind) for part in parts.values() for column, kind in part.features.items()}
    capabilities |= {column: capabilities[alike] for column, alike in _alike(spans, capabilities).items()}
    facts = ColumnFacts(
        origin.text_column,
        capabilities,
        meanings,
        frozenset(column for column, capability in capabilities.items() if capability == MASKED),
        next(iter(TWIN)),
    )
    with all_or_nothing(folder, overwrite) as building:
        rows = write_view(building, parts, title, facts, note)
    PROGRESS.written.append(folder)
    origin.close()
    say(f"{rows:,} rows. Written to {folder}: open {folder / PAGE_FILE} in a browser.")


def _check_free(folder: Path, overwrite: bool) -> None:
    is_page = all((folder / name).is_file() for name in STATIC)
    if overwrite and folder.is_dir() and any(folder.iterdir()) and not is_page:
        raise OutputError(f"{folder} holds something else than a page of this command: choose another folder")
    if not (overwrite and is_page):
        check_target(folder)


def _published(origin: Origin, limit: int) -> tuple[str, dict[str, Dataset], str] | None:
    """Return title, parts and a note of a folder with a report; None for other sources, or where a part is chosen."""
    file = Path(origin.source).expanduser() / REPORT_FILE
    if not file.is_file() or origin.split or origin.config:
        return None
    try:
        report = Report.from_json(file.read_text(encoding="utf-8"))
        described = data_parts(report)
    except (OSError, ValueError) as error:
        raise SourceError(f"{file} cannot be read ({error}): get it anew, or name a file of the data") from error
    parts = {}
    with words_of_commands():
        for part in described:
            config, _, split = part.partition("/")
            name = split if config == "default" else f"{config}, {split}"
            parts[name] = open_source(origin.source, origin.text_column, config=config, split=split)
    numbers = shares({name: len(rows) for name, rows in parts.items()}, limit)
    total, kept = sum(map(len, parts.values())), sum(numbers.values())
    note = f"{kept:,} of {total:,} rows: the first ones of each part." if kept < total else ""
    return report.title, {name: rows.select(range(numbers[name])) for name, rows in parts.items()}, note


def _source(origin: Origin, limit: int) -> tuple[str, dict[str, Dataset], str]:
    """Return title, rows and a note of a source."""
    rows = origin.rows(limit)
    name = source_name(origin.source)
    note = f"The first {limit:,} rows." if len(rows) == limit else ""
    return name, {origin.split or name: rows}, note


def shares(rows: Mapping[str, int], limit: int) -> dict[str, int]:
    """Return how many rows of each part are taken: all of small parts, and of the others equally many."""
    taken: dict[str, int] = {}
    for place, (name, number) in enumerate(sorted(rows.items(), key=lambda part: part[1])):
        taken[name] = min(number, (limit - sum(taken.values())) // (len(rows) - place))
    return taken


def _declared() -> tuple[dict[str, str], dict[str, str]]:
    """Return the capability and the meaning of each column that the library adds."""
    folders = {type(transform).__name__: type(transform).__module__.split(".")[1] for transform in TRANSFORMS}
    capabilities: dict[str, str] = {}
    meanings: dict[str, str] = {}
    for name, (features, said) in ADDED_BY.items():
        for column in features:
            capabilities.setdefault(column, folders.get(name, ""))
        meanings = {**said, **meanings}
    return capabilities, meanings


def _alike(columns: Mapping[str, str], capabilities: Mapping[str, str]) -> dict[str, str]:
    """Return for columns that are named after a setting, such as an attribute, a declared one with the same fields."""
    declared: dict[str, Any] = {}
    for features, _ in ADDED_BY.values():
        for column, kind in features.items():
            if "start" in str(kind):
                declared.setdefault(str(kind), column)
    return {name: declared[kind] for name, kind in columns.items() if name not in capabilities and kind in declared}
