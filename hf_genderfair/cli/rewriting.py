"""The commands ``rewrite``, ``normalise`` and ``biased``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias

import typer

from hf_genderfair.cli.found import Edits, edited_fields, edited_line, run_editing, show_found
from hf_genderfair.cli.options import REQUIRED, Lines, Options, grouped, language_option, pairs
from hf_genderfair.cli.origin import LINES_AT_ONCE, AnalysedOrigin, Origin
from hf_genderfair.cli.runner import run
from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.recipes.annotated import Editing
from hf_genderfair.recipes.annotated import rewrite as rewrite_rows
from hf_genderfair.rewriting.languages import LANGUAGES, biasing_edits, normalising_edits
from hf_genderfair.rewriting.neural import NeuralRewriter
from hf_genderfair.rewriting.transform import GenderFair

Form = Annotated[
    Literal["star", "colon", "gap", "slash", "internal_i", "pair", "participle"],
    typer.Option("--form", help="How German is written: Lehrer*in, Lehrer:in, Lehrer_in, Lehrer/-in, LehrerIn, …"),
]
Lang = Annotated[str, language_option(LANGUAGES)]
MODEL = typer.Option(
    None, "--model", help="A sequence-to-sequence model, in place of the rules: folder or name on the Hub."
)
Rewriter: TypeAlias = Annotated[
    NeuralRewriter | None, Options("checked", "prefix", model=MODEL, model_revision=typer.Option(..., "--revision"))
]
"""What rewrites in place of the rules."""

Candidates = Annotated[
    int | None,
    typer.Option("--candidates", min=1, help="With --model: take the first of so many that changes only gender."),
]


def read_nouns(option: str) -> tuple[tuple[str, str], ...]:
    """Read ``--nouns``: words, each with its neutral word."""
    return tuple(pairs(option.split(","), "--nouns", "WORD=NEUTRAL,WORD=NEUTRAL", str).items())


Rules: TypeAlias = Annotated[
    dict[str, Any],
    Options(
        *("scope", "quotations", "organisations", "reflexive", "pipeline_name", "lang_column"),
        lang=REQUIRED,
        nouns=typer.Option(
            ..., "--nouns", metavar="WORD=NEUTRAL,…", parser=read_nouns, help="More English words to rewrite."
        ),
        takes=("form",),
        of=GenderFair,
    ),
]
"""How the rules rewrite."""


@grouped
def rewrite(
    origin: AnalysedOrigin,
    rewriter: Rewriter,
    rules: Rules,
    output: Lines,
    form: Form = "star",
    candidates: Candidates = None,
) -> None:
    """Rewrite text so that it is fair to all genders.

    German words for persons get the form asked for, with their articles, adjectives and pronouns; English he and she
    become they, with their verbs. Prints one line for each text; with --jsonl the new text, the edits on the old one,
    by which it can be undone, and the words left alone with the reason.

    Examples:
        echo "Die Lehrer treffen einen Kollegen." | hf-genderfair rewrite --lang de
        hf-genderfair rewrite --lang de --form colon --scope all < lines.txt
        echo "She says that he has left." | hf-genderfair rewrite --lang en --scope all --jsonl
        hf-genderfair rewrite articles.jsonl --lang de --out fair/
    """
    if candidates is not None and rewriter is None:
        raise GenderfairError("--candidates needs --model: name the model that is to rewrite")
    if candidates is not None and rewriter is not None:
        rewriter = replace(rewriter, beams=candidates, candidates=candidates)
    transform = GenderFair(model=rewriter, **rules)
    show = show_found(origin.text_column, transform.find, edited_line, edited_fields, transform)
    run(origin, output, show, partial(rewrite_rows, transform=transform), transform.features, LINES_AT_ONCE)


@grouped
def normalise(lang: Lang, origin: Origin, output: Lines, form: Form = "star") -> None:
    """Write gender-fair forms in one spelling.

    German words in any spelling, such as Lehrer/-innen, LehrerInnen or Lehrerinnen und Lehrer, get the form asked for;
    in English, he or she is becomes they are. What is no gender-fair form stays. Prints one line for each text; with
    --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Die Lehrer/innen und die Studentinnen und Studenten" | hf-genderfair normalise --lang de
        hf-genderfair normalise --lang de --form pair --jsonl < lines.txt
    """
    settings = {"lang": lang, "form": form}
    find = partial(_edits, edits_of=partial(normalising_edits, **settings))
    run_editing(origin, output, Editing("normalise", Edits, find, lang, settings, origin.text_column))


@grouped
def biased(
    lang: Lang,
    gender: Annotated[PairedGender, typer.Option("--gender", help="The gender to write for.")],
    origin: AnalysedOrigin,
    output: Lines,
) -> None:
    """Write gender-fair text for one gender, as data for training rewriters.

    German words in any gender-fair spelling become the masculine or the feminine form; in English they and neutral
    words become he or she and the words of one gender, unless he or she is there already or they are many. Prints one
    line for each text; with --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Eine*n Ärzt*in kennt jede*r." | hf-genderfair biased --lang de --gender masculine
        hf-genderfair biased --lang en --gender feminine --jsonl < lines.txt
    """
    settings: dict[str, Any] = {"lang": lang, "gender": gender}
    find = partial(_edits, edits_of=partial(biasing_edits, **settings))
    run_editing(origin, output, Editing("biased", Edits, find, lang, settings, origin.text_column))


def _edits(texts: list[str], edits_of: Callable[[str], list[Edit]]) -> Iterator[Edits]:
    return (Edits(edits_of(text)) for text in texts)
