"""The commands of texts in the first person, beside ``tag``: steps of the recipe of a corpus, and the whole of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import pyarrow as pa
import typer
from datasets import Dataset

from hf_genderfair.cli.console import PROGRESS, say
from hf_genderfair.cli.ignored import LABELLING, refuse_given
from hf_genderfair.cli.options import (
    NAMED_FOLDER,
    REQUIRED,
    AsJson,
    Flag,
    Folder,
    Limit,
    Lines,
    Options,
    Output,
    SameColumns,
    Seed,
    grouped,
)
from hf_genderfair.cli.origin import WITH_ADDRESSES, Origin
from hf_genderfair.cli.output import print_report
from hf_genderfair.cli.runner import run, write_made
from hf_genderfair.cli.scale import Shards, rows_of, run_in_shards
from hf_genderfair.cli.tag import Labelling
from hf_genderfair.core.spans import Edit, edit_text
from hf_genderfair.core.transform import annotate, text_array
from hf_genderfair.first_person.duplicates import FirstOccurrence, NormalisedHash, hash_values
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import find_all_posts
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.statistics import count_corpus
from hf_genderfair.first_person.tagger import LABELS, FirstPerson
from hf_genderfair.hub.audited import load_audited
from hf_genderfair.hub.locate import source_name
from hf_genderfair.languages.chain import Chain
from hf_genderfair.recipes.corpus_recipe import CorpusRecipe, corpus_report, corpus_tables, with_problems
from hf_genderfair.recipes.corpus_recipe import corpus as make_corpus
from hf_genderfair.recipes.first_person_steps import challenge as make_challenge
from hf_genderfair.recipes.first_person_steps import neutralised, single_posts, without_duplicates
from hf_genderfair.report.report import Step, describe_step

TextLimits: TypeAlias = Annotated[
    FragmentReasons,
    Options(
        *("min_words", "max_words", "min_characters", "max_characters", "url_column"),
        excluded_sites=typer.Option(..., "--excluded-site", metavar="HOST"),
    ),
]
"""Which texts are left out."""

JUDGED_AT_ONCE = 2_000
"""Rows judged at a time: about a second, so that progress can be seen."""


@grouped
def neutralise(
    origin: Origin, tagger: Annotated[FirstPerson, Options("lang", "context", "diacritics")], output: Lines
) -> None:
    """Put feminine forms into the masculine.

    Every feminine first-person form becomes its masculine counterpart, the generic form of Polish. Prints one line for
    each text; with --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Byłam zmęczona." | hf-genderfair neutralise
        hf-genderfair neutralise --jsonl < lines.txt
        hf-genderfair neutralise posts.jsonl --out neutral/
    """
    column = origin.text_column
    chain = Chain(tagger, Neutralise(column))

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        rows: pa.Table = chain(table.select([column]))
        for text, edits in zip(*(rows[name].to_pylist() for name in (column, "first_person_edits")), strict=True):
            neutral = edit_text(text or "", [Edit(**edit) for edit in edits])
            yield {"text": neutral, "edits": edits} if jsonl else neutral

    run(origin, output, show, partial(neutralised, tagger=tagger), chain.features)


@grouped
def posts(origin: Origin, output: SameColumns) -> None:
    """Cut pages of forums and comments into posts.

    Prints one line for each post; with --jsonl one object for each text, with its posts, their offsets, authors and
    dates as written. Authors' names are personal data: they are printed only then, and never written with --out.

    Examples:
        echo "Byłam tam. ~ola 12.03.2011 18:22 Ja też byłam." | hf-genderfair posts
        hf-genderfair posts pages.jsonl --out posts/
    """
    column = origin.text_column

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        texts = text_array(table[column].combine_chunks(), column)
        for text, found in zip(texts.to_pylist(), find_all_posts(texts), strict=True):
            bodies = [text[post.start : post.end] for post in found]
            if jsonl:
                yield {"posts": [{**post._asdict(), "text": body} for post, body in zip(found, bodies, strict=True)]}
            else:
                yield from bodies

    run(origin, output, show, partial(single_posts, text_column=column))


@grouped
def dedupe(origin: Origin, output: SameColumns) -> None:
    """Leave out texts that repeat an earlier one.

    Case, diacritics, digits, signs and spaces make no difference; texts without letters must be identical. Prints the
    texts that stay, in their order, as they are read; with --jsonl one object for each text that says whether it is a
    duplicate. Remembers 16 bytes a text.

    Examples:
        hf-genderfair dedupe < lines.txt > distinct.txt
        hf-genderfair dedupe posts.jsonl --out distinct/
    """
    column = origin.text_column
    text_hash, first = NormalisedHash(text_column=column, bits=128), FirstOccurrence(128)

    def show(table: pa.Table, jsonl: bool) -> Iterable[Any]:
        texts = table[column]
        hashes = text_hash.annotate({column: texts.combine_chunks()}, None)["text_hash"]
        new = first.keep(*hash_values(hashes, 128))
        PROGRESS.keep(int(new.sum()))
        if jsonl:
            return ({"duplicate": not stays} for stays in new.tolist())
        return (text or "" for text in texts.filter(new).to_pylist())

    run(origin, output, show, partial(without_duplicates, text_column=column))


@grouped
def filter(origin: Origin, tagger: Labelling, reasons: TextLimits, output: Lines) -> None:
    """Keep what one writer says in the first person.

    Texts stay that are Polish sentences with own first-person forms of one gender. Prints the texts that stay; with
    --jsonl one object for each text, with its label and the reason to leave it out, null where it stays. With --out
    the rows left out are written too, with their reasons.

    Examples:
        hf-genderfair filter < lines.txt
        hf-genderfair filter posts.jsonl --jsonl --excluded-site spam.example --min-words 5
        hf-genderfair filter posts.jsonl --out own/
    """

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        judged: pa.Table = with_problems(reasons, table.column_names)(tagger(table))
        PROGRESS.keep(judged["fragment_reason"].null_count)
        columns = (judged[name].to_pylist() for name in (origin.text_column, "first_person", "fragment_reason"))
        for text, label, reason in zip(*columns, strict=True):
            if jsonl:
                yield {"label": LABELS[label], "reason": reason}
            elif reason is None:
                yield text

    make = partial(make_corpus, tagger=tagger, reasons=reasons, split_posts=False, deduplicate=False)
    run(origin, output, show, make, tagger.features, JUDGED_AT_ONCE)


Part = Annotated[float, typer.Option(min=0, max=1, help="Share of the rows, roughly: websites stay whole.")]
Statistics: TypeAlias = Annotated[dict[str, Any], Options("smoothing", "listed", of=CorpusRecipe)]
"""How words and websites are counted by gender."""


def labelled_rows(
    ctx: typer.Context, origin: Origin, tagger: FirstPerson, num_proc: int | None
) -> tuple[Dataset, list[Step]]:
    """Return the rows of a source, and the step that labelled those which were not labelled before."""
    rows = origin.rows()
    if "first_person" in rows.column_names:
        refuse_given(ctx, *LABELLING)
        return rows, []
    rows = annotate(rows, tagger, num_proc)
    return rows, [describe_step(tagger, len(rows), len(rows))]


@grouped
def count(
    ctx: typer.Context,
    origin: Annotated[Origin, Options(url_lines=WITH_ADDRESSES)],
    tagger: Labelling,
    statistics: Statistics,
    num_proc: Annotated[int | None, typer.Option("--num-proc", min=1, help="Number of processes.")] = None,
    as_json: AsJson = False,
) -> None:
    """Count texts, words, websites, years by gender.

    Rows that have a column first_person are counted by it; others are labelled first. Websites and years need columns
    url and date.

    Examples:
        hf-genderfair count corpus/ --config default
        hf-genderfair count posts.jsonl --listed 30 --json > figures.json
    """
    rows, steps = labelled_rows(ctx, origin, tagger, num_proc)
    tables = corpus_tables(count_corpus(rows, origin.text_column), **statistics)
    title = f"{source_name(origin.source)} by gender"
    report = corpus_report(title, tagger.lang, steps, tables, source=origin.described())
    if as_json:
        say(report.to_json(), nl=False)
    else:
        print_report(report)


@grouped
def corpus(
    origin: Annotated[Origin, Options(source=REQUIRED, url_lines=WITH_ADDRESSES)],
    output: Folder,
    tagger: Labelling,
    reasons: TextLimits,
    recipe: Annotated[
        CorpusRecipe,
        Options(
            "deduplicate",
            "smoothing",
            "listed",
            split_posts=Flag("--whole-texts", False, "Do not cut texts into posts."),
            takes=("tagger", "reasons"),
        ),
    ],
    divided: Annotated[Shards, Options(without=("longest",))],
    challenge: Annotated[
        Path | None, typer.Option("--challenge", metavar="DIR", help="Write challenge sets there too; needs urls.")
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
) -> None:
    """Make a corpus by gender: the whole recipe.

    The steps of Graliński et al. (2016): cut into posts, label, leave out what is not one writer's own Polish
    sentences, leave out duplicates, count. Columns url and date are used where there are any. The same command goes
    on with a run that was interrupted.

    Examples:
        hf-genderfair corpus posts.jsonl --out corpus/
        hf-genderfair corpus pages.txt.gz --url-lines --excluded-site spam.example --out corpus/ --challenge challenge/
    """
    run_in_shards(rows_of(origin, limit), origin, output, divided, recipe)
    if challenge is not None:
        source = {"id": output.folder.resolve().name}
        made = make_challenge(load_audited(output.folder).dataset, seed, source=source)
        write_made(made, replace(output, out=challenge))


@grouped
def challenge(
    ctx: typer.Context,
    origin: Annotated[Origin, Options(without=("text_column",), source=REQUIRED)],
    output: Annotated[Output, Options(out=NAMED_FOLDER, without=("jsonl", "title", "columns"))],
    tagger: Labelling,
    dev: Part = 0.1,
    test: Part = 0.1,
    seed: Seed = 0,
) -> None:
    """Make train, dev and test sets of neutral text.

    The task is to tell a writer's gender without the forms that give it away. Texts are neutralised, balanced within
    each website, and each website is in one set only. Rows need columns text and url; rows without a column
    first_person are labelled first.

    Examples:
        hf-genderfair challenge corpus/ --out challenge/ --seed 1
        hf-genderfair challenge posts.jsonl --out challenge/ --dev 0.2 --test 0.2
    """
    if dev + test > 1:
        raise typer.BadParameter("--dev and --test together must not be more than 1")
    rows, _ = labelled_rows(ctx, origin, tagger, output.num_proc)
    write_made(make_challenge(rows, seed, (max(0.0, 1 - dev - test), dev, test), origin.described()), output)
