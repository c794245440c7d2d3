"""The command ``balance``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import typer

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.balancing.solver import read_bounds
from hf_genderfair.cli.actors import ALL_SOURCES, ActorsLang, GenderRule, GenderSources, read_sources
from hf_genderfair.cli.groups import REQUIRED, Varied, grouped
from hf_genderfair.cli.options import By, Folder, Limit, PipelineName, Seed, dividing_column
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, Origin
from hf_genderfair.cli.shards import Shards, own_rows, run_in_shards
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.recipes.balance_recipe import BalanceRecipe

Range = Annotated[
    str,
    typer.Option(
        "--range", metavar="LOW,HIGH", help="Range of the ratios of women to men; one number x is 1/x to x, as in 1.25."
    ),
]
Flags = Annotated[
    Literal["none", "default", "paper"],
    typer.Option("--flags", help="Leave out texts that treat women and men unlike first."),
]
MinFlags = Annotated[int, typer.Option("--min-flags", min=1, max=4, help="Flags that make a reason to leave out.")]
MaxRemoved = Annotated[
    float | None, typer.Option("--max-removed", min=0, max=1, help="Greatest share that may be left out for balance.")
]
Method = Annotated[
    Literal["fewest", "paper"], typer.Option("--method", help="As few as possible, or the published procedure.")
]


@dataclass(frozen=True)
class Balancing:
    """What is balanced and how; see `BalanceRecipe`."""

    range_: Range = "0.75,1.25"
    by: By = None
    flags: Flags = "none"
    min_flags: MinFlags = 2
    words: Annotated[bool, typer.Option("--words", help="Leave out as few words as possible, not rows.")] = False
    max_removed: MaxRemoved = None
    force: Annotated[
        bool, typer.Option("--force", help="Where the range is out of reach, come as near as possible.")
    ] = False
    method: Method = "fewest"
    seed: Seed = 0

    def settings(self, columns: Sequence[str]) -> dict[str, Any]:
        """Return what the recipe is given, for rows of these columns."""
        return {
            "flags": None if self.flags == "none" else AsymmetryFlags(self.flags, min_flags=self.min_flags),
            "ratio": read_range(self.range_),
            "by": dividing_column(self.by, columns),
            **{name: getattr(self, name) for name in ("words", "max_removed", "force", "method", "seed")},
        }


@grouped
def balance(
    lang: ActorsLang,
    origin: Annotated[Origin, Varied(defaults={"source": REQUIRED, "longest": ANALYSED_CHARACTERS})],
    folder: Folder,
    balancing: Balancing,
    divided: Annotated[Shards, Varied(without=("longest",))],
    gender: GenderRule = "evidence",
    evidence: GenderSources = ALL_SOURCES,
    pipeline_name: PipelineName = None,
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
    if balancing.words and balancing.method == "paper":
        raise GenderfairError("--words has no effect on --method paper, which leaves out rows: leave one of them out")
    divided.check()
    rows = own_rows(origin, limit)
    recipe = BalanceRecipe(
        ActorMetrics(lang, origin.text_column, pipeline_name, gender, evidence=read_sources(evidence)),
        # longer texts than the source may have are not read
        longest=None,
        **balancing.settings(rows.column_names),
    )
    run_in_shards(rows, origin, folder, divided, recipe)


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
