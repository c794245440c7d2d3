"""The commands ``actors``, ``balance`` and ``audit``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer

from hf_genderfair.actors.actor_analysis import ActorAnalysis
from hf_genderfair.actors.coreference import Coreferee, Coreference, FastCoreference
from hf_genderfair.actors.transform import ActorMetrics
from hf_genderfair.balancing.flags import AsymmetryFlags
from hf_genderfair.balancing.solver import read_bounds
from hf_genderfair.cli.console import say
from hf_genderfair.cli.found import run_annotating
from hf_genderfair.cli.options import (
    DIVIDED_BY,
    REQUIRED,
    Folder,
    Limit,
    Lines,
    Options,
    Output,
    WordListEdition,
    dividing_column,
    grouped,
    pairs,
)
from hf_genderfair.cli.origin import AnalysedOrigin, NamedOrigin
from hf_genderfair.cli.output import print_answers, print_table
from hf_genderfair.cli.runner import without_columns, write_made
from hf_genderfair.cli.scale import Shards, own_rows, run_in_shards
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.settings import choose, either, language_code
from hf_genderfair.hub.locate import source_name
from hf_genderfair.languages.coreference.languages import LANGUAGES
from hf_genderfair.languages.coreference.mention import EVIDENCE_SOURCES, EvidenceSource, Quote
from hf_genderfair.languages.sentiment import ClassifierSentiment
from hf_genderfair.lexicons.word_lists import WordList, audited_lists
from hf_genderfair.lexicons.word_lists import word_list as shipped_list
from hf_genderfair.recipes.audited import COMPARED, transforms_of
from hf_genderfair.recipes.audited import audit as audit_dataset
from hf_genderfair.recipes.balance_recipe import BalanceRecipe

ALL_SOURCES = ",".join(EVIDENCE_SOURCES)


def read_sources(option: str) -> tuple[EvidenceSource, ...]:
    """Read ``--evidence``: kinds of evidence, divided by commas."""
    given = {part.strip() for part in option.split(",")}
    if unknown := sorted(given - set(EVIDENCE_SOURCES)):
        raise GenderfairError(f"--evidence {option!r}: there is no {unknown[0]!r}: use {either(EVIDENCE_SOURCES)}")
    return tuple(source for source in EVIDENCE_SOURCES if source in given)


def chosen_coreference(coreference: str | None = None) -> Coreference:
    """Return another program's coreference."""
    program, _, model = str(coreference).partition(":")
    if choose("coreference", program, ("fastcoref", "coreferee")) == "fastcoref":
        return FastCoreference(model) if model else FastCoreference()
    if not model:
        raise GenderfairError("coreferee needs a spaCy pipeline: give --coreference coreferee:PIPELINE")
    return Coreferee(model)


EVIDENCE = typer.Option(
    ALL_SOURCES,
    "--evidence",
    metavar="KINDS",
    parser=read_sources,
    help="Kinds on which a gender may rest, of self-description,pronouns,words,names; all unless given.",
)
ActorSentiment: TypeAlias = Annotated[
    ClassifierSentiment | None,
    Options(
        model=typer.Option(None, "--sentiment", help="Let this classifier rate clauses, a folder or a Hub name."),
        model_revision=typer.Option(..., "--sentiment-revision"),
        batch_size=typer.Option(..., "--sentiment-batch", min=1),
        of=ClassifierSentiment,
    ),
]
"""What gives clauses their sentiment in place of the word list."""

ActorCoreference: TypeAlias = Annotated[
    Coreference | None,
    Options(
        coreference=typer.Option(
            ...,
            "--coreference",
            metavar="PROGRAM",
            help="Let another program find whom a pronoun means: fastcoref or fastcoref:MODEL (English), or "
            "coreferee:PIPELINE with a spaCy pipeline.",
        ),
        of=chosen_coreference,
    ),
]
"""Another program's coreference, in place of our own rules."""

TAKEN = ("sentiment", "coreference")


@grouped
def actors(
    origin: AnalysedOrigin,
    sentiment: ActorSentiment,
    coreference: ActorCoreference,
    transform: Annotated[
        ActorMetrics, Options("gender", "pipeline_name", "lang_column", lang=REQUIRED, evidence=EVIDENCE, takes=TAKEN)
    ],
    output: Lines,
) -> None:
    """Find who appears in texts, acts, is named and quoted.

    Prints for each text its actors with gender, mentions and quotes; with --jsonl one object for each text: it, actors
    with the evidence of their gender and their mentions, quotes with their speaker, gender-fair forms and generic
    masculines, all with offsets. A gender is what the text marks; where it marks none, it is unknown.

    Examples:
        echo "Die Ministerin lobte ihren Mann." | hf-genderfair actors --lang de
        hf-genderfair actors --lang en --jsonl < texts.txt
        hf-genderfair actors --lang de --gender pronoun-majority --jsonl articles.parquet
        hf-genderfair actors --lang en --evidence pronouns,words < texts.txt
    """
    run_annotating(origin, output, transform, transform.read, _line, as_json)


def as_json(text: str, reading: ActorAnalysis) -> dict[str, Any]:
    """Return what ``--jsonl`` prints for a text."""
    mentions: list[list[dict[str, Any]]] = [[] for _ in reading.actors]
    for mention in reading.mentions:
        where = {"start": mention.start, "end": mention.end, "kind": mention.kind, "role": mention.role}
        mentions[mention.actor].append(where)
    return {
        "text": text,
        "actors": [
            {
                **{name: getattr(actor, name) for name in ("name", "gender", "gender_evidence", "group")},
                "evidence": [sign._asdict() for sign in actor.evidence],
                "roles": list(actor.roles),
                "uncertain": actor.uncertain,
                "mentions": own,
            }
            for actor, own in zip(reading.actors, mentions, strict=True)
        ],
        "quotes": [
            {"start": quote.start, "end": quote.end, "kind": quote.kind, "speaker": _speaker(text, quote)}
            for quote in reading.quotes
        ],
        "gender_fair_forms": [form._asdict() for form in reading.gender_fair_forms],
        "generic_masculine": [{"start": start, "end": end} for start, end in reading.generic_masculine],
    }


def _speaker(text: str, quote: Quote) -> dict[str, Any] | None:
    actor = quote.actor if quote.actor >= 0 else None
    if quote.speaker_start < 0:
        return None if actor is None else {"text": None, "start": None, "end": None, "actor": actor}
    start, end = quote.speaker_start, quote.speaker_end
    return {"text": text[start:end], "start": start, "end": end, "actor": actor}


def _line(text: str, reading: ActorAnalysis) -> str:
    parts = []
    for actor in reading.actors:
        facts = [f"{actor.gender}{' group' if actor.group else ''}"]
        facts += [_number(actor.counts["mentions"], "mention")]
        quotes = actor.counts["direct_quotes"] + actor.counts["indirect_quotes"]
        facts += [_number(quotes, "quote")] if quotes else []
        parts.append(f"{actor.name} ({', '.join(facts)})")
    return "; ".join(parts)


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


Flags = Annotated[
    Literal["none", "default", "paper"],
    typer.Option("--flags", help="Leave out texts that treat women and men unlike first."),
]


def read_range(option: str) -> tuple[float, float] | float:
    """Read ``--range``: two numbers above 0 with a comma between them, the lower one first, or one number above 1."""
    try:
        numbers = [float(part) for part in option.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2):
        raise GenderfairError(f"--range {option!r} cannot be read: write LOW,HIGH as in 0.75,1.25, or one number")
    ratio = numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])
    try:
        read_bounds(ratio)
    except GenderfairError as error:
        raise GenderfairError(str(error).replace(f"ratio={ratio!r}", f"--range {option}")) from error
    return ratio


Balancing: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        "words",
        "max_removed",
        "force",
        "method",
        "seed",
        ratio=typer.Option(
            "0.75,1.25",
            "--range",
            metavar="LOW,HIGH",
            parser=read_range,
            help="Range of the ratios of women to men; one number x is 1/x to x, as in 1.25.",
        ),
        by=DIVIDED_BY,
        report_by=typer.Option(..., "--report-by", metavar="COLUMN"),
        of=BalanceRecipe,
    ),
]
"""What is balanced, and how."""

Thresholds: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        "subject_object",
        "direct_indirect",
        "named_pronoun",
        "min_flags",
        "min_cases",
        sentiment=typer.Option(..., "--sentiment-difference"),
        of=AsymmetryFlags,
    ),
]
"""When a text is flagged."""


@grouped
def balance(
    origin: NamedOrigin,
    folder: Folder,
    balancing: Balancing,
    thresholds: Thresholds,
    divided: Annotated[Shards, Options(without=("longest",))],
    sentiment: ActorSentiment,
    coreference: ActorCoreference,
    metrics: Annotated[ActorMetrics, Options("gender", "pipeline_name", lang=REQUIRED, evidence=EVIDENCE, takes=TAKEN)],
    flags: Flags = "none",
    limit: Limit = None,
) -> None:
    """Leave out rows until there are about as many women as men.

    Finds the actors of each text, then leaves out as few rows as possible so that the ratio of female to male actors,
    and that of their mentions, lie in the range: in each year or section where --by names a column. Writes the rows
    that stay, in the columns of the source, those that were left out with their reasons, report, pictures and card.
    Where the range cannot be reached nothing is written, and the message says how near one comes.

    Examples:
        hf-genderfair balance articles.jsonl --lang de --out balanced/
        hf-genderfair balance articles.jsonl --lang de --range .75,1.25 --by year --out balanced/
        hf-genderfair balance news.parquet --lang en --range 1.1 --flags default --max-removed 0.2 --out balanced/
    """
    if balancing["words"] and balancing["method"] == "paper":
        raise GenderfairError("--words has no effect on --method paper, which leaves out rows: leave one of them out")
    rows = own_rows(origin, limit)
    columns = {name: dividing_column(balancing.get(name), rows.column_names) for name in ("by", "report_by")}
    flagged = None if flags == "none" else AsymmetryFlags(flags, **thresholds)
    # longer texts than the source may have are not read
    recipe = BalanceRecipe(metrics, flagged, longest=None, **{**balancing, **columns})
    run_in_shards(rows, origin, folder, divided, recipe)


Attributes = Annotated[
    list[str] | None,
    typer.Option("--attribute", help="Only this word list of the package (gender, age, religion); may be given again."),
]
Lists = Annotated[
    list[Path] | None,
    typer.Option(
        "--list", metavar="FILE", help="A word list of your own in place of the package's; may be given again."
    ),
]
Targets = Annotated[
    list[str] | None,
    typer.Option("--target", metavar="TARGET", help="Shares to compare with, as in age:young=0.3,middle=0.4,old=0.3."),
]
Against = Annotated[
    str | None, typer.Option("--against", metavar="SOURCE", help="Another source to compare representation with.")
]
Measured: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        "paired",
        "actors",
        "seed",
        lang=REQUIRED,
        evidence=EVIDENCE,
        by=DIVIDED_BY,
        takes=("num_proc",),
        of=audit_dataset,
    ),
]
"""What is measured; see `audit`."""


@grouped
def audit(
    origin: AnalysedOrigin,
    output: Annotated[Output, Options(without=("jsonl",))],
    measured: Measured,
    attribute: Attributes = None,
    word_list: Lists = None,
    edition: WordListEdition = "corrected",
    target: Targets = None,
    against: Against = None,
    limit: Limit = None,
) -> None:
    """Measure who is represented in texts.

    English: group words of gender, age and religion with demographic representation, gender polarity, person
    references. Catalan, German, Polish and Spanish: person references. Every language: the word lists you give. With
    --actors, in German and English, also who appears, acts, is named and quoted, by year or any other column. Prints
    the tables, or the whole report as JSON; with --out writes the annotated rows with report, pictures and card, and
    prints what they say in short: --tables prints all.

    Examples:
        hf-genderfair audit articles.jsonl --lang en
        hf-genderfair audit articles.jsonl --lang es --out audited/
        hf-genderfair audit before.txt --lang en --against after.txt --paired --attribute gender
        hf-genderfair audit articles.jsonl --lang de --actors --by date --out audited/
        hf-genderfair audit posts.parquet --lang fr --list trades.tsv --target trade:sea=0.2,land=0.8 --json
    """
    lang, by = measured.pop("lang"), measured.pop("by", None)
    if measured["actors"] and language_code(lang) not in LANGUAGES:
        raise GenderfairError(f"--actors reads {' and '.join(LANGUAGES)}, not {lang}: leave --actors out")
    if measured["evidence"] != EVIDENCE_SOURCES and not measured["actors"]:
        raise GenderfairError("--evidence is about the gender of actors: give --actors too")
    names = dict.fromkeys(attribute or (audited_lists(str(lang)) if edition != "corrected" and not word_list else ()))
    lists = [*(shipped_list(name, edition) for name in names), *map(WordList.from_file, word_list or ())]
    leaves_out: list[str] = []
    if output.columns is not None:
        listed = lists or [shipped_list(name) for name in audited_lists(lang)]
        transforms = transforms_of(lang, listed, origin.text_column, measured["actors"], measured["evidence"])
        added = {name: kind for each in transforms for name, kind in each.features().items()}
        leaves_out = output.leaves_out(added)
    rows = origin.rows(limit)
    other = None if against is None else origin.beside(against).rows(limit)
    beside = f", compared with {source_name(against)}" if against else ""
    source = origin.described(output.license) | ({COMPARED: source_name(against)} if against else {})
    found = audit_dataset(
        rows,
        lang,
        lists=lists or None,
        targets=_targets(target or []),
        compared=other,
        by=dividing_column(by, rows.column_names),
        title=output.title or f"Who is represented in {source_name(origin.source)}{beside}",
        source=source,
        **measured,
    )
    if output.out is not None:
        write_made(without_columns(found, leaves_out), output)
    elif output.as_json:
        say(found.report.to_json(), nl=False)
    else:
        for table in found.report.tables:
            print_table(table)
        print_answers(found.report.answers)


def _targets(options: Sequence[str]) -> dict[str, dict[str, float]]:
    """Read targets such as ``age:young=0.3,old=0.7``."""
    targets: dict[str, dict[str, float]] = {}
    for option in options:
        attribute, _, given = map(str.strip, option.partition(":"))
        if attribute in targets:
            raise GenderfairError(f"--target names {attribute} twice: give it one value")
        targets[attribute] = pairs(given.split(","), "--target", "ATTRIBUTE:group=share,group=share", float)
    return targets
