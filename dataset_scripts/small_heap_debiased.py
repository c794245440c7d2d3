"""Debias English texts for one attribute, as Görge et al. (2025) did with Small Heap: text in, even groups out.

    python dataset_scripts/small_heap_debiased.py dataset_scripts/sample/small_heap_debiased.jsonl --out debiased/
    python dataset_scripts/small_heap_debiased.py heap.txt.xz --attribute age --method base --out debiased/
    python dataset_scripts/small_heap_debiased.py heap/ --sided two --license cc0-1.0 --out debiased/ --repo-id me/heap

The steps of the paper are kept: words of each group, demographic representation, strong stereotypes removed, sentences
swapped until the groups are even, documents put together again, a report with the rows of its Tables 7 and 8. The paper
asks language models; here rules decide unless ``--model`` names one. Lists of words that are not the package's are read
from a file: ``--words trades.json``. Small Heap itself is not part of this package. The recipe itself is
`hf_genderfair.recipes.debiased.debias`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from hf_genderfair.cli.console import one_line_errors, show_progress_on_terminals_only
from hf_genderfair.cli.options import (
    Endpoint,
    License,
    Limit,
    ModelName,
    NumProc,
    Overwrite,
    Provider,
    RequiredOut,
    Seed,
    generator_named,
)
from hf_genderfair.cli.origin import Origin, Source, TextColumn
from hf_genderfair.cli.output import announce
from hf_genderfair.cli.publish import publish
from hf_genderfair.cli.stereotypes import Longest, Threshold
from hf_genderfair.cli.swap import NamesOption
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.hub.folder import check_target
from hf_genderfair.lexicons.word_lists import WordList, word_list
from hf_genderfair.recipes.debiased import debias
from hf_genderfair.stereotypes.strength import THRESHOLD
from hf_genderfair.stereotypes.transform import Stereotypes


def small_heap_debiased(
    source: Source,
    out: RequiredOut,
    attribute: Annotated[str, typer.Option(help="gender, age or religion; with --words the name of the list.")] = (
        "gender"
    ),
    words: Annotated[Path | None, typer.Option(help="A list of words by group: .tsv or .json.")] = None,
    method: Annotated[Literal["base", "gc"], typer.Option(help="How sentences are swapped.")] = "gc",
    sided: Annotated[Literal["one", "two"], typer.Option(help="Swapped sentences in place, or twins beside.")] = "one",
    names: NamesOption = "refuse",
    threshold: Threshold = THRESHOLD,
    longest: Longest = None,
    model: ModelName = None,
    endpoint: Endpoint = None,
    provider: Provider = None,
    evidence: Annotated[bool, typer.Option("--evidence", help="Keep what was removed, in columns.")] = False,
    limit: Limit = None,
    seed: Seed = 0,
    text_column: TextColumn = "text",
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    repo_id: Annotated[str | None, typer.Option("--repo-id", help="Repository on the Hub: namespace/name.")] = None,
    publishes: Annotated[bool, typer.Option("--publish/--dry-run", help="Publish, or show what would be.")] = False,
) -> None:
    """Debias the texts, and publish them where that is asked for."""
    if publishes and repo_id is None:
        raise typer.BadParameter("--publish needs --repo-id")
    check_target(out, overwrite)
    listed = word_list(attribute) if words is None else WordList.from_file(words, attribute)
    generator = generator_named(model, endpoint, provider)
    origin = Origin(source, text_column)
    rows = origin.rows(limit)
    collocations = None
    if set(listed.groups) != {"female", "male"} and method == "gc":
        collocations = collocation_counts((text or "" for text in rows[text_column]), listed)
    debiased = debias(
        rows,
        Counterfactual(
            "en",
            listed,
            method,
            names=names,
            seed=seed,
            generator=generator,
            collocations=collocations,
            text_column=text_column,
        ),
        Stereotypes(
            "en",
            listed.attribute,
            generator=generator,
            threshold=threshold,
            longest=longest,
            text_column=text_column,
        ),
        sided=sided,
        source=origin.described(license),
        num_proc=num_proc,
    )
    announce(out, debiased.write(out, license, overwrite, evidence))
    if repo_id is not None:
        publish(out, repo_id, dry_run=not publishes)


if __name__ == "__main__":
    show_progress_on_terminals_only()
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    app.command()(small_heap_debiased)
    with one_line_errors():
        app()
