"""The command ``debias``."""

from __future__ import annotations

from typing import Annotated

import typer

from hf_genderfair.cli.counterfactual import CounterfactualLang, SwapSettings
from hf_genderfair.cli.groups import REQUIRED, Varied, grouped
from hf_genderfair.cli.options import Folder, LanguageModel, Limit
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, Origin
from hf_genderfair.cli.shards import Shards, own_rows, run_in_shards
from hf_genderfair.cli.stereotypes import Longest, LongestText, Threshold
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.recipes.debias_recipe import DebiasRecipe
from hf_genderfair.stereotypes.transform import Stereotypes

SourceOfSentences = Annotated[
    Origin,
    Varied(defaults={"source": REQUIRED, "longest": ANALYSED_CHARACTERS}, types={"longest": LongestText}),
]

RemoveStereotypes = Annotated[
    bool, typer.Option("--remove-stereotypes", help="Remove the sentences that are flagged as stereotypes.")
]
Show = Annotated[
    bool, typer.Option("--show", help="Show examples of them in the report as they are, not with masked letters.")
]


@grouped
def debias(
    origin: SourceOfSentences,
    folder: Folder,
    settings: SwapSettings,
    asked: Annotated[LanguageModel, Varied(without=("temperature",))],
    divided: Annotated[Shards, Varied(without=("longest",))],
    lang: CounterfactualLang = "en",
    threshold: Threshold = None,
    longest_sentence: Longest = None,
    remove_stereotypes: RemoveStereotypes = False,
    show: Show = False,
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
    if lang != "en" and (settings.word_list is None or settings.method != "base"):
        raise GenderfairError(f"the word lists are English: give --list and --method base for --lang {lang}")
    divided.check()
    rows = own_rows(origin, limit)
    generator = asked.generator()
    proposer = settings.proposer(lang, rows, origin.text_column, generator)
    words = proposer.words()
    assert words is not None
    examiner = Stereotypes(
        lang,
        words.attribute,
        generator=generator,
        threshold=threshold,
        longest=longest_sentence,
        text_column=origin.text_column,
    )
    # longer texts than the source may have are not read
    recipe = DebiasRecipe(
        proposer, examiner, settings.sided, remove_stereotypes=remove_stereotypes, show=show, longest=None
    )
    run_in_shards(rows, origin, folder, divided, recipe)
