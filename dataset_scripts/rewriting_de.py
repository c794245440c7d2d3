"""Make parallel data for a German gender-fair rewriter, as Amrhein et al. (2023) did: pairs of sentences from any text.

    python dataset_scripts/rewriting_de.py dataset_scripts/sample/rewriting_de.jsonl --out pairs/ --license cc0-1.0
    python dataset_scripts/rewriting_de.py news.txt.gz --method forward --out pairs/
    python dataset_scripts/rewriting_de.py web.parquet --method round-trip --out pairs/ --limit 100000 \
        --there facebook/wmt19-de-en --back facebook/wmt19-en-de

``backward`` and ``round-trip`` need sentences with gender-fair forms (pair forms count) and change their other side, by
rule or by translating there and back; ``forward`` takes gendered sentences of any text. The recipe itself is
`hf_genderfair.rewriting.corpora.recipe.PairsRecipe`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import typer

from hf_genderfair.cli.console import one_line_errors, show_progress_on_terminals_only
from hf_genderfair.cli.options import License, Limit, NumProc, Overwrite, RequiredOut, Seed
from hf_genderfair.cli.origin import Origin, Source, TextColumn
from hf_genderfair.cli.output import announce
from hf_genderfair.cli.publish import publish
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.hub.folder import check_target, write_dataset
from hf_genderfair.rewriting.corpora.recipe import PairsRecipe, backward_recipe, forward_recipe, round_trip_recipe
from hf_genderfair.rewriting.corpora.translators import SeqToSeqTranslator
from hf_genderfair.rewriting.transform import GenderFair

TITLE = "German sentences and their gender-fair versions"

Method = Literal["backward", "forward", "round-trip"]
CopyShare = Annotated[float, typer.Option(min=0, max=0.95, help="Share of copies of sentences without gendered words.")]


def recipe(
    method: Method, complete: bool, there: str | None, back: str | None, options: Mapping[str, Any]
) -> PairsRecipe:
    """Return the recipe of a method."""
    if method == "backward":
        return backward_recipe("de", GenderFair("de", scope="all") if complete else None, **options)
    if method == "forward":
        return forward_recipe("de", **options)
    if there is None or back is None:
        raise typer.BadParameter("--method round-trip needs --there and --back")
    return round_trip_recipe("de", SeqToSeqTranslator(there), SeqToSeqTranslator(back), **options)


def rewriting_de(
    source: Source,
    out: RequiredOut,
    method: Annotated[Method, typer.Option(help="How the other side is made.")] = "backward",
    complete: Annotated[
        bool, typer.Option("--complete", help="With backward: rewrite what gender-fair sentences left gendered.")
    ] = False,
    there: Annotated[str | None, typer.Option(help="Model that translates German: a folder or a Hub name.")] = None,
    back: Annotated[str | None, typer.Option(help="Model that translates into German.")] = None,
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
    options = {"copy_share": copy_share, "seed": seed, "num_proc": num_proc, "title": TITLE}
    pairs = recipe(method, complete, there, back, options)
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
    app.command()(rewriting_de)
    with one_line_errors():
        app()
