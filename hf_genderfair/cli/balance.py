"""The command ``balance``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import typer

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.balancing.solver import read_bounds
from hf_genderfair.cli.actors import EVIDENCE, TAKEN, ActorCoreference, ActorSentiment
from hf_genderfair.cli.groups import REQUIRED, Options, grouped
from hf_genderfair.cli.options import DIVIDED_BY, Folder, Limit, dividing_column
from hf_genderfair.cli.origin import NamedOrigin
from hf_genderfair.cli.shards import Shards, own_rows, run_in_shards
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.recipes.balance_recipe import BalanceRecipe

Flags = Annotated[
    Literal["none", "default", "paper"],
    typer.Option("--flags", help="Leave out texts that treat women and men unlike first."),
]


def read_range(option: str) -> tuple[float, float] | float:
    """Read ``--range``: two numbers above 0 with a comma between them, the lower one first, or one number above 1."""
    try:
        numbers = [float(part) for part in option.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2):
        raise GenderfairError(f"--range {option!r} cannot be read: write LOW,HIGH as in 0.75,1.25, or one number")
    ratio = numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])
    try:
        read_bounds(ratio)
    except GenderfairError as error:
        raise GenderfairError(str(error).replace(f"ratio={ratio!r}", f"--range {option}")) from error
    return ratio


Balancing: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        "words",
        "max_removed",
        "force",
        "method",
        "seed",
        ratio=typer.Option(
            "0.75,1.25",
            "--range",
            metavar="LOW,HIGH",
            parser=read_range,
            help="Range of the ratios of women to men; one number x is 1/x to x, as in 1.25.",
        ),
        by=DIVIDED_BY,
        report_by=typer.Option(..., "--report-by", metavar="COLUMN"),
        of=BalanceRecipe,
    ),
]
"""What is balanced, and how."""

Thresholds: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        "subject_object",
        "direct_indirect",
        "named_pronoun",
        "min_flags",
        "min_cases",
        sentiment=typer.Option(..., "--sentiment-difference"),
        of=AsymmetryFlags,
    ),
]
"""When a text is flagged."""


@grouped
def balance(
    origin: NamedOrigin,
    folder: Folder,
    balancing: Balancing,
    thresholds: Thresholds,
    divided: Annotated[Shards, Options(without=("longest",))],
    sentiment: ActorSentiment,
    coreference: ActorCoreference,
    metrics: Annotated[ActorMetrics, Options("gender", "pipeline_name", lang=REQUIRED, evidence=EVIDENCE, takes=TAKEN)],
    flags: Flags = "none",
    limit: Limit = None,
) -> None:
    """Leave out rows until women and men are equally present.

    Finds the actors of each text, then leaves out as few rows as possible so that the ratio of female to male actors,
    and that of their mentions, lie in the range: in each year or section where --by names a column. Writes the rows
    that stay, in the columns of the source, those that were left out with their reasons, report, pictures and card.
    Where the range cannot be reached nothing is written, and the message says how near one comes.

    Examples:
        hf-genderfair balance articles.jsonl --lang de --out balanced/
        hf-genderfair balance articles.jsonl --lang de --range .75,1.25 --by year --out balanced/
        hf-genderfair balance news.parquet --lang en --range 1.1 --flags default --max-removed 0.2 --out balanced/
    """
    if balancing["words"] and balancing["method"] == "paper":
        raise GenderfairError("--words has no effect on --method paper, which leaves out rows: leave one of them out")
    divided.check()
    rows = own_rows(origin, limit)
    columns = {name: dividing_column(balancing.get(name), rows.column_names) for name in ("by", "report_by")}
    flagged = None if flags == "none" else AsymmetryFlags(flags, **thresholds)
    # longer texts than the source may have are not read
    recipe = BalanceRecipe(metrics, flagged, longest=None, **{**balancing, **columns})
    run_in_shards(rows, origin, folder, divided, recipe)
