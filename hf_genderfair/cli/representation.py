"""The commands ``references`` and ``polarity``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, TypeAlias

import pyarrow as pa
import typer

from hf_genderfair.cli.asked import AskedModel
from hf_genderfair.cli.found import run_annotating
from hf_genderfair.cli.groups import REQUIRED, Options, grouped, language_option
from hf_genderfair.cli.lines import write_objects
from hf_genderfair.cli.options import Lines, Output
from hf_genderfair.cli.origin import LINES_AT_ONCE, AnalysedOrigin, Origin
from hf_genderfair.cli.output import print_cost, print_table
from hf_genderfair.cli.runner import run, texts_of
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import text_array
from hf_genderfair.generation.generator import Cost
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.types import Reference
from hf_genderfair.recipes.annotated import annotated
from hf_genderfair.representation.polarity import Tokenization, gender_polarity
from hf_genderfair.representation.references.generated import GeneratedReferences, TextAnswers
from hf_genderfair.representation.references.ratios import is_answered, runs_table
from hf_genderfair.representation.references.transform import PersonReferences

Details = Annotated[bool, typer.Option("--details", help="With --jsonl, give every field of each word.")]
Repeated: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        "runs",
        "seed",
        "repair",
        prompt=typer.Option(
            ...,
            "--prompt",
            metavar="FILE",
            help="With --model, another prompt, with <SENTENCE> where the sentence belongs.",
        ),
        of=GeneratedReferences,
    ),
]
"""How a language model is asked."""


@grouped
def references(
    origin: AnalysedOrigin,
    generator: AskedModel,
    repeated: Repeated,
    transform: Annotated[PersonReferences, Options("pipeline_name", "lang_column", lang=REQUIRED)],
    output: Lines,
    details: Details = False,
) -> None:
    """Find nouns and pronouns, their grammatical gender, and which of them stand for persons.

    Prints for each text its words with P (person) or N and M, F or N (neuter), as in Derner et al. 2025; with --jsonl
    one object for each text, {"text", "words": [{"text", "start", "end", "person", "gender", "epicene"}]}. Gender is
    masculine, feminine, or neuter for what is neither; --details tells words without gender (none) from neuter ones.
    Surnames are left out. Catalan includes Valencian.

    With --model a language model is asked what the paper asks, in words of our own. The words are those of the first
    run; --jsonl also gives the counts of each run and what could not be read, and a table over all runs goes to
    standard error. To repeat the paper, save its prompt with its examples (appendices A and B) as a file in UTF-8, with
    <SENTENCE> for the sentence, and name it by --prompt.

    Examples:
        echo "La directora saludó a los alumnos." | hf-genderfair references --lang es
        hf-genderfair references --lang ca --jsonl < lines.txt
        hf-genderfair references --lang de --jsonl --details articles.parquet
        hf-genderfair references --lang es --model NAME --endpoint http://localhost:8000/v1 --runs 5 < lines.txt
        hf-genderfair references --lang es --model NAME --prompt published.txt --jsonl < lines.txt
    """
    if generator is None:
        if repeated.get("prompt") is not None:
            raise GenderfairError("--prompt needs --model: name the model that is to be asked")
        run_annotating(origin, output, transform, transform.find, _line, partial(_fields, details=details))
        return
    if transform.pipeline_name is not None:
        raise GenderfairError("--model and --pipeline are two ways to find references: name one of them")
    _ask(GeneratedReferences(generator=generator, **repeated), origin, output, details)


def _ask(transform: GeneratedReferences, origin: Origin, output: Output, details: bool) -> None:
    """Print what a language model finds, and to standard error its runs and their cost."""
    totals, cost = [Counts()] * transform.runs, Cost()

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        nonlocal cost
        texts = texts_of(table, origin.text_column)
        runs, spent = transform.ask(texts)
        cost += spent
        for number, answers in enumerate(runs):
            counts = [((name,), count) for text in answers for name, count in text.counts().items()]
            totals[number] += Counts(counts)
        for text, of in zip(texts, zip(*runs, strict=True), strict=True):
            words = of[0].references
            yield {**_fields(text, words, details), **_runs(of)} if jsonl else _line(text, words)

    run(origin, output, show, partial(annotated, chain=Chain(transform)), transform.features, LINES_AT_ONCE)
    if output.out is not None:
        return
    if any(totals):
        print_table(runs_table({transform.generator.name: totals}), err=True)
    print_cost(cost, err=True)
    if any(run["sentences",] for run in totals) and not any(map(is_answered, totals)):
        raise GenderfairError(f"no answer of {transform.generator.name} could be read: see unread with --jsonl")


def _runs(answers: Sequence[TextAnswers]) -> dict[str, Any]:
    """Return what is given of the runs beside the words: the columns of `GeneratedReferences`."""
    numbered = list(enumerate(answers))
    return {
        "runs": [{"run": run, **found.counts()} for run, found in numbered],
        "unread": [{"run": run, **unread._asdict()} for run, found in numbered for unread in found.unread],
    }


def _line(text: str, words: Sequence[Reference]) -> str:
    return "  ".join(f"{_form(text, word)} {'P' if word.person else 'N'},{_letter(word)}" for word in words)


def _fields(text: str, words: Sequence[Reference], details: bool) -> dict[str, Any]:
    return {"text": text, "words": [_word(text, word, details) for word in words]}


def _word(text: str, reference: Reference, details: bool) -> dict[str, Any]:
    fields = reference._asdict()
    word = {"text": _form(text, reference)}
    if details:
        return word | {name: value for name, value in fields.items() if name != "form"}
    fields["gender"] = "neuter" if reference.gender == "none" else reference.gender
    return word | {name: fields[name] for name in ("start", "end", "person", "gender", "epicene")}


def _form(text: str, reference: Reference) -> str:
    return reference.form or text[reference.start : reference.end]


def _letter(reference: Reference) -> str:
    return "-" if reference.gender == "none" else reference.gender[0].upper()


PolarityLang = Annotated[str, language_option(("en",), "Language of the texts; the measure is one of English words.")]
Tokens = Annotated[
    Tokenization,
    typer.Option("--tokenization", help="'words' finds the him in “him.”; 'paper' misses it, as published."),
]


@grouped
def polarity(lang: PolarityLang, origin: Origin, tokenization: Tokens = "words") -> None:
    """Count English words for men and for women.

    Prints one JSON object for the whole source. Counted are he, him, his, himself, man, men, he's, boy, boys and she,
    her, hers, herself, woman, women, she's, girl, girls (Derner et al. 2025, section 3.1).

    Examples:
        echo "She asked him." | hf-genderfair polarity --lang en
        hf-genderfair polarity --lang en --tokenization paper < lines.txt
        hf-genderfair polarity --lang en articles.parquet
    """
    total = {"male": 0, "female": 0}
    for table in origin.tables():
        found = gender_polarity(
            text_array(table[origin.text_column].combine_chunks(), origin.text_column), tokenization
        )
        total["male"] += found.male
        total["female"] += found.female
    write_objects([total])
