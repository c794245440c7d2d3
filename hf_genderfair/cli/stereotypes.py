"""The commands ``stereotypes`` and ``debias``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, TypeAlias

import pyarrow as pa
import typer
from datasets import Features, Value

from hf_genderfair.cli.asked import SETTINGS, AskedModel
from hf_genderfair.cli.counterfactual import (
    NAMED,
    SWAPPING,
    TAKEN,
    GroupsOfWords,
    chosen_words,
    read_parts,
    with_collocations,
)
from hf_genderfair.cli.found import language_column, with_reasons
from hf_genderfair.cli.options import REQUIRED, Folder, Limit, Lines, Options, WordListEdition, grouped
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, LINES_AT_ONCE, Origin
from hf_genderfair.cli.output import print_cost
from hf_genderfair.cli.runner import run, texts_of
from hf_genderfair.cli.scale import Shards, own_rows, run_in_shards
from hf_genderfair.core.batches import column_array
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.counterfactual.transform import Counterfactual
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.generator import Cost, Generator
from hf_genderfair.languages.chain import Chain
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.recipes.annotated import annotated
from hf_genderfair.recipes.debias_recipe import DebiasRecipe
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.stereotypes.transform import STEREOTYPE_FEATURES, StereotypeEdits, Stereotypes

Assessor: TypeAlias = Annotated[
    Generator | None,
    Options(
        model=typer.Option(None, "--assessor", help="With --model, another model for the linguistic indicators."),
        takes=("base_url", *SETTINGS),
        of=build_generator,
    ),
]
"""The model that reads the indicators; it is asked as the other one is."""

FOUND = Features({"text": Value("string"), **STEREOTYPE_FEATURES})
"""What is printed of a text as a JSON object."""

EXAMINED = ("threshold", "longest")
SPLIT = typer.Option(..., "--split-sentences")
LONGEST_TEXT = typer.Option(
    ANALYSED_CHARACTERS,
    "--longest-text",
    metavar="CHARACTERS",
    min=1,
    help="Read no text that is longer; its row stays, empty.",
)
"""The option of `Origin` under another name: here ``--longest`` is said of sentences."""


@grouped
def stereotypes(
    generator: AskedModel,
    assessor: Assessor,
    transform: Annotated[
        Stereotypes,
        Options(
            *("lang", "attributes", "method", "sentences", *EXAMINED, "pipeline_name", "lang_column"),
            split=SPLIT,
            without=("text_column",),
            takes=("generator", "assessor"),
        ),
    ],
    origin: Annotated[Origin, Options(longest=LONGEST_TEXT)],
    output: Lines,
    edition: WordListEdition = "corrected",
) -> None:
    """Find sentences that may hold a stereotype, and say how strong it is.

    Prints each text without the sentences above the threshold; with --jsonl one object a text, with the place, label,
    linguistic indicators, probabilities and score of each sentence that may hold a stereotype, and the counts. A small
    content model reads what a sentence says; --method rules sees only its form, and --model asks a language model. Word
    lists are English: other languages need --sentences all.

    Examples:
        echo "Women are always late. It rained." | hf-genderfair stereotypes --lang en
        hf-genderfair stereotypes --lang en --attribute gender --attribute age --jsonl < lines.txt
        hf-genderfair stereotypes --lang de --sentences all --jsonl < zeilen.txt
    """
    if transform.lang != "en" and transform.sentences == "relevant":
        raise GenderfairError(f"the word lists are English: use --sentences all for --lang {transform.lang}")
    text_column, lang_column, cost = transform.text_column, transform.lang_column, Cost()
    lists = tuple(chosen_words(name, edition=edition) for name in transform.names())

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        nonlocal cost
        texts = texts_of(table, origin.text_column)
        rows = pa.table({text_column: pa.array(texts, pa.string())})
        if lang_column is not None:
            rows = rows.append_column(lang_column, language_column(table, lang_column))
        if transform.sentences == "relevant":
            rows = GroupWords(lists)(rows)
        columns = {name: column_array(rows[name], name) for name in transform.inputs()}
        added, spent = transform.annotate_with_cost(columns)
        cost += spent
        found = pa.table({"text": texts, **{name: added[name] for name in STEREOTYPE_FEATURES}}, FOUND.arrow_schema)
        if jsonl:
            yield from with_reasons(found.to_pylist(), transform.reasons(columns))
            return
        removals: pa.Table = StereotypeEdits()(found)
        for text, edits in zip(texts, removals["stereotype_edits"].to_pylist(), strict=True):
            yield edit_text(text, [Edit(**edit) for edit in edits])

    column = origin.text_column
    words = [GroupWords(lists, column)] if transform.sentences == "relevant" else []
    chain = Chain(*words, replace(transform, text_column=column))
    run(origin, output, show, partial(annotated, chain=chain), chain.features, LINES_AT_ONCE)
    if generator is not None and output.out is None:
        print_cost(cost, err=True)


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
    own_words = isinstance(attribute, WordList) and proposer.method == "base"
    if proposer.lang != "en" and not own_words:
        raise GenderfairError(f"the word lists are English: give --list and --method base for --lang {proposer.lang}")
    target = decided.pop("target")
    shares = target if target == "uniform" else read_parts(target, "--target")
    rows = own_rows(origin if own_words else replace(origin, languages=("en",)), limit)
    proposer = with_collocations(proposer, rows)
    words = proposer.words()
    assert words is not None
    # longer texts than the source may have are not read
    recipe = DebiasRecipe(
        proposer, replace(examiner, attributes=words.attribute), target=shares, longest=None, **decided
    )
    run_in_shards(rows, origin, folder, divided, recipe)
