"""The command ``swap``."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from hf_genderfair.cli.edits import edited_fields, edited_line
from hf_genderfair.cli.groups import Options, grouped, language_option
from hf_genderfair.cli.options import JsonLines, PipelineName
from hf_genderfair.cli.origin import AnalysedOrigin
from hf_genderfair.cli.runner import print_found
from hf_genderfair.counterfactual.languages import LANGUAGES
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import SwappedText, swap_texts
from hf_genderfair.languages.types import BinaryGender

SwapLang = Annotated[str, language_option(LANGUAGES)]
To = Annotated[BinaryGender, typer.Option("--to", help="Gender of the words afterwards.")]
Checks = Annotated[
    bool,
    typer.Option("--checks", help="Leave what is about politics, history or years, or would become false or odd."),
]


@grouped
def swap(
    lang: SwapLang,
    to: To,
    origin: AnalysedOrigin,
    options: Annotated[SwapOptions, Options("names", "seed")],
    checks: Checks = False,
    jsonl: JsonLines = False,
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
    swap_all = partial(swap_texts, lang=lang, to=to, options=options, checks=checks, pipeline_name=pipeline_name)
    print_found(origin, jsonl, swap_all, _line, _fields)


def _line(text: str, swapped: SwappedText) -> str:
    return edited_line(text, swapped.edits)


def _fields(text: str, swapped: SwappedText) -> dict[str, Any]:
    refusals = [refusal._asdict() for refusal in swapped.refusals]
    return {**edited_fields(text, swapped.edits), "refusals": refusals, "reason": swapped.reason}
