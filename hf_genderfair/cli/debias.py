"""The command ``debias``."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from hf_genderfair.cli.asked import AskedModel
from hf_genderfair.cli.counterfactual import (
    NAMED,
    SWAPPING,
    TAKEN,
    GroupsOfWords,
    read_parts,
    with_collocations,
)
from hf_genderfair.cli.groups import REQUIRED, Options, grouped
from hf_genderfair.cli.options import Folder, Limit
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.shards import Shards, own_rows, run_in_shards
from hf_genderfair.cli.stereotypes import EXAMINED, LONGEST_TEXT, SPLIT, Assessor
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.recipes.debias_recipe import DebiasRecipe
from hf_genderfair.stereotypes.transform import Stereotypes


@grouped
def debias(
    folder: Folder,
    attribute: GroupsOfWords,
    generator: AskedModel,
    assessor: Assessor,
    proposer: Annotated[Counterfactual, Options("lang", *SWAPPING, **NAMED, takes=TAKEN)],
    examiner: Annotated[Stereotypes, Options(*EXAMINED, split=SPLIT, takes=("generator", "assessor", "pipeline_name"))],
    decided: Annotated[
        dict[str, Any],
        Options(
            *("sided", "remove_stereotypes", "show", "evidence"),
            target=typer.Option(
                ..., "--target", metavar="GROUP=SHARE,…", help="Shares of the groups, in place of even ones."
            ),
            of=DebiasRecipe,
        ),
    ],
    origin: Annotated[Origin, Options(source=REQUIRED, longest=LONGEST_TEXT)],
    divided: Annotated[Shards, Options(without=("longest",))],
    limit: Limit = None,
) -> None:
    """Flag strong stereotypes, and swap sentences until the groups of an attribute are even.

    The pipeline of Görge et al. (2025) for one attribute: group words, representation, stereotypes, counterfactuals.
    A content model and rules decide; with --model a language model is asked. Sentences that may state a stereotype stay
    as they are and are listed in stereotypes.jsonl beside the data, to be looked at; --remove-stereotypes removes them.
    So do sentences that name somebody, unless --names swap is given. Word lists are English: other languages need
    --list and --method base. Writes the rows, those of which nothing was left, report and card. The same command goes
    on with a run that was interrupted.

    Examples:
        hf-genderfair debias articles.jsonl --out debiased/
        hf-genderfair debias heap.txt.xz --attribute age --method base --out debiased/
    """
    if proposer.lang != "en" and not (isinstance(attribute, WordList) and proposer.method == "base"):
        raise GenderfairError(f"the word lists are English: give --list and --method base for --lang {proposer.lang}")
    divided.check()
    target = decided.pop("target")
    shares = target if target == "uniform" else read_parts(target, "--target")
    rows = own_rows(origin, limit)
    proposer = with_collocations(proposer, rows)
    words = proposer.words()
    assert words is not None
    # longer texts than the source may have are not read
    recipe = DebiasRecipe(
        proposer, replace(examiner, attributes=words.attribute), target=shares, longest=None, **decided
    )
    run_in_shards(rows, origin, folder, divided, recipe)
