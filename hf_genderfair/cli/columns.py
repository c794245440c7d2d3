"""The command ``columns``: what every transform adds, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import typer
from datasets import Features, Value

from hf_genderfair.actors.columns import QUANTITIES
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.alternatives import WEIGHT
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.cli.console import say
from hf_genderfair.cli.lines import json_line
from hf_genderfair.cli.options import AsJson
from hf_genderfair.cli.output import print_text
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
from hf_genderfair.hub.fingerprint import describe_columns
from hf_genderfair.hub.lines import PROBLEM
from hf_genderfair.languages.analyse import Analyse
from hf_genderfair.languages.identification import Language
from hf_genderfair.languages.types import PERSON_GENDERS
from hf_genderfair.recipes.annotated import KINDS
from hf_genderfair.report.render import table_markdown
from hf_genderfair.report.report import Table
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import GenderPolarity
from hf_genderfair.representation.references.generated import GeneratedReferences
from hf_genderfair.representation.references.transform import PersonReferences
from hf_genderfair.rewriting.transform import GenderFair
from hf_genderfair.stereotypes.transform import StereotypeEdits, Stereotypes

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
