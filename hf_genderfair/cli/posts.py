"""The command ``posts``."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from hf_genderfair.cli.lines import json_line, write_lines
from hf_genderfair.cli.options import (
    AsJson,
    JsonLines,
    License,
    NumProc,
    Out,
    Overwrite,
)
from hf_genderfair.cli.origin import Origin, reads
from hf_genderfair.cli.output import announce, write_result
from hf_genderfair.core.transform import text_array
from hf_genderfair.first_person.posts import Posts, find_all_posts, isolate_posts
from hf_genderfair.hub.locate import source_name
from hf_genderfair.recipes.corpus import corpus_report
from hf_genderfair.report.report import Step


@reads()
def posts(
    origin: Origin,
    jsonl: JsonLines = False,
    out: Out = None,
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
    if out is None:
        for table in origin.tables():
            write_lines(_lines(text_array(table[origin.text_column].combine_chunks(), origin.text_column), jsonl))
        return
    rows = origin.rows()
    isolated = isolate_posts(rows, origin.text_column, num_proc)
    step = Step("isolate_posts", Posts.version, {"text_column": origin.text_column}, len(rows), len(isolated))
    report = corpus_report(f"{source_name(origin.source)}, single posts", "pl", [step], [], source=origin.described())
    announce(out, write_result(out, isolated, report, license=license, overwrite=overwrite), as_json)


def _lines(texts: pa.Array, jsonl: bool) -> Iterator[str]:
    for text, found in zip(texts.to_pylist(), find_all_posts(texts), strict=True):
        bodies = [text[post.start : post.end] for post in found]
        if jsonl:
            listed = [{**post._asdict(), "text": body} for post, body in zip(found, bodies, strict=True)]
            yield json_line({"posts": listed})
        else:
            yield from bodies
