"""The command ``posts``."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    AsJson,
    ConfigName,
    JsonLines,
    Layout,
    License,
    NumProc,
    Origin,
    Out,
    Overwrite,
    Source,
    SplitName,
    TextColumn,
)
from hf_genderfair.cli.output import announce, write_result
from hf_genderfair.cli.recipe import corpus_report
from hf_genderfair.core.transform import text_array
from hf_genderfair.first_person.posts import Posts, find_all_posts, isolate_posts
from hf_genderfair.hub.source import source_name
from hf_genderfair.report.report import Step


def posts(
    source: Source = "-",
    jsonl: JsonLines = False,
    out: Out = None,
    text_column: TextColumn = "text",
    layout: Layout = None,
    split: SplitName = None,
    config: ConfigName = None,
    license: License = None,
    num_proc: NumProc = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Cut pages of forums and comments into posts.

    Prints one line for each post; with --jsonl one object for each text, with its posts, their offsets, authors and
    dates as written. Authors' names are personal data: they are printed only then, and never written with --out.

    Examples:
        echo "Byłam tam. ~ola 12.03.2011 18:22 Ja też byłam." | hf-genderfair posts
        hf-genderfair posts pages.jsonl --out posts/
    """
    origin = Origin(source, text_column, layout, split, config)
    if out is None:
        for table in origin.tables():
            write_lines(_lines(text_array(table[text_column].combine_chunks(), text_column), jsonl))
        return
    rows = origin.rows()
    isolated = isolate_posts(rows, text_column, num_proc)
    step = Step("isolate_posts", Posts.version, {"text_column": text_column}, len(rows), len(isolated))
    report = corpus_report(f"{source_name(source)}, single posts", "pl", [step], [], source={"id": source_name(source)})
    announce(out, write_result(out, isolated, report, license=license, overwrite=overwrite), as_json)


def _lines(texts: pa.Array, jsonl: bool) -> Iterator[str]:
    for text, found in zip(texts.to_pylist(), find_all_posts(texts), strict=True):
        bodies = [text[post.start : post.end] for post in found]
        if jsonl:
            listed = [{**post._asdict(), "text": body} for post, body in zip(found, bodies, strict=True)]
            yield json_line({"posts": listed})
        else:
            yield from bodies
