"""The command ``swap``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import typer

from hf_genderfair.cli.analyse import PipelineName
from hf_genderfair.cli.languages import language_option
from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    JsonLines,
)
from hf_genderfair.cli.origin import ANALYSED_CHARACTERS, Origin, reads
from hf_genderfair.core.spans import edit_text
from hf_genderfair.counterfactual.languages import LANGUAGES
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.counterfactual.texts import SwappedText, swap_texts
from hf_genderfair.languages.types import BinaryGender

SwapLang = Annotated[str, language_option(LANGUAGES)]
To = Annotated[BinaryGender, typer.Option("--to", help="Gender of the words afterwards.")]
NamesOption = Annotated[
    Literal["keep", "swap", "refuse"],
    typer.Option("--names", help="Keep first names, swap them too, or leave texts with a person's name as they are."),
]
Checks = Annotated[
    bool,
    typer.Option("--checks", help="Leave what is about politics, history or years, or would become false or odd."),
]
Seed = Annotated[int, typer.Option("--seed", help="Another seed gives other names and words where several fit.")]


@reads(longest=ANALYSED_CHARACTERS)
def swap(
    lang: SwapLang,
    to: To,
    origin: Origin,
    names: NamesOption = "keep",
    checks: Checks = False,
    seed: Seed = 0,
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
    options = SwapOptions(names, seed)
    for part in origin.texts():
        found = swap_texts(part, lang, to, options, checks=checks, pipeline_name=pipeline_name)
        write_lines(_lines(part, found, jsonl))


def _lines(texts: Sequence[str], found: Iterator[SwappedText], jsonl: bool) -> Iterator[str]:
    for text, swapped in zip(texts, found, strict=True):
        written = edit_text(text, swapped.edits)
        if not jsonl:
            yield written
            continue
        edits = [edit.to_dict() for edit in swapped.edits]
        refusals = [refusal._asdict() for refusal in swapped.refusals]
        yield json_line({"text": written, "edits": edits, "refusals": refusals, "reason": swapped.reason})
