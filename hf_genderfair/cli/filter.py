"""The command ``filter``."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    AsJson,
    Context,
    CountQuoted,
    Diacritics,
    ExcludedSites,
    JsonLines,
    Lang,
    License,
    MaxCharacters,
    MaxWords,
    MinCharacters,
    MinWords,
    NumProc,
    Out,
    Overwrite,
)
from hf_genderfair.cli.origin import Origin, reads
from hf_genderfair.cli.output import announce
from hf_genderfair.first_person.reasons import FragmentReasons
from hf_genderfair.first_person.tagger import LABELS, FirstPerson
from hf_genderfair.recipes.corpus import corpus, with_problems


@reads()
def filter(
    origin: Origin,
    lang: Lang = "pl",
    context: Context = "window",
    diacritics: Diacritics = "required",
    count_quoted: CountQuoted = False,
    min_words: MinWords = 2,
    max_words: MaxWords = None,
    min_characters: MinCharacters = 0,
    max_characters: MaxCharacters = None,
    excluded_site: ExcludedSites = None,
    jsonl: JsonLines = False,
    out: Out = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Keep what one writer says in the first person.

    Texts stay that are Polish sentences with own first-person forms of one gender. Prints the texts that stay; with
    --jsonl one object for each text, with its label and the reason to leave it out, null where it stays. With --out
    the rows left out are written too, with their reasons.

    Examples:
        hf-genderfair filter < lines.txt
        hf-genderfair filter posts.jsonl --jsonl --excluded-site spam.example --min-words 5
        hf-genderfair filter posts.jsonl --out own/
    """
    tagger = FirstPerson(lang, origin.text_column, context, "count" if count_quoted else "mark", diacritics)
    reasons = FragmentReasons(
        min_words, max_words, min_characters, max_characters, tuple(excluded_site or ()), text_column=origin.text_column
    )
    if out is None:
        for table in origin.tables():
            judged = with_problems(reasons, table.column_names)(tagger(table))
            write_lines(_lines(judged, origin.text_column, jsonl))
        return
    made = corpus(
        origin.rows(),
        tagger=tagger,
        reasons=reasons,
        split_posts=False,
        deduplicate=False,
        source=origin.described(),
        num_proc=num_proc,
    )
    announce(out, made.write(out, license, overwrite), as_json)


def _lines(judged: pa.Table, text_column: str, jsonl: bool) -> Iterator[str]:
    names = (text_column, "first_person", "fragment_reason")
    for text, label, reason in zip(*(judged[name].to_pylist() for name in names), strict=True):
        if jsonl:
            yield json_line({"label": LABELS[label], "reason": reason})
        elif reason is None:
            yield text
