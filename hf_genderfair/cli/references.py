"""The command ``references``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import typer

from hf_genderfair.cli.analyse import PipelineName
from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import ConfigName, JsonLines, Layout, Origin, Source, SplitName, TextColumn
from hf_genderfair.core.transform import text_array
from hf_genderfair.representation.references.reference import Reference
from hf_genderfair.representation.references.transform import PersonReferences

LINES_AT_ONCE = 256

ReferencesLang = Annotated[Literal["ca", "de", "en", "es", "pl"], typer.Option("--lang", help="Language of the texts.")]
Details = Annotated[bool, typer.Option("--details", help="With --jsonl, give every field of each word.")]


def references(
    lang: ReferencesLang,
    source: Source = "-",
    jsonl: JsonLines = False,
    details: Details = False,
    pipeline_name: PipelineName = None,
    text_column: TextColumn = "text",
    layout: Layout = None,
    split: SplitName = None,
    config: ConfigName = None,
) -> None:
    """Find nouns and pronouns, their grammatical gender, and which of them stand for persons.

    Prints for each text its words with P (person) or N and M, F or N (neuter), as in Derner et al. 2025; with --jsonl
    one object for each text, {"words": [{"text", "start", "end", "person", "gender", "epicene"}]}. Surnames are left
    out. Catalan includes Valencian.

    Examples:
        echo "La directora saludó a los alumnos." | hf-genderfair references --lang es
        hf-genderfair references --lang ca --jsonl < lines.txt
        hf-genderfair references --lang de --jsonl --details articles.parquet
    """
    transform = PersonReferences(lang, text_column, pipeline_name)
    origin = Origin(source, text_column, layout, split, config)
    for table in origin.tables():
        texts = text_array(table[text_column], text_column)
        for first in range(0, len(texts), LINES_AT_ONCE):
            part = [text or "" for text in texts[first : first + LINES_AT_ONCE].to_pylist()]
            write_lines(_lines(part, transform, jsonl, details))


def _lines(texts: list[str], transform: PersonReferences, jsonl: bool, details: bool) -> Iterator[str]:
    for text, found in zip(texts, transform.find(texts), strict=True):
        if jsonl:
            yield json_line({"words": [_word(text, reference, details) for reference in found]})
        else:
            yield "  ".join(f"{_form(text, word)} {'P' if word.person else 'N'},{_letter(word)}" for word in found)


def _word(text: str, reference: Reference, details: bool) -> dict[str, Any]:
    fields = reference._asdict()
    names = fields if details else ("start", "end", "person", "gender", "epicene")
    return {"text": _form(text, reference)} | {name: fields[name] for name in names if name != "form"}


def _form(text: str, reference: Reference) -> str:
    return reference.form or text[reference.start : reference.end]


def _letter(reference: Reference) -> str:
    return "-" if reference.gender == "none" else reference.gender[0].upper()
