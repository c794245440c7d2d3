"""The command ``posts``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_genderfair.cli.groups import grouped
from hf_genderfair.cli.options import Output
from hf_genderfair.cli.origin import Origin
from hf_genderfair.cli.runner import run
from hf_genderfair.core.transform import text_array
from hf_genderfair.first_person.posts import find_all_posts
from hf_genderfair.recipes.made import Made

if TYPE_CHECKING:
    from datasets import Dataset


@grouped
def posts(origin: Origin, output: Output) -> None:
    """Cut pages of forums and comments into posts.

    Prints one line for each post; with --jsonl one object for each text, with its posts, their offsets, authors and
    dates as written. Authors' names are personal data: they are printed only then, and never written with --out.

    Examples:
        echo "Byłam tam. ~ola 12.03.2011 18:22 Ja też byłam." | hf-genderfair posts
        hf-genderfair posts pages.jsonl --out posts/
    """
    column = origin.text_column

    def show(table: pa.Table, jsonl: bool) -> Iterator[Any]:
        texts = text_array(table[column].combine_chunks(), column)
        for text, found in zip(texts.to_pylist(), find_all_posts(texts), strict=True):
            bodies = [text[post.start : post.end] for post in found]
            if jsonl:
                yield {"posts": [{**post._asdict(), "text": body} for post, body in zip(found, bodies, strict=True)]}
            else:
                yield from bodies

    def make(rows: Dataset) -> Made:
        from hf_genderfair.recipes.first_person_steps import single_posts

        return single_posts(rows, column, origin.described(), output.num_proc)

    run(origin, output, show, make)
