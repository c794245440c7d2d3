"""The command ``biased``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from hf_genderfair.cli.edits import edited_fields, edited_line
from hf_genderfair.cli.groups import grouped, language_option
from hf_genderfair.cli.options import JsonLines
from hf_genderfair.cli.origin import AnalysedOrigin
from hf_genderfair.cli.runner import print_found
from hf_genderfair.core.spans import Edit
from hf_genderfair.languages.types import PairedGender
from hf_genderfair.rewriting.biased import biasing_edits
from hf_genderfair.rewriting.languages import LANGUAGES

BiasedLang = Annotated[str, language_option(LANGUAGES)]
WrittenGender = Annotated[PairedGender, typer.Option("--gender", help="The gender to write for.")]


@grouped
def biased(lang: BiasedLang, gender: WrittenGender, origin: AnalysedOrigin, jsonl: JsonLines = False) -> None:
    """Write gender-fair text for one gender, as data for training rewriters.

    German words in any gender-fair spelling become the masculine or the feminine form; in English they and neutral
    words become he or she and the words of one gender, unless he or she is there already or they are many. Prints one
    line for each text; with --jsonl the new text and the edits on the old one, by which it can be undone.

    Examples:
        echo "Eine*n Ärzt*in kennt jede*r." | hf-genderfair biased --lang de --gender masculine
        hf-genderfair biased --lang en --gender feminine --jsonl < lines.txt
    """

    def find(texts: list[str]) -> Iterator[list[Edit]]:
        return (biasing_edits(text, lang, gender) for text in texts)

    print_found(origin, jsonl, find, edited_line, edited_fields)
