"""The commands ``references``, ``polarity``, and ``wordlist generate``, ``review``, ``accept`` and ``check``."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import pyarrow as pa
import typer

from hf_genderfair.cli.asked import ENDPOINT, SETTINGS, AskedModel
from hf_genderfair.cli.console import say
from hf_genderfair.cli.found import run_annotating
from hf_genderfair.cli.lines import write_objects
from hf_genderfair.cli.options import REQUIRED, Lines, Options, Output, grouped, language_option
from hf_genderfair.cli.origin import LINES_AT_ONCE, AnalysedOrigin, Origin
from hf_genderfair.cli.output import print_cost, print_table
from hf_genderfair.cli.runner import run, texts_of
from hf_genderfair.core.counts import Counts
from hf_genderfair.core.errors import GenderfairError, LexiconError, OutputError, SourceError
from hf_genderfair.core.transform import annotate, text_array
from hf_genderfair.generation.build import build_generator
from hf_genderfair.generation.generator import Cost
from hf_genderfair.hub.locate import source_name
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.types import Reference
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.recipes.annotated import annotated
from hf_genderfair.report.report import Cell, Table
from hf_genderfair.representation.demographic import Convergence, convergence, count_words, words_by_group
from hf_genderfair.representation.generated_lists import WordListTask, generate_words
from hf_genderfair.representation.group_words import GroupWords
from hf_genderfair.representation.polarity import Tokenization, gender_polarity
from hf_genderfair.representation.references.ratios import is_answered, runs_table
from hf_genderfair.representation.references.transform import GeneratedReferences, PersonReferences, TextAnswers
from hf_genderfair.representation.report import convergence_table
from hf_genderfair.representation.word_frequencies import (
    WordFrequencies,
    corpus_frequencies,
    frequency_list,
    listed_frequencies,
)
from hf_genderfair.representation.word_review import (
    STATUSES,
    Ranking,
    Undecided,
    WordReview,
    check_words,
    checked_criteria,
    is_review,
    lexicon_text,
    make_review,
    review_page,
)

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


TOKENS_A_WORD = 8
"""Room in an answer for each word asked for: most take fewer, with quotation marks and comma."""

TOKENS_A_SECOND = 5
"""What a server on a small machine writes at least: a long answer is given the time."""

SHOWN_UNREAD = 5

Validate = Annotated[int, typer.Option("--validate", min=1, help="Words of each group that a person should judge.")]
CORPUS = typer.Option(
    None,
    "--corpus",
    metavar="SOURCE",
    help="Corpus to count the words in: Hub id, folder, file or -. Without it the package wordfreq tells.",
)
RankedBy = Annotated[
    Ranking, typer.Option("--ranking", help="Judge the most frequent words, or those that the model gave first.")
]
OutFile = Annotated[Path, typer.Option("--out", metavar="FILE", help="File to write.")]
OutPage = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Page to write; by default beside the review.")
]
ReviewFile = Annotated[Path, typer.Argument(metavar="FILE", help="A review, as wordlist generate writes it.")]
ListFile = Annotated[Path, typer.Argument(metavar="FILE", help="A word list, or a review.")]
ListLicense = Annotated[str, typer.Option("--license", help="Licence of the list, such as CC0-1.0.")]
Replace = Annotated[bool, typer.Option("--overwrite", help="Replace the file if it is there already.")]
ListVersion = Annotated[str, typer.Option("--list-version", help="Version of the list.")]
Validators = Annotated[int, typer.Option("--validators", min=1, help="Number of persons who judged the words.")]
UndecidedWords = Annotated[Undecided, typer.Option("--undecided", help="What to do with words that nobody has judged.")]
CHECKED_CORPUS = typer.Option(
    None, "--corpus", metavar="SOURCE", help="Corpus in which the words are counted: Hub id, folder or file."
)
Question: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        *("attribute", "groups", "runs", "words", "counterparts", "numbers", "seed", "prompt"),
        lang=typer.Option(..., "--lang", help="Language of the words, such as en."),
        positive=typer.Option(
            ..., "--positive", metavar="GROUP=WORD,…", help="Words as they should be, for the prompt; may be repeated."
        ),
        negative=typer.Option(
            ..., "--negative", metavar="GROUP=WORD,…", help="Words as they should not be; may be repeated."
        ),
        of=WordListTask,
    ),
]
"""Which words a language model is asked for, and how."""

AskedForWords: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        *(name for name in SETTINGS if name not in ("temperature", "timeout", "max_new_tokens")),
        model=REQUIRED,
        base_url=ENDPOINT,
        temperature=1.0,
        max_new_tokens=typer.Option(None, min=1, help="Longest answer; by default as --words needs."),
        timeout=typer.Option(None, min=1, help="Seconds in which a server has to answer; by default as they need."),
        of=build_generator,
    ),
]
"""The language model that is asked for words."""


@grouped
def generate(
    origin: Annotated[Origin | None, Options(source=CORPUS)],
    question: Question,
    asked: AskedForWords,
    out: OutFile,
    validate: Validate = 100,
    ranking: RankedBy = "frequency",
    overwrite: Replace = False,
) -> None:
    r"""Ask a language model for words that name groups, and write them for a person to judge.

    Follows Görge et al. 2025, Algorithm 1: several runs, counterparts and plurals, frequencies in a corpus, words that
    do not occur out, the first of each group for review. Every word is in the file, with what was found and why it is
    not for review. The key of an endpoint is read from OPENAI_API_KEY.

    The question for words is in words of our own. To repeat the paper, save its prompt (appendix B.1, examples
    included) as a file in UTF-8, with <GROUP> for the group and, where wanted, <ATTRIBUTE>, <WORDS> and <LANGUAGE>, and
    name it by --prompt; the review then tells its digest.

    Examples:
        hf-genderfair wordlist generate --attribute age --group young --group old --corpus posts.jsonl \
            --endpoint http://localhost:8000/v1 --model llama --positive young=toddler,teen --out review.tsv
        hf-genderfair wordlist generate --attribute religion --group Hindus --group Jews --ranking generation \
            --model Qwen/Qwen2.5-7B-Instruct --runs 5 --out review.tsv
    """
    question |= {name: _examples(question.get(name, ())) for name in ("positive", "negative")}
    task = WordListTask(**question)
    _check_free(out, overwrite)
    texts = None if origin is None else _texts(origin)
    if texts is None and frequency_list(task.lang) is None:
        raise SourceError(f"no frequencies of {task.language} words: name a corpus, or pip install wordfreq")
    tokens = asked.get("max_new_tokens", max(task.words, 100) * TOKENS_A_WORD)
    room: dict[str, Any] = {"max_new_tokens": tokens, "timeout": max(60.0, tokens / TOKENS_A_SECOND)}
    generated = generate_words(build_generator(asked.pop("model"), **room | asked), task)
    listed = generated.word_list()
    if origin is None or texts is None:
        frequencies = listed_frequencies(listed)
    else:
        frequencies = corpus_frequencies(listed, texts, source_name(origin.source))
    review = make_review(generated, frequencies, validate, ranking)
    _write(out, review.to_text())
    for unread in generated.unread[:SHOWN_UNREAD]:
        say(f"Note: {unread.line}", err=True)
    if len(generated.unread) > SHOWN_UNREAD:
        say(f"Note: and {len(generated.unread) - SHOWN_UNREAD} more answers without words", err=True)
    print_table(_words_table(review))
    print_cost(generated.cost)
    say(f"Written to {out}. Next: hf-genderfair wordlist review {shlex.quote(str(out))}")


def review(file: ReviewFile, out: OutPage = None, overwrite: Replace = False) -> None:
    """Write a page on which a person accepts or rejects the words of a review, each with a reason.

    One file of HTML for any browser: nothing is sent anywhere. Download the table from the page when done. A
    spreadsheet or an editor does as well: write accept or reject into the column verdict.

    Examples:
        hf-genderfair wordlist review review.tsv
        hf-genderfair wordlist review review.tsv --out page.html
    """
    opened = WordReview.from_file(file)
    page = out or file.with_suffix(".html")
    _check_free(page, overwrite)
    _write(page, review_page(opened, file.name))
    say(f"{len(opened.undecided)} words to judge. Written to {page}: open it in a browser.")


def accept(
    file: ReviewFile,
    out: OutFile,
    license: ListLicense,
    list_version: ListVersion = "1",
    validators: Validators = 1,
    undecided: UndecidedWords = "refuse",
    overwrite: Replace = False,
) -> None:
    """Turn the accepted words of a review into a word list with its version, source, licence and date.

    Other commands read the list with --list. Words that nobody has judged are an error unless --undecided says what to
    do with them; words accepted in two groups are one always.

    Examples:
        hf-genderfair wordlist accept review.tsv --license CC0-1.0 --out lists/age.tsv
        hf-genderfair wordlist accept review.tsv --license CC0-1.0 --validators 2 --undecided reject --out age.tsv
    """
    judged = WordReview.from_file(file)
    text = lexicon_text(judged, license, version=list_version, validators=validators, undecided=undecided)
    _check_free(out, overwrite)
    _write(out, text)
    print_table(_words_table(judged))
    say(f"Written to {out}: {WordList.from_file(out)!r}")


@grouped
def check(file: ListFile, origin: Annotated[Origin | None, Options(source=CHECKED_CORPUS)]) -> None:
    """Check the words of a list or a review, and with a corpus whether more words would matter.

    Prints what can be checked by program: spelling (Q2, with the package wordfreq), words in two groups (Q3),
    compounds (Q5) and names (Q6). With --corpus also demographic representation by the first words of each group, by
    one more, and so on (C3): where it no longer changes, more words no longer matter.

    Examples:
        hf-genderfair wordlist check lists/age.tsv
        hf-genderfair wordlist check lists/age.tsv --corpus posts.jsonl
    """
    words = WordReview.from_file(file).to_check() if is_review(file) else WordList.from_file(file)
    if origin is None:
        print_table(_findings_table(words, None))
        return
    rows = origin.rows()
    print_table(_findings_table(words, corpus_frequencies(words, rows[origin.text_column], source_name(origin.source))))
    counted = count_words(annotate(rows, GroupWords(words, origin.text_column)), words.attribute)
    curve = convergence(words_by_group(counted, words.attribute, words.groups))
    print_table(convergence_table({words.attribute: curve}))
    say(_verdict(curve))


def _examples(given: Sequence[str]) -> dict[str, list[str]]:
    """Read ``GROUP=WORD,WORD`` options."""
    examples: dict[str, list[str]] = {}
    for option in given:
        group, sign, words = option.partition("=")
        listed = [word.strip() for word in words.split(",") if word.strip()]
        if not sign or not listed:
            raise LexiconError(f"examples are given as GROUP=WORD,WORD, not as {option!r}")
        examples.setdefault(group.strip(), []).extend(listed)
    return examples


def _texts(origin: Origin) -> Iterator[str | None]:
    """Return the texts of a corpus; one without any fails here, before a model is asked."""
    texts: Iterable[str | None] = chain.from_iterable(
        table[origin.text_column].to_pylist() for table in origin.tables()
    )
    remaining = iter(texts)
    first = next((text for text in remaining if text and not text.isspace()), None)
    if first is None:
        raise SourceError(
            f"there is no text in {source_name(origin.source)}: name a corpus in which words can be counted"
        )
    return chain([first], remaining)


def _check_free(path: Path, overwrite: bool) -> None:
    if path.is_dir():
        raise OutputError(f"{path} is a folder: name a file")
    if path.exists() and not overwrite:
        raise OutputError(f"{path} exists already, perhaps with verdicts: name another file, or give --overwrite")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _words_table(review: WordReview) -> Table:
    """Return how many words of each group are in which state."""
    columns = ["group", "words", *STATUSES, "accepted", "rejected", "undecided"]
    rows: list[list[Cell]] = []
    undecided = review.undecided
    for group in review.groups:
        words = [word for word in review.words if word.group == group]
        states = [sum(word.status == status for word in words) for status in STATUSES]
        verdicts = [sum(word.verdict == verdict for word in words) for verdict in ("accept", "reject")]
        rows.append([group, len(words), *states, *verdicts, sum(word.group == group for word in undecided)])
    note = "review: to be judged; beyond: not among the first of the ranking; absent: without an occurrence."
    return Table("words", f"Words for {review.metadata['attribute']}", columns, rows, note)


def _findings_table(words: WordList, frequencies: WordFrequencies | None) -> Table:
    """Return the words with findings, and those that do not occur."""
    rows: list[list[Cell]] = []
    for entry, found in zip(words.entries, check_words(words, frequencies), strict=True):
        frequency = None if frequencies is None else frequencies.of(entry.word)
        if found or frequency == 0:
            rows.append([entry.group, entry.word, frequency, "; ".join(found)])
    checked = ", ".join(checked_criteria(words.lang))
    note = f"{len(rows)} of {len(words.entries)} words; checked: {checked}; the other criteria need a person."
    if words.duplicates:
        note += f" Given again in their group, and merged: {words.duplicates}."
    return Table("findings", f"Findings for {words.attribute}", ["group", "word", "frequency", "findings"], rows, note)


def _verdict(curve: Convergence) -> str:
    if not curve.steps:
        return "No word of the list occurs: representation is unknown."
    if curve.converged is None:
        return f"The last word still changes the representation by {curve.threshold:g} or more: more words may matter."
    return f"From {curve.converged} words a group on it changes by less than {curve.threshold:g}: more hardly matter."
