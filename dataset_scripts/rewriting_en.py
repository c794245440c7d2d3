"""Make parallel data for an English gender-fair rewriter, as Amrhein et al. (2023) did: pairs of sentences of any text.

    python dataset_scripts/rewriting_en.py dataset_scripts/sample/rewriting_en.jsonl --out pairs/ --license cc0-1.0
    python dataset_scripts/rewriting_en.py news.txt.gz --method forward --out pairs/ --limit 100000

``backward`` takes sentences with singular or plural *they* and neutral words, and makes masculine and feminine versions
of them; ``forward`` takes sentences with *he*, *she* and gendered words, and makes neutral ones. The recipe itself is
`hf_genderfair.rewriting.corpora.recipe.PairsRecipe`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from hf_genderfair.cli.console import one_line_errors, show_progress_on_terminals_only
from hf_genderfair.cli.options import License, Limit, NumProc, Overwrite, RequiredOut, Seed
from hf_genderfair.cli.origin import Origin, Source, TextColumn
from hf_genderfair.cli.output import announce
from hf_genderfair.cli.publish import publish
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import check_target, write_dataset
from hf_genderfair.rewriting.corpora.recipe import backward_recipe, forward_recipe

TITLE = "English sentences and their gender-fair versions"

CopyShare = Annotated[float, typer.Option(min=0, max=0.95, help="Share of copies of sentences without gendered words.")]


def rewriting_en(
    source: Source,
    out: RequiredOut,
    method: Annotated[Literal["backward", "forward"], typer.Option(help="How the other side is made.")] = "backward",
    copy_share: CopyShare = 0.3,
    limit: Limit = None,
    seed: Seed = 0,
    text_column: TextColumn = "text",
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    repo_id: Annotated[str | None, typer.Option("--repo-id", help="Repository on the Hub: namespace/name.")] = None,
    publishes: Annotated[bool, typer.Option("--publish/--dry-run", help="Publish, or show what would be.")] = False,
) -> None:
    """Make the pairs, and the published data set where it is asked for."""
    if publishes and repo_id is None:
        raise typer.BadParameter("--publish needs --repo-id")
    check_target(out, overwrite)
    recipe = backward_recipe if method == "backward" else forward_recipe
    pairs = recipe("en", copy_share=copy_share, seed=seed, num_proc=num_proc, title=TITLE)
    origin = Origin(source, text_column)
    rows = origin.rows(limit)
    kept, excluded, report = pairs.build(rows, origin.described(license), text_column)
    if not len(kept):
        raise GenderfairError(pairs.nothing_made(report))
    details = CardDetails(
        license,
        tags=("gender-fair-rewriting",),
        task_categories=("text-generation",),
        template="rewriting_pairs.md.j2",
    )
    announce(out, write_dataset(out, kept, report, excluded, details, overwrite))
    if repo_id is not None:
        publish(out, repo_id, dry_run=not publishes)


if __name__ == "__main__":
    show_progress_on_terminals_only()
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    app.command()(rewriting_en)
    with one_line_errors():
        app()
