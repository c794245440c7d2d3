"""The command ``counterfactual``, and the options of counterfactuals that ``debias`` shares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hf_genderfair.cli.groups import REQUIRED, Varied, grouped
from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.options import Folder, LangColumn, LanguageModel, Limit, PipelineName
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, Origin
from hf_genderfair.cli.runner import language_column, write_made
from hf_genderfair.cli.shards import Shards, own_rows, run_in_shards
from hf_genderfair.cli.swap import NamesOption, Seed
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.counterfactual.collocations import collocation_counts
from hf_genderfair.counterfactual.languages import LANGUAGES
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.recipes.augment_recipe import AugmentRecipe
from hf_genderfair.recipes.augmented import augment

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_genderfair.generation.generator import Generator

CounterfactualLang = Annotated[str, language_option(LANGUAGES)]


@dataclass(frozen=True)
class SwapSettings:
    """How sentences about one group are swapped for sentences about another; see `Counterfactual`.

    Attributes:
        attribute: What the groups differ in.
        word_list: A list of words by group in place of the package's.
        method: ``base`` or ``gc``.
        names: What becomes of sentences in which somebody has a name.
        sided: Whether swapped sentences take the place of their sources, or whole rows get twins.
        seed: Of the draws.
    """

    attribute: Annotated[
        str, typer.Option("--attribute", help="gender, age or religion; with --list the name of the list.")
    ] = "gender"
    word_list: Annotated[
        Path | None, typer.Option("--list", metavar="FILE", help="A word list of your own in place of the package's.")
    ] = None
    method: Annotated[
        Literal["base", "gc"],
        typer.Option("--method", help="Word by word, or with all that agrees and leaving what would become false."),
    ] = "gc"
    names: NamesOption = "refuse"
    sided: Annotated[
        Literal["one", "two"], typer.Option("--sided", help="Swapped sentences in place, or twins of rows beside them.")
    ] = "one"
    seed: Seed = 0

    def proposer(
        self,
        lang: str,
        rows: Dataset,
        text_column: str,
        generator: Generator | None = None,
        pipeline_name: str | None = None,
        lang_column: str | None = None,
    ) -> Counterfactual:
        """Return the transform, with what it has to know of the rows."""
        words = self.attribute if self.word_list is None else WordList.from_file(self.word_list, self.attribute)
        proposer = Counterfactual(
            lang,
            words,
            self.method,
            names=self.names,
            seed=self.seed,
            generator=generator,
            text_column=text_column,
            pipeline_name=pipeline_name,
            lang_column=lang_column,
        )
        listed = proposer.words()
        if listed is None or self.method == "base" or set(listed.groups) == {"female", "male"}:
            return proposer
        counted = collocation_counts((text or "" for text in rows[text_column]), listed)
        return replace(proposer, collocations=counted)


@grouped
def counterfactual(
    lang: CounterfactualLang,
    origin: Annotated[Origin, Varied(defaults={"source": REQUIRED, "longest": ANALYSED_CHARACTERS})],
    folder: Folder,
    settings: SwapSettings,
    asked: Annotated[LanguageModel, Varied(without=("temperature",))],
    divided: Annotated[Shards, Varied(without=("longest",))],
    probability: Annotated[
        float | None,
        typer.Option("--probability", min=0, max=1, help="Swap sentences with it, not as many as make groups even."),
    ] = None,
    fewest: Annotated[bool, typer.Option("--fewest", help="Swap sentences with many of the words first.")] = False,
    parts: Annotated[
        str | None,
        typer.Option("--parts", metavar="PARTS", help="With --sided two, divide rows, as in train=0.8,test=0.2."),
    ] = None,
    pipeline_name: PipelineName = None,
    lang_column: LangColumn = None,
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
    divided.check()
    rows = own_rows(origin, limit)
    if lang_column is not None:
        language_column(rows.data.table, lang_column)
    generator = asked.generator()
    proposer = settings.proposer(lang, rows, origin.text_column, generator, pipeline_name, lang_column)
    if not shares:
        # longer texts than the source may have are not read
        recipe = AugmentRecipe(proposer, probability, fewest, settings.sided, longest=None)
        run_in_shards(rows, origin, folder, divided, recipe)
        return
    made = augment(
        rows,
        proposer,
        probability=probability,
        fewest=fewest,
        sided=settings.sided,
        shares=shares,
        title=folder.title,
        source=origin.described(folder.license),
        num_proc=folder.num_proc,
    )
    write_made(made, folder)


def read_parts(option: str | None) -> dict[str, float]:
    """Read ``--parts``: names and shares that sum to 1."""
    if option is None:
        return {}
    try:
        pairs = [part.split("=") for part in option.split(",")]
        shares = {name.strip(): float(share) for name, share in pairs}
    except ValueError:
        shares = {}
    if not shares or len(shares) < len(pairs) or min(shares.values()) <= 0 or abs(sum(shares.values()) - 1) > 1e-6:
        raise GenderfairError(f"--parts {option!r} cannot be read: write shares that sum to 1, as train=0.8,test=0.2")
    return shares
