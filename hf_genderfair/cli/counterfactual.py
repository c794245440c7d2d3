"""The commands ``swap`` and ``counterfactual``, and the options of counterfactuals that ``debias`` shares."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hf_genderfair.cli.asked import AskedModel
from hf_genderfair.cli.found import language_column, run_editing
from hf_genderfair.cli.options import (
    EDITION_HELP,
    REQUIRED,
    Folder,
    Limit,
    Lines,
    Options,
    PipelineName,
    grouped,
    language_option,
    pairs,
)
from hf_genderfair.cli.origin import AnalysedOrigin, NamedOrigin
from hf_genderfair.cli.runner import write_made
from hf_genderfair.cli.scale import Shards, own_rows, run_in_shards
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.swap import LANGUAGES
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import SwappedText, swap_texts
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.languages.types import BinaryGender
from hf_genderfair.lexicons.word_lists import Edition, WordList, word_list
from hf_genderfair.recipes.annotated import Editing
from hf_genderfair.recipes.augment_recipe import AugmentRecipe, augment

if TYPE_CHECKING:
    from datasets import Dataset

SwapLang = Annotated[str, language_option(LANGUAGES)]
To = Annotated[BinaryGender, typer.Option("--to", help="Gender of the words afterwards.")]
Checks = Annotated[
    bool, typer.Option("--checks", help="Leave what is about politics, history or years, or would become false or odd.")
]


@grouped
def swap(
    lang: SwapLang,
    to: To,
    origin: AnalysedOrigin,
    options: Annotated[SwapOptions, Options("names", "seed")],
    output: Lines,
    checks: Checks = False,
    pipeline_name: PipelineName = None,
) -> None:
    """Swap every gendered word of a person to one gender, with all that agrees with it.

    Prints one line for each text; a text that cannot be swapped as a whole stays as it is. With --jsonl the new text,
    the edits on the old one, by which it can be undone, and the words that stay with the reason. Generic plurals and
    words for things stay, and so do names of organisations and works.

    Examples:
        echo "He asked his sister." | hf-genderfair swap --lang en --to female
        echo "Die Ärztin suchte ihren Hut." | hf-genderfair swap --lang de --to male
        hf-genderfair swap --lang es --to female --checks --jsonl < lines.txt
    """
    settings: dict[str, Any] = {"lang": lang, "to": to, "checks": checks, "pipeline_name": pipeline_name}
    find = partial(swap_texts, options=options, **settings)
    editing = Editing("swap", SwappedText, find, lang, {**settings, **asdict(options)}, origin.text_column)
    run_editing(origin, output, editing)


def chosen_words(
    attribute: str = "gender", word_list_file: Path | None = None, edition: Edition = "corrected"
) -> str | WordList:
    """Return the words of the groups: a list of the package, or the file of one."""
    if word_list_file is not None:
        return WordList.from_file(word_list_file, attribute)
    return attribute if edition == "corrected" else word_list(attribute, edition)


GroupsOfWords: TypeAlias = Annotated[
    str,
    Options(
        attribute=typer.Option(..., "--attribute", help="gender, age or religion; with --list the name of the list."),
        word_list_file=typer.Option(
            ..., "--list", metavar="FILE", help="A word list of your own in place of the package's."
        ),
        edition=typer.Option(..., "--edition", help=EDITION_HELP),
        of=chosen_words,
    ),
]
SWAPPING = ("method", "names", "seed", "to", "linked", "id_column", "pipeline_name")
NAMED = {"source": typer.Option(..., "--from", metavar="GROUP")}
TAKEN = ("attribute", "generator")


def with_collocations(proposer: Counterfactual, rows: Dataset) -> Counterfactual:
    """Return a proposer with what it has to know of the rows."""
    listed = proposer.words()
    if listed is None or proposer.method == "base" or set(listed.groups) == {"female", "male"}:
        return proposer
    counted = collocation_counts((text or "" for text in rows[proposer.text_column]), listed)
    return replace(proposer, collocations=counted)


def read_parts(option: str | None, name: str = "--parts") -> dict[str, float]:
    """Read an option such as ``--parts``: names and shares that sum to 1."""
    if option is None:
        return {}
    form = "shares that sum to 1, as train=0.8,test=0.2"
    shares = pairs(option.split(","), name, form, float)
    if min(shares.values()) <= 0 or abs(sum(shares.values()) - 1) > 1e-6:
        raise GenderfairError(f"{name} {option!r} cannot be read: write {form}")
    return shares


@grouped
def counterfactual(
    origin: NamedOrigin,
    folder: Folder,
    attribute: GroupsOfWords,
    generator: AskedModel,
    proposer: Annotated[Counterfactual, Options("lang_column", *SWAPPING, lang=REQUIRED, **NAMED, takes=TAKEN)],
    chosen: Annotated[dict[str, Any], Options("probability", "fewest", "sided", of=AugmentRecipe)],
    divided: Annotated[Shards, Options(without=("longest",))],
    parts: Annotated[
        str | None,
        typer.Option("--parts", metavar="PARTS", help="With --sided two, divide rows, as in train=0.8,test=0.2."),
    ] = None,
    limit: Limit = None,
) -> None:
    """Swap sentences about one group for sentences about another, until the groups are even.

    German and Spanish know words for women and men; English also age, religion and any list of words. Writes the rows
    with every edit, by which it can be undone, report and card; with --sided two each row with a swapped sentence is
    followed by its twin, and both come into the same part. The same command goes on with a run that was interrupted,
    but not with --parts, which needs all rows at once.

    Examples:
        hf-genderfair counterfactual articles.jsonl --lang en --out swapped/
        hf-genderfair counterfactual posts.txt --lang en --attribute age --method base --probability .5 --out swapped/
        hf-genderfair counterfactual posts.txt --lang de --sided two --parts train=0.9,test=0.1 --out twins/
    """
    shares = read_parts(parts)
    rows = own_rows(origin, limit)
    if proposer.lang_column is not None:
        language_column(rows.data.table, proposer.lang_column)
    proposer = with_collocations(proposer, rows)
    if not shares:
        # longer texts than the source may have are not read
        run_in_shards(rows, origin, folder, divided, AugmentRecipe(proposer, longest=None, **chosen))
        return
    made = augment(
        rows,
        proposer,
        shares=shares,
        title=folder.title,
        source=origin.described(folder.license),
        num_proc=folder.num_proc,
        **chosen,
    )
    write_made(made, folder)
