"""Balance a newspaper by gender, as Urchs et al. (2025) did with taz2024full: a folder of years in, a corpus out.

The year of an article is the first number from 1900 to 2099 in the path of its file: ``1980.jsonl``, ``2004/05.txt``.
The newspaper itself is not part of this package.

    python dataset_scripts/taz_balanced.py articles/ --out balanced/ --license cc-by-4.0
    python dataset_scripts/taz_balanced.py articles/ --gender pronoun-majority --method paper --force --out published/

The steps of the paper are kept: find actors; leave out the articles on which at least two of the four flags fire;
leave out more until both ratios of women to men lie from 0.75 to 1.25; report each year. Unlike there, the rows written
are those that both steps leave, and the ratios are proved on them. The recipe itself is
`hf_genderfair.BalanceRecipe`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from datasets import Dataset, Value, concatenate_datasets
from program import carry_out, parse, parser, run, send, show

from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.core.errors import SourceError
from hf_genderfair.hub.source import open_source
from hf_genderfair.recipes.balance_recipe import BalanceRecipe

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
SUFFIXES = (".jsonl", ".json", ".txt", ".csv", ".tsv", ".parquet")


def read_years(folder: Path, text_column: str) -> Dataset:
    """Read the articles of a folder, with the columns ``year`` (null where no path names one) and ``file``."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and any(s in SUFFIXES for s in path.suffixes))
    if not files:
        raise SourceError(f"no articles in {folder}: it needs files that end in {', '.join(SUFFIXES)}")
    return concatenate_datasets([_articles(path, folder, text_column) for path in files])


def _articles(path: Path, folder: Path, text_column: str) -> Dataset:
    name = str(path.relative_to(folder))
    year = YEAR.search(name)
    rows = open_source(str(path), text_column).select_columns([text_column])
    rows = rows.add_column("year", [int(year[0]) if year else None] * len(rows), feature=Value("int32"))
    return rows.add_column("file", [name] * len(rows), feature=Value("string"))


def ratio(option: str) -> tuple[float, float] | float:
    """Read ``--range``: two numbers with a comma between them, or one."""
    numbers = [float(part) for part in option.split(",")]
    if len(numbers) > 2:
        raise ValueError(option)
    return numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])


def main(given: Sequence[str] | None = None) -> None:
    """Make the balanced corpus, and the published data set where it is asked for."""
    arguments = parser(str(__doc__), source="folder of years")
    arguments.add_argument("--range", type=ratio, default=(0.75, 1.25), metavar="LOW,HIGH", help="range of both ratios")
    arguments.add_argument(
        "--flags", choices=("none", "default", "paper"), default="paper", help="flagged texts go first"
    )
    arguments.add_argument("--min-flags", type=int, default=2, help="flags that make a reason to leave out")
    arguments.add_argument("--by-year", action="store_true", help="balance each year, not only the whole")
    arguments.add_argument("--max-removed", type=float, help="greatest share that may be left out for balance")
    arguments.add_argument("--method", choices=("fewest", "paper"), default="fewest")
    arguments.add_argument("--force", action="store_true", help="come as near as possible where it is out of reach")
    arguments.add_argument(
        "--gender", choices=("evidence", "pronoun-majority"), default="evidence", help="rule for genders of actors"
    )
    options = parse(arguments, given)
    folder = Path(options.source)
    rows = read_years(folder, options.text_column)
    rows = rows if options.limit is None else rows.take(options.limit)
    recipe = BalanceRecipe(
        ActorMetrics("de", options.text_column, gender=options.gender),
        flags=None if options.flags == "none" else AsymmetryFlags(options.flags, min_flags=options.min_flags),
        ratio=options.range,
        by="year" if options.by_year else None,
        report_by="year",
        max_removed=options.max_removed,
        force=options.force,
        method=options.method,
        seed=options.seed,
    )
    source = {"id": folder.resolve().name, **({"licence": options.license} if options.license else {})}
    show(carry_out(options, rows, recipe, "A newspaper balanced by gender", source), options.out)
    send(options)


if __name__ == "__main__":
    run(main)
