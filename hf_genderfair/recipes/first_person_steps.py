"""Data sets that single steps of the first-person recipe make, and challenge sets, each with its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from datasets import Dataset, DatasetDict

from hf_genderfair.core.errors import OutputError
from hf_genderfair.core.keep import Keep
from hf_genderfair.core.spans import apply_edits
from hf_genderfair.core.transform import annotate
from hf_genderfair.first_person.challenge import challenge_sets
from hf_genderfair.first_person.duplicates import NormalisedHash, choose_bits
from hf_genderfair.first_person.neutral import Neutralise
from hf_genderfair.first_person.posts import Posts, isolate_posts
from hf_genderfair.first_person.statistics import (
    corpus_answers,
    count_corpus,
    first_person_examples,
    fragments_table,
    label_names,
    neutral_examples,
)
from hf_genderfair.first_person.tagger import FirstPerson
from hf_genderfair.hub.card import CardDetails
from hf_genderfair.languages.chain import Chain
from hf_genderfair.languages.types import BINARY_GENDERS
from hf_genderfair.recipes.corpus_recipe import DETAILS, corpus_report, draw_report, exclude_duplicates
from hf_genderfair.recipes.made import Made
from hf_genderfair.report.change_list import ChangeColumns
from hf_genderfair.report.examples import begun_examples, choose_examples, drawn_rows
from hf_genderfair.report.figures import draw_in_report, draw_parts, kept_and_left_out, parts_figure
from hf_genderfair.report.report import Cell, Step, Table, describe_step
from hf_genderfair.report.sentences import counted, main_reason, percent, reason_in_words


def labelled(rows: Dataset, tagger: FirstPerson, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return texts labelled by their first-person forms."""
    tagged = annotate(rows, tagger, num_proc)
    title = f"Texts of {source['id']} labelled by their first-person forms"
    steps = [describe_step(tagger, len(tagged), len(tagged))]
    counts = count_corpus(tagged, tagger.text_column)
    report, figures = draw_report(
        corpus_report(
            title,
            tagger.lang,
            steps,
            [fragments_table(counts)],
            source=source,
            answers=corpus_answers(counts, {}),
            examples=first_person_examples(drawn_rows(tagged), tagger.text_column),
        )
    )
    summary = (
        "Texts, each labelled by the gender of the forms in which its writer speaks in the first person, such as "
        "Polish *zrobiłam* (female) and *zrobiłem* (male); texts without such forms are labelled none. A label "
        "says which gender the **words** carry: no metadata were used and no one's gender was guessed."
    )
    return Made(tagged, report, figures=figures, details=replace(DETAILS, summary=summary))


def neutralised(rows: Dataset, tagger: FirstPerson, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return texts with masculine first-person forms."""
    proposer = Neutralise(tagger.text_column)
    rows = annotate(rows, Chain(tagger, proposer), num_proc)
    steps = [describe_step(step, len(rows), len(rows)) for step in (tagger, proposer)]
    rows = apply_edits(rows.remove_columns("first_person_expressions"), "first_person_edits", tagger.text_column)
    title = f"Texts of {source['id']} with masculine first-person forms"
    forms = [len(edits) for edits in rows["first_person_edits"]]
    texts = sum(map(bool, forms))
    changed = f"{texts:,} of {counted(len(forms), 'text')}{f' ({percent(texts / len(forms))})' if texts else ''}"
    answer = f"{counted(sum(forms), 'form was', 'forms were')} put into the masculine, in {changed}."
    examples = neutral_examples(drawn_rows(rows), tagger.text_column)
    report = corpus_report(title, tagger.lang, steps, [], source=source, answers=[answer], examples=examples)
    details = CardDetails(
        tags=("first-person",),
        task_categories=("text-generation", "fill-mask"),
        summary="Texts in which every feminine first-person form of Polish was put into its masculine counterpart, "
        "which is also the generic form, with every edit, by which it can be undone. A label says which gender the "
        "**words** of the writer carried: no metadata were used and no one's gender was guessed.",
        uses="models and studies that are not to see the gender of first-person forms.",
        changes=ChangeColumns(tagger.text_column, ("first_person",)),
    )
    parts = {"with forms that were changed": texts, "left as they are": len(forms) - texts}
    figures = draw_parts("neutralised.png", f"Texts by what became of them (n = {len(forms):,})", parts)
    return Made(rows, report, figures=figures, details=details)


def single_posts(rows: Dataset, text_column: str, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return the single posts of texts."""
    isolated = isolate_posts(rows, text_column, num_proc)
    step = Step("isolate_posts", Posts.version, {"text_column": text_column}, len(rows), len(isolated))
    title = f"Single posts of {source['id']}"
    answer = f"{counted(len(rows), 'text was', 'texts were')} cut into {counted(len(isolated), 'post')}."
    examples = begun_examples("Single posts", drawn_rows(isolated), text_column)
    report = corpus_report(title, "pl", [step], [], source=source, answers=[answer], examples=examples)
    drawn = f"Texts by their number of posts (n = {len(rows):,})"
    figures = draw_parts("posts.png", drawn, _by_posts(isolated["source_row"], len(rows)))
    details = CardDetails(
        tags=("forum",),
        summary="Single posts, cut out of pages of forums and comments, each with its place in the page. Time "
        "stamps and names of authors that stand between posts are in none of them.",
        uses="studies and models that need what one writer wrote, and not a page of many.",
    )
    return Made(isolated, report, figures=figures, details=details)


def _by_posts(sources: Iterable[int], texts: int) -> dict[str, int]:
    """Return how many texts have no post, one, two to five, and more, without what no text has."""
    posts = Counter(sources)
    found = [0] * (texts - len(posts)) + list(posts.values())
    classes = {"none": (0, 0), "one": (1, 1), "2 to 5": (2, 5), "6 to 20": (6, 20), "more than 20": (21, None)}
    parts = {
        name: sum(low <= number and (high is None or number <= high) for number in found)
        for name, (low, high) in classes.items()
    }
    return {name: number for name, number in parts.items() if number}


def without_duplicates(rows: Dataset, text_column: str, source: Mapping[str, Any], num_proc: int | None = None) -> Made:
    """Return texts without those that repeat an earlier one."""
    text_hash = NormalisedHash(text_column=text_column, bits=choose_bits(len(rows)))
    kept, excluded = exclude_duplicates(rows, text_hash, num_proc)
    steps = [describe_step(text_hash, len(rows), len(kept))]
    title = f"Texts of {source['id']} without duplicates"
    part = f" ({percent(len(excluded) / len(rows))})" if len(excluded) else ""
    answer = f"{len(excluded):,} of {counted(len(rows), 'text')}{part} repeated an earlier one and were left out."
    reasons = {"duplicate": len(excluded)}
    report = corpus_report(title, "und", steps, [], reasons, source, [answer])
    details = CardDetails(
        tags=("deduplicated",),
        summary="Texts without those that repeat an earlier one; case, diacritics, digits, signs and spaces make "
        "no difference.",
        uses="corpora in which no text counts twice.",
        changes=ChangeColumns(text_column),
    )
    drawn = f"What became of the texts (n = {len(rows):,})"
    figures = draw_parts("duplicates.png", drawn, kept_and_left_out(len(kept), reasons))
    return Made(kept, report, excluded, figures, details=details)


SETS_TABLE = "challenge_sets"

SETS_DETAILS = CardDetails(
    tags=("challenge", "first-person"),
    task_categories=("text-classification",),
    summary="Texts in which every feminine first-person form of Polish was put into its masculine counterpart, each "
    "with the label that its forms had before. Within each website both labels are equally frequent, and each website "
    "is in one set only. A label says which gender the **words** of the writer carried. It says nothing about a person "
    "beyond that: no metadata were used and no one's gender was guessed.",
    uses="testing whether a model, or a reader, tells the label by anything else than the forms.",
    template="first_person_corpus.md.j2",
    changes=ChangeColumns(edited=("first_person",)),
)


def challenge(
    rows: Dataset,
    seed: int = 0,
    proportions: tuple[float, float, float] = (0.8, 0.1, 0.1),
    source: Mapping[str, Any] | None = None,
) -> Made:
    """Make challenge sets with their report.

    Args:
        rows: Rows with ``text``, ``url``, ``first_person`` and ``first_person_expressions``.
        seed: Another one gives another choice.
        proportions: Shares of train, dev and test.
        source: Where the rows come from, for the report.

    Returns:
        The sets that have rows, what is in none of them with ``challenge_reason``, and the report.

    Raises:
        ColumnError: A column is missing.
        OutputError: No website has texts of both genders, so all sets are empty.

    Example:
        >>> from hf_genderfair.recipes.corpus_recipe import corpus
        >>> texts = ["Byłam wczoraj w kinie.", "Pisałem o tym wczoraj."]
        >>> made = corpus(Dataset.from_dict({"text": texts, "url": ["http://a.example/1", "http://a.example/2"]}))
        >>> challenge(made.kept).kept["train"]["text"][:]
        ['Byłem wczoraj w kinie.', 'Pisałem o tym wczoraj.']
    """
    edits = Neutralise()
    neutral = annotate(rows, edits)
    sets, excluded = challenge_sets(neutral, seed, proportions)
    filled = DatasetDict({name: part for name, part in sets.items() if len(part)})
    if not filled:
        raise OutputError("no website has texts of both genders: there is nothing to make challenge sets of")
    reasons = Keep("challenge_reason").counts(excluded).under("excluded")
    size = sum(map(len, filled.values()))
    parameters = {"seed": seed, "proportions": list(proportions)}
    steps = [describe_step(edits, len(rows), len(rows)), Step("challenge_sets", "1", parameters, len(rows), size)]
    table_rows: list[list[Cell]] = []
    for name, part in filled.items():
        labels = Counter(label_names(part)[label] for label in part["first_person"])
        table_rows.append([name, len(part), *(labels[gender] for gender in BINARY_GENDERS)])
    note = "Each website has as many texts with feminine as with masculine forms, and is in one set only."
    report = corpus_report(
        "Challenge sets: a writer's gender without the forms that give it away",
        "pl",
        steps,
        [Table(SETS_TABLE, "Texts of each set", ["set", "texts", *BINARY_GENDERS], table_rows, note)],
        {key[0]: number for key, number in reasons.items()},
        source,
    )
    parts = {name: len(part) for name, part in filled.items()}
    listed = ", ".join(f"{name} {number:,}" for name, number in parts.items())
    answers = [f"{size:,} of {counted(len(rows), 'text')} ({percent(size / len(rows))}) are in the sets: {listed}."]
    if report.excluded:
        answers.append(f"{counted(len(excluded), 'text')} are in none; {main_reason(report.excluded)}.")
    report = replace(report, answers=answers, examples=choose_examples(neutral_examples(drawn_rows(neutral))))
    parts |= {f"in none: {reason_in_words(reason)}": number for reason, number in report.excluded.items()}
    draw = partial(parts_figure, f"What became of the texts (n = {len(rows):,})", parts)
    report, figures = draw_in_report(report, SETS_TABLE, "challenge_sets.png", draw)
    return Made(filled, report, excluded.remove_columns("first_person_edits"), figures, details=SETS_DETAILS)
